/** A table's live connection: says hello, keeps events in order, comes back by itself when it is lost. */

import type * as api from '../api';
import type { Decision } from '../scene';
import { Refused } from '../server';
import { texts } from '../texts';
import type { Extras } from './extras';
import { Ordering, waitBefore } from './ordering';

export type Connection = 'opening' | 'open' | 'lost';

type Answer = Extract<api.FromServer, { type: 'ok' | 'why' | 'refused' }>;
/** What happens at the table, in its order. */
export type LiveEvent = Exclude<
  Extract<api.FromServer, { seq: number }>,
  { type: 'welcome' | 'going' } // these do not count
>;
/** A message without its number, which `request` gives it. */
type Request = WithoutId<Exclude<api.FromPage, { type: 'hello' | 'look' | 'ping' | 'extras' }>>;
type WithoutId<Message> = Message extends { id?: unknown } ? Omit<Message, 'id'> : never;

export interface Listener {
  welcome(welcome: api.Welcome): void;
  event(event: LiveEvent): void;
  extras(extras: Extras): void;
  connection(state: Connection): void;
  /** The server refuses the table itself: it does not exist, or is not for this guest. */
  closed(problem: Refused): void;
}

const NO_TABLE = 4404; // why a socket is closed: there is no such table
const FOR_GOOD = ['not_found', 'unknown_game', 'not_yours']; // refusals that asking again does not change
const PING_EVERY = 20_000;
const PATIENCE = 10_000; // without a word after a ping, the connection is taken for lost
const GAP_PATIENCE = 1500;

export class Live {
  private socket: WebSocket | null = null;
  private ordering = new Ordering<LiveEvent>();
  private waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (problem: Refused) => void }>();
  private numbered = 0;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private gapTimer: ReturnType<typeof setTimeout> | undefined;
  private heard = 0;
  private ended = false;
  private refusal: Refused | null = null; // of the table itself

  constructor(
    private id: string,
    private listener: Listener,
    private seat: () => number | null,
  ) {
    addEventListener('online', this.hurry);
    addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.hurry);
    this.open();
  }

  close(): void {
    this.ended = true;
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.retry);
    clearTimeout(this.gapTimer);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  /** Look as another seat of this device: a welcome follows. */
  look(seat: number | null): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.say(this.socket, { type: 'look', seat });
  }

  /** Ask for what helps to choose: it comes a little later, unless the game has gone on by then. */
  askExtras(ply: number): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.say(this.socket, { type: 'extras', ply });
  }

  play(seat: number, ply: number, decisions: readonly Decision[]): Promise<unknown> {
    const what = decisions.length === 1 ? { decision: decisions[0] } : { decisions: [...decisions] };
    return this.request({ type: 'play', seat, ply, ...what });
  }

  async why(seat: number, touches: readonly string[]): Promise<api.Because> {
    return (await this.request({ type: 'why', seat, touches: [...touches] })) as api.Because & Answer;
  }

  /** Take back to a ply; `asked` if the others must agree. */
  async undo(seat: number, ply: number): Promise<api.Ok> {
    return (await this.request({ type: 'undo', seat, ply })) as api.Ok;
  }

  answerUndo(agree: boolean): void {
    void this.request({ type: 'undo_answer', agree }).catch(() => undefined);
  }

  talk(text: string): Promise<unknown> {
    return this.request({ type: 'talk', text });
  }

  private say(socket: WebSocket, message: api.FromPage): void {
    socket.send(JSON.stringify(message));
  }

  private request(content: Request): Promise<Answer> {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Refused('unreachable', texts.errors.notConnected));
    }
    const id = ++this.numbered;
    this.say(this.socket, { ...content, id });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  private open(): void {
    this.listener.connection(this.attempt === 0 ? 'opening' : 'lost');
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = Date.now();
      const seat = this.seat();
      this.say(socket, { type: 'hello', since: this.ordering.last, seat });
      this.attempt = 0;
      this.listener.connection('open');
    };
    socket.onmessage = (message) => {
      this.heard = Date.now();
      this.hear(JSON.parse(message.data as string));
    };
    socket.onclose = (closing) => this.lost(closing);
    clearInterval(this.pulse);
    this.pulse = setInterval(() => this.beat(socket), PING_EVERY);
  }

  private beat(socket: WebSocket): void {
    if (socket.readyState === WebSocket.CONNECTING) socket.close(); // nobody answers: it is tried again
    if (socket.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > PING_EVERY + PATIENCE) socket.close();
    else this.say(socket, { type: 'ping' });
  }

  private lost(closing: CloseEvent): void {
    for (const { reject } of this.waiting.values()) reject(new Refused('unreachable', texts.errors.notConnected));
    this.waiting.clear();
    if (this.ended) return;
    if (closing.code === NO_TABLE) this.refusal ??= new Refused('not_found', texts.errors.noTable, null, 404);
    if (this.refusal) {
      this.ended = true;
      this.listener.closed(this.refusal);
      return;
    }
    this.listener.connection('lost');
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), waitBefore(this.attempt++, Math.random()));
  }

  /** The network is back, or somebody looks at the page again: no reason to wait. */
  private hurry = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING)
      return;
    clearTimeout(this.retry);
    this.open();
  };

  /** The network is gone: the socket would find out much later. */
  private drop = (): void => {
    if (this.ended) return;
    this.listener.connection('lost');
    this.socket?.close();
  };

  private hear(message: api.FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.ordering.restart(message.seq);
        this.listener.welcome(message);
        break;
      case 'ok':
      case 'why':
      case 'refused':
        this.settle(message);
        break;
      case 'extras':
        this.listener.extras(message);
        break;
      case 'pong':
      case 'going':
        break;
      default:
        this.sort(message);
    }
  }

  private sort(event: LiveEvent): void {
    const { ready, gap } = this.ordering.take(event);
    for (const each of ready) this.listener.event(each);
    clearTimeout(this.gapTimer);
    if (gap) this.gapTimer = setTimeout(() => this.socket?.close(), GAP_PATIENCE); // and ask for what is missing
  }

  private settle(answer: Answer): void {
    if (answer.id === null) {
      if (answer.type === 'refused' && FOR_GOOD.includes(answer.error.kind)) {
        this.refusal = new Refused(answer.error.kind, answer.error.message, answer.error.rule ?? null);
      }
      return;
    }
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (answer.type === 'refused') {
      const { kind, message, rule } = answer.error;
      waiting?.reject(new Refused(kind, message, rule ?? null));
    } else {
      waiting?.resolve(answer);
    }
  }
}

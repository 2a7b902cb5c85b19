/** A table as one page sees it: what the server told, how far that is shown, and what the person does. */

import type * as api from '../api';
import { leftOf } from './clock.svelte';
import { touchable } from '../narrowing';
import type { Decision, Ground, Moment, Scene, Shortcut } from '../scene';
import { distinct } from '../seats/told';
import { Refused, server } from '../server';
import { settings } from '../settings.svelte';
import { remember } from './promise';
import { texts } from '../texts';
import { rollsOf, withDice } from './dice';
import { wholeMoment, wholeMoments, wholeSituation, type ToldMoment, type ToldSituation } from './changes';
import { withExtras, type Extras } from './extras';
import { takenBack, withMoment } from './history';
import { wayTo } from './lines';
import { Live, type Connection, type LiveEvent } from './live';
import { paceOf, passedOver } from './pacing';
import { namesOf } from './saying';
import { Touching } from './touching.svelte';

const named = (table: api.Table): api.Table => ({ ...table, seats: distinct(table.seats) });

const SLOW_DICE = 60; // milliseconds after which it is looked again whether dice lie

/** Whether dice are still on their way, as on a machine that draws late. */
const tumbling = (): boolean =>
  document
    .getAnimations()
    .some(
      (each) => each instanceof CSSAnimation && each.animationName.endsWith('tumble') && each.playState === 'running',
    );

export class TableStore {
  table = $state.raw<api.Table | null>(null);
  situation = $state.raw<api.Situation | null>(null);
  start = $state.raw<Scene | null>(null);
  moments = $state.raw<readonly Moment[]>([]);
  talk = $state.raw<readonly api.TalkLine[]>([]);
  heardTalk = $state(0); // how many lines of talk have been seen
  connection = $state<Connection>('opening');
  problem = $state.raw<Refused | null>(null); // why there is no table
  notice = $state<string | null>(null); // something to say in the dock
  hint = $state.raw<api.Hint | null>(null);
  hinting = $state(false);
  undoAsked = $state(false);
  endingSeen = $state(false); // the card of how it ended was closed
  viewer = $state<number | null>(null); // whose secrets are shown; null: what everybody may see

  shown = $state(0); // how many moments are on the board, the last perhaps still on its way
  private moving = $state(false); // whether it is
  private told = $state(0); // how many have been told; what is replayed stays told
  stepped = $state<number | null>(null); // looking back: after so many moments
  duration = $state(0); // of the change to what is on the board
  received = $state(0); // when the clocks were told, on this device's clock
  private stood = $state.raw<(number | null)[] | null>(null); // the clocks when all had last been seen

  readonly touching: Touching;
  private live: Live;
  private pump: ReturnType<typeof setTimeout> | undefined;
  private asSeat: number | null = null;
  private helped = true; // whether what helps to choose and what threatens is known, or the game is not on
  takesAgain = $state(false); // a shortcut was taken that is taken at the next turns too

  ground = $derived<Ground | null>(this.table?.ground ?? null);
  behind = $derived(this.shown < this.moments.length);
  /** Whether there is more to be shown than is seen: nothing is said about how things stand before that. */
  showing = $derived(this.behind || this.moving);
  /** What has been seen, and so may be written: the log, the dock and the rail follow the board. */
  past = $derived(this.moments.slice(0, Math.max(this.told, this.shown - Number(this.moving))));
  /** Whose doing is being shown; null if everything has been seen. */
  doing = $derived.by(() => {
    const seat = this.showing ? (this.moments[this.shown - 1]?.seat ?? null) : null;
    return !this.behind && typeof seat === 'number' && this.mine.includes(seat) ? null : seat;
  });
  seat = $derived(this.situation?.seat ?? null);
  mine = $derived(this.table?.you ?? []);
  names = $derived<readonly string[]>(this.table ? namesOf(this.table) : []);

  /** The moment that the board shows: what its pieces have just done. */
  moment = $derived(
    this.stepped !== null
      ? this.moments[this.stepped - 1]
      : this.behind
        ? this.moments[this.shown - 1]
        : this.moments.at(-1),
  );
  /** The last moment that has been seen whole. */
  seen = $derived(this.moving ? this.moments[this.shown - 2] : this.moment);
  /** How many moments the board shows. */
  private reached = $derived(this.stepped ?? (this.behind ? this.shown : this.moments.length));
  private bare = $derived<Scene | null>(
    this.stepped !== null || this.behind
      ? (this.moments[this.reached - 1]?.scene ?? this.start)
      : (this.situation?.scene ?? null),
  );
  scene = $derived<Scene | null>(this.bare && withDice(this.bare, this.moments, this.reached));
  /** What seat cards count: what has been seen whole. */
  settled = $derived<Scene | null>(this.moving ? (this.seen?.scene ?? this.start) : this.scene);
  rolls = $derived(rollsOf(this.moments, this.reached));

  constructor(readonly id: string) {
    this.touching = new Touching(
      (_decision, _touches, all) => this.play(all),
      (touches) => void this.why(touches),
      (id) => this.ground?.places.some((place) => place.id === id) ?? false,
    );
    this.live = new Live(
      id,
      {
        welcome: (welcome) => this.welcome(welcome),
        event: (event) => this.event(event),
        extras: (extras) => this.help(extras),
        connection: (state) => this.connected(state),
        closed: (problem) => (this.problem = problem),
      },
      () => this.asSeat,
    );
  }

  close(): void {
    clearTimeout(this.pump);
    this.live.close();
  }

  // What the server says

  /** Back again: what was said because there was no connection is past. */
  private connected(state: Connection): void {
    if (state === 'open' && this.connection === 'lost') {
      this.notice = null;
      this.touching.refused = null;
    }
    this.connection = state;
    if (state === 'open' && this.situation && !this.helped) this.askExtras(); // they were lost on the way
  }

  private welcome({ table, situation, moments, viewer }: api.Welcome): void {
    if (table.state !== 'over') remember(table); // what was promised about the dice is compared after the end
    this.viewer = viewer;
    const known = this.moments.length > 0;
    this.table = named(table);
    this.talk = table.talked ?? this.talk;
    this.moments = wholeMoments(moments);
    this.shown = known ? Math.min(this.shown, moments.length) : moments.length;
    this.told = Math.min(this.told, this.shown);
    if (this.stepped !== null && this.stepped >= moments.length) this.stepped = null;
    this.look(situation);
    this.advance();
    if (!this.start) void this.fetchStart();
  }

  /** How everything stood before the first decision, for who steps back that far. */
  private async fetchStart(): Promise<void> {
    try {
      this.start = (await server.moments(this.id, 0, 0, this.asSeat)).start;
    } catch {
      // While the rules are prepared there is none; it is asked for again when they are.
    }
  }

  private event(event: LiveEvent): void {
    switch (event.type) {
      case 'moment':
        this.remember(event.moment);
        break;
      case 'situation':
        this.look(event.situation);
        break;
      case 'table':
        this.setTable(event.table);
        break;
      case 'talk':
        this.talk = [...this.talk, { ...event.from, text: event.text, at: event.at }];
        break;
      case 'undo':
        this.moments = takenBack(this.moments, event.to);
        this.shown = Math.min(this.shown, this.moments.length);
        this.told = Math.min(this.told, this.shown);
        if (this.stepped !== null && this.stepped >= this.moments.length) this.stepped = null;
        this.touching.clear();
        this.undoAsked = false;
        break;
      case 'over':
        if (this.table)
          this.table = { ...this.table, state: 'over', ranks: event.ranks, result: event.result, dice: event.dice };
        break;
      case 'undo_asked':
        if (this.table) this.table = { ...this.table, asked: event.asked };
        this.undoAsked = event.asked ? this.mine.includes(event.asked.seat) : false;
        break;
    }
  }

  private setTable(table: api.Table): void {
    const started = this.table?.state === 'waiting' && table.state !== 'waiting';
    this.table = named(table);
    if (!table.asked) this.undoAsked = false;
    if (started) void this.fetchStart();
  }

  /** What is left of a seat's time as far as it has been seen; one's own runs on, whatever is still being shown. */
  clockOf(seat: number, now: number): number | null {
    const still = this.showing && !this.mine.includes(seat) ? this.stood : null;
    return still ? (still[seat] ?? null) : leftOf(this.situation?.clocks, seat, this.received, now);
  }

  private remember(told: ToldMoment): void {
    if (!this.showing) this.stood = this.table?.seats.map(({ seat }) => this.clockOf(seat, Date.now())) ?? null;
    const moment = wholeMoment(told, this.moments);
    const upToDate = !this.behind;
    const mine = this.mine.length === 1 && moment.seat === this.mine[0];
    this.moments = withMoment(this.moments, moment);
    if (upToDate && mine)
      this.showNext(); // one's own hand is not waited for
    else this.advance();
  }

  private look(told: ToldSituation): void {
    const situation = wholeSituation(told, this.situation, this.moments);
    const turned = situation.seat !== this.situation?.seat || situation.ply !== this.situation?.ply;
    this.situation = situation;
    this.received = Date.now();
    if (turned) {
      this.touching.clear();
      this.hint = null;
      this.notice = null;
    }
    this.undoAsked &&= situation.undo.allowed;
    this.helped = situation.to_move === null;
    this.offer();
    if (!this.helped) requestAnimationFrame(() => this.askExtras()); // drawn first; a hidden page asks when it is seen
  }

  private askExtras(): void {
    if (!this.helped && this.situation) this.live.askExtras(this.situation.ply);
  }

  /** What each choice would do, ways of several decisions, and what threatens. */
  private help(extras: Extras): void {
    if (this.situation) this.situation = withExtras(this.situation, extras);
    this.helped = true;
    if (!this.touching.sent) this.offer(); // a decision that is on its way is not offered again
    this.takeAgain();
  }

  // Showing what happened

  private advance(): void {
    if (this.pump !== undefined || !this.behind) return;
    const skipped = passedOver(this.moments.length - this.shown);
    if (skipped) this.shown += skipped;
    this.showNext();
  }

  private showNext(): void {
    clearTimeout(this.pump);
    this.pump = undefined;
    const moment = this.moments[this.shown];
    if (!moment) return;
    if (!settings.slower) return this.skip();
    const waiting = this.moments.length - this.shown - 1;
    const pace = paceOf(moment, waiting, settings.calm, this.moments[this.shown + 1], settings.slower);
    this.duration = pace.duration;
    this.shown++;
    this.moving = pace.duration > 0;
    this.pump = setTimeout(() => this.arrive(pace.pause), pace.duration);
  }

  /** A moment has been seen whole: it is told, and after a pause comes the next. */
  private arrive(pause: number): void {
    if (tumbling()) {
      this.pump = setTimeout(() => this.arrive(pause), SLOW_DICE);
      return;
    }
    this.moving = false;
    this.told = Math.max(this.told, this.shown);
    this.pump = undefined;
    if (this.behind) this.pump = setTimeout(() => this.showNext(), pause);
    else this.offer();
  }

  /** A touch interrupts: everything that happened is on the board at once. */
  skip(): void {
    if (!this.behind && this.pump === undefined) return;
    clearTimeout(this.pump);
    this.pump = undefined;
    this.moving = false;
    if (this.behind) this.duration = 0;
    this.shown = this.moments.length;
    this.told = this.shown;
    this.offer();
  }

  /** Where the others' last turn began: after the last decision of this person. */
  private turnBefore(): number {
    const mine = this.moments.findLastIndex(({ seat }) => seat !== 'chance' && this.mine.includes(seat));
    const last = this.moments.length - 1;
    if (mine < last) return mine + 1;
    return this.moments.slice(0, mine).findLastIndex(({ seat }) => seat !== this.moments[mine]?.seat) + 1;
  }

  /** Show the last turn once more. */
  replay(): void {
    this.skip();
    this.stepped = null;
    this.shown = Math.max(0, Math.min(this.turnBefore(), this.moments.length - 1));
    this.touching.clear();
    this.offer();
    this.showNext();
  }

  /** Choices glow once the board shows what they are about. */
  private offer(): void {
    const ready = !this.showing && this.pump === undefined;
    const { situation } = this;
    const open = ready && situation && situation.seat !== null;
    const ways = open ? touchable(situation.choices, situation.shortcuts) : [];
    const useful = ways.filter(({ idle }) => !idle);
    // What is of no use is not asked for; if that leaves a single thing to press, it is done.
    if (useful.length < ways.length && useful.length === 1 && useful[0]!.touches.length === 1 && !this.touching.sent) {
      this.touching.sent = true;
      return this.play([useful[0]!.decision]);
    }
    this.touching.offer(useful.length ? useful : ways);
  }

  step(to: number | null): void {
    const last = this.moments.length;
    const next = to === null || to >= last ? null : Math.max(0, to);
    const by = Math.abs((next ?? last) - (this.stepped ?? last));
    this.skip();
    this.duration = by === 1 && !settings.calm ? 300 : 0;
    this.stepped = next;
  }

  // What the person does

  play(decisions: readonly Decision[]): void {
    const { seat, situation } = this;
    if (seat === null || !situation) return;
    this.hint = null;
    this.live.play(seat, situation.ply, decisions).then(
      () => (this.notice = null),
      (problem: Refused) => this.refuse(problem),
    );
  }

  /** What a game offers ready-made. */
  take({ decisions, again = false }: Shortcut): void {
    this.takesAgain = again;
    this.touching.clear();
    this.touching.sent = true;
    this.play(decisions);
  }

  /** Once taken, a set-up goes on by itself until nothing more of it is offered. */
  private takeAgain(): void {
    if (!this.takesAgain || this.seat === null) return;
    const next = this.situation?.shortcuts.find(({ again }) => again);
    if (!next) {
      this.takesAgain = false;
      return;
    }
    this.skip();
    this.take(next);
  }

  private refuse(problem: Refused): void {
    const last = this.touching.chosen.at(-1);
    this.takesAgain = false;
    this.touching.sent = false;
    if (problem.rule && last) this.touching.refused = { id: last, message: problem.message, rule: problem.rule };
    else this.notice = problem.message;
    this.touching.chosen = [];
  }

  private async why(touches: string[]): Promise<void> {
    const id = touches.at(-1)!;
    const answered = (message: string | null, rule: string | null): void => {
      if (this.touching.refused?.id === id) this.touching.refused = message ? { id, message, rule } : null;
    };
    if (this.seat === null) return answered(null, null);
    try {
      const { message, rule } = await this.live.why(this.seat, touches);
      answered(message, rule);
    } catch (problem) {
      answered((problem as Refused).message, null);
    }
  }

  /** What a decision was good for, as far as who looks may know it. */
  async reasonOf(ply: number): Promise<string> {
    return (await server.reason(this.id, ply, this.asSeat)).because;
  }

  async askHint(): Promise<void> {
    if (this.seat === null || this.hinting) return;
    this.hinting = true;
    try {
      this.hint = await server.hint(this.id, this.seat);
      this.touching.chosen = [];
      this.touching.hint = this.hint.touches;
    } catch (problem) {
      this.notice = (problem as Refused).message;
    } finally {
      this.hinting = false;
    }
  }

  async undo(): Promise<void> {
    if (this.touching.letGo()) return;
    const seat = this.mine[0];
    if (seat === undefined || !this.situation) return;
    try {
      const { to } = this.situation.undo;
      if (to !== null) this.undoAsked = (await this.live.undo(this.seat ?? seat, this.wayBefore(to))).asked ?? false;
    } catch (problem) {
      this.notice = (problem as Refused).message;
    }
  }

  /** A way that was one touch is taken back as one: the ply before its first step. */
  private wayBefore(to: number): number {
    const last = this.moments.findIndex(({ ply }) => ply === to);
    return last < 0 ? to : this.moments[wayTo(this.moments, last)]!.ply;
  }

  answerUndo(agree: boolean): void {
    this.live.answerUndo(agree);
  }

  async say(text: string): Promise<void> {
    try {
      await this.live.talk(text);
    } catch (problem) {
      this.notice = (problem as Refused).message;
    }
  }

  /** Look with the eyes of one of the seats of this device. */
  lookAs(seat: number | null): void {
    this.asSeat = seat;
    this.live.look(seat);
  }

  nameOf(seat: number): string {
    return this.table?.seats[seat]?.name ?? texts.seat(seat);
  }
}

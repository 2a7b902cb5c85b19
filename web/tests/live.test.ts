/** A table's connection between a page and a network that are played. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Live, type Connection } from '../src/table/live';

class PlayedSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static made: PlayedSocket[] = [];
  readyState = PlayedSocket.CONNECTING;
  onopen = (): void => undefined;
  onclose = (_: { code: number }): void => undefined;
  send = (): void => undefined;

  constructor() {
    PlayedSocket.made.push(this);
  }

  close(): void {
    this.readyState = 3;
    this.onclose({ code: 1006 });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  PlayedSocket.made = [];
  vi.stubGlobal('WebSocket', PlayedSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'oddboard' });
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('document', listening);
  vi.stubGlobal('addEventListener', listening.addEventListener);
  vi.stubGlobal('removeEventListener', listening.removeEventListener);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a connection that nobody answers is given up and tried again', () => {
  const seen: Connection[] = [];
  const unheard = () => expect.unreachable();
  const listener = { welcome: unheard, event: unheard, extras: unheard, closed: unheard };
  const live = new Live('abc', { ...listener, connection: (state) => seen.push(state) }, () => null);
  vi.advanceTimersByTime(30_000);
  expect(PlayedSocket.made).toHaveLength(2);
  expect(seen).toEqual(['opening', 'lost', 'lost']);
  const second = PlayedSocket.made[1]!;
  second.readyState = PlayedSocket.OPEN;
  second.onopen();
  expect(seen.at(-1)).toBe('open');
  vi.advanceTimersByTime(25_000);
  expect(PlayedSocket.made).toHaveLength(2);
  live.close();
});

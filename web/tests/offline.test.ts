/** What the service worker keeps: it runs here between a network and caches that are played. */
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const ORIGIN = 'http://oddboard';

class PlayedCache {
  answers = new Map<string, unknown>();
  private name = (key: string | { url: string }): string => (typeof key === 'string' ? key : key.url);
  match = async (key: string | { url: string }): Promise<unknown> => this.answers.get(this.name(key));
  put = async (key: string | { url: string }, answer: unknown): Promise<unknown> =>
    this.answers.set(this.name(key), answer);
  keys = async (): Promise<{ url: string }[]> => [...this.answers.keys()].map((url) => ({ url }));
  delete = async ({ url }: { url: string }): Promise<boolean> => this.answers.delete(url);
}

/** Asks as a page does, with a network or without; null: the worker leaves it to the browser. */
function worker(): (path: string, online: boolean) => Promise<unknown> | null {
  const listeners = new Map<string, (event: object) => void>();
  const stored = new Map<string, PlayedCache>();
  let connected = true;
  runInNewContext(readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8'), {
    self: { addEventListener: (kind: string, act: (event: object) => void) => listeners.set(kind, act) },
    caches: { open: async (name: string) => stored.get(name) ?? stored.set(name, new PlayedCache()).get(name) },
    location: { origin: ORIGIN },
    URL,
    fetch: async ({ url }: { url: string }) => {
      if (!connected) throw new Error('no network');
      return { ok: true, url, clone: () => ({ url }) };
    },
  });
  return (path, online) => {
    connected = online;
    let answer: Promise<unknown> | null = null;
    const request = { method: 'GET', mode: 'cors', url: ORIGIN + path };
    listeners.get('fetch')!({ request, respondWith: (given: Promise<unknown>) => (answer = given) });
    return answer;
  };
}

test('a long story that was looked at is kept with all its parts', async () => {
  const ask = worker();
  const paths = ['/api/stories/abc-1', '/api/stories/abc-1/moments?from=250', '/api/stories/abc-1/picture'];
  for (const path of paths) await ask(path, true);
  for (const path of paths) expect(await ask(path, false), path).toMatchObject({ url: ORIGIN + path });
});

test('what belongs to a table that is played is not kept', () => {
  expect(worker()('/api/tables/abc-1/moments?from=0', true)).toBeNull();
});

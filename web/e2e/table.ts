/** What the tests do at a table, as a person would: touch what glows. */
import { expect, type Locator, type Page } from '@playwright/test';

export interface Wanted {
  game: string;
  options?: Record<string, unknown>;
  seats?: unknown[];
  [field: string]: unknown;
}

/** Ask the server as this page's guest, with its cookies; the page need not have opened anything. */
export async function asked<Answer>(page: Page, method: string, path: string, content?: unknown): Promise<Answer> {
  await page.request.get('/api/me'); // who asks for the first time gets a name
  const answer = await page.request.fetch(`/api${path}`, { method, data: content });
  if (!answer.ok()) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}

/** Make a table. */
export async function madeTable(page: Page, wanted: Wanted): Promise<string> {
  const usual = { options: {}, seats: ['me', { bot: 'novice' }], start: true };
  return (await asked<{ id: string }>(page, 'POST', '/tables', { ...usual, ...wanted })).id;
}

/** Make a table and go there. */
export async function tableOf(page: Page, wanted: Wanted): Promise<string> {
  const id = await madeTable(page, wanted);
  await page.goto(`/#/table/${id}`);
  await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
  return id;
}

/** Decide what is offered first, without touching anything. */
export async function decided(page: Page, id: string): Promise<void> {
  const now = await asked<{ seat: number; ply: number; choices: { decision: unknown }[] }>(
    page,
    'GET',
    `/tables/${id}/situation`,
  );
  const { seat, ply, choices } = now;
  await asked(page, 'POST', `/tables/${id}/play`, { seat, ply, decision: choices[0]!.decision });
}

export const boardOf = (page: Page): Locator => page.locator('.stage .board svg, .stage .board canvas').first();

/** The invisible buttons of the board that say that they can be chosen. */
export const glowing = (page: Page): Locator => page.locator('[data-voice][aria-label*="can be chosen"]');

/** Buttons and items of the dock that can be touched now. */
export const offered = (page: Page): Locator =>
  page.locator('.dock [data-id].glow:not(:disabled), .dock .button[data-id]:not(:disabled)');

export const isOver = (page: Page): Locator => page.getByRole('button', { name: 'Rematch' });

/** Until something can be touched, or something else is there that is waited for. */
export async function touchable(page: Page, ...otherwise: Locator[]): Promise<void> {
  const any = otherwise.reduce((found, each) => found.or(each), glowing(page).or(offered(page)));
  await any.first().waitFor({ state: 'attached', timeout: 60_000 });
}

/** Until it is one's turn, or the game is over. */
export async function myTurn(page: Page): Promise<boolean> {
  await touchable(page, isOver(page));
  return !(await isOver(page).isVisible());
}

/** Touch one of the things that glow, on the board or beside it, with the mouse. `pick` is a number that decides which. */
export async function touchSomething(page: Page, pick: number): Promise<void> {
  const places = await glowing(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-voice')!));
  const items = await offered(page).evaluateAll((all) => all.map((each) => each.getAttribute('data-id')!));
  const all = [...places.map((id) => ['place', id] as const), ...items.map((id) => ['item', id] as const)];
  if (!all.length) return;
  // The board as often as what lies beside it: a button there ends something, or the game would go on for ever.
  const beside = all.slice(places.length);
  const from = (pick % 2 && places.length) || !beside.length ? all.slice(0, places.length) : beside;
  const [kind, id] = from[(pick >> 1) % from.length]!;
  const target = kind === 'item' ? page.locator(`.dock [data-id="${id}"]`).first() : await onBoard(page, id);
  const box = await target.boundingBox({ timeout: 1000 }).catch(() => null);
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Press where something is drawn, whatever lies over it: the page finds out what is meant. */
export async function touchAt(page: Page, selector: string): Promise<void> {
  const box = (await page.locator(selector).first().boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** What is drawn of a place, or of something on it. */
async function onBoard(page: Page, id: string): Promise<Locator> {
  const drawn = page.locator(`.board [data-id="${id}"]`).first();
  return (await drawn.count()) ? drawn : page.locator(`[data-voice="${id}"]`);
}

/** Numbers that are the same in every run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
}

/** Notices of the browser: asked for where somebody waits, shown when it is his turn and the page is not in front. */
import { expect as usual, test, type Page } from '@playwright/test';
import { asked, boardOf, decided, madeTable } from './table';

// The worker of a page that nobody looks at is the last to be given a busy processor.
const expect = usual.configure({ timeout: 30_000 });

interface Told {
  title: string;
  path: string;
}

/** What the worker shows now. */
const shown = (page: Page): Promise<Told[]> =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    const all = await worker.getNotifications();
    return all.map(({ title, data }) => ({ title, path: (data as { path: string }).path }));
  });

/** Whether the browser shows notices at all: one without windows of its own, as it may be brought along, has none. */
const showsAny = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    await worker.showNotification('any').catch(() => undefined);
    const all = await worker.getNotifications();
    for (const each of all) each.close();
    return all.length > 0;
  });

/** Bring the page to the front, or something else before it. */
const look = (page: Page, away: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, away);

test('a game over days offers notices, and tells when it is my turn and I look elsewhere', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    serviceWorkers: 'allow',
    viewport: { width: 390, height: 664 },
    reducedMotion: 'reduce',
    permissions: ['notifications'],
    baseURL,
  });
  // The question itself is the browser's: here it is counted, and answered as somebody would who wants notices.
  await context.addInitScript(() => {
    let permission = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Object.assign(window, { questions: 0 });
    Notification.requestPermission = () => {
      (window as unknown as { questions: number }).questions += 1;
      permission = 'granted';
      return Promise.resolve('granted');
    };
  });
  const [page, friend] = [await context.newPage(), await (await browser.newContext({ baseURL })).newPage()];
  const questions = (): Promise<number> => page.evaluate(() => (window as unknown as { questions: number }).questions);
  await page.goto('/');
  test.skip(!(await showsAny(page)), 'this browser shows no notices');
  const id = await madeTable(friend, {
    game: 'everest',
    seats: ['me', 'open'],
    clock: { seconds: 2 * 86_400, increment: 0, per_turn: true },
    start: false,
  });
  await asked(page, 'POST', `/tables/${id}/join`, { word: 'here' });
  await asked(friend, 'POST', `/tables/${id}/start`);
  await page.evaluate(() => localStorage.setItem('oddboard-met', 'everest'));
  await page.goto(`/#/table/${id}`);
  await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
  expect(await questions(), 'nobody is asked before it makes sense').toBe(0);
  for (let coin = 0; coin < 3; coin++) await decided(page, id); // who has laid his coins waits for the other
  const offer = page.getByRole('alertdialog', { name: /tell you when it is your turn/ });
  await expect(offer).toBeVisible();
  const [asks, sheet] = [await offer.boundingBox(), await page.locator('footer.dock').boundingBox()];
  expect(asks!.y + asks!.height, 'who is waited for can be read meanwhile').toBeLessThanOrEqual(sheet!.y);
  await expect(page).not.toHaveTitle(/^●/);
  await offer.getByRole('button', { name: 'Yes' }).click();
  await expect(offer).toHaveCount(0);
  expect(await questions()).toBe(1);

  await look(page, true);
  for (let coin = 0; coin < 3; coin++) await decided(friend, id);
  await expect(page).toHaveTitle(/^●/);
  await expect.poll(() => shown(page)).toEqual([{ title: 'Your turn: Everest', path: `/#/table/${id}` }]);
  await look(page, false);
  await expect.poll(() => shown(page), 'it goes when the page is in front again').toEqual([]);

  await page.getByRole('button', { name: 'Resign or leave' }).click();
  await page.getByRole('button', { name: /^Go on without Guest/ }).click();
  await expect(page.getByRole('alert'), 'nobody is gone on without at once').toBeVisible();
  await context.close();
});

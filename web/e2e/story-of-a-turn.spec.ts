/** What happens at a table is told as it is seen: one timeline for board, dice, log and rail. */
import { expect, test, type Page } from '@playwright/test';
import { asked, boardOf, madeTable, myTurn, numbers, tableOf, touchSomething } from './table';

/** A page of a person who likes motion, at a table where bots play for everybody. */
async function watched(page: Page, wanted: { game: string; options?: Record<string, unknown> }): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const id = await madeTable(page, wanted);
  await page.goto(`/#/table/${id}`);
  await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
  await asked(page, 'POST', `/tables/${id}/hand-over`, { seat: 0, level: 'novice' });
}

test('a roll is written in the log when the dice lie, and not before', async ({ page }) => {
  await watched(page, { game: 'martian-race', options: { order: 'seats' } });
  // Every new line about a roll, with whether dice were still tumbling when it came.
  await page.evaluate(() => {
    const seen: { words: string; tumbling: boolean }[] = [];
    Object.assign(window, { seen });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          const words = node.textContent ?? '';
          if (!(node instanceof Element) || !node.closest('.log') || !words.includes('roll')) continue;
          const dice = [...document.querySelectorAll('.dock .tumbling')];
          // Its own face is up after three quarters of the way.
          const tumbling = dice.some((die) =>
            die.getAnimations().some(({ effect }) => (effect?.getComputedTiming().progress ?? 1) < 0.75),
          );
          seen.push({ words, tumbling });
        }
    }).observe(document.querySelector('.rail')!, { childList: true, subtree: true });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: { tumbling: boolean }[] }).seen);
  await expect(async () => expect((await seen()).length).toBeGreaterThan(3)).toPass({ timeout: 45_000 });
  expect((await seen()).filter(({ tumbling }) => tumbling)).toEqual([]);
});

test('a clock is given its time when the decision has been seen, and not before', async ({ page, browser }) => {
  const player = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  const clock = { seconds: 600, increment: 30 };
  const id = await tableOf(player, { game: 'martian-race', options: { order: 'seats' }, clock });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`/#/table/${id}`); // to look on
  await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
  await myTurn(player);
  const lines = (each: Page) => each.locator('.log .row');
  await expect(async () => expect(await lines(page).count()).toBe(await lines(player).count())).toPass();
  // How many lines the log has got when the player's clock gains for the first time.
  const begun = await lines(page).count();
  await page.evaluate(() => {
    const left = (): number => {
      const [minutes = 0, seconds = 0] = document.querySelector('.seats .clock')!.textContent!.split(':').map(Number);
      return 60 * minutes + seconds;
    };
    const before = left();
    new MutationObserver((_, watcher) => {
      if (left() < before + 5) return;
      Object.assign(window, { gained: document.querySelectorAll('.log .row').length });
      watcher.disconnect();
    }).observe(document.querySelector('.rail')!, { childList: true, subtree: true, characterData: true });
  });
  const next = numbers(5);
  const gained = (): Promise<number> => page.evaluate(() => (window as unknown as { gained?: number }).gained ?? 0);
  await expect(async () => {
    await touchSomething(player, next());
    expect(await gained()).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000, intervals: [250] });
  expect(await gained()).toBeGreaterThan(begun);
  await player.context().close();
});

test('what is shown can be skipped by a key, by a touch, and by a setting', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const id = await tableOf(page, { game: 'martian-race', options: { order: 'seats' } });
  await myTurn(page);
  await asked(page, 'POST', `/tables/${id}/hand-over`, { seat: 0, level: 'novice' });
  const skip = page.getByRole('button', { name: 'Skip to now' });
  for (const act of [() => page.keyboard.press('s'), () => skip.click({ force: true, timeout: 2000 })]) {
    await expect(async () => {
      await expect(skip).toBeVisible({ timeout: 3000 });
      await act();
      await expect(skip).toBeHidden({ timeout: 150 });
    }).toPass({ timeout: 45_000 });
  }
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByText('At once').click();
  await page.keyboard.press('Escape');
  await expect(skip).toBeHidden();
  await expect(skip.waitFor({ state: 'visible', timeout: 3000 })).rejects.toThrow();
});

test('the last turn can be shown again, and the log stays', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const id = await tableOf(page, {
    game: 'martian-race',
    options: { order: 'seats' },
    seats: [{ bot: 'novice' }, 'me'],
  });
  await expect(page.locator('footer.dock')).toContainText(/Choose/, { timeout: 30_000 });
  expect(id).toBeTruthy();
  const lines = await page.locator('.log .line').count();
  expect(lines).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'Show the last turn again' }).click();
  await expect(page.getByRole('button', { name: 'Skip to now' })).toBeVisible();
  await expect(page.locator('.log .line')).toHaveCount(lines);
  await expect(page.locator('footer.dock')).toContainText(/Choose/, { timeout: 30_000 });
});

test('who looks is you, by every word, and is never called by half a name', async ({ page }) => {
  await tableOf(page, { game: 'martian-race', options: { order: 'seats' }, clock: { seconds: 600, increment: 5 } });
  await myTurn(page);
  await expect(page.locator('.log')).toContainText(/You roll \d and \d/);
  await expect(page.locator('.log')).not.toContainText('Guest');
  const names = page.locator('.seats .called');
  for (const name of await names.all())
    expect(await name.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
});

test('nothing is heard at first; who wants it hears what happens, and no file is loaded for that', async ({ page }) => {
  const media: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'media' && media.push(request.url())));
  await page.addInitScript(() => {
    const heard = { made: 0, played: 0 };
    const Real = AudioContext;
    Object.assign(window, { heard });
    window.AudioContext = class extends Real {
      constructor() {
        super();
        heard.made += 1;
      }
      override createGain(): GainNode {
        heard.played += 1;
        return super.createGain();
      }
    };
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: { made: number; played: number } }).heard);
  const id = await tableOf(page, { game: 'martian-race', options: { order: 'seats' } });
  await asked(page, 'POST', `/tables/${id}/hand-over`, { seat: 0, level: 'novice' });
  await expect(page.locator('.log .row').nth(3)).toBeAttached({ timeout: 30_000 });
  expect(await heard()).toEqual({ made: 0, played: 0 });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('radiogroup', { name: 'Sound' }).getByText('On', { exact: true }).click();
  await expect.poll(async () => (await heard()).played, { timeout: 30_000 }).toBeGreaterThan(1);
  expect((await heard()).made).toBe(1);
  expect(media).toEqual([]);
});

/** Every game by keyboard alone: N goes to everything that can be touched, Enter touches it, and focus is never lost. */
import { expect, test, type Page } from '@playwright/test';
import { isOver, myTurn, numbers, tableOf } from './table';

// Short games: what is tested is the keyboard, from the first decision to the last.
const SHORT: Record<string, Record<string, unknown>> = {
  'martian-race': { order: 'seats', turn_limit: 2 },
  everest: { round_limit: 1 },
  'sailboat-regatta': { first: 'seats', turn_limit: 1 },
  yavoch: { turn_limit: 2 },
  yaz: { turn_limit: 1 },
};

/** What the keyboard is at: something on the board or beside it. */
const here = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: active } = document;
    return active?.getAttribute('data-voice') ?? active?.getAttribute('data-id') ?? active?.className ?? '';
  });
const kind = (at: string): string => at.split(':')[0]!;

for (const [game, options] of Object.entries(SHORT))
  test(`${game} by keyboard alone`, async ({ page }) => {
    test.slow(); // a game may take a hundred presses
    await tableOf(page, { game, options });
    const next = numbers(3);
    await page.keyboard.press('Tab');
    const lost: string[] = [];
    const pressed = new Set<string>();
    for (let presses = 0; presses < 300 && (await myTurn(page)); presses++) {
      const setUp = page.getByRole('button', { name: 'Set up for me' });
      if (await setUp.isVisible()) {
        await setUp.press('Enter', { timeout: 5000 }).catch(() => undefined); // it may have gone by now
        await expect(setUp).toHaveCount(0, { timeout: 60_000 });
        continue;
      }
      for (let steps = next() % 3; steps >= 0; steps--) await page.keyboard.press(next() % 4 ? 'n' : 'Shift+N');
      let at = await here(page);
      // Dice may let a short game end by buttons alone: as long as only one kind has been pressed, another comes first.
      for (let steps = 0; steps < 12 && pressed.size === 1 && pressed.has(kind(at)); steps++) {
        await page.keyboard.press('n');
        at = await here(page);
      }
      pressed.add(kind(at));
      await page.keyboard.press('Enter');
      // It may be lost for the moment until the picture has been drawn, and not for longer.
      const somewhere = page.waitForFunction(() => document.activeElement !== document.body, undefined, {
        timeout: 5000,
      });
      await somewhere.catch(() => lost.push(at));
    }
    await expect(isOver(page)).toBeVisible();
    expect(lost).toEqual([]);
    expect([...pressed].length, [...pressed].join()).toBeGreaterThan(1); // on the board and beside it
  });

/** Every game by keyboard alone: N goes to everything that can be touched, Enter touches it, and focus is never lost. */
import { expect, test } from '@playwright/test';
import { isOver, myTurn, numbers, tableOf } from './table';

// Short games: what is tested is the keyboard, from the first decision to the last.
const SHORT: Record<string, Record<string, unknown>> = {
  'martian-race': { order: 'seats', turn_limit: 2 },
  everest: { round_limit: 1 },
  'sailboat-regatta': { first: 'seats', turn_limit: 1 },
  yavoch: { turn_limit: 2 },
  yaz: { turn_limit: 1 },
};

for (const [game, options] of Object.entries(SHORT))
  test(`${game} by keyboard alone`, async ({ page }) => {
    await tableOf(page, { game, options });
    const next = numbers(3);
    await page.keyboard.press('Tab');
    const lost: string[] = [];
    const pressed = new Set<string>();
    for (let presses = 0; presses < 300 && (await myTurn(page)); presses++) {
      const setUp = page.getByRole('button', { name: 'Set up for me' });
      if (await setUp.isVisible()) {
        await setUp.press('Enter');
        await expect(setUp).toHaveCount(0, { timeout: 60_000 });
        continue;
      }
      for (let steps = next() % 3; steps >= 0; steps--) await page.keyboard.press(next() % 4 ? 'n' : 'Shift+N');
      const at = await page.evaluate(() => {
        const { activeElement: active } = document;
        return active?.getAttribute('data-voice') ?? active?.getAttribute('data-id') ?? active?.className ?? '';
      });
      pressed.add(at.split(':')[0]!);
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

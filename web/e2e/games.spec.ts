import { expect, test } from '@playwright/test';
import { isOver, myTurn, numbers, tableOf, touchSomething } from './table';

// Short games: what is tested is the page, from the first touch to the last.
const SHORT: Record<string, Record<string, unknown>> = {
  yaz: { turn_limit: 1 },
  'martian-race': { turn_limit: 3 },
  everest: { round_limit: 2 },
  'sailboat-regatta': { turn_limit: 3 },
  yavoch: { turn_limit: 4 },
};
// Games that are installed beside the package, with their options: they are drawn plainly, and played alike.
Object.assign(SHORT, JSON.parse(process.env.ODDBOARD_SIXTH ?? '{}'));

for (const [game, options] of Object.entries(SHORT)) {
  test(`${game} is played to the end by touching what glows`, async ({ page }) => {
    const problems: string[] = [];
    page.on('pageerror', (problem) => problems.push(String(problem)));
    await tableOf(page, { game, options });
    const next = numbers(7);
    let setUps = 0;
    for (let touches = 0; touches < 400 && (await myTurn(page)); touches++) {
      const setUp = page.getByRole('button', { name: 'Set up for me' });
      if (await setUp.isVisible()) {
        await setUp.click(); // once: the rest is set up by itself
        await expect(page.locator('.log .line').first()).toBeVisible({ timeout: 30_000 });
        await expect(setUp).toHaveCount(0, { timeout: 60_000 });
        expect(setUps++).toBe(0);
        continue;
      }
      await touchSomething(page, next());
    }
    await expect(isOver(page)).toBeVisible();
    await page.getByRole('link', { name: 'Look back' }).click();
    await expect(page.getByRole('button', { name: 'What if…' })).toBeVisible();
    expect(problems).toEqual([]);
  });
}

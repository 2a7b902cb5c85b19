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
    for (let touches = 0; touches < 400 && (await myTurn(page)); touches++) {
      const formation = page.getByRole('button', { name: /^Ready-made$|at random$/i }); // one of several, or the only one
      if (await formation.isVisible()) {
        const told = await page.locator('.log .line').count();
        const several = (await formation.textContent()) === 'Ready-made';
        await formation.click();
        if (several) await page.locator('.formations button').first().click();
        await page.locator('.log .line').nth(told).waitFor({ timeout: 30_000 }); // it was sent, and came back
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

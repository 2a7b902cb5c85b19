/** Puzzles: the day's from the home page, something else answered, and the solution shown with its reason. */
import { expect, test } from '@playwright/test';
import { forEverybody } from './axe';
import { asked, numbers, touchSomething } from './table';

interface Puzzle {
  id: string;
  rules: string[];
  wanted: unknown[];
}

test('a puzzle is missed, and another shown; today’s are one touch from home', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /Today’s puzzles/ }).click();
  await expect(page.getByRole('link', { name: 'Today’s puzzle' })).toHaveCount(5);
  await forEverybody(page);
  const { puzzles } = await asked<{ puzzles: Puzzle[] }>(page, 'GET', '/games/martian-race/puzzles');
  const [puzzle, other] = puzzles.filter(({ wanted }) => wanted.length === 1); // nothing is found by chance
  await page.goto(`/#/puzzles/martian-race/${puzzle!.id}`);
  const missed = page.getByText('Not that one');
  const next = numbers(5);
  for (let touches = 0; touches < 30 && !(await missed.isVisible()); touches++) {
    await touchSomething(page, next());
    await page.waitForTimeout(100); // for what it leads to
  }
  await expect(missed).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(missed).toHaveCount(0);
  await page.goto(`/#/puzzles/martian-race/${other!.id}`);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.getByText('The solution')).toBeVisible();
  for (const rule of other!.rules) await expect(page.getByRole('link', { name: rule })).toBeVisible();
  await page.goto('/#/puzzles/martian-race');
  await expect(page.getByText(`0 of ${puzzles.length} solved`)).toBeVisible();
  await forEverybody(page);
});

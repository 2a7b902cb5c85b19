/** Who opens a game for the first time is told its goal, shown how, and brought to a real game. */
import { expect, test, type Page } from '@playwright/test';
import { boardOf, glowing, madeTable, tableOf } from './table';

/** Nobody has been here yet. */
test.use({ storageState: { cookies: [], origins: [] } });

const goal = (page: Page) => page.getByRole('dialog');

test('a first visit tells the goal with a picture, once', async ({ page }) => {
  await tableOf(page, { game: 'everest' });
  await expect(goal(page)).toContainText('Be the only yeti on the golden peak for one whole round.');
  await expect(goal(page).locator('svg .yeti, svg [data-id^="yeti:"]').first()).toBeVisible();
  await goal(page).getByRole('button', { name: 'Just play' }).click();
  await expect(goal(page)).toHaveCount(0);
  await page.goto(`/#/table/${await madeTable(page, { game: 'everest' })}`);
  await expect(boardOf(page)).toBeVisible();
  await expect(glowing(page).or(page.locator('.dock .glow')).first()).toBeAttached();
  await expect(goal(page)).toHaveCount(0);
});

test('a guide lights up only what is wanted, says why not something else, and leads to a real game', async ({
  page,
}) => {
  await tableOf(page, { game: 'martian-race' });
  await goal(page).getByRole('button', { name: 'Show me how' }).click();
  await expect(page.getByRole('heading', { name: 'Your first game' })).toBeVisible();
  const goOn = page.getByRole('button', { name: 'Go on' });
  expect((await goOn.boundingBox())!.height, 'a button, and not the whole side').toBeLessThan(80);
  const dice = page.locator('.dock [data-id^="die:"]');
  await expect(async () => {
    if (await goOn.isVisible()) await goOn.click();
    await expect(dice).toHaveCount(2, { timeout: 500 });
    await expect(goOn).toHaveCount(0, { timeout: 500 });
  }).toPass();
  await expect(page.locator('.dock [data-id^="die:"].glow')).toHaveCount(1); // the 5, and not the 2
  await dice.and(page.locator('.glow')).click();
  await page.locator('[data-voice="square:e7"]').evaluate((each: HTMLElement) => each.click());
  await expect(page.locator('.rule-note')).toContainText('Touch the 5');
  await page.keyboard.press('Escape');

  // To the end in one stride: what comes after the last step is what counts here.
  await page.route('**/api/games/martian-race/lessons', async (route) => {
    const found = await (await route.fetch()).json();
    await route.fulfill({ json: { ...found, guide: { ...found.guide, steps: [] } } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Play a real game' }).click();
  await expect(page).toHaveURL(/#\/table\//);
  await expect(page.getByRole('heading', { name: 'Martian Race' })).toBeVisible();
  await expect(goal(page)).toHaveCount(0); // the guide has told it
});

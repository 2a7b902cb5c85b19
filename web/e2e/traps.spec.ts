/** What is said before one decides: what the others did, what threatens, and what may be regretted. */
import { expect, test } from '@playwright/test';
import { asked, glowing, myTurn, tableOf, touchAt } from './table';

test('the third coin of a plan waits for its button', async ({ page }) => {
  const id = await tableOf(page, { game: 'everest' });
  const lay = page.getByRole('button', { name: 'Lay plan' });
  for (const coin of [1, 2, 3]) {
    await expect(page.locator('.dock .say')).toContainText(`Choose your ${['1st', '2nd', '3rd'][coin - 1]} coin of 3.`);
    await expect(lay).toHaveCount(0);
    await page.locator(`.dock [data-id="coin:${coin}"]`).click();
    await touchAt(page, '.board [data-id="direction:e"]');
    const again = page.getByRole('button', { name: 'Do it anyway' }); // where the yeti would fall
    await expect(
      again
        .or(lay)
        .or(page.locator('.slots [role=img]').nth(coin - 1))
        .first(),
    ).toBeVisible();
    if (await again.isVisible()) await again.click();
  }
  const laying = async () => (await asked<{ laying: number[] }>(page, 'GET', `/tables/${id}/situation`)).laying;
  expect(await laying()).toContain(0);
  await lay.click();
  await expect(async () => expect(await laying()).not.toContain(0)).toPass();
});

test('what may be regretted stays where it is, and is done when it is touched again', async ({ page }) => {
  await tableOf(page, { game: 'everest' });
  const arrow = '.board [data-id="direction:w"]'; // off the mountain
  await page.locator('.dock [data-id="coin:1"]').click();
  const around = page.locator('.overlay [data-warned="direction:w"]');
  await expect(around).toBeVisible();
  await touchAt(page, arrow);
  await expect(page.locator('.dock .warned')).toContainText('would leave the mountain');
  await expect(page.locator(arrow)).toBeVisible();
  // It is drawn around the arrow, in its shape, and not beside it.
  const held = page.locator('.overlay .warned.held polygon');
  await expect(held).toBeVisible();
  const [one, other] = [(await held.boundingBox())!, (await page.locator(arrow).boundingBox())!];
  expect(Math.abs(one.x + one.width / 2 - other.x - other.width / 2)).toBeLessThan(4);
  expect((await held.getAttribute('points'))!.split(' ').length).toBeGreaterThan(8);
  await touchAt(page, arrow);
  await expect(page.locator('.dock .say')).toContainText('Choose your 2nd coin of 3.');
});

test('a crown says who would win, and after how many actions, before it happens', async ({ page }) => {
  const { position } = await asked<{ position: { options: Record<string, unknown> } }>(
    page,
    'GET',
    '/games/everest/sample',
  );
  const seats = ['me', 'shared', 'shared', 'shared'];
  await tableOf(page, { game: 'everest', options: position.options, seats, position });
  await page.getByRole('button', { name: /^I am / }).click(); // plans are secret
  const crown = page.locator('.overlay .threat.crown');
  await expect(crown).toHaveCount(1);
  await expect(crown).toHaveAttribute('data-threat', 'yeti:1');
  await expect(crown.locator('.count')).toHaveText('3');
});

test('the others’ last turn stays in words and ways until one touches something, and is one line of the log', async ({
  page,
}) => {
  const id = await tableOf(page, { game: 'martian-race', options: { order: 'seats' } });
  await asked(page, 'POST', `/tables/${id}/hand-over`, { seat: 0, level: 'novice' });
  const folded = page.locator('.log .opener');
  await expect(folded.nth(3)).toBeAttached({ timeout: 40_000 });
  const told = page.locator('.dock .last-turn');
  // The bot may be in the middle of one's own turn: then it is asked to go on.
  await expect(async () => {
    await asked(page, 'POST', `/tables/${id}/take-back`, { seat: 0 });
    await myTurn(page);
    if (!(await told.isVisible())) await asked(page, 'POST', `/tables/${id}/hand-over`, { seat: 0, level: 'novice' });
    await expect(told).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 60_000 });
  await expect(told).toContainText(/Novice bot (brought|moved|made|turned|kept|launched|pushed)/);

  const inside = page.locator('.log .step');
  expect(await inside.evaluateAll((all) => all.every((each) => (each as HTMLElement).hidden))).toBe(true);
  await folded.last().click();
  await expect(inside.last()).toBeVisible();

  const ways = page.locator('.overlay .ghost');
  await expect(ways.first()).toBeAttached();
  const signs = page.locator('.overlay .threat');
  const before = await signs.count();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByText('Hidden', { exact: true }).click();
  await expect(signs).toHaveCount(0);
  await page.getByRole('dialog').getByText('Shown', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(signs).toHaveCount(before);

  await glowing(page)
    .first()
    .evaluate((each) => (each as HTMLElement).click());
  await expect(ways).toHaveCount(0);
  await expect(told).toBeVisible();
});

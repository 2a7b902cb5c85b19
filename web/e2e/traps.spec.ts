/** What is said before one decides: what the others did, what threatens, and what may be regretted. */
import { expect, test } from '@playwright/test';
import { asked, decided, glowing, myTurn, tableOf, touchAt } from './table';

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
  // At the edge of a phone's screen it is whole, too.
  await page.setViewportSize({ width: 390, height: 664 });
  await expect.poll(async () => (await page.locator(`${arrow} .disc`).boundingBox())!.x).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
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

interface Sample {
  options: Record<string, unknown>;
  ships: Record<string, { rings: number }>; // Yavoch's
}
const TRAPS = [
  {
    game: 'yaz',
    seats: 2,
    threat: ['yazzite:0.S1', '2'], // the carrier, and how many steps away a Luggant is that can sit on it
    trap: ['button:end'],
    why: 'Nobody has moved in this turn.',
  },
  {
    game: 'sailboat-regatta',
    seats: 3,
    threat: ['boat:0.3', ''],
    trap: ['button:done'],
    why: 'Three dice are unused',
  },
  {
    game: 'yavoch',
    seats: 2,
    change: ({ ships }: Sample) => (ships['112']!.rings = 0), // the Command ship's
    threat: ['ship:112', ''],
    trap: ['position:123', 'position:145'],
    why: 'The Archid on 145 is your own.',
  },
];
for (const { game, seats, change, threat, trap, why } of TRAPS)
  test(`${game}: what threatens is shown, and what harms oneself is said and wants a second touch`, async ({
    page,
  }) => {
    const { position } = await asked<{ position: Sample }>(page, 'GET', `/games/${game}/sample`);
    change?.(position);
    const id = await tableOf(page, {
      game,
      options: position.options,
      seats: ['me', ...Array.from({ length: seats - 1 }, () => ({ bot: 'novice' }))],
      position,
    });
    await myTurn(page);
    const sign = page.locator(`.overlay [data-threat="${threat[0]}"]`);
    await expect(sign).toBeVisible();
    await expect(sign).toHaveText(threat[1]!);

    const touch = (what: string): Promise<void> =>
      page
        .locator(`.dock [data-id="${what}"], [data-voice="${what}"]`)
        .first()
        .evaluate((each) => (each as HTMLElement).click());
    const ply = async () => (await asked<{ ply: number }>(page, 'GET', `/tables/${id}/situation`)).ply;
    for (const what of trap) await touch(what);
    await expect(page.locator('.dock .warned')).toContainText(why);
    expect(await ply()).toBe(0);
    await touch(trap.at(-1)!);
    await expect(async () => expect(await ply()).toBeGreaterThan(0)).toPass();
  });

test('the others’ last turn stays in words and ways until one touches something, and is one line of the log', async ({
  page,
}) => {
  const id = await tableOf(page, { game: 'martian-race', options: { order: 'seats' } });
  const folded = page.locator('.log .opener');
  const told = page.locator('.dock .last-turn');
  // One's own turn is played to its end, and the other's follows.
  await expect(async () => {
    if (!(await told.isVisible())) await decided(page, id);
    await expect(told).toBeVisible({ timeout: 1500 });
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

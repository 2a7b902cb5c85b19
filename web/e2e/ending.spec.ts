/** How a game ends: the move that wins is celebrated, and one card says who won, by what, and what comes next. */
import { expect, test } from '@playwright/test';
import { forEverybody } from './axe';
import { asked, tableOf } from './table';

const LAUNCH = { do: 'move', die: 2, martian: '0.1', to: 'h7', facing: 'up' };

test('a won game is celebrated, told on a card, judged by itself, shared, and played again', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const { position } = await asked<{ position: { options: Record<string, unknown> } }>(
    page,
    'GET',
    '/games/martian-race/examples/last',
  );
  const id = await tableOf(page, { game: 'martian-race', position, options: position.options });
  await asked(page, 'POST', `/tables/${id}/play`, { seat: 0, ply: 0, decision: LAUNCH });
  await expect(page.locator('.stage .burst svg:not(.crown)')).toHaveCount(14);
  await expect(page.locator('.stage .burst .crown')).toBeVisible();
  const card = page.getByRole('dialog', { name: 'You won!' });
  await expect(card).toContainText('You launched all 5 Martians in round 1.');
  await expect(card).toBeFocused();
  await expect(card.locator('.picture svg [data-id="square:h7"]')).toBeVisible();
  await expect(card.locator('.ranks li').first()).toContainText('You');
  await expect(card).toContainText('Won against bots at Martian Race:');
  await expect(card.locator('.record li.now')).toHaveText('Novice 1 of 1');
  await forEverybody(page);

  const download = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Share as a picture' }).click();
  expect((await download).suggestedFilename()).toBe('oddboard.png');

  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'How it ended' }).click();
  await card.getByRole('button', { name: 'Next level: Casual' }).click();
  await expect(page).not.toHaveURL(new RegExp(id));
  await expect(page.locator('.seats')).toContainText('Casual bot');
});

test('the card fills with what the analysis finds, and leads to the moment to try again', async ({ page }) => {
  const scores = { luck: 0.04, skill: -0.3 };
  const judged = (ply: number, mine: number, change: number) => {
    const [evaluation, changes] = [[mine, 1 - mine], [change, -change]]; // prettier-ignore
    return { ply, evaluation, kind: 'skill', change: changes, costly: change < -0.08, best: null };
  };
  let asks = 0;
  await page.route('**/api/stories/*/analysis', (route) =>
    route.fulfill({
      json: asks++
        ? { state: 'ready', progress: 1, points: [judged(0, 0.6, 0), judged(1, 0.3, -0.3)], seats: [scores, scores] }
        : { state: 'thinking', progress: 0.5, points: [], seats: [] },
    }),
  );
  const options = { order: 'seats', turn_limit: 1 };
  const id = await tableOf(page, { game: 'martian-race', options, seats: ['me', { bot: 'novice' }] });
  await asked(page, 'POST', `/tables/${id}/hand-over`, { seat: 0, level: 'novice' });
  const card = page.locator('.ending');
  await expect(card).toContainText('being looked at again: 50 %', { timeout: 60_000 });
  await expect(card).toContainText('Luck gave you +4 %, your decisions cost 30 %.');
  await expect(card.locator('.curve circle')).toBeVisible();
  await card.getByRole('link', { name: 'Try this moment again' }).click();
  await expect(page).toHaveURL(/ply=1&try/);
  await expect(page.getByRole('button', { name: 'Back to the game' })).toBeVisible();
});

/** Invitations and what else is between people, at the size of a phone. */
import { expect, test } from '@playwright/test';
import { forEverybody } from './axe';
import { asked, boardOf, madeTable } from './table';

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true });

test('whoever follows a link sees who invites to what, gives a name, and sits down', async ({ page, browser }) => {
  await asked(page, 'PUT', '/me', { name: 'Anna' });
  const id = await madeTable(page, {
    game: 'martian-race',
    options: { order: 'seats' },
    seats: ['me', 'open'],
    clock: { seconds: 600, increment: 0 },
    start: false,
  });
  await page.goto(`/table/${id}`);
  await expect(page.getByLabel('Link to this table')).toHaveValue(new RegExp(`/table/${id}$`));
  await expect(page.getByRole('img', { name: /Code to scan/ })).toBeVisible();
  await expect(page.getByRole('note')).toContainText(/this machine only.*--lan/);

  const friend = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await friend.goto(`/table/${id}`);
  await expect(friend.getByText('Anna invites you to a game of')).toBeVisible();
  await expect(friend.getByText('1 at the table, 1 seat free')).toBeVisible();
  await expect(friend.getByText('10 min each')).toBeVisible();
  await expect(friend.getByRole('button', { name: 'Sit down' })).toBeInViewport();
  await friend.getByText('How to play, in a minute').click();
  await expect(friend.locator('details p').first()).toBeVisible();
  await forEverybody(friend);
  await friend.getByLabel('Your name').fill('Ben');
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await expect(friend.getByText(/Whoever opened the table starts/)).toBeVisible();
  await expect(page.getByText('Ben')).toBeVisible();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(boardOf(friend)).toBeVisible({ timeout: 60_000 });
});

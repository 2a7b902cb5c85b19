/** My record: what I have played, with the boards as they were at the end. */
import { expect, test, type Page } from '@playwright/test';
import { forEverybody } from './axe';
import { asked, madeTable } from './table';

/** A game that is given up at once. */
async function lost(page: Page, game: string): Promise<string> {
  const id = await madeTable(page, { game });
  await asked(page, 'POST', `/tables/${id}/resign`, { seat: 0 });
  return id;
}

test('my games are shown as they ended, counted, narrowed down and removed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/#/my-record');
  await expect(page.getByText('No finished game yet')).toBeVisible();
  await expect(page.getByRole('search'), 'there is nothing to search').toHaveCount(0);
  const [boats, martians] = [await lost(page, 'sailboat-regatta'), await lost(page, 'martian-race')];
  const going = await madeTable(page, { game: 'everest' });
  await page.goto('/');
  await page.getByRole('link', { name: 'My record' }).click();
  const card = (id: string) => page.locator(`[data-game="${id}"]`);
  for (const id of [martians, boats]) {
    await card(id).scrollIntoViewIfNeeded();
    await expect(card(id).locator('.picture svg')).toBeVisible();
    await expect(card(id).getByText('Lost', { exact: true })).toBeVisible();
  }
  await expect(page.getByText('0 won, 2 lost', { exact: true })).toBeVisible();
  await forEverybody(page);

  await page.getByLabel('Game', { exact: true }).selectOption('martian-race');
  await expect(card(boats)).toHaveCount(0);
  await expect(card(martians)).toBeVisible();
  await page.getByLabel('Result').selectOption('won');
  await expect(page.getByText('No game of yours is like that.')).toBeVisible();
  await page.getByLabel('Result').selectOption('');
  await card(martians)
    .getByRole('button', { name: /Remove/ })
    .click();
  await expect(card(martians), 'the first touch asks').toBeVisible();
  await card(martians).getByRole('button', { name: 'Remove for good?' }).click();
  await expect(card(martians)).toHaveCount(0);

  const stale = page.getByRole('listitem').filter({ has: page.locator(`a[href="#/table/${going}"]`) });
  await stale.getByRole('button', { name: /Remove/ }).click();
  await stale.getByRole('button', { name: 'Remove for good?' }).click();
  await expect(stale).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download everything' }).click();
  expect((await download).suggestedFilename()).toBe('oddboard-my-data.json');
});

/** Making a table: every option can be chosen, also maps, courses and decks of one's own. */
import { expect, test } from '@playwright/test';
import { forEverybody } from './axe';
import { asked, boardOf } from './table';

interface Games {
  games: { key: string; title: string; options: { name: string }[] }[];
}

test('every option of every game is in the dialog', async ({ page }) => {
  await page.goto('/');
  const { games } = await asked<Games>(page, 'GET', '/games');
  for (const { title, options } of games) {
    await page.getByRole('button', { name: `Play ${title} with friends` }).click();
    const dialog = page.getByRole('dialog');
    for (const { name } of options) await expect(dialog.locator(`#option-${name}`)).toBeEnabled();
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
});

test('a map of one’s own is refused with the reason, then drawn, then played on', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Yaz with friends/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Map', { exact: true }).selectOption('Your own…');
  const field = dialog.getByLabel('Your own map');
  const map = await field.inputValue();
  await expect(dialog.locator('.preview svg').first()).toBeVisible();
  await field.fill('..o\n#');
  await expect(dialog.getByRole('alert')).toContainText('YAZ-3');
  await forEverybody(page);
  await dialog
    .getByLabel('From a file')
    .setInputFiles({ name: 'map.txt', mimeType: 'text/plain', buffer: Buffer.from(`${map}\n`) });
  await expect(dialog.locator('.preview svg').first()).toBeVisible();
  await dialog.getByLabel('Who sits in seat 2').selectOption('Bot, novice');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(boardOf(page)).toBeVisible();
  const id = page.url().split('/table/')[1]!;
  const { options } = await asked<{ options: { map: string } }>(page, 'GET', `/tables/${id}`);
  expect(options.map.trim()).toBe(map.trim());
});

test('counts and decks of one’s own are written as JSON', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Play Yavoch with friends' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Game', { exact: true }).selectOption('Full');
  await dialog.getByLabel('Deck', { exact: true }).selectOption('Your own…');
  const field = dialog.getByLabel('Your own deck');
  const deck = await field.inputValue();
  await field.fill('{ "wild": ');
  await expect(dialog.getByRole('alert')).toContainText('not JSON');
  await field.fill('{ "wild": 1 }');
  await expect(dialog.getByRole('alert')).toContainText('YAV-42');
  await field.fill(deck);
  await expect(dialog.getByText('This can be played.')).toBeVisible();
});

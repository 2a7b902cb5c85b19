/** Making a table: every option can be chosen, also maps, courses and decks of one's own. */
import { expect, test } from '@playwright/test';
import { forEverybody } from './axe';
import { asked, boardOf, madeTable } from './table';

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

test('who opened a table gives a free seat to a bot, and opens it again', async ({ page, browser }) => {
  const id = await madeTable(page, { game: 'sailboat-regatta', seats: ['me', 'open', 'open'], start: false });
  await page.goto(`/#/table/${id}`);
  const friend = await (await browser.newContext()).newPage();
  await friend.goto(`${new URL(page.url()).origin}/#/table/${id}`);
  await friend.getByRole('button', { name: 'Just watch' }).click();
  await expect(friend.getByText('free', { exact: true })).toHaveCount(2);
  await expect(friend.getByLabel('Who sits in seat 2')).toHaveCount(0); // only who opened the table decides
  await page.getByLabel('Who sits in seat 2').selectOption('Bot, casual');
  await expect(friend.getByText('Bot · casual')).toBeVisible();
  await page.getByLabel('Who sits in seat 2').selectOption('A friend, by link');
  await expect(friend.getByText('free', { exact: true })).toHaveCount(2);
  await page.getByLabel('Who sits in seat 2').selectOption('Bot, novice');
  await expect(friend.getByText('Bot · novice')).toBeVisible();
  await friend.getByRole('button', { name: 'Sit down here' }).click();
  await expect(page.getByText('Everybody is here.')).toBeVisible();
  await expect(page.getByLabel('Who sits in seat 3')).toHaveCount(0); // somebody does
  await expect(friend.getByRole('img', { name: /Code to scan/ })).toHaveCount(0); // a guest is not the host
  await page.getByRole('button', { name: /^Ask Guest \d+ to get up$/ }).click(); // and gets up if he is asked to
  await expect(page.getByLabel('Who sits in seat 3')).toBeVisible();
  await friend.getByRole('button', { name: 'Sit down here' }).click();
  await expect(page.getByText('Everybody is here.')).toBeVisible();
  await forEverybody(page);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
  await friend.context().close();
});

test('a formation that was set up is kept, and taken at another table', async ({ page }) => {
  const first = await madeTable(page, { game: 'yavoch' });
  await page.goto(`/#/table/${first}`);
  await page.getByRole('button', { name: 'Levels 1 and 2' }).click();
  await page.getByRole('button', { name: 'Ready-made' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('None yet.')).toBeVisible();
  await dialog.getByRole('button', { name: /^At random/ }).click();
  await page.getByRole('button', { name: 'Keep my set-up' }).click();
  await dialog.getByLabel('Name').fill('Hedgehog');
  const text = await dialog.getByLabel('Pieces and positions').inputValue();
  await forEverybody(page);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog.getByRole('button', { name: 'Hedgehog', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const second = await madeTable(page, { game: 'yavoch' });
  await page.goto(`/#/table/${second}`);
  await page.getByRole('button', { name: 'Ready-made' }).click();
  await dialog.getByRole('button', { name: 'Edit Hedgehog' }).click();
  await dialog.getByLabel('Pieces and positions').fill(text.replace('command', 'corvette'));
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.getByRole('button', { name: 'Hedgehog', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText("begins with 'corvette'");
  await dialog.getByRole('button', { name: 'Edit Hedgehog' }).click();
  await dialog.getByLabel('Pieces and positions').fill(text);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.getByRole('button', { name: 'Hedgehog', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(() => asked<{ text: string | null }>(page, 'GET', `/tables/${second}/formation?seat=0`))
    .toEqual({ text });
});

test('a cup goes from game to game, and shows how it stands', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: /Everest with friends/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Who sits in seat 2').selectOption('Bot, novice');
  await dialog.getByLabel('How many games').selectOption('A cup: 5 different games');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText(/game 1 of 5/)).toBeVisible();
  const first = page.url().split('/table/')[1]!;
  await asked(page, 'POST', `/tables/${first}/resign`, { seat: 0 });
  await page.getByRole('button', { name: 'Standings' }).click();
  const standings = page.getByRole('dialog', { name: 'How the series stands' });
  await expect(standings.getByRole('row')).toHaveCount(1 + 5 + 1);
  await expect(standings.getByRole('row').last().getByRole('cell')).toHaveText(['1', '0']);
  await forEverybody(page);
  await standings.getByRole('button', { name: 'Close' }).click();
  // The card about the end leaves room for it on a phone, too.
  await page.setViewportSize({ width: 390, height: 664 });
  await page.getByRole('button', { name: 'Standings' }).click();
  for (const cell of await standings.getByRole('row').last().getByRole('cell').all())
    await expect(cell).toBeInViewport({ ratio: 1 });
  const hidden = await standings.getByRole('table').evaluate((table) => {
    const around = table.parentElement!;
    return around.scrollWidth - around.clientWidth;
  });
  expect(hidden, 'nothing lies beside the screen').toBe(0);
  await standings.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'On to game 2 of 5' }).click();
  await expect(page).not.toHaveURL(new RegExp(first));
  await expect(page.getByText(/game 2 of 5/)).toBeVisible();
  const { game, series } = await asked<{ game: string; series: { tables: string[] } }>(
    page,
    'GET',
    `/tables/${page.url().split('/table/')[1]!}`,
  );
  expect(game).not.toBe('everest');
  expect(series.tables).toEqual([first]);
});

/** Maps, courses and mountains of one's own: painted on the board, checked by the server, kept, shared and played on. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { forEverybody } from './axe';
import { asked, boardOf } from './table';

const cell = (page: Page, name: RegExp): Locator => page.getByRole('gridcell', { name });
const brush = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const fits = (page: Page): Locator => page.getByText('This can be played on.');

test('a mountain is drawn, refused with its rule, mended, kept and chosen for a table', async ({ page }) => {
  await page.goto('/#/draw/everest/mountain');
  await expect(fits(page)).toBeVisible();
  await brush(page, 'no square').click();
  await cell(page, /^h5, height 1/).click();
  await expect(page.getByText('h5 is a home base, and must be a square.')).toBeVisible();
  await expect(cell(page, /^h5, no square/)).toHaveClass(/faulty/);
  await expect(page.getByRole('link', { name: 'EVE-1' })).toHaveAttribute('href', '#/learn/everest#EVE-1');
  await expect(page.getByRole('button', { name: 'Try it against a bot' })).toBeDisabled();
  await forEverybody(page);
  await page.keyboard.press('Control+z');
  await expect(fits(page)).toBeVisible();

  // In one go over four squares, which one step takes back.
  await brush(page, 'height 2').click();
  const [from, to] = [await cell(page, /^b6,/).boundingBox(), await cell(page, /^e6,/).boundingBox()];
  await page.mouse.move(from!.x + 9, from!.y + 9);
  await page.mouse.down();
  await page.mouse.move(to!.x + 9, to!.y + 9, { steps: 12 });
  await page.mouse.up();
  for (const name of [/^b6, height 2/, /^c6, height 2/, /^d6, height 2/, /^e6, height 2/])
    await expect(cell(page, name)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, /^b6, height 1/)).toHaveCount(1);
  await expect(cell(page, /^e6, height 1/)).toHaveCount(1);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(cell(page, /^c6, height 2/)).toHaveCount(1);

  await page.getByLabel('Name').fill('South ridge');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByText('Kept as “South ridge”')).toBeVisible();
  await page.getByRole('button', { name: 'Make a table with it' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Mountain', { exact: true }).locator('option:checked')).toHaveText('South ridge');
  await dialog.getByLabel('Who sits in seat 2').selectOption('Bot, novice');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(boardOf(page)).toBeVisible();
  const id = page.url().split('/table/')[1]!;
  const { options } = await asked<{ options: { mountain: string } }>(page, 'GET', `/tables/${id}`);
  expect(options.mountain.split('\n')[5]).toBe('12222111');
});

test('a course by touch on a phone, a map by keyboard and from a link; then it is tried', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/#/draw/sailboat-regatta/course');
  await expect(fits(page)).toBeVisible();
  await brush(page, 'island').click();
  await cell(page, /^e9, value 4/).click();
  await expect(cell(page, /^f10, island/)).toHaveCount(1); // a whole tile
  await page.getByRole('button', { name: 'Undo' }).click();
  await brush(page, 'value 3').click();
  await cell(page, /^i11, entry/).click();
  await expect(page.getByText('A course has one entry E, not 0.')).toBeVisible();
  await forEverybody(page);
  const tall = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(tall).toBe(390);
  // Turned on its side: the brushes beside the board, and the board in the middle of its room.
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(page.locator('.tools')).toBeInViewport({ ratio: 0.95 });
  const middle = async (what: string): Promise<number> => {
    const { x, width } = (await page.locator(what).first().boundingBox())!;
    return x + width / 2;
  };
  await expect.poll(async () => Math.abs((await middle('.sheet')) - (await middle('.frame')))).toBeLessThan(20);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`/#/draw/yaz/map?is=${encodeURIComponent('....|....')}`);
  await expect(page.getByText('There is no room for 3 bulges')).toBeVisible();
  const scheme = (what: string): Promise<string> =>
    page
      .locator(what)
      .first()
      .evaluate((each) => getComputedStyle(each).colorScheme);
  expect(await scheme('.sheet .board'), 'a map is drawn as it is played on').toBe(await scheme('html'));
  await cell(page, /^a1, mud/).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('#');
  await page.keyboard.press(' ');
  await expect(cell(page, /^b1, mire/)).toBeFocused();
  await page.getByRole('button', { name: 'More columns' }).click();
  await expect(cell(page, /^e2, mud/)).toHaveCount(1);
  await page.getByText('Give it to others').click();
  await expect(page.getByLabel('Link to this drawing')).toHaveValue(/\/#\/draw\/yaz\/map\?is=\.%23\.\.\.%7C\.{5}$/);
  await page.getByLabel('As text').fill('.x');
  await page.getByRole('button', { name: 'Take this text' }).click();
  await expect(page.getByRole('alert')).toContainText("row 1 has 'x'");
  await page.getByLabel('Begin with').selectOption('Islands');
  await expect(fits(page)).toBeVisible();
  await page.getByRole('button', { name: 'Try it against a bot' }).click();
  await expect(boardOf(page)).toBeVisible();
  const id = page.url().split('/table/')[1]!;
  const { options } = await asked<{ options: { map: string } }>(page, 'GET', `/tables/${id}`);
  expect(options.map).toBe('islands');
});

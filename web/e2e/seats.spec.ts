/** What people do with their seats: hand them over, take them back, move them, share a device, resign, play again. */
import { expect, test, type Browser, type Page } from '@playwright/test';
import {
  asked,
  boardOf,
  glowing,
  isOver,
  madeTable,
  myTurn,
  numbers,
  offered,
  tableOf,
  touchable,
  touchAt,
  touchSomething,
} from './table';

const LONG = { game: 'martian-race', options: { order: 'seats' } };
const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Seats' }).getByRole('listitem').filter({ hasText: name });
const lines = (page: Page) => page.locator('.log .line');

async function guest(browser: Browser): Promise<Page> {
  return (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
}

/** Touch what glows until one's decision is in the log. */
async function decide(page: Page, seed: number): Promise<void> {
  const before = await lines(page).count();
  const next = numbers(seed);
  const told = lines(page).nth(before);
  for (let touches = 0; touches < 40 && !(await told.count()); touches++) {
    await touchSomething(page, next());
    await touchable(page, told);
  }
  await expect(told).toBeVisible();
}

test('a bot plays on for somebody who takes the seat back, resigns, and plays again', async ({ page }) => {
  await tableOf(page, LONG);
  await myTurn(page);
  const leave = page.getByRole('button', { name: 'Resign or leave' });
  await leave.click();
  await page.getByLabel('How strong').selectOption('novice');
  await page.getByRole('button', { name: 'Let a bot play on' }).click();
  await expect(page.getByText('A bot plays on for you.')).toBeVisible();
  await expect(async () => expect(await lines(page).count()).toBeGreaterThan(6)).toPass();
  await page.getByRole('button', { name: 'Take my seat back' }).click();
  await expect(page.getByText('A bot plays on for you.')).toBeHidden();
  expect(await myTurn(page)).toBe(true);

  await leave.click();
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await expect(isOver(page)).toBeVisible();
  await expect(card(page, 'Novice bot')).toContainText('1st');
  const table = page.url();
  await isOver(page).click();
  await expect(page).not.toHaveURL(table);
  await expect(boardOf(page)).toBeVisible();
  expect(await myTurn(page)).toBe(true);
});

for (const people of [2, 4])
  test(`a rematch is wished for by one of ${people}, and all pages go to the one new table`, async ({
    page,
    browser,
  }) => {
    const id = await madeTable(page, {
      game: 'martian-race',
      options: { order: 'seats' },
      seats: ['me', ...Array.from({ length: people - 1 }, () => 'open')],
      clock: { seconds: 300, increment: 0 },
      start: false,
    });
    const pages = [page];
    while (pages.length < people) pages.push(await guest(browser));
    for (const each of pages.slice(1)) await asked(each, 'POST', `/tables/${id}/join`, { word: 'here' });
    await asked(page, 'POST', `/tables/${id}/start`);
    for (const each of pages) await each.goto(`/#/table/${id}`);
    for (const [seat, each] of pages.slice(1).entries())
      await asked(each, 'POST', `/tables/${id}/resign`, { seat: seat + 1 });
    await isOver(page).click();
    await expect(page.getByRole('button', { name: /Waiting for/ })).toBeDisabled();
    const question = (each: Page) => each.getByRole('alertdialog', { name: /would like to play again/ });
    await question(pages[1]!).getByRole('button', { name: 'No' }).click();
    await expect(page.locator('.ending').getByText(/would rather not play again/)).toBeVisible();
    await isOver(page).click();
    for (const each of pages.slice(1)) await question(each).getByRole('button', { name: 'Agree' }).click();

    for (const each of pages) await expect(each).not.toHaveURL(new RegExp(`table/${id}`));
    const urls = new Set(pages.map((each) => each.url()));
    expect(urls.size).toBe(1);
    await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
    // Everybody has come, so it has begun, with the seats rotated: who was last is first.
    const table = await asked<{ state: string; you: number[] }>(
      page,
      'GET',
      `/tables/${[...urls][0]!.split('/').at(-1)}`,
    );
    expect(table).toMatchObject({ state: 'playing', you: [1] });
  });

test('one takes one’s own move back, and others are asked where they must be', async ({ page, browser }) => {
  const id = await madeTable(page, { ...LONG, seats: ['me', 'open'], start: false });
  await page.goto(`/#/table/${id}`);
  await expect(page.getByRole('heading', { name: 'Waiting for players' })).toBeVisible();
  const other = await guest(browser);
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Sit down' }).click();
  const start = page.getByRole('button', { name: 'Start the game' });
  await expect(start.or(boardOf(page)).first()).toBeVisible();
  if (await start.isVisible()) await start.click();
  await expect(boardOf(other)).toBeVisible();
  await myTurn(page);

  const undo = page.getByRole('button', { name: 'Undo' });
  const begun = await lines(page).count();
  await decide(page, 5);
  await undo.click();
  await expect(lines(page)).toHaveCount(begun);
  await expect(lines(other)).toHaveCount(begun);

  // Once dice were rolled since, the others have a say.
  const next = numbers(11);
  const theirs = async (): Promise<boolean> => (await glowing(other).count()) + (await offered(other).count()) > 0;
  for (let touches = 0; touches < 120 && !(await theirs()); touches++) {
    await touchSomething(page, next());
    await page.waitForTimeout(60);
  }
  await myTurn(other);
  const played = await lines(other).count();
  await expect(lines(page)).toHaveCount(played); // once it has been seen there, too
  const wish = other.getByRole('alertdialog');
  await undo.click();
  await expect(page.getByText('Asked the others whether you may take it back.')).toBeVisible();
  await expect(wish).toContainText('would like to take a move back');
  await wish.getByRole('button', { name: 'No' }).click();
  await expect(wish).toBeHidden();
  await expect(lines(page)).toHaveCount(played);
  await undo.click();
  await wish.getByRole('button', { name: 'Agree' }).click();
  await expect(async () => expect(await lines(page).count()).toBeLessThan(played)).toPass();
  await expect(lines(other)).toHaveCount(await lines(page).count());
  expect(await myTurn(page)).toBe(true);
});

test('a secret link moves a seat to another device', async ({ page, browser }) => {
  await tableOf(page, LONG);
  await myTurn(page);
  await page.getByRole('button', { name: 'Share this table' }).click();
  await page.getByRole('button', { name: 'Make a link for my seat' }).click();
  const link = await page.getByLabel('Play on from another device').inputValue();
  const other = await guest(browser);
  await other.goto(link);
  await expect(boardOf(other)).toBeVisible();
  expect(await myTurn(other)).toBe(true);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await glowing(page).count()).toBe(0); // here one only watches now
  await other.goto('/');
  await other.goto(link);
  await expect(other.getByText(/link/)).toBeVisible(); // used already
});

test('two people share a device, and what one lays is covered from the other', async ({ page }) => {
  const id = await tableOf(page, { game: 'everest', seats: ['me', 'shared'], options: { round_limit: 1 } });
  const laid = page.locator('.dock .coin, .slots [role=img]');
  const next = numbers(2);
  for (const person of ['first', 'second']) {
    const ready = page.getByRole('button', { name: /^I am/ });
    await expect(ready, person).toBeVisible();
    expect(await offered(page).count()).toBe(0); // nothing of anybody's plan while the device changes hands
    expect(await laid.count()).toBe(0);
    await ready.click();
    await expect(page.getByText('Choose your 1st coin of 3.')).toBeVisible();
    for (let touches = 0; touches < 60 && !(await ready.isVisible()) && !(await isOver(page).isVisible()); touches++) {
      await touchSomething(page, next());
      await touchable(page, ready, isOver(page));
    }
  }
  await expect(async () => {
    const { state } = await asked<{ state: string }>(page, 'GET', `/tables/${id}`);
    const again = await page.getByRole('button', { name: /^I am/ }).count();
    expect(state === 'over' || again > 0).toBe(true);
  }).toPass();
});

interface Way {
  decisions: { do: string }[];
  touches?: string[] | null;
}

test('a way of many steps is one touch, one line, and one undo', async ({ page }) => {
  const { position } = await asked<{ position: object }>(page, 'GET', '/games/yaz/sample');
  const id = await tableOf(page, { game: 'yaz', position, seats: ['me', 'shared'] });
  const { shortcuts } = await asked<{ shortcuts: Way[] }>(page, 'GET', `/tables/${id}/situation`);
  const way = shortcuts.find(
    ({ decisions, touches }) => touches && decisions.length > 2 && decisions.every((each) => each.do === 'step'),
  )!;
  await expect(glowing(page).first()).toBeAttached();
  for (const touched of way.touches!) await touchAt(page, `.board [data-id="${touched}"]`);
  await expect(page.getByText(`${way.decisions.length} of ${way.decisions.length}`)).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText(/goes to \w+(, \w+){2,}/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines(page)).toHaveCount(0);
});

test('one’s own words are not unread, and with two at the table nobody is left to play on', async ({ page }) => {
  await tableOf(page, { ...LONG, talk: true });
  await page.getByLabel('Say something to the table…').fill('Hello!');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Say something to the table…')).toHaveValue('');
  await page.waitForTimeout(500);
  await expect(page.getByRole('tab', { name: /Talk/ })).toHaveText(/^\s*Talk\s*$/);
  await page.getByRole('button', { name: 'Resign or leave' }).click();
  await expect(page.getByText('If you resign, the other wins.')).toBeVisible();
});

test('who is first at a rematch waits for the other, who is told at home, and does not begin without him', async ({
  page,
  browser,
}) => {
  const id = await madeTable(page, { ...LONG, seats: ['me', 'open'], start: false });
  const other = await guest(browser);
  await asked(page, 'PUT', '/me', { name: 'Anna' });
  await asked(other, 'PUT', '/me', { name: 'Ben' });
  await asked(other, 'POST', `/tables/${id}/join`, { word: 'here' });
  await asked(page, 'POST', `/tables/${id}/start`);
  await asked(other, 'POST', `/tables/${id}/resign`, { seat: 1 });
  await asked(page, 'POST', `/tables/${id}/rematch`);
  const waits = other.getByRole('region', { name: 'Waiting for you' });
  await other.goto('/');
  await expect(waits).toContainText('they would like to play again');

  // The card about the end asks, so that nothing lies over its buttons.
  await other.setViewportSize({ width: 844, height: 390 });
  await other.goto(`/#/table/${id}`);
  const card = other.locator('.ending');
  await card.getByRole('alertdialog', { name: /would like to play again/ }).waitFor();
  await expect(card.getByRole('button', { name: 'Rematch' })).toHaveCount(0);
  const { id: fresh } = await asked<{ id: string }>(other, 'POST', `/tables/${id}/rematch`);
  await other.goto('/');
  await expect(waits).toContainText('they wait for you to come');

  await page.goto(`/#/table/${fresh}`);
  await expect(page.getByRole('heading', { name: 'Waiting for Ben to come' })).toBeVisible();
  const start = page.getByRole('button', { name: 'Start the game' });
  if (await start.count()) await expect(start).toBeDisabled();
  await waits.getByRole('link').click();
  await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
  await expect(boardOf(other)).toBeVisible();
});

/** Invitations and what else is between people, at the size of a phone. */
import { expect, test } from '@playwright/test';
import { forEverybody } from './axe';
import { finished } from './finished';
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
  await friend.setViewportSize({ width: 844, height: 390 }); // lying on its side
  await friend.reload();
  await expect(friend.getByRole('button', { name: 'Sit down' })).toBeInViewport({ ratio: 1 });
  await friend.getByLabel('Your name').fill('Ben');
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await expect(page.getByText('Ben', { exact: true }).or(boardOf(page)).first()).toBeVisible();
  const start = page.getByRole('button', { name: 'Start the game' });
  await expect(start.or(boardOf(page)).first()).toBeVisible();
  if (await start.isVisible()) await start.click();
  await expect(boardOf(friend)).toBeVisible({ timeout: 60_000 });
});

test('a draw is offered and agreed to, hints are off against others and the clock, who watches is told so', async ({
  page,
  browser,
}) => {
  const id = await madeTable(page, {
    game: 'sailboat-regatta',
    options: { first: 'seats' },
    seats: ['open', 'me'], // so that the other is to move when he is asked
    clock: { seconds: 600, increment: 0 },
    public: true,
    start: false,
  });
  const [other, watcher] = await Promise.all(
    [0, 1].map(async () =>
      (await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 390, height: 664 } })).newPage(),
    ),
  );
  await asked(other!, 'POST', `/tables/${id}/join`, { word: 'here' });
  await asked(page, 'POST', `/tables/${id}/start`);
  await Promise.all([page, other!, watcher!].map((each) => each.goto(`/#/table/${id}`)));
  await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
  await expect(watcher!.getByText(/You are watching/).first()).toBeVisible();
  await expect(page.getByText(/one watches/)).toBeVisible();
  const cut = (of: Element): string[] =>
    [...of.children].filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent!);
  for (const each of [page, watcher!]) expect(await each.locator('header .sub').evaluate(cut)).toEqual([]);
  await watcher!.getByRole('button', { name: 'Talk', exact: true }).click();
  await expect(watcher!.getByLabel('Say something to those who watch…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Resign or leave' }).click();
  await page.getByRole('button', { name: 'Offer a draw' }).click();
  const question = other!.getByRole('alertdialog', { name: /offers a draw/ });
  const pier = async (): Promise<number> => (await other!.locator('.board [data-id="button:enter"]').boundingBox())!.x;
  await expect.poll(pier, 'the pier glows, and is in sight').toBeGreaterThanOrEqual(0);
  const [asks, sheet] = [await question.boundingBox(), await other!.locator('footer.dock').boundingBox()];
  expect(asks!.y + asks!.height, 'what is to be done can be read meanwhile').toBeLessThanOrEqual(sheet!.y);
  await question.getByRole('button', { name: 'Agree' }).click();
  await expect(page.getByText('A draw: nobody was better.').first()).toBeVisible();
});

test('an enlarged board has a map with the real board, and a finger that rests asks what is there', async ({
  page,
}) => {
  const id = await madeTable(page, { game: 'sailboat-regatta', seats: ['me', 'shared', 'shared'] });
  await page.goto(`/#/table/${id}`);
  await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Show the whole board' }).locator('svg.course')).toBeVisible();
  const at = await page.locator('.stage .board').first().boundingBox();
  const session = await page.context().newCDPSession(page);
  const point = { x: Math.max(60, at!.x + 120), y: 260 };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await expect(page.locator('p.held')).toBeVisible();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // The table waits for this person, so home says so before anything else.
  await page.goto('/#/');
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeInViewport();
  await expect(page).toHaveTitle(/^\(1\) /);
});

test('a passkey and a phrase bring one’s games to another device, and everything can be deleted', async ({
  page,
  browser,
}) => {
  const local = new URL((await page.request.get('/api/alive')).url());
  const base = `http://localhost:${local.port}`; // passkeys are for names, not for numbers
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const open = async (at: typeof page): Promise<void> => {
    await at.goto(`${base}/`);
    await at.locator('header .me').click();
  };
  await open(page);
  await page.getByLabel('What others at a table see.').fill('Zoë');
  await page.getByRole('button', { name: 'Keep' }).click();
  await open(page);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByText(/1 passkey/)).toBeVisible();
  await page.getByRole('button', { name: 'Make a phrase' }).click();
  const phrase = await page.locator('.copy input').inputValue();
  expect(phrase.split(' ')).toHaveLength(5);
  const room = await page.locator('.copy input').evaluate(({ clientWidth }) => clientWidth);
  expect(room, 'all five words are seen').toBeGreaterThan(240);

  const other = await (await browser.newContext({ viewport: { width: 390, height: 664 } })).newPage();
  await open(other);
  await other.getByText('I have been here before').click();
  await other.getByLabel('Recovery phrase').fill('five words of somebody else');
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.getByRole('alert'), 'what was wrong is in sight').toBeInViewport();
  await other.getByLabel('Recovery phrase').fill(phrase);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.locator('header .me')).toContainText('Zoë');

  await page.context().clearCookies();
  await open(page);
  await page.getByText('I have been here before').click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.locator('header .me')).toContainText('Zoë');

  await open(page);
  await page.getByText('Delete everything about me').click();
  await page.getByLabel('I know that nobody can bring this back').check();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.locator('header .me')).toContainText('Guest');
});

test('what was looked at works without a network', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow', viewport: { width: 390, height: 664 }, baseURL });
  const page = await context.newPage();
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const { id } = (await (await page.request.get('/api/games/martian-race/lessons')).json()).lessons[0] as {
    id: string;
  };
  await page.reload(); // from here on the worker keeps what is looked at
  const story = await finished(page, 'martian-race', { turn_limit: 4 });
  const board = boardOf(page);
  const pages = [
    ['/#/learn/martian-race', page.getByRole('heading', { name: 'The goal' })],
    [`/#/learn/martian-race/try/${id}`, board],
    ['/#/learn/martian-race/first', board],
    [`/#/story/${story}`, board],
  ] as const;
  for (const [path, shown] of pages) {
    await page.goto(path);
    await expect(shown.first()).toBeVisible({ timeout: 60_000 });
  }
  await context.setOffline(true);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Martian Race' })).toBeVisible();
  for (const [path, shown] of pages) {
    await page.goto(path);
    await page.reload();
    await expect(shown.first(), `offline ${path}`).toBeVisible();
  }
  await page.goto('/#/puzzles'); // which was never opened, says so instead of nothing
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
  await context.close();
});

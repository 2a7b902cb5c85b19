/** A phone as it is held: everything that can be touched is as large as a finger, and in sight; also lying on its side. */
import { expect, test, type Page } from '@playwright/test';
import { asked, myTurn, numbers, tableOf, touchSomething } from './table';

const UPRIGHT = [
  { width: 390, height: 664 },
  { width: 360, height: 640 },
];
const LYING = [
  { width: 664, height: 390 },
  { width: 740, height: 360 },
];

/** What is too small for a finger: buttons, links and fields, but those in the middle of sentences. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const FINGER = 44;
    const found: string[] = [];
    const seen = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });
    const name = (element: Element): string =>
      element.getAttribute('aria-label') ?? element.getAttribute('data-id') ?? element.textContent!.trim();
    const touched =
      'button:not([data-voice]), a[href], .dock [data-id], .switch > label, .scale > label, select, summary, input.field';
    for (const button of document.querySelectorAll(touched)) {
      if (!seen(button) || button.closest('.unseen, .voices, .skip, .stage .board')) continue;
      if (getComputedStyle(button).display === 'inline' && button.closest('p, li, dd, td, small')) continue;
      const { width, height } = button.getBoundingClientRect();
      if (!width || !height) continue;
      // Their own size, with what the style adds around them for a finger.
      const around = getComputedStyle(button, '::after');
      const adds = around.content !== 'none' && around.position === 'absolute';
      const more = (one: string, other: string): number =>
        adds ? Math.max(0, -parseFloat(one || '0') - parseFloat(other || '0')) : 0;
      const [wide, high] = [width + more(around.left, around.right), height + more(around.top, around.bottom)];
      if (wide < FINGER - 0.5 || high < FINGER - 0.5)
        found.push(`${name(button)}: ${Math.round(wide)}×${Math.round(high)}`);
    }
    return [...new Set(found)];
  });

/** What is too small for a finger, or out of sight although it is what is to be touched. */
const wrong = async (page: Page): Promise<string[]> => [...(await tooSmall(page)), ...(await outOfSight(page))];
/** The same once the board has come to rest, which takes a moment on a busy machine. */
async function stillWrong(page: Page): Promise<string[]> {
  let found = await wrong(page);
  for (let times = 0; found.length && times < 10; times++) {
    await page.waitForTimeout(200);
    found = await wrong(page);
  }
  return found;
}
const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const FINGER = 44;
    const found: string[] = [];
    // What glows on the board: a finger's circle around its middle that belongs to nothing else that glows.
    const glowing = [...document.querySelectorAll<HTMLElement>('[data-voice][aria-label*="can be chosen"]')];
    const middles = glowing.flatMap((voice) => {
      const id = voice.dataset.voice!;
      const drawn = document.querySelector(`.board [data-id="${CSS.escape(id)}"]`);
      if (!drawn) return [];
      const box = drawn.getBoundingClientRect();
      return [{ id, box, x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    });
    for (const one of middles)
      for (const other of middles) {
        const away = Math.hypot(one.x - other.x, one.y - other.y);
        if (one.id < other.id && away > 2 && away < FINGER - 0.5)
          found.push(`${one.id} and ${other.id} are ${Math.round(away)} px apart`);
      }
    const [main, footer] = [document.querySelector('main.stage'), document.querySelector('footer.dock')];
    if (!main || !footer) return [`there is no board: ${document.body.innerText.slice(0, 80)}`];
    const [stage, dock] = [main.getBoundingClientRect(), footer.getBoundingClientRect()];
    const bottom = dock.top > stage.top && dock.left < stage.right ? Math.min(stage.bottom, dock.top) : stage.bottom;
    const inSight = middles.filter(({ x, y }) => x >= stage.left && x <= stage.right && y >= stage.top && y <= bottom);
    const beside = document.querySelector('.dock [data-id].glow, .dock .button[data-id]'); // the same may be touched there
    if (middles.length && !inSight.length && !beside) found.push(`nothing that glows is in sight: ${middles[0]!.id}`);
    // A button that is drawn on the board, too, is shown there if nothing else has to be.
    const drawnButton = document.querySelector('.board [data-id^="button:"]')?.getBoundingClientRect();
    if (drawnButton && !middles.length && (drawnButton.left < stage.left || drawnButton.top + 12 > bottom))
      found.push('the button on the board is out of sight');
    for (const button of document.querySelectorAll('.dock .actions .button')) {
      const { top, bottom: ends } = button.getBoundingClientRect();
      if (top < dock.top - 1 || ends > dock.bottom + 1) found.push(`${button.textContent!.trim()} is beyond the dock`);
    }
    const told = document.querySelector('header .sub');
    const ends = told?.lastElementChild?.getBoundingClientRect().right ?? 0;
    if (told && ends > told.getBoundingClientRect().right + 1) found.push(`cut: ${told.textContent}`);
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    return [...new Set(found)];
  });

for (const game of ['everest', 'martian-race', 'sailboat-regatta', 'yavoch', 'yaz'])
  test(`a finger reaches everything of ${game}, on a phone that stands or lies`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      viewport: UPRIGHT[0]!,
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      baseURL,
    });
    const page = await context.newPage();
    await page.addInitScript((name) => localStorage.setItem('oddboard-met', name), game);
    await tableOf(page, { game, options: game === 'martian-race' ? { order: 'seats' } : {} });
    const board = page.locator('.stage .board');
    const size = async (): Promise<string> => {
      const { width, height } = (await board.boundingBox())!;
      return `${Math.round(width)}×${Math.round(height)}`;
    };
    const found: string[] = [];
    for (const viewport of [...UPRIGHT, ...LYING]) {
      await page.keyboard.press('Escape');
      await page.setViewportSize(viewport);
      await myTurn(page);
      await page.waitForTimeout(300);
      const before = await size();
      const next = numbers(7);
      for (let touches = 0; touches < 5; touches++) {
        const where = `${viewport.width}×${viewport.height}, touch ${touches}`;
        found.push(...(await stillWrong(page)).map((each) => `${where}: ${each}`));
        if ((await size()) !== before) found.push(`${where}: the board was ${before}, and is ${await size()}`);
        await touchSomething(page, next());
        await page.waitForTimeout(250);
      }
    }
    expect(found).toEqual([]);
    await context.close();
  });

test('what is touched on the pages around the boards is as large as a finger', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: UPRIGHT[1]!, hasTouch: true, isMobile: true, baseURL });
  const page = await context.newPage();
  const found: string[] = [];
  const look = async (where: string): Promise<void> => {
    found.push(...(await tooSmall(page)).map((each) => `${where}: ${each}`));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    if (wide > page.viewportSize()!.width) found.push(`${where} is ${wide} wide`);
  };
  for (const path of ['/#/', '/#/learn', '/#/puzzles', '/#/puzzles/yaz', '/#/my-record', '/#/look-back']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('header .me')).toBeVisible();
    await look(path);
  }
  await page.goto('/#/');
  for (const [opens, shows] of [
    [page.locator('header .me'), 'Who you are'],
    [page.getByRole('button', { name: 'Settings' }), 'Settings'],
    [page.getByRole('button', { name: 'Everest with friends' }), 'A table of Everest'],
  ] as const) {
    await opens.tap();
    const dialog = page.getByRole('dialog', { name: shows });
    await expect(dialog.getByRole('button').first()).toBeVisible();
    await look(shows);
    await expect(dialog.getByText('to the board, then to the buttons'), 'a phone has no keys').toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).tap();
  }

  // A card that is opened, upright and lying: all of its levels are on it.
  await page.getByRole('button', { name: 'Play Martian Race', exact: true }).tap();
  for (const viewport of [...UPRIGHT, { width: 844, height: 390 }]) {
    await page.setViewportSize(viewport);
    await look(`a card at ${viewport.width}`);
    const beyond = await page.locator('article:has(.scale) label').evaluateAll((labels) => {
      const { right } = labels[0]!.closest('article')!.getBoundingClientRect();
      return labels.filter((each) => each.getBoundingClientRect().right > right).length;
    });
    if (beyond) found.push(`${beyond} of what is chosen at ${viewport.width} is beyond its card`);
  }

  // A hand of cards and many weapons leave the board its half of the room.
  await page.setViewportSize(UPRIGHT[1]!);
  const { position } = await asked<{ position: { options: Record<string, unknown> } }>(
    page,
    'GET',
    '/games/yavoch/sample',
  );
  await page.evaluate(() => localStorage.setItem('oddboard-met', 'yavoch everest'));
  await tableOf(page, { game: 'yavoch', position, options: position.options, seats: ['me', 'shared'] });
  await page.getByRole('button', { name: /^I am / }).tap(); // cards are secret
  await expect(page.locator('.weapon.glow').first()).toBeVisible();
  await look('cards');
  const [stage, sheet] = [
    await page.locator('main.stage').boundingBox(),
    await page.locator('footer.dock').boundingBox(),
  ];
  if (sheet!.y - stage!.y < stage!.height / 2 - 20)
    found.push(`the sheet leaves ${sheet!.y - stage!.y} of ${stage!.height}`);

  // A window that was wide becomes a phone's again.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/#/learn/everest/first');
  await expect(page.locator('.stage .board svg').first()).toBeVisible();
  await page.setViewportSize(UPRIGHT[1]!);
  await expect(page.getByRole('button', { name: /sheet/ })).toBeVisible();
  await look('a guide');
  expect(found).toEqual([]);
  await context.close();
});

test('two fingers enlarge and move the board, and a finger that rests is told what is there', async ({
  browser,
  baseURL,
}) => {
  const viewport = UPRIGHT[0]!;
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, baseURL });
  const page = await context.newPage();
  await page.goto('/#/learn/martian-race/try/walk');
  const board = page.locator('.stage .board');
  await expect(board.locator('[data-id="square:e7"]').first()).toBeVisible({ timeout: 60_000 });
  const box = async (): Promise<{ x: number; y: number; width: number }> => (await board.boundingBox())!;
  const fingers = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]): Promise<unknown> =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });

  const before = await box();
  expect(before.width).toBeCloseTo(viewport.width, 0);
  await touch('touchStart', [170, 200], [220, 200]);
  for (const apart of [20, 40, 60, 80]) await touch('touchMove', [170 - apart / 2, 200], [220 + apart / 2, 200]);
  await touch('touchEnd');
  await expect.poll(async () => (await box()).width).toBeGreaterThan(2 * before.width);
  const larger = await box();

  await touch('touchStart', [150, 200], [250, 200]);
  for (const by of [10, 20, 30, 40]) await touch('touchMove', [150 - by, 200 - by], [250 - by, 200 - by]);
  await touch('touchEnd');
  await expect.poll(async () => (await box()).x).toBeLessThan(larger.x - 30);
  const moved = await box();
  expect(moved.y).toBeLessThan(larger.y - 30);
  expect(Math.abs(moved.width / larger.width - 1)).toBeLessThan(0.02);

  // The map goes to another corner when it would lie over something: then it is touched there.
  await expect(async () => {
    const whole = Math.round((await box()).width) === Math.round(before.width);
    if (!whole) await page.getByRole('button', { name: 'Show the whole board' }).tap({ timeout: 1000 });
    expect(whole).toBe(true);
  }).toPass({ intervals: [200] });

  const square = (await board.locator('[data-id="square:h7"]').first().boundingBox())!;
  const middle: [number, number] = [square.x + square.width / 2, square.y + square.height / 2];
  await touch('touchStart', middle);
  await expect(page.getByRole('status').filter({ hasText: 'Launch Pad' })).toBeVisible();
  await touch('touchEnd');
  await expect(page.getByText('Not yet')).toHaveCount(0); // it was asked about, not touched

  // The sheet is pulled by its grip; a press that only ends there pulls nothing.
  const grip = page.getByRole('button', { name: /^(Pull the sheet up|Push the sheet down)$/ });
  const drag = async (from: number, to: number): Promise<void> => {
    await page.mouse.move(195, from);
    await page.mouse.down();
    await page.mouse.move(195, to, { steps: 3 });
    await page.mouse.up();
  };
  const gripAt = async (): Promise<number> => (await grip.boundingBox())!.y + 9;
  await drag(await gripAt(), 200);
  await expect(grip).toHaveAttribute('aria-expanded', 'true');
  await drag(120, await gripAt());
  await expect(grip).toHaveAttribute('aria-expanded', 'true');
  await drag(await gripAt(), 600);
  await expect(grip).toHaveAttribute('aria-expanded', 'false');
  await context.close();
});

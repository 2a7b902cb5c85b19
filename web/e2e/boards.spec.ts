import { expect, test, type Page } from '@playwright/test';
import { asked, glowing, myTurn, tableOf } from './table';

const MARTIAN = { game: 'martian-race', options: { order: 'seats', turn_limit: 3 } };
const MINE = '.board [data-id^="martian:0."]';

async function middle(page: Page, selector: string): Promise<[number, number]> {
  const box = (await page.locator(selector).first().boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Choose a die where there are two, so that Martians can be touched. */
async function chooseDie(page: Page): Promise<void> {
  await myTurn(page);
  const die = page.locator('footer.dock [data-id^="die:"].glow').first();
  if (await die.isVisible()) await die.click();
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 4 });
}

test('a piece is carried under the pointer, goes back from a wrong place with the rule, and stays on a right one', async ({
  page,
}) => {
  await tableOf(page, MARTIAN);
  await chooseDie(page);
  const copies = page.locator('.board svg > g[style*="drop-shadow"]');
  await drag(page, MINE, '.board [data-id="square:h2"]');
  await expect(page.locator('.stage.carrying')).toBeVisible();
  await expect(copies).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator('.rule-note')).toContainText(/MAR-\d+/);
  await expect(page.locator('.stage.carrying')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Choose where your')).toBeVisible();
  await expect(copies).toHaveCount(0);

  const target = await glowing(page)
    .first()
    .evaluate((each) => each.getAttribute('data-voice')!);
  await drag(page, `${MINE}.chosen`, `.board [data-id="${target}"]`);
  await page.mouse.up();
  const told = page.locator('.log .line', { hasText: 'small Martian' });
  await expect(page.locator('.board .rose').or(told).first()).toBeVisible(); // it may still turn
});

test('a spent die keeps its face', async ({ page }) => {
  await tableOf(page, MARTIAN);
  await chooseDie(page);
  const faces = (): Promise<number[]> =>
    page
      .locator('footer.dock [data-id^="die:"]')
      .evaluateAll((dice) => dice.map((die) => die.querySelectorAll('circle').length));
  const rolled = await faces();
  const facing = page.locator('.board [data-id="facing:n"]');
  const spent = page.locator('footer.dock [data-id^="die:spent"]');
  await page.mouse.click(...(await middle(page, MINE)));
  await expect(page.getByText('Choose where your')).toBeVisible();
  await expect(glowing(page).first()).toHaveAttribute('data-voice', /^square:/);
  const target = await glowing(page).first().getAttribute('data-voice');
  await page.mouse.click(...(await middle(page, `.board [data-id="${target}"]`)));
  await expect(facing.or(spent).first()).toBeVisible(); // where it may still turn it is asked
  if (!(await spent.count())) await page.mouse.click(...(await middle(page, '.board [data-id="facing:n"]')));
  await expect(spent).toHaveCount(1);
  expect(await faces()).toEqual(rolled);
});

test('two taps where nothing glows enlarge the board, two more show all of it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await tableOf(page, MARTIAN);
  await chooseDie(page);
  const square = page.locator('.board [data-id="square:e5"]');
  const wide = async (): Promise<number> => (await square.boundingBox())!.width;
  const before = await wide();
  const [x, y] = await middle(page, '.board [data-id="square:e5"]');
  // At once, for a busy machine may take longer between two taps than a person does.
  await page.evaluate(
    ([clientX, clientY]) => {
      const target = document.elementFromPoint(clientX, clientY)!;
      const finger = { clientX, clientY, pointerType: 'touch', pointerId: 7, bubbles: true };
      for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup'])
        target.dispatchEvent(new PointerEvent(type, finger));
    },
    [x, y] as const,
  );
  await expect.poll(wide).toBeGreaterThan(1.9 * before);
  await page.locator('button.corner').tap();
  await expect.poll(wide).toBeCloseTo(before, 0);
});

test('what is dragged to the edge takes an enlarged board along', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { position } = await asked<{ position: { options: Record<string, unknown> } }>(
    page,
    'GET',
    '/games/yaz/sample',
  );
  await tableOf(page, { game: 'yaz', options: position.options, seats: ['me', 'shared'], position });
  await myTurn(page);
  const board = page.locator('.stage .board');
  const place = async (): Promise<number> => (await board.boundingBox())!.x;
  const runner = '.board [data-id="yazzite:0.S1"]';
  const before = await place();
  await page.mouse.move(...(await middle(page, runner)));
  await page.mouse.down();
  await page.mouse.move(384, 380, { steps: 4 });
  await expect(page.locator('.stage.carrying')).toBeVisible();
  await expect.poll(place).toBeLessThan(before - 40);
  const copy = (await page.locator('.board svg > g[style*="drop-shadow"]').boundingBox())!;
  expect(Math.abs(copy.x + copy.width / 2 - 384)).toBeLessThan(40); // it stays in the hand
  await page.mouse.move(200, 380);
  const still = await place();
  await page.waitForTimeout(200);
  expect(await place()).toBe(still);
  await page.mouse.up();
});

/** The letters and numbers that texts use stand on every board, large enough to be read on a phone. */
import { expect, test, type Page } from '@playwright/test';
import { madeTable, boardOf } from './table';

const GAMES = ['everest', 'martian-race', 'sailboat-regatta', 'yavoch', 'yaz'];
const LEAST = 10.9; // pixels: 11, but for rounding

test.use({ viewport: { width: 390, height: 664 } });

/** The heights of letters and numbers on boards, in pixels. */
const sizes = (page: Page, boards: string): Promise<number[]> =>
  page.locator(`${boards} svg text`).evaluateAll((all) =>
    all.flatMap((each) => {
      if (!/^([a-z]|\d{1,2})$/.test(each.textContent ?? '')) return [];
      const scale = (each as SVGTextElement).getScreenCTM()!;
      return [parseFloat(getComputedStyle(each).fontSize) * Math.hypot(scale.a, scale.b)];
    }),
  );

for (const game of GAMES)
  test(`${game}: coordinates on a phone are at least 11 pixels high`, async ({ page }) => {
    const id = await madeTable(page, { game });
    await page.goto(`/#/table/${id}`);
    await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
    await expect
      .poll(async () => Math.min(...(await sizes(page, '.stage .board')), Infinity), { timeout: 15_000 })
      .toBeGreaterThan(LEAST);
  });

test("the hexes that Yaz's rulebook names are found on its drawings", async ({ page }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/#/learn/yaz');
    const drawn = '[data-example="kinds"]';
    await page.locator(drawn).scrollIntoViewIfNeeded({ timeout: 60_000 });
    await expect.poll(async () => (await sizes(page, drawn)).length, { timeout: 30_000 }).toBeGreaterThan(20);
    expect(Math.min(...(await sizes(page, drawn)))).toBeGreaterThan(LEAST);
  }
});

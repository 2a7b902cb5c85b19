/** The letters and numbers that texts use stand on every board, large enough to be read on a phone. */
import { expect, test } from '@playwright/test';
import { madeTable, boardOf } from './table';

const GAMES = ['everest', 'martian-race', 'sailboat-regatta', 'yavoch', 'yaz'];
const LEAST = 10.9; // pixels: 11, but for rounding

test.use({ viewport: { width: 390, height: 664 } });

for (const game of GAMES)
  test(`${game}: coordinates on a phone are at least 11 pixels high`, async ({ page }) => {
    const id = await madeTable(page, { game });
    await page.goto(`/#/table/${id}`);
    await expect(boardOf(page)).toBeVisible({ timeout: 60_000 });
    const sizes = (): Promise<number[]> =>
      page.locator('.stage .board svg text').evaluateAll((all) =>
        all.flatMap((each) => {
          if (!/^([a-z]|\d{1,2})$/.test(each.textContent ?? '')) return [];
          const scale = (each as SVGTextElement).getScreenCTM()!;
          return [parseFloat(getComputedStyle(each).fontSize) * Math.hypot(scale.a, scale.b)];
        }),
      );
    await expect.poll(async () => Math.min(...(await sizes()), Infinity), { timeout: 15_000 }).toBeGreaterThan(LEAST);
  });

/**
 * How smoothly the 3-D views move and how much each picture draws, without a graphics card.
 *
 *   node web/tools/frames.mjs [--width 1440] [--height 900] [--seconds 3] [everest yavoch …]
 *
 * It shows the fixtures of `web/fixtures.py`, goes around each board and counts. A picture's draw calls and triangles say
 * what a card has to do; pictures a second are those of this machine's processor, with whatever else it does.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';

const words = process.argv.slice(2);
const flag = (name, otherwise) => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(words.splice(at, 2)[1]);
};
const [width, height, seconds] = [flag('width', 1440), flag('height', 900), flag('seconds', 3)];
const games = words.length ? words : ['martian-race', 'everest', 'yavoch']; // the others have no 3-D view

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = await createServer({ root, server: { port: 0 }, logLevel: 'error' });
await vite.listen();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // As where there is no card: the browser puts the page together by itself, and only the board is drawn through WebGL.
  args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
});
try {
  for (const game of games) {
    const page = await browser.newPage({ viewport: { width, height } });
    await page.goto(`http://localhost:${vite.httpServer.address().port}/dev.html#${game}?view=space`);
    await page.waitForSelector('canvas[data-drawn]', { timeout: 60_000 });
    await page.waitForTimeout(1000);
    const drawn = async () => JSON.parse(await page.locator('canvas').getAttribute('data-drawn'));
    const still = await drawn();
    const box = await page.locator('canvas').boundingBox();
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.9 * box.height);
    await page.mouse.down();
    const start = performance.now();
    for (let gone = 0; gone < 1; gone = (performance.now() - start) / 1000 / seconds) {
      const share = 1 - Math.abs(2 * gone - 1);
      await page.mouse.move(box.x + (0.3 + 0.4 * share) * box.width, box.y + 0.9 * box.height);
    }
    const moved = await drawn();
    const rate = ((moved.pictures - still.pictures) / (performance.now() - start)) * 1000;
    await page.mouse.up();
    console.log(
      `${game}: ${still.calls} draw calls, ${still.triangles} triangles, ${rate.toFixed(0)} pictures a second ` +
        `at ${width} × ${height}, drawn at ${Math.round(moved.ratio * 100)} % of the screen's pixels`,
    );
    await page.close();
  }
} finally {
  await browser.close();
  await vite.close();
}

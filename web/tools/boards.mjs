/**
 * The boards of rulebooks for the documentation: each example as the page draws it, light and dark.
 *
 *   node web/tools/boards.mjs http://127.0.0.1:8765 build/boards everest yaz
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const [address, folder, ...games] = process.argv.slice(2);
if (!games.length) {
  console.error('usage: node web/tools/boards.mjs ADDRESS FOLDER GAME...');
  process.exit(2);
}
const SHARP = 1.5; // pixels of the picture for one of the page's
const QUALITY = 82; // of WebP, out of 100
const PATIENCE = 180_000; // milliseconds: the rules may have to be compiled first
const SETTLED = 80; // milliseconds until a board that has come into sight stands still
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'], // rulebooks have no 3-D
});

/** A picture of a box that is in sight, as WebP, which the browser makes but Playwright does not offer. */
async function picture(page, session, element) {
  const clip = await element.evaluate((node) => {
    const box = node.getBoundingClientRect();
    return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height, scale: 1 };
  });
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip });
  return Buffer.from(data, 'base64');
}

async function draw(game) {
  const context = await browser.newContext({
    viewport: { width: 1100, height: 900 },
    deviceScaleFactor: SHARP,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`${address}/#/learn/${game}`);
  await page.locator('figure[data-example]').first().waitFor({ timeout: PATIENCE });
  const figures = await page.locator('figure[data-example]').all();
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const figure of figures) {
      const drawing = figure.locator('.drawing');
      await drawing.locator('svg').first().waitFor({ state: 'attached', timeout: PATIENCE });
      await drawing.evaluate((node) => node.scrollIntoView({ block: 'center' }));
      await page.waitForTimeout(SETTLED);
      const name = await figure.getAttribute('data-example');
      writeFileSync(join(folder, game, `${name}-${colorScheme}.webp`), await picture(page, session, drawing));
    }
  }
  await context.close();
  return figures.length;
}

try {
  for (const game of games) {
    mkdirSync(join(folder, game), { recursive: true });
    console.log(`${game}: ${await draw(game)} boards, light and dark`);
  }
} finally {
  await browser.close();
}

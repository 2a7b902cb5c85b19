/**
 * Pictures of every board for the documentation, from positions that look good: the same ones that the home page shows.
 *
 *   node web/tools/pictures.mjs http://127.0.0.1:8765 docs/pictures
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const [address, folder] = process.argv.slice(2);
if (!address || !folder) {
  console.error('usage: node web/tools/pictures.mjs ADDRESS FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});

async function pageOf(settings) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...settings,
  });
  return context.newPage();
}

/** A table that begins at a game's sample. */
async function sampleTable(page, key) {
  await page.goto(address);
  return page.evaluate(async (game) => {
    const ask = async (path, content) => {
      const answer = await fetch(`/api${path}`, {
        method: content ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json' },
        body: content && JSON.stringify(content),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    };
    await ask('/me');
    const { position } = await ask(`/games/${game}/sample`);
    const seats = ['me', ...Array.from({ length: position.players - 1 }, () => 'shared')];
    const table = await ask('/tables', { game, options: position.options ?? {}, seats, position, start: true });
    return table.id;
  }, key);
}

try {
  const home = await pageOf({});
  await home.goto(address);
  await home.waitForFunction(() => document.querySelectorAll('.picture svg').length >= 5, null, { timeout: 60_000 });
  const keys = await home.evaluate(async () => (await (await fetch('/api/games')).json()).games.map(({ key }) => key));
  await home.waitForTimeout(600);
  await home.screenshot({ path: join(folder, 'home.png') });
  for (const key of keys) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await pageOf({ colorScheme });
      const id = await sampleTable(page, key);
      await page.goto(`${address}/#/table/${id}`);
      const pass = page.getByRole('button', { name: /^I am / });
      await page.locator('.board svg').first().waitFor({ timeout: 60_000 });
      await page.waitForTimeout(800);
      if (await pass.isVisible()) {
        await pass.click();
        await page.waitForTimeout(800);
      }
      await page.screenshot({ path: join(folder, `${key}-${colorScheme}.png`) });
      console.log(`${key}-${colorScheme}.png`);
      await page.context().close();
    }
  }
} finally {
  await browser.close();
}

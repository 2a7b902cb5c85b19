/**
 * Pictures of every board for the documentation, from positions that look good: the same ones that the home page shows;
 * with a third word, only those that messengers show beside an invitation.
 *
 *   node web/tools/pictures.mjs http://127.0.0.1:8765 docs/pictures
 *   node web/tools/pictures.mjs http://127.0.0.1:8765 web/public/pictures invitations
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const [address, folder, what] = process.argv.slice(2);
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

/** One picture for each game, and one of all, in the size that messengers show whole. */
async function invitations(page, keys) {
  await page.setViewportSize({ width: 1200, height: 630 });
  for (const wanted of [...keys.map((key) => [key]), keys]) {
    await page.evaluate((shown) => {
      document.querySelector('#wall')?.remove();
      const wall = document.createElement('div');
      wall.id = 'wall';
      wall.style.cssText = 'position:fixed;inset:0;z-index:99;display:flex';
      for (const key of shown) {
        const part = document.createElement('div');
        part.dataset.mood = key;
        part.style.cssText = 'flex:1;overflow:hidden';
        const picture = document.querySelector(`[data-mood="${key}"] .picture`).cloneNode(true);
        part.append(picture);
        wall.append(part);
      }
      document.body.append(wall);
    }, wanted);
    const name = wanted.length > 1 ? 'oddboard' : wanted[0];
    await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 82 });
  }
}

try {
  const home = await pageOf({});
  await home.goto(address);
  await home.waitForFunction(() => document.querySelectorAll('.picture svg').length >= 5, null, { timeout: 60_000 });
  const keys = await home.evaluate(async () => (await (await fetch('/api/games')).json()).games.map(({ key }) => key));
  await home.waitForTimeout(600);
  if (what === 'invitations') await invitations(home, keys);
  else await home.screenshot({ path: join(folder, 'home.png') });
  for (const key of what === 'invitations' ? [] : keys) {
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

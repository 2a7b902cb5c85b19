/**
 * A screenshot of the page, for looking at it while working.
 *
 *   node web/tools/shot.mjs '/dev.html#everest?at=3&touch=coin:5' out.png --width 1440 --height 900 --dark --wait 500
 *
 * An address that begins with a slash is served by Vite for as long as the picture takes; any other is fetched as it is.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';

const [address, out] = process.argv.slice(2);
const flag = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
if (!address || !out) {
  console.error('usage: node web/tools/shot.mjs ADDRESS out.png [--width 1440] [--height 900] [--dark] [--wait 400]');
  process.exit(2);
}

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = address.startsWith('/') ? await createServer({ root, server: { port: 0 }, logLevel: 'error' }) : null;
await vite?.listen();
const url = vite ? new URL(address, `http://localhost:${vite.httpServer.address().port}`).href : address;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage({
    viewport: { width: Number(flag('width', 1440)), height: Number(flag('height', 900)) },
    colorScheme: process.argv.includes('--dark') ? 'dark' : 'light',
    reducedMotion: process.argv.includes('--still') ? 'reduce' : 'no-preference',
    hasTouch: process.argv.includes('--touch'),
  });
  page.on('console', (line) => line.type() === 'error' && console.error(line.text()));
  page.on('pageerror', (problem) => console.error(String(problem)));
  await page.goto(url, { waitUntil: 'networkidle' });
  if (address.includes('dev.html')) await page.waitForSelector('html[data-ready]', { timeout: 20_000 });
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(Number(flag('wait', 400)));
  await page.screenshot({ path: out, fullPage: process.argv.includes('--full') });
} finally {
  await browser.close();
  await vite?.close();
}

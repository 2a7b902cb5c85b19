/** The 3-D views, drawn without a graphics card: what is drawn over flat boards is drawn over them as well. */
import { brotliCompressSync } from 'node:zlib';
import { expect, test, type Locator } from '@playwright/test';
import { asked, myTurn, tableOf } from './table';

test.use({
  viewport: { width: 1000, height: 640 }, // small, for the processor draws it
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  },
});

const MOST_CALLS = 200; // of the card, for a picture
const MOST_BYTES = 400_000; // compressed, that a 3-D view loads besides what is there
const PAINTED = 300; // ten thousandths of a picture, at least: the board is there, be it of thin lines
const REST = 2500; // milliseconds after which whatever moved lies still, also on a slow machine

/** How much of a picture is painted, in ten thousandths. */
const painted = (canvas: Locator): Promise<number> =>
  canvas.evaluate((drawn) => {
    const copy = Object.assign(document.createElement('canvas'), { width: 100, height: 100 }).getContext('2d')!;
    copy.drawImage(drawn as HTMLCanvasElement, 0, 0, 100, 100);
    return copy.getImageData(0, 0, 100, 100).data.filter((value, k) => k % 4 === 3 && value > 0).length;
  });

test('the other games have 3-D boards as well, on which nothing fails', async ({ page }) => {
  test.slow();
  const problems: string[] = [];
  page.on('pageerror', (problem) => problems.push(String(problem)));
  for (const game of ['everest', 'yavoch']) {
    await tableOf(page, { game });
    const view = page.getByRole('button', { name: '3-D' });
    if ((await view.getAttribute('aria-pressed')) !== 'true') await view.click();
    const canvas = page.locator('.stage canvas[data-drawn]');
    await expect(async () => expect(await painted(canvas)).toBeGreaterThan(PAINTED)).toPass({ timeout: 60_000 });
  }
  expect(problems).toEqual([]);
});

test('a 3-D board shows threats and the rose of facings where its pieces are, in few strokes and bytes, and rests', async ({
  page,
}) => {
  test.slow();
  const { position } = await asked<{ position: { options: Record<string, unknown> } }>(
    page,
    'GET',
    '/games/martian-race/sample',
  );
  await tableOf(page, {
    game: 'martian-race',
    options: position.options,
    seats: ['me', 'shared', 'shared', 'shared'],
    position,
  });
  await myTurn(page);
  const loaded: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/assets/')) loaded.push(response.body());
  });
  await page.getByRole('button', { name: '3-D' }).click();
  const canvas = page.locator('.stage canvas[data-drawn]');
  await expect(canvas).toBeVisible({ timeout: 60_000 });
  const threat = page.locator('.overlay [data-threat="martian:0.1"]');
  await expect(threat).toBeVisible();
  const stage = (await canvas.boundingBox())!;
  const sign = (await threat.boundingBox())!;
  expect(sign.x).toBeGreaterThan(stage.x);
  expect(sign.x + sign.width).toBeLessThan(stage.x + stage.width);
  const { calls } = JSON.parse((await canvas.getAttribute('data-drawn'))!) as { calls: number };
  const bytes = (await Promise.all(loaded)).reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  console.log(`${loaded.length} files, ${bytes} bytes compressed for 3-D`);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(calls).toBeGreaterThan(10);
  expect(calls).toBeLessThan(MOST_CALLS);

  // Where nothing moves nothing is drawn.
  const pictures = async (): Promise<number> =>
    (JSON.parse((await canvas.getAttribute('data-drawn'))!) as { pictures: number }).pictures;
  await expect(async () => {
    const before = await pictures();
    await page.waitForTimeout(REST);
    expect(await pictures()).toBe(before);
  }).toPass({ timeout: 40_000 });
  expect(await painted(canvas)).toBeGreaterThan(PAINTED);

  // Chosen by keyboard, the facing is offered around its square, and not in the dock.
  const press = (selector: string): Promise<void> =>
    page
      .locator(selector)
      .first()
      .evaluate((each) => (each as HTMLElement).click());
  await expect(page.locator('[data-voice="square:d6"]')).toHaveAttribute('aria-label', /can push it/); // it is also said
  const rose = page.locator('.stage .rose [data-id="facing:up"]');
  await press('.dock [data-id="die:5"].glow');
  await press('[data-voice="square:d6"]');
  await press('[data-voice="square:e4"]');
  await expect(rose).toBeVisible();
  await expect(page.locator('.dock [data-id="facing:up"]')).toHaveCount(0);
  const petal = (await rose.boundingBox())!;
  expect(petal.x).toBeGreaterThan(stage.x);
  expect(petal.y + petal.height).toBeLessThan(stage.y + stage.height);
});

/** Small things that were seen and mended: nothing jumps, nothing runs over, nothing stays that is past. */
import { expect, test, type Page } from '@playwright/test';
import { myTurn, offered, tableOf, touchAt } from './table';

/** The left edge of the logo. */
async function logo(page: Page): Promise<number> {
  const drawn = page.locator('header .brand svg');
  await expect(drawn).toBeVisible();
  return (await drawn.boundingBox())!.x;
}

test('between pages nothing jumps, and an opened card moves nothing', async ({ page }) => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 664 },
  ]) {
    await page.setViewportSize(viewport);
    const edges: number[] = [];
    for (const path of ['', 'learn', 'learn/yaz', 'look-back', 'learn/yaz/first']) {
      await page.goto(`/#/${path}`);
      edges.push(await logo(page));
    }
    await tableOf(page, { game: 'everest' });
    edges.push(await logo(page));
    expect(new Set(edges).size, edges.join()).toBe(1);
  }

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/');
  await expect(page.locator('article .picture svg')).toHaveCount(5, { timeout: 30_000 });
  const below = async (): Promise<number> => (await page.locator('.lists').boundingBox())!.y;
  const before = await below();
  for (const title of ['Everest', 'Martian Race', 'Sailboat Regatta', 'Yavoch', 'The Baton Races of Yaz']) {
    await page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await expect(page.getByRole('button', { name: 'Start now' })).toBeFocused();
    expect(await below(), title).toBe(before);
  }
  const room = await page.locator('article h2').evaluateAll((titles) =>
    titles.map((title) => {
      const written = document.createRange();
      written.selectNodeContents(title);
      return title.getBoundingClientRect().right - written.getBoundingClientRect().right;
    }),
  );
  expect(Math.min(...room)).toBeGreaterThan(2);
});

test('the dock of Yavoch keeps to one row', async ({ page }) => {
  await tableOf(page, { game: 'yavoch' });
  await myTurn(page);
  const rows = async (): Promise<void> => {
    const tops = await page
      .locator('.dock .actions .button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
  };
  await rows();
  await offered(page).first().click();
  await expect(page.locator('.dock .help')).toContainText('Next is a Command ship');
  await rows();
});

test('own talk is not news, not even for who looks on', async ({ page, browser }) => {
  const id = await tableOf(page, { game: 'everest', public: true });
  const other = await (await browser.newContext()).newPage();
  await other.goto(`/#/table/${id}`);
  const field = other.getByLabel('Say something to those who watch…');
  await field.fill('Hello!');
  await other.keyboard.press('Enter');
  const third = await (await browser.newContext()).newPage(); // who watches is heard by others who watch
  await third.goto(`/#/table/${id}`);
  await other.getByRole('tab', { name: 'Talk' }).click();
  await expect(other.getByText('Hello!')).toBeVisible();
  await other.getByRole('tab', { name: 'Log' }).click();
  await field.fill('Well played.');
  await other.keyboard.press('Enter');
  await expect(third.getByRole('tab', { name: 'Talk' })).toContainText(/[12]/);
  await expect(other.getByRole('tab', { name: 'Talk' })).toHaveText('Talk');
});

test('after reconnecting nothing says that there is no connection', async ({ page }) => {
  await page.addInitScript(() => {
    const sockets: WebSocket[] = [];
    const Real = WebSocket;
    Object.assign(window, { sockets, cut: false });
    window.WebSocket = class extends Real {
      constructor(address: string | URL) {
        // Where the server has no socket: another machine's would be kept from the page, which is not told so.
        super((window as unknown as { cut: boolean }).cut ? new URL('/nowhere', address) : address);
        sockets.push(this);
      }
    };
  });
  await tableOf(page, { game: 'martian-race', options: { order: 'seats' } });
  await myTurn(page);
  // Something is sent that is never answered, for the connection is lost at that moment.
  await page.evaluate(() => {
    Object.assign(window, { cut: true });
    for (const socket of (window as unknown as { sockets: WebSocket[] }).sockets) {
      socket.send = () => undefined;
      setTimeout(() => socket.close(), 1500);
    }
  });
  const die = page.locator('footer.dock [data-id^="die:"].glow').first();
  if (await die.isVisible()) await die.click();
  await touchAt(page, '.board [data-id="square:h2"]');
  await expect(page.getByText(/Not connected|connection is lost/).first()).toBeVisible();
  await page.evaluate(() => Object.assign(window, { cut: false }));
  await expect(page.getByText(/Not connected|connection is lost/)).toHaveCount(0, { timeout: 20_000 });
});

test('a page from before the server was renewed begins anew when a part of it is gone', async ({ page }) => {
  await page.goto('/');
  const settings = page.getByRole('button', { name: 'Settings' });
  await expect(settings).toBeVisible();
  await page.route(/SettingsDialog/, (route) => route.fulfill({ status: 404 }));
  const anew = page.waitForEvent('load');
  await settings.click();
  await anew;
  await page.unroute(/SettingsDialog/);
  await settings.click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

/** A game that somebody else made may draw what the page does not understand: it is named, and the rest goes on. */
import { expect, test } from '@playwright/test';
import { madeTable } from './table';

test('a scene that lacks a field is named on the page, which goes on', async ({ page }) => {
  const id = await madeTable(page, { game: 'everest' });
  await page.routeWebSocket(/\/api\//, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const told = JSON.parse(String(message)) as { situation?: { scene?: Record<string, unknown> } };
      delete told.situation?.scene?.pieces;
      socket.send(JSON.stringify(told));
    });
  });
  await page.goto(`/#/table/${id}`);
  await expect(page.getByText('The board of Everest cannot be drawn')).toBeVisible();
  await expect(page.getByText('One moment')).toHaveCount(0);
  await page.locator('header a[href="#/"]').first().click();
  await expect(page.getByRole('heading', { name: 'Five odd boards' })).toBeVisible({ timeout: 10_000 });
});

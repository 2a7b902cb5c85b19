/** A game that is over, made quickly: bots play it for everybody, while the page looks on, without which they wait. */
import { expect, type Page } from '@playwright/test';
import { asked } from './table';

export async function finished(page: Page, game: string, options: Record<string, unknown>): Promise<string> {
  const seats = ['me', { bot: 'novice' }];
  const { id } = await asked<{ id: string }>(page, 'POST', '/tables', { game, options, seats, start: true });
  await asked(page, 'POST', `/tables/${id}/hand-over`, { seat: 0, level: 'novice' });
  await page.goto(`/#/table/${id}`);
  await expect(async () => {
    expect((await asked<{ state: string }>(page, 'GET', `/tables/${id}`)).state).toBe('over');
  }).toPass({ timeout: 60_000, intervals: [200] });
  return id;
}

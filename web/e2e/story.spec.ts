/** Looking back at a finished game, with everything that can be done there. */
import { readFileSync } from 'node:fs';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { forEverybody } from './axe';
import { finished } from './finished';
import { asked, glowing, numbers, offered, touchSomething } from './table';

interface Judged {
  points: { kind: 'luck' | 'skill'; change: number[] }[];
}

/** Every bar of the graph is as high as what the server says that a moment gave or took, of the same kind, in order. */
async function barsTell(page: Page, id: string, graph: Locator): Promise<void> {
  const { points } = await asked<Judged>(page, 'POST', `/stories/${id}/analysis`, {});
  const bars = await graph.locator('rect.luck, rect.skill').evaluateAll((all) =>
    all.map((bar) => ({
      kind: bar.classList.contains('luck') ? 'luck' : 'skill',
      height: Number(bar.getAttribute('height')),
    })),
  );
  const changes = points.map(({ kind, change }) => ({ kind, size: Math.abs(change[0]!) }));
  const most = Math.max(...changes.map(({ size }) => size));
  const tallest = Math.max(0, ...bars.map(({ height }) => height));
  const told = changes
    .map(({ kind, size }) => ({ kind, height: most ? (size / most) * tallest : 0 }))
    .filter(({ height }) => Math.round(height * 10) >= 4); // what would be thinner than a line is left out
  expect(tallest > 0).toBe(most > 0.001);
  expect(bars.map(({ kind }) => kind)).toEqual(told.map(({ kind }) => kind));
  for (const [k, { height }] of bars.entries()) expect(height).toBeCloseTo(told[k]!.height, 0);
}

test('a finished game is stepped through, judged, tried otherwise, checked, saved and brought back', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const id = await finished(page, 'martian-race', { turn_limit: 4 });
  await page.goto(`/#/story/${id}`);
  const position = page.locator('.position');
  const end = (await position.textContent())!;
  const of = Number(end.split(' of ')[1]);
  expect(end).toBe(`${of} of ${of}`);

  await expect(page.locator('.log')).toContainText(/You roll/); // who played it is you, as at the table

  // Stepping, by buttons, keys and lines of the log
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await expect(page.getByText('The beginning of the game')).toBeVisible();
  await page.getByRole('button', { name: 'One forward' }).click();
  await page.keyboard.press('.');
  await expect(position).toHaveText(`2 of ${of}`);
  await page.keyboard.press(',');
  await expect(position).toHaveText(`1 of ${of}`);
  await page.locator('.log .line').nth(4).click();
  await expect(page.locator('.log .line').nth(4)).toHaveClass(/now/);

  // Why somebody did that
  const why = page
    .locator('.log')
    .getByRole('button', { name: /^Why\? (Your|Novice bot's) .* goes to / })
    .first();
  await why.press('Enter');
  await expect(page.locator('.log .because')).toHaveText(/^[A-Z].*\.$/);
  await why.press('Enter');
  await expect(page.locator('.log .because')).toBeHidden();

  // By itself
  await page.getByRole('button', { name: 'To the beginning' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(position).toHaveText(`2 of ${of}`, { timeout: 15_000 });
  await page.getByRole('button', { name: 'Pause' }).click();

  // How it stood
  await page.getByRole('button', { name: 'Analyse this game' }).first().click();
  const graph = page.getByRole('slider', { name: 'How it stood' });
  await expect(graph).toBeVisible({ timeout: 90_000 });
  await expect(graph.locator('path.line')).toHaveCount(2);
  await expect(page.getByText(/^Luck of .*: what the dice gave or took$/)).toBeVisible();
  await barsTell(page, id, graph);
  await graph.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(graph).toHaveAttribute('aria-valuetext', /After move 1: .* \d+ %, .* \d+ %/);
  const box = (await graph.boundingBox())!;
  await page.mouse.click(box.x + box.width - 13, box.y + 30);
  await expect(position).toHaveText(`${of} of ${of}`);
  await page.getByRole('tab', { name: /Analysis/ }).click();
  const costly = page.getByRole('button', { name: /^Costly decision of/ });
  const listed = page.getByRole('tabpanel').getByRole('button', { name: /Better:/ });
  await expect(listed).toHaveCount(await costly.count());
  if (await costly.count()) {
    await costly.first().click();
    await expect(position).not.toHaveText(`${of} of ${of}`);
    await listed.last().click();
  } else {
    await expect(page.getByText('No decision cost much. Well played.')).toBeVisible();
  }
  await forEverybody(page);

  // Dice
  await page.getByRole('tab', { name: 'Dice' }).click();
  await expect(page.getByText(/all \d+ rolls come from the secret/)).toBeVisible();

  // A link to a moment
  await page.getByRole('button', { name: 'To the beginning' }).click();
  for (let steps = 0; steps < 3; steps++) await page.getByRole('button', { name: 'One forward' }).click();
  await page.getByRole('button', { name: 'Link to this moment' }).click();
  const link = await page.getByRole('dialog').getByLabel('Link to this moment').inputValue();
  await page.getByRole('button', { name: 'Close' }).click();
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.locator('.position')).toHaveText(`3 of ${of}`);
  await elsewhere.close();

  // What if
  await page.getByRole('button', { name: 'What if…' }).click();
  await expect(page.getByText(/What if: you play for/)).toBeVisible();
  await expect(glowing(page).or(page.locator('.dock [data-id].glow')).first()).toBeAttached({ timeout: 20_000 });
  const next = numbers(4);
  const undo = page.getByRole('button', { name: 'Undo' });
  for (let touches = 0; touches < 30 && !(await undo.isEnabled()); touches++) await touchSomething(page, next());
  await expect(undo).toBeEnabled();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await expect(position).toHaveText(`3 of ${of}`);

  // Saved, and brought back
  const loading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const file = await (await loading).path();
  expect(readFileSync(file, 'utf8')).toContain('"game":"martian-race"');
  await page.goto('/#/look-back');
  await page
    .getByLabel(/Bring a saved game/)
    .setInputFiles({ name: 'broken.oddboard', mimeType: 'text/plain', buffer: Buffer.from('no game\n') });
  await expect(page.getByRole('alert')).toContainText('line 1');
  await page.getByLabel(/Bring a saved game/).setInputFiles(file);
  await expect(position).toHaveText(`${of} of ${of}`);
  expect(page.url()).not.toContain(id);
  const again = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect(readFileSync(await (await again).path(), 'utf8')).toBe(readFileSync(file, 'utf8'));
  expect(await offered(page).count()).toBe(0);
});

/** Learning: lessons that one tries, guided first games to their end, the rulebook and the options. */
import { expect, test, type Page } from '@playwright/test';
import { forEverybody } from './axe';
import { wayTo, type Decision, type Lessons } from './study';
import { asked } from './table';

/** How many pages of A5 the booklet has. */
async function pagesOf(page: Page): Promise<number> {
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper).toMatch(/MediaBox ?\[ ?0 0 4(19|20)[.\d]* 59[45]/);
  return paper.match(/\/Type ?\/Page\b/g)!.length;
}

/** Touch what makes a decision: things on the board, beside it, or in the sheet. */
async function touch(page: Page, id: string): Promise<void> {
  const item = page.locator(`.study .dock [data-id="${id}"]`).first();
  if (await item.isVisible()) {
    const taken = (await item.getAttribute('aria-pressed')) === 'true'; // as a coin's side that lies up already
    return taken ? undefined : item.click({ timeout: 3000 });
  }
  const drawn = page.locator(`.study .board [data-id="${id}"]`).first();
  if (!(await drawn.count()))
    return page
      .locator(`[data-voice="${id}"]`)
      .evaluate((each) => (each as HTMLElement).click(), undefined, { timeout: 2000 })
      .catch(() => undefined); // decided meanwhile
  const box = (await drawn.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Make what fits a pattern, as the server says it is touched: one decision, or a way of several. */
async function decide(
  page: Page,
  study: object,
  wanted: Decision[],
  settled: () => Promise<boolean>,
): Promise<Decision[]> {
  const { decisions, touches } = await wayTo(page, study, wanted);
  await expect(async () => {
    for (const id of touches) {
      // What comes next is there, or nothing more is needed: the rest of the touches was clear.
      const there = page.locator(`.study [data-id="${id}"], [data-voice="${id}"]`).first();
      await expect(async () => expect((await there.count()) > 0 || (await settled())).toBe(true)).toPass({
        intervals: [50],
      });
      if (await settled()) break;
      // A piece that was still on its way when its place was looked up is missed, and what follows stays closed.
      await touch(page, id).catch(async (missed: unknown) => {
        for (let back = 0; back < touches.length; back++) await page.keyboard.press('Escape');
        throw missed;
      });
      await page.waitForTimeout(60);
    }
  }).toPass({ timeout: 30_000, intervals: [50] });
  return decisions;
}

test('a rulebook draws its positions with the real board, says whose word a rule is, and prints', async ({ page }) => {
  const { lessons } = await asked<Lessons>(page, 'GET', '/games/martian-race/lessons');
  const markdown = [
    '# Martian Race',
    '## A turn',
    '```board ' + lessons[0]!.id,
    'One Martian is on its way.',
    '```',
    '```board journey around martian:0.1',
    'A part of it.',
    '```',
    '```pieces',
    'journey martian:0.4 A large one',
    '```',
    '- **MAR-6** [T] Roll two dice.',
    '- **MAR-9** [R] A die may be wasted. Our ruling: the book is silent.',
    '## Player aid',
    'Roll, walk, turn.',
  ].join('\n');
  await page.route('**/api/games/martian-race/rulebook', (route) =>
    route.fulfill({
      json: { title: 'Martian Race', markdown, rules: {}, decisions: '# D\n\n## The roll', examples: {} },
    }),
  );
  await page.goto('/#/learn/martian-race');
  await expect(page.locator('figure .drawing [data-id^="martian:"]').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('figure .drawing .glow')).toHaveCount(0);
  const drawn = page.locator('figure .drawing svg:has([data-id])');
  const widths = (): Promise<number[]> =>
    drawn.evaluateAll((all) => all.map((svg) => (svg as SVGSVGElement).viewBox.baseVal.width));
  await expect.poll(async () => (await widths()).length).toBe(2);
  await expect.poll(async () => (await widths())[1]! / (await widths())[0]!).toBeLessThan(0.5);
  await expect(page.locator('[data-thing="martian:0.4"]')).toContainText('A large one');

  const reason = page.getByText('The book is silent.');
  await expect(reason).toBeHidden();
  await page.getByRole('button', { name: 'ours' }).click();
  await expect(reason).toBeVisible();
  await page.getByRole('button', { name: 'ours' }).click();
  await forEverybody(page);

  await page.emulateMedia({ media: 'print' });
  await expect(reason).toBeVisible();
  await expect(page.locator('header')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Try it' })).toHaveCount(0);
  expect(await pagesOf(page)).toBeGreaterThanOrEqual(3); // cover, rules, the aid
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('link', { name: /For programmers/ }).click();
  await expect(page.getByRole('heading', { name: 'The roll' })).toBeVisible();
  await page.goBack();
  await expect.poll(async () => (await widths()).length, 'boards that are still to come move the page').toBe(2);
  await page.getByRole('link', { name: 'Try it' }).first().click();
  await expect(page.locator('.study .board svg').first()).toBeVisible();
  await page.goBack();
  await expect.poll(async () => (await widths()).length).toBe(2);
  await page.getByRole('link', { name: 'Try it' }).last().click(); // an example without a question
  await expect(page.locator('.study .board svg').first()).toBeVisible();
  await expect(page.locator('aside')).toContainText('A part of it. Play on from here as you like.');
});

/** A lesson marks by itself what its words name; what is pointed at or focused in them is marked alone. */
async function pointsAtWhatItNames(page: Page): Promise<void> {
  const marks = page.locator('.study .board svg:not(.overlay) .mark');
  const named = page.locator('aside .ask .named');
  await expect(named.first()).toBeVisible();
  await expect(marks.first()).toBeVisible();
  await named.first().hover();
  await expect(marks).toHaveCount(1);
  const where = await marks.boundingBox();
  await page.mouse.move(2, 2);
  await named.first().focus();
  await expect(marks).toHaveCount(1);
  expect(await marks.boundingBox()).toEqual(where);
  await named.first().blur();
}

for (const game of ['yaz', 'martian-race', 'everest', 'sailboat-regatta', 'yavoch']) {
  test(`${game} is learnt: a first game to its end, and a lesson`, async ({ page }) => {
    await page.goto(`/#/learn/${game}`);
    await expect(page.getByRole('heading', { name: 'Setting up a table' })).toBeVisible();
    const { lessons, guide } = await asked<Lessons>(page, 'GET', `/games/${game}/lessons`);
    await page.getByRole('link', { name: /Your first game/ }).click();
    const decisions: Decision[] = [];
    const { players, options, position = null, steps } = guide;
    for (const [k, step] of steps.entries()) {
      await expect(page.locator('.say').getByText(step.say, { exact: true })).toBeVisible();
      if (step.expect) {
        const study = { game, players, options, position, decisions, viewer: null };
        const after = async () => !(await page.locator('.say').getByText(step.say, { exact: true }).isVisible());
        decisions.push(...(await decide(page, study, step.expect, after)));
      } else {
        await page.getByRole('button', { name: 'Go on' }).click();
        if (step.decision) decisions.push(step.decision);
      }
      if (k === 2 && game === 'martian-race') await forEverybody(page);
    }
    await expect(page.getByText('You know enough to play.')).toBeVisible();

    const lesson = lessons[0]!;
    await page.goto(`/#/learn/${game}/try/${lesson.id}`);
    await expect(page.locator('.study .board svg').first()).toBeVisible();
    if (game === 'yavoch' || game === 'everest') await forEverybody(page);
    await pointsAtWhatItNames(page);
    const { seat: viewer, wanted } = lesson;
    const { players: seats, options: chosen } = lesson.position;
    const study = { game, players: seats, options: chosen, position: lesson.position, decisions: [], viewer };
    const well = page.getByText('Well done');
    await decide(page, study, wanted, () => well.isVisible());
    await expect(well).toBeVisible();
    await expect(page.getByText(lesson.praise)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(well).toBeHidden();
  });
}

test('the booklet is printed with every board, and each player aid is one sheet', async ({ page }) => {
  const SHEET = [461, 672]; // pixels: what the margins leave of A5
  await page.setViewportSize({ width: SHEET[0]!, height: SHEET[1]! });
  await page.goto('/#/learn/everest');
  for (const game of ['everest', 'martian-race', 'sailboat-regatta', 'yavoch', 'yaz']) {
    await page.goto(`/#/learn/${game}`);
    await page.emulateMedia({ media: 'print' });
    const title = page.locator('.aid h2');
    await expect(title).toHaveText('Player aid');
    await expect(page.locator('[data-rule]').first()).toHaveAttribute('data-rule', /-1$/);
    const over = await page.locator('.aid').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(over, game).toBeLessThanOrEqual(0);
    const alone = await page.addStyleTag({ content: 'article > :not(.aid), .options { display: none }' });
    expect(await pagesOf(page), game).toBe(2); // the cover and the aid
    await alone.evaluate((style) => style.remove());
  }
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'printed') }));
  await page.getByRole('button', { name: 'Print the booklet' }).click();
  await expect(page).toHaveTitle('printed', { timeout: 30_000 });
  await expect(page.locator('.drawing.waited')).toHaveCount(0);
});

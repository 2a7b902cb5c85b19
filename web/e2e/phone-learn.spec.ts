/** Every guide and every lesson on a phone: whatever is asked for is in sight, under nothing, and as large as a finger. */
import { expect, test, type Page } from '@playwright/test';
import { waysTo, type Decision, type Lessons, type Way } from './study';
import { asked } from './table';

interface Reached {
  x: number;
  y: number;
  problem: string | null;
}

/** The same as `reached`, as it is just now: the board may be on its way to show something. */
const reachedNow = (page: Page, id: string, on: string, early: boolean): Promise<Reached | null> =>
  page.evaluate(
    ([id, on, early]) => {
      const FINGER = 44;
      const quoted = CSS.escape(id);
      const middle = (element: Element): { x: number; y: number } => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      };
      const item = document.querySelector<HTMLElement>(`.dock button[data-id="${quoted}"]:enabled`);
      if (item?.checkVisibility()) {
        if (item.ariaPressed === 'true') return null;
        const at = middle(item);
        const top = document.elementFromPoint(at.x, at.y);
        return {
          ...at,
          problem: item.contains(top) ? null : `${id} in the sheet lies under ${top?.className ?? 'the edge'}`,
        };
      }
      const voice = document.querySelector<HTMLElement>(`.voices [data-open][data-voice="${CSS.escape(on)}"]`);
      if (!voice || (early && id !== on && voice.ariaLabel!.endsWith(', chosen'))) return null; // there was nothing else to take
      const drawn = document.querySelector(`.board [data-id="${quoted}"]`);
      if (!drawn) return { x: 0, y: 0, problem: `${id} is not drawn` };
      const at = middle(drawn);
      const top = document.elementFromPoint(at.x, at.y);
      if (!top?.closest('.stage .board'))
        return { ...at, problem: `${id} at ${at.x}, ${at.y} lies under ${top?.className}` };
      for (const each of document.querySelectorAll<HTMLElement>('.voices [data-open]')) {
        const other = document.querySelector(`.board [data-id="${CSS.escape(each.dataset.voice!)}"]`);
        const away = other ? Math.hypot(middle(other).x - at.x, middle(other).y - at.y) : FINGER;
        if (each !== voice && away > 2 && away < FINGER - 0.5)
          return { ...at, problem: `${id} is ${away} from ${each.dataset.voice}` };
      }
      return { ...at, problem: null };
    },
    [id, on, early] as const,
  );

/**
 * Where a finger touches something that glows, and what would be wrong with that; null if it does not glow. `early` says
 * that nothing on the board has been touched: a piece that is chosen needs no touch then.
 */
async function reached(page: Page, id: string, on: string, early: boolean): Promise<Reached | null> {
  const before = await reachedNow(page, id, on, early);
  if (!before || before.problem) return before;
  // Longer than anything that waits for a picture waits, by the page's own clock.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  const after = await reachedNow(page, id, on, early);
  return after && (after.x !== before.x || after.y !== before.y) ? { ...after, problem: `${id} moves` } : after;
}

/** Whether one of some things is in sight on the board, with nothing over it. */
const inSight = (page: Page, ids: readonly string[]): Promise<boolean> =>
  page.evaluate(
    (ids) =>
      ids.some((id) => {
        const box = document.querySelector(`[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect();
        const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return Boolean(top?.closest('.stage .board, .dock [data-id]'));
      }),
    ids,
  );

/** Touch with a finger what makes one of some decisions, the one in sight, and note what was wrong on the way. */
async function decide(
  page: Page,
  ways: readonly Way[],
  settled: () => Promise<boolean>,
): Promise<{ way: Way; wrong: string[] }> {
  const wrong: string[] = [];
  let left = ways;
  let early = true;
  for (let k = 0; k < left[0]!.touches.length; k++) {
    let best: { id: string; on: string; at: Reached } | undefined;
    // Until one of them glows where a finger reaches it; what goes by itself never does.
    const ready = async (): Promise<boolean> => {
      best = undefined;
      for (const id of new Set(left.map(({ touches }) => touches[k]!))) {
        const on = left[0]!.standing[id] ?? id;
        const at = await reached(page, id, on, early);
        if (at) best = { id, on, at };
        if (at?.problem === null) return true;
      }
      return !best && settled();
    };
    await expect
      .poll(ready, { timeout: 2000, intervals: [30] })
      .toBe(true)
      .catch(() => undefined);
    if (!best) continue;
    const { id, on, at } = best as { id: string; on: string; at: Reached };
    if (!id.startsWith('die:')) early = false;
    left = left.filter(({ touches }) => touches[k] === id);
    if (!at.problem) await page.touchscreen.tap(at.x, at.y);
    else {
      wrong.push(at.problem);
      const touched = page.locator(`.dock button[data-id="${id}"], [data-voice="${on}"]`).first();
      await touched.evaluate((each) => (each as HTMLElement).click());
    }
  }
  await expect.poll(settled, { timeout: 10_000, intervals: [30] }).toBe(true);
  return { way: left[0]!, wrong };
}

for (const game of ['yaz', 'martian-race', 'everest', 'sailboat-regatta', 'yavoch'])
  test(`${game} is learnt on a phone: the guided game, and every lesson`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 664 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      baseURL,
    });
    const page = await context.newPage();
    const { lessons, guide } = await asked<Lessons>(page, 'GET', `/games/${game}/lessons`);
    const found: string[] = [];

    await page.goto(`/#/learn/${game}/first`);
    const decisions: Decision[] = [];
    const { players, options, position = null, steps } = guide;
    for (const [k, step] of steps.entries()) {
      const says = page.locator('.say').getByText(step.say, { exact: true });
      await expect(says).toBeInViewport({ ratio: 1, timeout: 60_000 });
      if (step.look?.length && !step.expect)
        await expect
          .poll(() => inSight(page, step.look!), { timeout: 1500, intervals: [30] })
          .toBe(true)
          .catch(() => found.push(`step ${k}: ${step.look!.join(', ')} is out of sight`));
      if (step.expect) {
        const study = { game, players, options, position, decisions, viewer: null };
        const ways = await waysTo(page, study, step.expect);
        const { way, wrong } = await decide(page, ways, async () => !(await says.isVisible()));
        found.push(...wrong.map((each) => `step ${k}: ${each}`));
        decisions.push(...way.decisions);
      } else {
        await page.getByRole('button', { name: 'Go on' }).tap();
        if (step.decision) decisions.push(step.decision);
      }
    }
    await expect(page.getByText('You know enough to play.')).toBeVisible();

    await page.setViewportSize({ width: 360, height: 640 });
    for (const { id, seat: viewer, wanted, position, praise } of lessons) {
      await page.goto(`/#/learn/${game}/try/${id}`);
      await expect(page.locator('.study .board svg').first()).toBeVisible();
      const study = { game, players: position.players, options: position.options, position, decisions: [], viewer };
      const ways = await waysTo(page, study, wanted);
      const { wrong } = await decide(page, ways, () => page.getByText('Well done').isVisible());
      found.push(...wrong.map((each) => `${id}: ${each}`));
      await expect(page.getByText(praise)).toBeInViewport({ ratio: 1 });
    }
    expect(found).toEqual([]);
    await context.close();
  });

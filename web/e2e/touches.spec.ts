/** How often a person touches something for a decision: counted with a real pointer, which drags what can be dragged. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { asked, glowing, numbers, offered, tableOf, touchable } from './table';

const MOST = 2; // touches for a decision, at the median
const DECISIONS = 9;
// What does not say what for: "choose a hex", "choose a position".
const VAGUE =
  /choose an? (position|hex|square|space|place|card|piece|boat|ship|Martian|Yazzite)\b(?! (to|that|for|of))/i;
const GAMES = { everest: 4, 'martian-race': 4, 'sailboat-regatta': 3, yavoch: 2, yaz: 2 }; // seats of the samples

/** Every decision that the page sends is counted where it is sent. */
const counting = (page: Page): Promise<void> =>
  page.addInitScript(() => {
    const send = WebSocket.prototype.send;
    Object.assign(window, { decided: 0 });
    WebSocket.prototype.send = function (message) {
      if (String(message).includes('"type":"play"')) (window as unknown as { decided: number }).decided += 1;
      send.call(this, message);
    };
  });
const decided = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { decided: number }).decided);

const idsOf = (some: Locator, name: string): Promise<string[]> =>
  some.evaluateAll((all, attribute) => all.map((each) => each.getAttribute(attribute)!), name);

async function middle(page: Page, id: string): Promise<[number, number]> {
  const drawn = page.locator(`.board [data-id="${id}"], .dock [data-id="${id}"], [data-voice="${id}"]`).first();
  const { x, y, width, height } = (await drawn.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/** What glows on the board and is not warned of, if there is such a thing. */
async function good(page: Page): Promise<string[]> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const places = await idsOf(glowing(page), 'data-voice');
  const warned = await idsOf(page.locator('.overlay [data-warned]'), 'data-warned');
  const safe = places.filter((id) => !warned.includes(id));
  return safe.length ? safe : places;
}

/** One touch as a person would who knows the game: the board before what lies beside it, and dragged where that goes. */
async function touchOnce(page: Page, before: number, pick: number): Promise<void> {
  const places = await good(page);
  const items = await idsOf(offered(page), 'data-id');
  const from = places.length ? places : items;
  await page.mouse.move(...(await middle(page, from[pick % from.length]!)));
  await page.mouse.down();
  if (places.length && (await decided(page)) === before) {
    const goals = (await good(page)).filter((id) => !places.includes(id));
    if (goals.length) await page.mouse.move(...(await middle(page, goals[pick % goals.length]!)), { steps: 3 });
  }
  await page.mouse.up();
}

for (const [game, seats] of Object.entries(GAMES))
  test(`${game}: a decision takes two touches at most as a rule`, async ({ page }) => {
    await counting(page);
    const { position } = await asked<{ position: { options: object } }>(page, 'GET', `/games/${game}/sample`);
    const others = Array.from({ length: seats - 1 }, () => 'shared');
    await tableOf(page, { game, options: position.options as never, seats: ['me', ...others], position });
    const next = numbers(11);
    const counts: number[] = [];
    const cover = page.getByRole('button', { name: /^I am / }); // where plans are secret
    while (counts.length < DECISIONS) {
      const before = await decided(page);
      for (let touches = 1; ; touches++) {
        await touchable(page, cover);
        if (await cover.isVisible()) await cover.click();
        await touchable(page);
        const said = (await page.locator('.dock .say').innerText()).trim();
        if (said) expect.soft(said).not.toMatch(VAGUE);
        await touchOnce(page, before, next());
        if ((await decided(page)) === before) continue;
        counts.push(touches);
        break;
      }
    }
    console.log(game, counts.join(' '));
    expect(counts.toSorted((a, b) => a - b)[Math.floor(DECISIONS / 2)], counts.join()).toBeLessThanOrEqual(MOST);
  });

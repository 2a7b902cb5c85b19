import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What depends on colours: the rest is the same in light and in dark, and is looked at once. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Until nothing on the page moves or fades any more. */
export async function still(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ends = (each: Animation): boolean => each.effect?.getComputedTiming().endTime !== Infinity;
    return !document.getAnimations().some((each) => each.playState !== 'finished' && ends(each));
  });
}

/** Whether everybody can use what is on the page, in light and in dark. */
export async function forEverybody(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await still(page);
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(); // one frame
    if (colorScheme === 'dark') axe.withRules(COLOURS);
    const { violations } = await axe.analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const found = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    expect(found, `${page.url()}, ${colorScheme}`).toEqual([]);
  }
}

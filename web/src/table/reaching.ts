/** The keyboard's way to everything that can be touched: on the board, then beside it. */

const TOUCHABLE = [
  '.voices [data-open]',
  '.dock button[data-id]:enabled:not([aria-pressed="true"])',
  '.dock [data-ready]:enabled',
].join(', ');
const AT_HAND = '.voices, .dock, .stage'; // where who plays by keyboard is

/** All that can be touched now, in the order of the page. */
const touchables = (): HTMLElement[] => [...new Set(document.querySelectorAll<HTMLElement>(TOUCHABLE))];

/** Go to the next thing that can be touched, or to the one before; false if there is none. */
export function reach(by: 1 | -1): boolean {
  const all = touchables();
  if (!all.length) return false;
  const here = all.indexOf(document.activeElement as HTMLElement);
  all[here < 0 && by < 0 ? all.length - 1 : (here + by + all.length) % all.length]!.focus();
  return true;
}

/**
 * After something changed, go to what is to be done next, unless the keyboard is there already or somewhere else on
 * purpose; with nothing to do, stay at the board. `near` sorts places by how far they are from where the keyboard was.
 */
export function followOn(board: HTMLElement, near: (id: string) => number): void {
  const active = document.activeElement;
  const lost = !active || active === document.body || (active as HTMLButtonElement).disabled;
  if (!lost && !active.closest(AT_HAND)) return;
  const all = touchables();
  if (all.includes(active as HTMLElement)) return;
  const places = all.filter((each) => each.dataset.voice);
  const nearest = places.toSorted((a, b) => near(a.dataset.voice!) - near(b.dataset.voice!))[0];
  (nearest ?? all[0] ?? board).focus({ preventScroll: true });
}

/** Whether somebody plays by keyboard: what was used last. */
export class Keyboard {
  used = false;

  begin(): () => void {
    const key = (): void => void (this.used = true);
    const press = (): void => void (this.used = false);
    addEventListener('keydown', key, true);
    addEventListener('pointerdown', press, true);
    return () => {
      removeEventListener('keydown', key, true);
      removeEventListener('pointerdown', press, true);
    };
  }
}

/** How many pixels the middles of the two nearest of some drawn things are apart; 0 if there are not two. */
export function nearestApart(drawn: readonly Element[]): number {
  const boxes = drawn.map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
  const middles = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2] as const);
  let least = Infinity;
  for (const [k, [x, y]] of middles.entries())
    for (const [otherX, otherY] of middles.slice(k + 1)) {
      const away = Math.hypot(x - otherX, y - otherY);
      if (away > 1 && away < least) least = away; // what is drawn in one place is not told apart by where it is
    }
  return least === Infinity ? 0 : least;
}

import { LAPTOP, PHONE, SLIM } from './breakpoints';

/** What style sheets go by: a phone's `innerWidth` grows with a page that is too wide, and would never come back. */
const seen = () => {
  const under = (what: 'width' | 'height', pixels: number): boolean => matchMedia(`(${what} < ${pixels}px)`).matches;
  return { slim: under('width', SLIM), phone: under('width', PHONE), laptop: under('width', LAPTOP), low: under('height', SLIM) }; // prettier-ignore
};

/**
 * How much room there is: the phone's layout under 720 pixels, a drawer instead of the rail under 1100. A screen that is
 * wide but short, as a phone on its side or a page at 200 %, has the phone's sheet beside the board.
 */
class Width {
  private size = $state.raw(seen());

  constructor() {
    addEventListener('resize', () => (this.size = seen()));
  }

  get short(): boolean {
    return !this.size.slim && this.size.laptop && this.size.low;
  }
  get narrow(): boolean {
    return this.size.phone || this.short;
  }
  get middle(): boolean {
    return !this.narrow && this.size.laptop;
  }
}

export const width = new Width();

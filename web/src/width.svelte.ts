import { LAPTOP, PHONE, SLIM } from './breakpoints';

/**
 * How much room there is: the phone's layout under 720 pixels, a drawer instead of the rail under 1100. A screen that is
 * wide but short, as a phone on its side or a page at 200 %, has the phone's sheet beside the board.
 */
class Width {
  private size = $state.raw([innerWidth, innerHeight] as const);

  constructor() {
    addEventListener('resize', () => (this.size = [innerWidth, innerHeight]));
  }

  get short(): boolean {
    return this.size[0] >= SLIM && this.size[0] < LAPTOP && this.size[1] < SLIM;
  }
  get narrow(): boolean {
    return this.size[0] < PHONE || this.short;
  }
  get middle(): boolean {
    return !this.narrow && this.size[0] < LAPTOP;
  }
}

export const width = new Width();

/** How much room there is: the phone's layout under 720 pixels, a drawer instead of the rail under 1100. */
class Width {
  narrow = $state(innerWidth < 720);
  middle = $state(innerWidth >= 720 && innerWidth < 1100);

  constructor() {
    addEventListener('resize', () => {
      this.narrow = innerWidth < 720;
      this.middle = innerWidth >= 720 && innerWidth < 1100;
    });
  }
}

export const width = new Width();

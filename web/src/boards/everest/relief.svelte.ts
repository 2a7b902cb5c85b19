/** Whether the mountain is drawn in relief or flat from above; it is remembered for the next time. */

const KEY = 'oddboard.everest.flat';

class Relief {
  flat = $state(read());

  turn(): void {
    this.flat = !this.flat;
    try {
      localStorage.setItem(KEY, String(this.flat));
    } catch {
      // Without storage it is remembered as long as the page is open.
    }
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

export const relief = new Relief();

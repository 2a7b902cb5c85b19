/** A die that tumbles: other faces pass by before it shows its own. */

import { settings } from '../settings.svelte';

const PASSING = [0, 70, 150, 240, 350]; // milliseconds after which another face is up, at the usual pace

export class Tumbling {
  /** The face that passes by, or null for its own. */
  passing = $state<string | null>(null);

  /** Roll it; stops by what it gives back. */
  roll(faces: readonly string[], face: string): () => void {
    if (settings.calm) return () => {};
    const others = faces.filter((each) => each !== face);
    const timers = PASSING.map((wait, k) =>
      setTimeout(
        () => (this.passing = others[(k * 7 + face.length * 3 + Number(face)) % others.length]!),
        wait * settings.slower,
      ),
    );
    timers.push(setTimeout(() => (this.passing = null), (PASSING.at(-1)! + 110) * settings.slower));
    return () => {
      timers.forEach(clearTimeout);
      this.passing = null;
    };
  }
}

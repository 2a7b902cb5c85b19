/** How Yazzites go from a hex to the next: the one runs, the others hop, glide and heave. */

const STEP: Record<string, number> = { skadingle: 110, flibdill: 160, tarnose: 180, luggant: 260 };
const SHORTEST = 90;
// How a step looks from beside: height and squash at its middle.
const MIDDLE: Record<string, string> = {
  skadingle: 'translateY(-4px) rotate(5deg)',
  flibdill: 'translateY(-15px) scale(.96, 1.05)',
  tarnose: 'translateY(1px) scale(1.08, .92)',
  luggant: 'translateY(-5px) scale(.93, 1.07)',
};

/** How long a step takes; 0 where nothing moves. */
export const stepTime = (kind: string, duration: number): number =>
  duration === 0 ? 0 : Math.min(STEP[kind]!, Math.max(duration, SHORTEST));

/** One step, without the way. */
export function stride(node: Element, kind: string, time: number): void {
  node.animate([{ transform: 'none' }, { transform: MIDDLE[kind] }, { transform: 'none' }], {
    duration: time,
    easing: 'ease-in-out',
  });
}

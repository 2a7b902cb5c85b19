/**
 * The fourteen seats: a name, a shape and a pattern each. Colour is always the second sign, so the shape stands on every
 * piece, seat card and line of the log, and tells all fourteen apart without any colour.
 */

export interface SeatStyle {
  name: string; // of the colour, as the rules' own words have it
  shape: string;
  pattern: string;
}

export const SEATS: readonly SeatStyle[] = [
  { name: 'Rust', shape: 'circle', pattern: 'plain' },
  { name: 'Cobalt', shape: 'square', pattern: 'stripes' },
  { name: 'Marigold', shape: 'triangle', pattern: 'dots' },
  { name: 'Jade', shape: 'diamond', pattern: 'zigzag' },
  { name: 'Lilac', shape: 'cross', pattern: 'grid' },
  { name: 'Rust ring', shape: 'ring', pattern: 'bars' },
  { name: 'Cobalt star', shape: 'star', pattern: 'checks' },
  { name: 'Marigold hexagon', shape: 'hexagon', pattern: 'rings' },
  { name: 'Jade crescent', shape: 'crescent', pattern: 'waves' },
  { name: 'Lilac chevron', shape: 'chevron', pattern: 'pluses' },
  { name: 'Rust bar', shape: 'bar', pattern: 'rows' },
  { name: 'Cobalt drop', shape: 'drop', pattern: 'lattice' },
  { name: 'Marigold hourglass', shape: 'hourglass', pattern: 'bricks' },
  { name: 'Jade bow', shape: 'bow', pattern: 'scales' },
];

/** The colour of a seat, as a CSS value. */
export const seatColour = (seat: number): string => `var(--seat-${seat})`;

/** What is readable on a seat's colour. */
export const onSeat = (seat: number): string => `var(--on-seat-${seat})`;

/** A seat's patterned fill, for `fill` of a piece's main surface, drawn in units of about a pixel. */
export const seatFill = (seat: number): string => `var(--seat-fill-${seat})`;

/** A seat's colour with some white (0 to 1), for the one lighter tint of a piece. */
export const seatTint = (seat: number, white: number): string =>
  `color-mix(in srgb, #fff ${Math.round(white * 100)}%, var(--seat-${seat}))`;

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** The outline of a seat's shape around 0,0 with a radius; filled by `evenodd`. */
export function shapePath(seat: number, r: number): string {
  const at = (...values: number[]): string => values.map((value) => round(value * r)).join(' ');
  const circle = (radius: number): string =>
    `M${at(-radius, 0)}A${at(radius, radius)} 0 1 0 ${at(radius, 0)}A${at(radius, radius)} 0 1 0 ${at(-radius, 0)}Z`;
  const polygon = (...points: number[][]): string => `M${points.map((point) => at(...point)).join('L')}Z`;
  switch (seat) {
    case 0:
      return circle(0.92);
    case 1:
      return polygon([-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]);
    case 2:
      return polygon([0, -1], [0.98, 0.78], [-0.98, 0.78]);
    case 3:
      return polygon([0, -1.08], [1.08, 0], [0, 1.08], [-1.08, 0]);
    case 4:
      return `M${at(-0.34, -1)}H${at(0.34)}V${at(-0.34)}H${at(1)}V${at(0.34)}H${at(0.34)}V${at(1)}H${at(-0.34)}V${at(0.34)}H${at(-1)}V${at(-0.34)}H${at(-0.34)}Z`;
    case 5:
      return circle(0.95) + circle(0.5);
    case 6:
      return polygon(
        ...Array.from({ length: 10 }, (_, i) => {
          const [radius, angle] = [i % 2 ? 0.46 : 1.1, (i * Math.PI) / 5];
          return [radius * Math.sin(angle), -radius * Math.cos(angle)];
        }),
      );
    case 7:
      return (
        polygon([-0.52, -0.9], [0.52, -0.9], [1.04, 0], [0.52, 0.9], [-0.52, 0.9], [-1.04, 0]) +
        polygon([-0.26, -0.45], [-0.52, 0], [-0.26, 0.45], [0.26, 0.45], [0.52, 0], [0.26, -0.45])
      );
    case 8:
      return `M${at(0.5, -0.9)}A${at(1, 1)} 0 1 0 ${at(0.5, 0.9)}A${at(0.8, 0.95)} 0 0 1 ${at(0.5, -0.9)}Z`;
    case 9:
      return polygon([0, -0.95], [1, 0.1], [1, 0.9], [0, -0.15], [-1, 0.9], [-1, 0.1]);
    case 10:
      return polygon([-1.05, -0.38], [1.05, -0.38], [1.05, 0.38], [-1.05, 0.38]);
    case 11:
      return `M${at(0, -1.1)}C${at(0.3, -0.5, 0.8, -0.1, 0.8, 0.35)}A${at(0.8, 0.75)} 0 0 1 ${at(-0.8, 0.35)}C${at(-0.8, -0.1, -0.3, -0.5, 0, -1.1)}Z`;
    case 12:
      return polygon([-0.85, -1], [0.85, -1], [0.16, 0], [0.85, 1], [-0.85, 1], [-0.16, 0]);
    default:
      return polygon([-1.05, -0.8], [0, -0.2], [1.05, -0.8], [1.05, 0.8], [0, 0.2], [-1.05, 0.8]);
  }
}

/**
 * What is held under the pointer: a copy of what is drawn of a piece, lifted over everything else on the board, while
 * the piece itself stays where it was, pale. A board marks what goes with a piece, such as a baton, by `data-with`.
 */

const SVG = 'http://www.w3.org/2000/svg';
const LIFT = 10; // pixels above the pointer
const LARGER = 1.08;
const RETURN = 220; // milliseconds

interface Held {
  node: SVGGElement | HTMLElement;
  /** The transform that puts it where the pointer is. */
  at: (x: number, y: number) => string;
}

export class Carrying {
  private transform = 'none';
  private pale: Animation[];

  private constructor(
    private held: Held,
    left: readonly Element[], // what stays behind
  ) {
    this.pale = left.map((each) => each.animate({ opacity: [0.3, 0.3] }, { duration: 1, fill: 'forwards' }));
  }

  /** Lift a piece of a drawn board. */
  static piece(drawn: SVGGraphicsElement, x: number, y: number): Carrying | null {
    const svg = drawn.ownerSVGElement;
    const inverse = svg?.getScreenCTM()?.inverse();
    if (!svg || !inverse) return null;
    const id = CSS.escape(drawn.getAttribute('data-id')!);
    const all = [drawn, ...svg.querySelectorAll<SVGGraphicsElement>(`[data-with="${id}"]`)];
    const node = document.createElementNS(SVG, 'g');
    node.style.pointerEvents = 'none';
    node.style.filter = 'drop-shadow(0 9px 6px #0007)';
    for (const each of all) node.append(copyOf(each, inverse));
    svg.append(node);
    // Asked anew each time: the board may move below what is carried.
    const inside = (u: number, v: number): DOMPoint =>
      new DOMPoint(u, v).matrixTransform(svg.getScreenCTM()?.inverse() ?? inverse);
    const from = inside(x, y);
    return new Carrying(
      {
        node,
        at: (u, v) => {
          const to = inside(u, v - LIFT);
          return `translate(${to.x}px, ${to.y}px) scale(${LARGER}) translate(${-from.x}px, ${-from.y}px)`;
        },
      },
      all,
    );
  }

  /** Carry a thing from beside the board, such as a die, over the board. */
  static item(drawn: Element, stage: HTMLElement): Carrying | null {
    const picture = drawn.querySelector('svg')?.cloneNode(true) as SVGElement | undefined;
    if (!picture) return null;
    const node = document.createElement('div');
    node.className = 'in-hand';
    node.append(picture);
    stage.append(node);
    const frame = stage.getBoundingClientRect();
    const at = (x: number, y: number): string =>
      `translate(${x - frame.x}px, ${y - frame.y - LIFT}px) translate(-50%, -50%) scale(${LARGER})`;
    return new Carrying({ node, at }, []);
  }

  move(x: number, y: number): void {
    this.transform = this.held.at(x, y);
    this.held.node.style.transform = this.transform;
  }

  /** It has arrived. */
  end(): void {
    for (const each of this.pale) each.cancel();
    this.held.node.remove();
  }

  /** It goes back to where it came from. */
  back(calm: boolean): void {
    if (calm || this.held.node instanceof HTMLElement) return this.end();
    const { node } = this.held;
    node
      .animate({ transform: [this.transform, 'none'] }, { duration: RETURN, easing: 'cubic-bezier(.2,.8,.2,1)' })
      .finished.then(
        () => this.end(),
        () => this.end(),
      );
    node.style.transform = 'none';
  }
}

/** A copy that looks the same at the end of the picture, and is nothing that can be touched. */
export function copyOf(drawn: SVGGraphicsElement, inverse: DOMMatrix): SVGGElement {
  const outside = inverse.multiply((drawn.parentNode as SVGGraphicsElement).getScreenCTM() ?? new DOMMatrix());
  const frame = document.createElementNS(SVG, 'g');
  const { a, b, c, d, e, f } = outside;
  frame.setAttribute('transform', `matrix(${[a, b, c, d, e, f].join(' ')})`);
  const copy = drawn.cloneNode(true) as SVGElement;
  for (const ring of copy.querySelectorAll('[data-ring]')) ring.remove(); // it belongs to where the piece stands
  for (const each of [copy, ...copy.querySelectorAll<SVGElement>('*')]) {
    each.removeAttribute('data-id');
    each.removeAttribute('data-with');
    each.style.animation = 'none';
  }
  frame.append(copy);
  return frame;
}

/** A piece, or a place, that was touched in vain: it shakes its head, and a place darkens for a moment. */
export function shakeHead(drawn: Element, calm: boolean): void {
  if (calm) {
    drawn.animate({ opacity: [0.55, 1] }, { duration: 120 });
    return;
  }
  const scale = drawn instanceof SVGGraphicsElement ? (drawn.getScreenCTM()?.a ?? 1) : 1;
  const far = 3 / (Math.abs(scale) || 1);
  const translate = [0, far, -far, far, -far, 0].map((x) => `${x.toFixed(2)}px 0`);
  drawn.animate({ translate }, { duration: 240, easing: 'ease-in-out' });
}

/** The outline of a place darkens for a moment; boards mark it by `data-outline` where it is a part of the place. */
export function darken(drawn: Element): void {
  const outline = drawn.querySelector('[data-outline]') ?? drawn;
  outline.animate({ fill: ['color-mix(in srgb, var(--ink) 42%, transparent)', 'transparent'] }, { duration: 600 });
}

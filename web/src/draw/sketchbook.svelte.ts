/**
 * A drawing in the making: strokes go to the server, which paints, draws and checks; whatever it said last is shown. One
 * gesture, from where the pointer goes down to where it is lifted, is one step to undo.
 */

import type { Sketched, Stroke } from '../api';

/** Ask for a drawing after strokes, or in another size. */
export type Draw = (
  value: string,
  change: { strokes?: Stroke[]; height?: number; width?: number },
) => Promise<Sketched>;

const KEPT = 60; // drawings that need not be asked for again

export class Sketchbook {
  /** What there is to see; null before the first answer. */
  now = $state.raw<Sketched | null>(null);
  /** Strokes that have not been painted yet. */
  wet = $state.raw<readonly Stroke[]>([]);
  /** Why the last thing could not be done. */
  problem = $state<string | null>(null);
  past = $state.raw<readonly string[]>([]);
  future = $state.raw<readonly string[]>([]);

  private seen = new Map<string, Sketched>();
  private working: Promise<void> = Promise.resolve();
  private noted = false; // whether this gesture is a step to undo already

  constructor(private draw: Draw) {}

  /** Begin with another drawing: a name or a text. What was there can be had back. */
  open(value: string): Promise<boolean> {
    return this.do(async () => {
      const before = this.now?.text;
      this.show(await this.draw(value, {}));
      if (before !== undefined) this.note(before);
    });
  }

  /** A new gesture begins. */
  begin(): void {
    this.noted = false;
  }

  /** Touch a place with a brush. */
  paint({ row, column, sign }: Stroke): void {
    const there = this.now?.cells.find((cell) => cell.row === row && cell.column === column);
    const again = this.wet.some((each) => each.row === row && each.column === column && each.sign === sign);
    if (!there || again || (there.sign === sign && !this.wet.length)) return;
    this.wet = [...this.wet, { row, column, sign }];
    void this.do(async () => {
      const strokes = [...this.wet]; // all that have come meanwhile, at once
      if (!strokes.length) return;
      const before = this.now!.text;
      try {
        this.show(await this.draw(before, { strokes }));
        if (!this.noted) this.note(before);
      } finally {
        this.wet = this.wet.slice(strokes.length);
      }
    });
  }

  resize(size: { height?: number; width?: number }): Promise<boolean> {
    return this.do(async () => {
      const before = this.now!.text;
      this.show(await this.draw(before, size));
      this.noted = false;
      this.note(before);
    });
  }

  undo(): Promise<boolean> {
    return this.step('past', 'future');
  }

  redo(): Promise<boolean> {
    return this.step('future', 'past');
  }

  /** Go to the last drawing of one list; the present one goes to the other. */
  private step(from: 'past' | 'future', to: 'past' | 'future'): Promise<boolean> {
    return this.do(async () => {
      const text = this[from].at(-1);
      if (text === undefined) return;
      const here = this.now!.text;
      this.show(this.seen.get(text) ?? (await this.draw(text, {})));
      this[from] = this[from].slice(0, -1);
      this[to] = [...this[to], here];
    });
  }

  private show(found: Sketched): void {
    this.now = found;
    this.seen.set(found.text, found);
    if (this.seen.size > KEPT) this.seen.delete(this.seen.keys().next().value!);
  }

  private note(before: string): void {
    if (before === this.now!.text) return;
    this.past = [...this.past, before];
    this.future = [];
    this.noted = true;
  }

  /** One thing after another; whether it was done. */
  private do(act: () => Promise<void>): Promise<boolean> {
    const done = this.working.then(act).then(
      () => {
        this.problem = null;
        return true;
      },
      (refused: Error) => {
        this.problem = refused.message;
        return false;
      },
    );
    this.working = done.then(() => undefined);
    return done;
  }
}

/** A part of the board, enlarged: moved by one finger, pinched by two. Positions are in pixels of the stage. */

import { untrack } from 'svelte';
import type { bestSight, Sighted } from './sight';

const MOST = 4;
const SLOP = 7; // pixels that a finger may move before the board does

export class Enlarged {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  private width = 0;
  private height = 0;
  private wanted = 1;
  private covered = 0; // pixels at the bottom that a sheet lies over
  /** The board as it is drawn, before it is enlarged: on a phone as wide as the screen, and so perhaps higher. */
  board = $state.raw({ width: 0, height: 0 });
  /** Whether there is more of the board than is seen. */
  movable = $state(false);
  /** How often it has begun anew, in the middle: what matters must be brought into sight again. */
  begun = $state(0);
  private fingers = new Map<number, { x: number; y: number }>();
  private moving = false;
  private corner = { x: 0, y: 0 }; // of the stage on the screen

  /** The stage has a size; a fine board begins at `wanted` times its size. A sheet that grows leaves it enlarged. */
  resize(width: number, height: number, wanted: number, board = { width, height }, covered = 0): void {
    const begins = width !== this.width || wanted !== this.wanted;
    [this.width, this.height, this.wanted, this.covered] = [width, height, wanted, covered];
    if (board.width !== this.board.width || board.height !== this.board.height) this.board = board;
    if (!begins) return this.place(this.x, this.y);
    untrack(() => (this.begun += 1));
    this.scale = Math.min(MOST, wanted);
    this.place((width - board.width * this.scale) / 2, Math.min(0, (height - board.height * this.scale) / 2));
  }

  /** Bring as many boxes into sight as there is room for, those that matter most first; `best` is loaded by phones. */
  show(boxes: readonly Sighted[], best: typeof bestSight): void {
    if (!this.movable) return;
    const room = { width: this.width, height: this.height - this.covered };
    const range = {
      x: along(this.x, this.board.width * this.scale, room.width),
      y: along(this.y, this.board.height * this.scale, room.height),
    };
    const by = best(boxes, room, range);
    this.place(this.x - by.x, this.y - by.y);
  }

  reset(): void {
    this.scale = 1;
    this.place(0, 0);
  }

  /** Larger or smaller around a point, by a factor. */
  zoom(x: number, y: number, by: number): void {
    const scale = Math.max(1, Math.min(MOST, this.scale * by));
    const real = scale / this.scale;
    this.scale = scale;
    this.place(x - (x - this.x) * real, y - (y - this.y) * real);
  }

  pan(x: number, y: number): void {
    this.place(this.x + x, this.y + y);
  }

  /** Enlarged around a point, or all of it again. */
  toggle(x: number, y: number, scale: number): void {
    if (this.scale > 1) this.reset();
    else this.zoom(x, y, scale);
  }

  get pinching(): boolean {
    return this.fingers.size > 1;
  }

  press(event: PointerEvent): void {
    this.corner = (event.currentTarget as Element).getBoundingClientRect();
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.moving = this.fingers.size > 1;
  }

  /** True once the board moves with the fingers: then nothing is touched. */
  move(event: PointerEvent): boolean {
    const before = this.fingers.get(event.pointerId);
    if (!before) return false;
    const [byX, byY] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.moving && Math.hypot(byX, byY) < SLOP) return false;
    this.moving = true;
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const other = others[0];
    if (other) this.pinch(before, { x: event.clientX, y: event.clientY }, other);
    else if (this.movable) this.place(this.x + byX, this.y + byY);
    return true;
  }

  release(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.moving = false;
  }

  private pinch(
    before: { x: number; y: number },
    after: { x: number; y: number },
    other: { x: number; y: number },
  ): void {
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(after.x - other.x, after.y - other.y);
    const { x, y } = this.corner;
    this.zoom((after.x + other.x) / 2 - x, (after.y + other.y) / 2 - y, is / Math.max(1, was));
    this.place(this.x + (after.x - before.x) / 2, this.y + (after.y - before.y) / 2);
  }

  /** Never farther than the board reaches. */
  private place(x: number, y: number): void {
    const free = [
      this.width - this.board.width * this.scale,
      this.height - this.covered - this.board.height * this.scale,
    ] as const;
    this.movable = this.scale > 1 || free.some((room) => room < -1);
    this.x = within(x, free[0], free[0] / 2);
    this.y = within(y, free[1], Math.min(free[1], (free[1] + this.covered) / 2)); // a sheet moves it only if it must
  }
}

/** A place for what is larger than the room for it by some pixels; what is smaller has a place of its own. */
const within = (place: number, free: number, middle: number): number =>
  free > 0 ? middle : Math.min(0, Math.max(free, place));

/** How far a view can go along a board that begins somewhere before it. */
const along = (begins: number, size: number, room: number): readonly [number, number] =>
  size > room ? [begins, begins + size - room] : [0, 0];

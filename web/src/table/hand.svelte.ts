/**
 * A hand on a drawn board: it presses and releases, drags pieces and things from beside the board, moves and pinches
 * the board itself. At the edge of an enlarged board what is dragged takes the board along.
 */

import { flushSync } from 'svelte';
import { settings } from '../settings.svelte';
import { Carrying } from './carrying';
import type { Enlarged } from './enlarged.svelte';
import type { Touching } from './touching.svelte';

const NEAR = 22; // pixels and milliseconds between two taps that belong together
const TWICE = 320;
const LONG = 450; // milliseconds after which a resting finger asks what is under it
const TOLD = 2500; // and for which that is told once it is lifted
const DRAG = 7; // pixels after which a press is a drag
const EDGE = 44; // pixels from the edge in which a drag moves the board
const FASTEST = 11; // pixels it moves in a picture

/** What a hand is on. */
export interface Under {
  stage: () => HTMLElement;
  glow: () => ReadonlySet<string>;
  chosen: () => readonly string[];
  /** Where each piece stands. */
  standsOn: () => ReadonlyMap<string, string | null>;
  /** What is meant by a pointer. */
  at: (event: PointerEvent) => string | null;
  elementOf: (id: string) => Element | null;
  frozen: () => boolean;
  spatial: () => boolean;
  /** How large two taps make the board. */
  larger: () => number;
}

interface Pressed {
  id: string;
  x: number;
  y: number;
  dragged: boolean;
  again: boolean; // it was chosen already: let go when released, unless it is dragged
}

export class Hand {
  carrying = $state.raw<Carrying | null>(null);
  held = $state<string | null>(null); // what a finger rests on, to be explained
  private resting = 0; // the timer of a finger that has not moved
  pressed = $state.raw<Pressed | null>(null); // as long as it is not let go
  private tapped = { x: 0, y: 0, at: 0 }; // the last tap on nothing that glows
  private pointer = { x: 0, y: 0 };
  private panning = 0; // the picture in which the board moves on

  constructor(
    private touching: Touching,
    private lens: Enlarged,
    private on: Under,
  ) {}

  press(event: PointerEvent): void {
    const { touching, lens, on } = this;
    if (!(event.target as Element).closest('.board')) return; // a note over the board is not the board
    touching.dragged = null; // what was pressed beside the board was let go there
    if (!on.spatial() && event.pointerType !== 'mouse') lens.press(event);
    if (lens.pinching) return this.letFall();
    if (on.frozen() || on.spatial() || event.button !== 0) return;
    const id = on.at(event);
    if (!id) return;
    this.pressed = { id, x: event.clientX, y: event.clientY, dragged: false, again: on.chosen().includes(id) };
    if (event.pointerType === 'mouse' && !this.pressed.again) touching.touch(id);
    else if (event.pointerType !== 'mouse') this.rest(id);
  }

  /** A finger that stays where it is asks what is there, and touches nothing. */
  private rest(id: string): void {
    clearTimeout(this.resting);
    this.held = null;
    this.resting = window.setTimeout(() => {
      if (!this.pressed || this.pressed.dragged || this.carrying) return;
      this.pressed = null;
      this.held = id;
    }, LONG);
  }

  private lift(): void {
    clearTimeout(this.resting);
    if (this.held) this.resting = window.setTimeout(() => (this.held = null), TOLD);
  }

  move(event: PointerEvent): void {
    const { touching, lens, on, pressed } = this;
    if (on.spatial()) return;
    this.pointer = { x: event.clientX, y: event.clientY };
    this.carrying?.move(event.clientX, event.clientY);
    if (!this.carrying && lens.move(event) && pressed) pressed.dragged = true;
    if (on.frozen()) return;
    if (!(event.buttons & 1)) touching.dragged = null; // let go beside the board
    if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > DRAG) this.drag(pressed, event);
    else if (touching.dragged && !this.carrying) {
      const item = document.querySelector(`[data-id="${CSS.escape(touching.dragged)}"]`);
      this.carrying = item && !on.stage().contains(item) ? Carrying.item(item, on.stage()) : null;
    }
    if (this.carrying && !this.panning) this.panOn();
    touching.hovered = on.at(event);
  }

  /** A press becomes a drag: what can be carried is lifted. */
  private drag(from: Pressed, event: PointerEvent): void {
    const { touching, on } = this;
    const first = !from.dragged;
    from.dragged = true;
    if (!first || this.carrying || !on.standsOn().has(from.id)) return;
    if (event.pointerType !== 'mouse' && on.glow().has(from.id)) touching.touch(from.id);
    const drawn = touching.taken.includes(from.id) ? on.elementOf(from.id) : null;
    if (!(drawn instanceof SVGGraphicsElement)) return;
    this.carrying = Carrying.piece(drawn, from.x, from.y);
    this.carrying?.move(event.clientX, event.clientY);
    if (this.carrying) this.lens.release(event);
  }

  /** While something is held at the edge of an enlarged board, the board moves on below it, picture by picture. */
  private panOn(): void {
    const { x, y, right, bottom } = this.on.stage().getBoundingClientRect();
    const { pointer } = this;
    const [byX, byY] = [pull(pointer.x - x, right - pointer.x), pull(pointer.y - y, bottom - pointer.y)];
    this.panning = 0;
    if (!this.carrying || this.lens.scale <= 1 || (!byX && !byY)) return;
    flushSync(() => this.lens.pan(byX, byY));
    this.carrying.move(pointer.x, pointer.y);
    this.panning = requestAnimationFrame(() => this.panOn());
  }

  release(event: PointerEvent): void {
    const { touching, on } = this;
    this.lens.release(event);
    this.lift();
    const [was, item, held] = [this.pressed, touching.dragged, this.carrying];
    this.pressed = touching.dragged = this.carrying = null;
    if (on.frozen() || on.spatial()) return held?.end();
    if (held || item) return this.drop(on.at(event), was, held);
    if (!was) return;
    if (was.dragged) {
      const id = event.pointerType === 'mouse' ? on.at(event) : null;
      if (id && id !== was.id && on.glow().has(id)) touching.touch(id);
    } else if (was.again) touching.touch(was.id);
    else if (event.pointerType !== 'mouse' && !this.tappedTwice(event, was.id)) touching.touch(was.id);
  }

  /** What was carried is let go over something. Where it cannot stay it goes back, and the rules say why. */
  private drop(id: string | null, was: Pressed | null, held: Carrying | null): void {
    const { touching, on } = this;
    const from = was ? on.standsOn().get(was.id) : null;
    if (id && on.glow().has(id) && id !== was?.id) {
      touching.touch(id);
      if (touching.sent && from && held) touching.put = { from, held };
      else held?.end();
      return;
    }
    held?.back(settings.calm);
    const place = id ? (on.standsOn().get(id) ?? id) : null;
    if (was && place && place !== from && place !== was.id) touching.refuse(place);
  }

  letFall(): void {
    this.carrying?.back(settings.calm);
    this.pressed = this.carrying = null;
  }

  leave(): void {
    this.touching.hovered = null;
    this.letFall();
  }

  cancel(event: PointerEvent): void {
    this.lens.release(event);
    this.lift();
    this.letFall();
  }

  /** Two taps where nothing glows enlarge the board there, or show all of it again. */
  private tappedTwice(event: PointerEvent, id: string): boolean {
    const { x, y, at: before } = this.tapped;
    const glows = this.on.glow().has(id);
    const near = Math.hypot(event.clientX - x, event.clientY - y) < NEAR && event.timeStamp - before < TWICE;
    this.tapped = { x: event.clientX, y: event.clientY, at: glows || near ? 0 : event.timeStamp };
    if (!near || glows) return false;
    this.touching.refused = null;
    const frame = this.on.stage().getBoundingClientRect();
    this.lens.toggle(event.clientX - frame.x, event.clientY - frame.y, this.on.larger());
    return true;
  }

  /** Fingers on a touchpad pinch, too; it comes as a turned wheel with the control key. */
  wheel(event: WheelEvent): void {
    if (this.on.spatial() || !(event.ctrlKey || this.lens.scale > 1)) return;
    event.preventDefault();
    if (!event.ctrlKey) return this.lens.pan(-event.deltaX, -event.deltaY);
    const frame = this.on.stage().getBoundingClientRect();
    this.lens.zoom(event.clientX - frame.x, event.clientY - frame.y, Math.exp(-event.deltaY / 240));
  }
}

/** How far the board goes in a picture for something so far from its two edges: the nearer, the faster. */
export function pull(before: number, after: number): number {
  const near = (away: number): number => Math.max(0, Math.min(1, (EDGE - away) / EDGE));
  return (near(before) - near(after)) * FASTEST;
}

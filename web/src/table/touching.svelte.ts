/** What a person is doing with a board: touched so far, pointed at, asked why. */

import { alternatives, back, narrow, touch, type Way } from '../narrowing';
import type { Decision, Ground, Scene } from '../scene';

/** Why a touch led nowhere, shown beside what was touched. */
export interface Refused {
  id: string; // what was touched
  message: string | null; // null while the server is asked
  rule: string | null;
}

export class Touching {
  choices = $state.raw<readonly Way[]>([]);
  chosen = $state.raw<readonly string[]>([]);
  hovered = $state<string | null>(null);
  cursor = $state<string | null>(null);
  hint = $state.raw<readonly string[]>([]);
  refused = $state.raw<Refused | null>(null);
  refusals = $state(0); // counts the touches in vain: what was touched shakes its head
  dragged: string | null = null; // pressed beside the board and not yet let go
  /** A piece that was put down by hand, and where it was: it is there already when the server says so. */
  put = $state.raw<{ from: string; held: { end: () => void } } | null>(null);
  /** Where something is taught: the ways that are wanted now. Others do not glow, and lead nowhere. */
  wanted = $state.raw<readonly Way[] | null>(null);
  sent = $state(false); // a decision is on its way: nothing glows until the answer

  private open = $derived(this.sent ? [] : (this.wanted ?? this.choices));
  narrowed = $derived(narrow(this.open, this.chosen));
  earlier = $derived(alternatives(this.open, this.chosen));
  /** The part of the hint that is still to be touched. */
  hinted = $derived(
    new Set(
      this.chosen.every((id, k) => this.hint[k] === id)
        ? this.hint.slice(this.chosen.length, this.chosen.length + 1)
        : [],
    ),
  );

  constructor(
    /** `all` holds more than the one decision where one list of touches makes several: they are sent together. */
    private decide: (decision: Decision, touches: readonly string[], all: readonly Decision[]) => void,
    private ask: (touches: string[]) => void,
    private isPlace: (id: string) => boolean,
  ) {}

  /** New choices: what was touched is kept as far as it still leads somewhere. */
  offer(choices: readonly Way[]): void {
    this.choices = choices;
    this.sent = false;
    while (this.chosen.length && !narrow(choices, this.chosen).left.length) this.chosen = back(this.chosen);
  }

  /** Begin anew, as after a decision. */
  clear(): void {
    this.chosen = [];
    this.refused = null;
    this.hint = [];
  }

  touch(id: string): void {
    if (this.sent) return;
    this.refused = null;
    if (this.wanted && touch(this.wanted, this.chosen, id, this.isPlace).kind === 'wrong') return this.refuse(id);
    const answer = touch(this.choices, this.chosen, id, this.isPlace);
    if (answer.kind === 'wrong') return this.refuse(id);
    this.chosen = answer.chosen;
    if (answer.kind === 'decided') {
      this.sent = true;
      this.hint = [];
      const { decision, decisions, touches } = answer.choice;
      this.decide(decision, touches, decisions ?? [decision]);
    }
  }

  /** What was touched, or dropped upon, leads nowhere: the rules are asked why. */
  refuse(id: string): void {
    this.refused = { id, message: null, rule: null };
    this.refusals += 1;
    this.ask([...this.chosen, id]);
  }

  /** Whether what happened is only that a piece went to where it was put by hand. */
  puts(trails: Readonly<Record<string, readonly string[]>>): boolean {
    const ways = Object.values(trails);
    return this.put !== null && ways.length === 1 && ways[0]![0] === this.put.from;
  }

  /** One touch back; true if there was one. */
  letGo(): boolean {
    if (this.refused) {
      this.refused = null;
      return true;
    }
    if (!this.chosen.length) return false;
    this.chosen = back(this.chosen);
    return true;
  }
}

/** The name of anything that can be touched. */
export function naming(ground: Ground, scene: Scene): (id: string) => string {
  const names = new Map<string, string>();
  for (const place of ground.places) names.set(place.id, place.label ?? place.name);
  for (const item of scene.items) names.set(item.id, item.name);
  for (const piece of scene.pieces) names.set(piece.id, shortened(piece.name));
  return (id) => names.get(id) ?? id.slice(id.indexOf(':') + 1);
}

/** A piece's name without where it stands and how: "Rust Luggant 3 on i3, throttling" is "Rust Luggant 3". */
const shortened = (name: string): string => name.split(/ on | at |, /, 1)[0]!;

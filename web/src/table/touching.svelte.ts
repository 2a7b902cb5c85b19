/** What a person is doing with a board: touched so far, pointed at, asked why. */

import { alternatives, back, narrow, touch, type Reading, type Way } from '../narrowing';
import type { Decision, Ground, Scene } from '../scene';

/** Why a touch led nowhere, shown beside what was touched. */
export interface Refused {
  id: string; // what was touched
  message: string | null; // null while the server is asked
  rule: string | null;
}

/** A decision that waits for a second touch: it may be regretted, or ends what one could still change. */
export interface Held {
  choice: Way;
  id: string; // what was touched last: touched again it is done
}

/** What waits for a second touch waits on when the same is offered again, as when it is known what choices would do. */
function stillHeld({ choice, id }: Held, choices: readonly Way[]): Held | null {
  const same = (one: Way): boolean => JSON.stringify(one.decision) === JSON.stringify(choice.decision);
  const now = choices.find(same);
  return now ? { choice: now, id } : null;
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

  held = $state.raw<Held | null>(null);
  careful = true; // what may be regretted wants a second touch
  later = $state.raw<readonly string[]>([]); // kinds that may be touched at any time

  private how = $derived<Reading>({ isPlace: (id) => this.isPlace(id), later: this.wanted ? [] : this.later });
  /** Where something is taught everything is touched in order, even what there is only one of. */
  private taught: Reading = { isPlace: () => true, later: [] };
  private open = $derived(this.sent ? [] : (this.wanted ?? this.choices));
  narrowed = $derived(narrow(this.open, this.chosen, this.wanted ? this.taught : this.how));
  earlier = $derived(alternatives(this.open, this.chosen, this.how));
  /** What was touched, with what needs no touch. */
  taken = $derived(this.narrowed.taken);
  /** The part of the hint that is still to be touched. */
  hinted = $derived.by(() => {
    const { taken } = this;
    const next = taken.every((id) => this.hint.includes(id)) && this.hint.find((id) => !taken.includes(id));
    return new Set(next ? [next] : []);
  });

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
    this.held = this.held && stillHeld(this.held, choices);
    while (this.chosen.length && !narrow(choices, this.chosen, this.how).left.length)
      this.chosen = back(choices, this.chosen, this.how);
  }

  /** Begin anew, as after a decision. */
  clear(): void {
    this.chosen = [];
    this.held = null;
    this.refused = null;
    this.hint = [];
  }

  touch(id: string): void {
    if (this.sent) return;
    this.refused = null;
    if (this.wanted && touch(this.wanted, this.chosen, id, this.taught).kind === 'wrong') return this.refuse(id);
    if (this.held?.id === id) return this.confirm();
    this.held = null;
    const answer = touch(this.choices, this.chosen, id, this.how);
    if (answer.kind === 'wrong') return this.refuse(id);
    this.chosen = answer.chosen;
    if (answer.kind !== 'decided') return;
    const { choice } = answer;
    if (this.careful && (choice.warning || choice.confirm)) this.held = { choice, id };
    else this.send(choice);
  }

  /** What waited for a second touch is done. */
  confirm(): void {
    if (this.held) this.send(this.held.choice);
  }

  private send({ decision, decisions, touches }: Way): void {
    this.held = null;
    this.sent = true;
    this.hint = [];
    this.decide(decision, touches, decisions ?? [decision]);
  }

  /** What was touched, or dropped upon, leads nowhere: the rules are asked why. */
  refuse(id: string): void {
    this.refused = { id, message: null, rule: null };
    this.refusals += 1;
    this.ask([...this.taken, id]);
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
    this.held = null;
    this.chosen = back(this.choices, this.chosen, this.how);
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

/** A board without a table: a position and the decisions since, in which a person tries things. */

import type { Studied, Study } from '../api';
import { touchable } from '../narrowing';
import type { Decision } from '../scene';
import { Refused, server } from '../server';
import { settings } from '../settings.svelte';
import { texts } from '../texts';
import { Touching } from '../table/touching.svelte';

export interface StudyTerms {
  game: string;
  players: number;
  options: Record<string, unknown>;
  position?: Record<string, unknown> | null;
  viewer: number | null; // whose decisions the person makes; null: everybody's
  level?: string; // of the bots that decide for the others; none: they wait
  /** What to say to a touch that the rules allow, but that is not wanted now. */
  otherwise?: () => string | undefined;
  /** With what was meant, and all decisions of which that is the last. */
  onDecided?: (decision: Decision, all: readonly Decision[]) => void;
}

const REPLY_AFTER = 450; // milliseconds after which a bot or the dice answer, so that one can follow

export class StudyBoard {
  situation = $state.raw<Studied | null>(null);
  problem = $state<string | null>(null);
  thinking = $state(false);
  duration = $state(0);
  decisions = $state.raw<readonly Decision[]>([]);
  readonly touching: Touching;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private looks = 0; // counts what was asked: an answer that comes after that to a later question is not shown

  moment = $derived(this.situation?.moments.at(-1));

  constructor(
    private terms: StudyTerms,
    decisions: readonly Decision[] = [],
  ) {
    this.decisions = decisions;
    this.touching = new Touching(
      (_decision, _touches, all) => void this.decide(all),
      (touches) => void this.why(touches),
      (id) => this.situation?.ground.places.some((place) => place.id === id) ?? false,
    );
    this.touching.careful = false; // nothing can go wrong here
    void this.look(decisions);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private wanted(decisions: readonly Decision[]): Study {
    const { game, players, options, position, viewer, level } = this.terms;
    return { game, players, options, position: position ?? null, decisions, viewer, ...(level ? { level } : {}) };
  }

  /** Go to the situation after some decisions. */
  private async look(decisions: readonly Decision[]): Promise<boolean> {
    const look = ++this.looks;
    try {
      const found = await server.study(this.wanted(decisions));
      if (this.closed || look !== this.looks) return false;
      this.duration = settings.calm ? 0 : 350;
      this.decisions = decisions;
      this.situation = found;
      this.problem = null;
      this.touching.clear();
      this.touching.offer(touchable(found.choices, found.shortcuts));
      this.answer();
      return true;
    } catch (problem) {
      this.touching.sent = false;
      const { message, rule } = problem as Refused;
      const last = this.touching.chosen.at(-1);
      if (rule && last) this.touching.refused = { id: last, message, rule };
      else this.problem = message;
      return false;
    }
  }

  /** Carry out what the person decided; of several decisions at one touch the last says what was meant. */
  private async decide(decisions: readonly Decision[]): Promise<void> {
    const meant = decisions.at(-1)!;
    if (await this.look([...this.decisions, ...decisions])) this.terms.onDecided?.(meant, decisions);
  }

  /** What is asked about the present situation. */
  asked(): Study {
    return this.wanted(this.decisions);
  }

  /** Carry out a decision that was only expected; whether it could be. */
  async scriptIfLegal(decision: Decision): Promise<boolean> {
    const done = await this.look([...this.decisions, decision]);
    if (!done) this.problem = null;
    return done;
  }

  /** Carry out somebody else's decision, as a guide's. */
  async script(decision: Decision): Promise<void> {
    await this.look([...this.decisions, decision]);
  }

  async shortcut(decisions: readonly Decision[]): Promise<void> {
    await this.look([...this.decisions, ...decisions]);
  }

  /** Back to before the last decision of the person. */
  async back(): Promise<void> {
    if (this.touching.letGo()) return;
    clearTimeout(this.timer);
    const mine = this.situation?.moments.findLastIndex(
      ({ seat }) => seat !== 'chance' && (this.terms.viewer === null || seat === this.terms.viewer),
    );
    if (mine !== undefined && mine >= 0) await this.look(this.decisions.slice(0, mine));
  }

  /** To where some decisions lead. */
  async goTo(decisions: readonly Decision[]): Promise<void> {
    clearTimeout(this.timer);
    await this.look(decisions);
  }

  /** Dice and other seats answer by themselves, if this study has bots. */
  private answer(): void {
    const mover = this.situation?.to_move;
    if (!this.terms.level || mover == null || mover === this.terms.viewer) return;
    this.thinking = mover !== 'chance';
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      try {
        const { decision } = await server.studyMove(this.wanted(this.decisions));
        if (!this.closed) await this.look([...this.decisions, decision]);
      } catch (problem) {
        this.problem = (problem as Refused).message;
      } finally {
        this.thinking = false;
      }
    }, REPLY_AFTER);
  }

  private async why(touches: readonly string[]): Promise<void> {
    const id = touches.at(-1)!;
    let message: string | null;
    let rule: string | null = null;
    try {
      ({ message, rule } = await server.studyWhy({ ...this.wanted(this.decisions), touches }));
    } catch (problem) {
      ({ message } = problem as Refused);
    }
    if (!rule) message = this.terms.otherwise?.() ?? message ?? texts.study.nothing;
    if (this.touching.refused?.id === id) this.touching.refused = { id, message, rule };
  }
}

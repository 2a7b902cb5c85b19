/** What the server answers, by the names that the page uses. */

import type { Choice, Decision, Ground, Moment, Scene, Shortcut } from './scene';

export interface Me {
  guest: { id: string; name: string };
}

export interface OptionInfo {
  name: string;
  kind: 'switch' | 'choice' | 'whole';
  default?: unknown; // none: it depends on the number of players
  values?: (string | number)[] | null;
  least?: number | null;
  most?: number | null;
  rule: string;
  tells: string;
}

export interface Level {
  name: string;
  tells: string;
}

export interface GameInfo {
  key: string;
  title: string;
  tagline: string;
  least: number;
  most: number;
  minutes?: number | null;
  secrets: boolean;
  options: OptionInfo[];
  asks: Record<string, string>;
  levels: Level[];
  usual_level: string;
  prefix: string;
}

export interface Rulebook {
  title: string;
  markdown: string;
  rules: Record<string, string>;
}

export interface Lesson {
  id: string;
  title: string;
  rules: string[];
  text: string;
  position: Record<string, unknown>;
  seat: number;
  try: string;
  wanted: Decision[];
  praise: string;
  otherwise: string;
}

export interface GuideStep {
  say: string;
  decision?: Decision;
  expect?: Decision[];
  hint?: string;
  look?: string[];
}

export interface Lessons {
  lessons: Lesson[];
  guide: { players: number; options: Record<string, unknown>; steps: GuideStep[] } | null;
}

export interface Sample {
  ground: Ground;
  scene: Scene;
}

export type NewSeat = 'me' | 'open' | 'shared' | { bot: string };

export interface NewTable {
  game: string;
  options: Record<string, unknown>;
  seats: NewSeat[];
  public: boolean;
  clock: Clock | null;
  on_time: 'bot' | 'resign';
  talk: boolean;
  start: boolean;
  position?: Record<string, unknown>;
}

export interface Clock {
  seconds: number;
  increment: number;
}

export interface TableSeat {
  seat: number;
  name: string;
  kind: 'person' | 'bot' | 'open' | 'shared' | 'resigned';
  level?: string | null;
  held?: boolean; // handed to a bot by somebody who may take it back
  you: boolean;
  connected: boolean;
}

export interface Dice {
  commitment: string | null;
  contributions: string[];
  secret?: string | null;
}

export interface TalkLine {
  name: string;
  seat: number | null;
  text: string;
  at: number;
}

export interface Table {
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  players: number;
  state: 'waiting' | 'playing' | 'over';
  public: boolean;
  talk: boolean;
  clock: Clock | null;
  on_time: 'bot' | 'resign';
  host: boolean;
  seats: TableSeat[];
  you: number[];
  ground: Ground | null;
  dice: Dice;
  asked?: { seat: number; agreed: number[]; waits_for: number[] } | null;
  talked?: TalkLine[];
  ranks?: number[] | null;
  result?: string | null;
}

export interface TableCard {
  id: string;
  game: string;
  title: string;
  state: 'waiting' | 'playing' | 'over';
  seats: { name: string; kind: TableSeat['kind']; you: boolean }[];
  caption: string;
  your_turn: boolean;
  clock?: Clock | null;
  created: number;
  ended?: number | null;
  ranks?: number[] | null;
  result?: string | null;
}

export interface TableCards {
  tables: TableCard[];
  next: string | null;
}

export interface Clocks {
  now: number;
  left: (number | null)[];
  running: number[];
}

export interface Situation {
  table: string;
  ply: number;
  to_move: number | 'chance' | null;
  laying: number[];
  seat: number | null;
  choices: Choice[];
  shortcuts: Shortcut[];
  scene: Scene;
  clocks: Clocks | null;
  undo: { allowed: boolean; by: 'self' | 'agreement' | null; to: number | null; rule: string };
  ranks?: number[] | null;
  result?: string | null;
  thinking: number[];
  preparing?: { done: number; of: number; what: string } | null;
}

export interface Hint {
  decision: Decision;
  touches: string[];
  words: string;
  why: string;
  lines: { decision: Decision; words: string; touches: string[]; evaluation: number[]; visits: number }[];
}

export interface Moments {
  moments: Moment[];
  ground: Ground | null;
  start: Scene | null;
}

export interface RollCheck {
  ply: number;
  number: number | null; // none: it was not rolled here
  weights: number[];
  outcome: number;
}

export interface Story {
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  players: number;
  seats: { name: string; kind: string; level?: string | null }[];
  ground: Ground;
  start: Scene;
  position?: Record<string, unknown> | null; // where it began, if not at the beginning
  moments: Moment[];
  ranks: number[] | null;
  result: string | null;
  dice: Dice;
  rolls: RollCheck[];
  verified: { ok: boolean; message: string };
}

export interface AnalysisPoint {
  ply: number;
  evaluation: number[];
  kind: 'luck' | 'skill';
  change: number[];
  costly: boolean;
  best?: { words: string } | null;
}

export interface Analysis {
  state: 'thinking' | 'ready' | 'failed';
  progress: number;
  message?: string | null;
  points: AnalysisPoint[];
  seats: { luck: number; skill: number }[];
}

export interface Study {
  game: string;
  players: number;
  options: Record<string, unknown>;
  position?: Record<string, unknown> | null;
  decisions: readonly Decision[];
  viewer: number | null;
  level?: string;
}

export interface Studied extends Situation {
  moments: Moment[];
  ground: Ground;
  position: Record<string, unknown>;
}

export interface Because {
  legal: boolean;
  rule: string | null;
  message: string | null;
}

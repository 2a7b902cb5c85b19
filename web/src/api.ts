/**
 * What the server answers, by the names that the page uses. The types come from the server's own description
 * (`schema.d.ts`, made by `make types`); scenes are those of `scene.ts`, whose fields are left out rather than null.
 */

import type { Choice, Decision, Ground, Moment, Scene, Shortcut } from './scene';
import type { components } from './schema';

type Schemas = components['schemas'];
type With<Whole, Parts> = Omit<Whole, keyof Parts> & Parts;

export type Me = Schemas['Me'];
export type OptionInfo = Schemas['OptionInfo'];
export type Level = Schemas['LevelInfo'];
export type GameInfo = Schemas['GameInfo'];
export type Rulebook = Schemas['Rulebook'];
export type Sample = With<Schemas['Sample'], { ground: Ground; scene: Scene }>;

export type NewTable = Schemas['NewTable'];
export type NewSeat = NewTable['seats'][number];
export type Clock = Schemas['ClockTerms'];
export type TableSeat = Schemas['SeatCard'];
export type Dice = Schemas['Dice'];
export type TalkLine = Schemas['Said'];
export type Table = With<Schemas['Table'], { ground: Ground | null }>;
export type TableCard = Schemas['TableCard'];
export type TableCards = Schemas['TableList'];
export type Clocks = Schemas['Clocks'];

interface Seen {
  choices: Choice[];
  shortcuts: Shortcut[];
  scene: Scene;
}
export type Situation = With<Schemas['Situation'], Seen>;
export type Hint = Schemas['Hint'];
export type Because = Schemas['Because'];
export type Moments = With<Schemas['Moments'], { moments: Moment[]; ground: Ground | null; start: Scene | null }>;

export type RollCheck = Schemas['RollCheck'];
export type Story = With<Schemas['Story'], { ground: Ground; start: Scene; moments: Moment[] }>;
export type AnalysisPoint = Schemas['Point'];
export type Analysis = Schemas['Analysis'];

export type Study = Pick<Schemas['Study'], 'game' | 'options' | 'position' | 'viewer'> & {
  players: number;
  decisions: readonly Decision[];
  level?: string;
};
export type Studied = With<Schemas['Studied'], Seen & { ground: Ground; moments: Moment[] }>;

/** A position with one idea to try, from the game's `lessons.json`. */
export interface Lesson {
  id: string;
  title: string;
  rules: string[];
  text: string;
  position: Record<string, unknown>;
  seat: number;
  try: string;
  wanted: Decision[]; // patterns: fields that must match
  praise: string;
  otherwise: string;
}

/** A step of the guided first game: something is said, and somebody decides. */
export interface GuideStep {
  say: string;
  decision?: Decision; // of chance or of the opponent
  expect?: Decision[]; // patterns of what the learner may play
  hint?: string; // said when he plays something else
  look?: string[]; // what to point at
}

export interface Lessons {
  lessons: Lesson[];
  guide: {
    players: number;
    options: Record<string, unknown>;
    position?: Record<string, unknown>;
    steps: GuideStep[];
  } | null;
}

/**
 * What the server answers, by the names that the page uses. The types come from the server's own description
 * (`schema.d.ts`, made by `make types`).
 */

import type { Decision, Moment } from './scene';
import type { components } from './schema';

type Schemas = components['schemas'];

export type Me = Schemas['Me'];
export type Keys = Schemas['Keys'];
export type OwnGame = Schemas['OwnGame'];
export type OwnGames = Schemas['OwnGames'];
export type Tally = Record<'won' | 'drawn' | 'lost' | 'shared', number>;
export type Figures = Schemas['Figures'];
export type Picture = Schemas['Picture'];
export type Reach = Schemas['Reach'];
export type OptionInfo = Schemas['OptionInfo'];
export type Level = Schemas['LevelInfo'];
export type GameInfo = Schemas['GameInfo'];
export type GameList = Schemas['GameList'];
export type Rulebook = Schemas['Rulebook'];
export type Sample = Schemas['Sample'];
export type Stroke = Schemas['Stroke'];
export type Sketch = Partial<Schemas['Sketch']> & { value: string };
export type Sketched = Schemas['Sketched'];

export type NewTable = Schemas['NewTable'];
export type NewSeat = NewTable['seats'][number];
export type Clock = Schemas['ClockTerms'];
export type TableSeat = Schemas['SeatCard'];
export type Dice = Schemas['Dice'];
export type TalkLine = Schemas['Said'];
export type Table = Schemas['Table'];
export type Series = Schemas['SeriesInfo'];
export type TableCard = Schemas['TableCard'];
export type TableCards = Schemas['TableList'];
export type Clocks = Schemas['Clocks'];

export type Situation = Schemas['Situation'];
export type Hint = Schemas['Hint'];
export type KeptFormation = Schemas['KeptFormation'];
export type Formed = Schemas['Formed'];
export type Because = Schemas['Because'];
export type FromPage = Schemas['FromPage'];
export type FromServer = Schemas['FromServer'];
export type Welcome = Schemas['Welcome'];
export type Ok = Schemas['Ok'];
export type Reason = Schemas['Reason'];
export type Moments = Schemas['Moments'];

export type RollCheck = Schemas['RollCheck'];
/** With all its moments, made whole. */
export type Story = Omit<Schemas['Story'], 'moments'> & { moments: Moment[] };
export type ToldStory = Schemas['Story'];
export type StoryPart = Schemas['StoryPart'];
export type AnalysisPoint = Schemas['Point'];
export type Analysis = Schemas['Analysis'];

export type Study = Pick<Schemas['Study'], 'game' | 'options' | 'position' | 'viewer'> & {
  players: number;
  decisions: readonly Decision[];
  level?: string;
};
export type Studied = Schemas['Studied'];

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
  goal?: { say: string; example: string; look: string[] } | null; // one sentence, and the example or lesson that shows it
  lessons: Lesson[];
  guide: {
    players: number;
    options: Record<string, unknown>;
    position?: Record<string, unknown>;
    steps: GuideStep[];
  } | null;
}

/** Something else that can be decided in a puzzle, and what comes of it. */
export interface Try {
  decision: Decision;
  words: string;
  worth: number; // what the seat can then expect, 0 to 1
  line: Decision[]; // what is expected to follow
  story: string[]; // the same in words
}

/** A position with one clearly best decision, from the game's `puzzles.json`. */
export interface Puzzle {
  id: string;
  theme: 'win' | 'defence' | 'mistake';
  level: 'easy' | 'medium' | 'hard';
  seat: number;
  position: Record<string, unknown>;
  say: string;
  wanted: Decision[];
  words: string;
  worth: number;
  next: number; // after the best other decision
  iterations: number;
  reason: string;
  rules: string[];
  line: Decision[];
  story: string[];
  tries: Try[];
}

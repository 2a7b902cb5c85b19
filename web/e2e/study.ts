/** What lessons, guided games and puzzles ask for, and how it is touched. */
import type { Page } from '@playwright/test';
import { asked } from './table';

export type Decision = Record<string, unknown>;
export interface Step {
  say: string;
  decision?: Decision;
  expect?: Decision[];
  look?: string[];
}
export interface Lesson {
  id: string;
  position: { players: number; options: Record<string, unknown> };
  seat: number;
  wanted: Decision[];
  praise: string;
}
export interface Lessons {
  lessons: Lesson[];
  guide: { players: number; options: Record<string, unknown>; position?: unknown; steps: Step[] };
}
interface Studied {
  scene: { pieces: { id: string; at: string | null }[] };
  choices: { decision: Decision; touches: string[] }[];
  shortcuts: { decisions: Decision[]; touches?: string[] | null }[];
}

const fits = (pattern: Decision, decision: Decision): boolean =>
  Object.entries(pattern).every(([name, value]) => JSON.stringify(decision[name]) === JSON.stringify(value));

export interface Way {
  decisions: Decision[];
  touches: string[];
  standing: Record<string, string | null>; // where each piece is
}

/** How everything that fits a pattern is touched, as the server says: one decision, or a way of several. */
export async function waysTo(page: Page, study: object, wanted: Decision[]): Promise<Way[]> {
  const { scene, choices, shortcuts } = await asked<Studied>(page, 'POST', '/study', study);
  const single = choices.map(({ decision, touches }) => ({ decisions: [decision], touches }));
  const ways = shortcuts.flatMap(({ decisions, touches }) => (touches ? [{ decisions, touches }] : []));
  const standing = Object.fromEntries(scene.pieces.map(({ id, at }) => [id, at]));
  return [...single, ...ways]
    .filter((each) => wanted.some((pattern) => fits(pattern, each.decisions.at(-1)!)))
    .map((each) => ({ ...each, standing }));
}

/** The first of them. */
export const wayTo = async (page: Page, study: object, wanted: Decision[]): Promise<Way> =>
  (await waysTo(page, study, wanted))[0]!;

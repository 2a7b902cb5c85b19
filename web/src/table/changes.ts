/** What has changed, made whole again: the server tells of scenes, situations and choices only what a page lacks. */

import type { Situation } from '../api';
import type { Choice, Moment, Scene } from '../scene';
import type { components } from '../schema';

type Schemas = components['schemas'];
type SceneChanges = Schemas['SceneChanges'];
export type ToldMoment = Schemas['ToldMoment'];
export type ToldSituation = Schemas['ToldSituation'];
type Stretch = [number, number]; // of the list before: the first, and how many

const isStretch = (part: unknown): part is Stretch => Array.isArray(part);

const wholeList = <Element>(before: readonly Element[], parts: readonly (Element | Stretch)[]): Element[] =>
  parts.flatMap((part) => (isStretch(part) ? before.slice(part[0], part[0] + part[1]) : [part]));

export function wholeScene(before: Scene, { gone = [], pieces, items, seats, ...fields }: SceneChanges): Scene {
  const scene: Scene = {
    ...before,
    ...fields,
    pieces: pieces ? wholeList(before.pieces, pieces) : before.pieces,
    items: items ? wholeList(before.items, items) : before.items,
    seats: seats ? wholeList(before.seats, seats) : before.seats,
  };
  for (const name of gone) delete scene[name as 'help' | 'look'];
  return scene;
}

/** A moment with the scene after it. */
export function wholeMoment({ changes, ...told }: ToldMoment, moments: readonly Moment[]): Moment {
  if (!changes) return told as Moment;
  const before = moments.find(({ ply }) => ply === told.ply - 1);
  if (!before) throw new Error(`moment ${told.ply} came without the one before it`);
  return { ...told, scene: wholeScene(before.scene, changes) };
}

/** A history from its beginning. */
export function wholeMoments(told: readonly ToldMoment[]): Moment[] {
  const moments: Moment[] = [];
  for (const each of told) moments.push(wholeMoment(each, moments.slice(-1)));
  return moments;
}

/** The value of a column in a row: one for all rows, one for each, or as the column says. */
const valueAt = ({ of = [], at }: Schemas['Column'], row: number): unknown =>
  of[at ? at[row]! : of.length === 1 ? 0 : row];

function rowsOf({ rows, decision, touches }: Schemas['ChoiceTable']): Choice[] {
  return Array.from({ length: rows }, (_, row) => {
    const decided = Object.fromEntries(Object.entries(decision).map(([name, column]) => [name, valueAt(column, row)]));
    const touched = touches.map((column) =>
      column.field === undefined ? (valueAt(column, row) as string) : `${column.kind}${decided[column.field]}`,
    );
    return { decision: decided, touches: touched };
  });
}

export const wholeChoices = (told: NonNullable<ToldSituation['choices']>): Choice[] =>
  told.flatMap((each) => ('rows' in each ? rowsOf(each) : [each]));

const bare = ({ decision, touches }: Choice): Choice => ({ decision, touches });

/** A situation after another; what helped to choose counts no more. */
export function wholeSituation(
  { after, changes, choices, ...told }: ToldSituation,
  before: Situation | null,
  moments: readonly Moment[],
): Situation {
  const seen = after === undefined ? undefined : moments.find(({ ply }) => ply === after);
  return {
    ...before,
    ...told,
    ...(seen && { scene: wholeScene(seen.scene, changes ?? {}) }),
    threats: told.ply === undefined ? (before?.threats ?? []) : [], // of the same ply until they come anew
    choices: choices ? wholeChoices(choices) : (before?.choices ?? []).map(bare),
    shortcuts: [],
  } as Situation;
}

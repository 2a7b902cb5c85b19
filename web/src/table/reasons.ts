/** Why decisions of the log were made: asked of the server when somebody wants to know. */

import type { Moment } from '../scene';
import { texts } from '../texts';

/** Asks what a decision was good for, by its number. */
export type Asking = (ply: number) => Promise<string>;

/** What is shown of a decision. What is refused is an answer, too. */
export const reasonOf = (ask: Asking, { ply }: Moment): Promise<string> =>
  ask(ply).then(
    (reason) => reason || texts.table.noReason,
    ({ message }: Error) => message.charAt(0).toUpperCase() + message.slice(1),
  );

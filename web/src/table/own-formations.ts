/** Formations of one's own at a table: which the browser keeps, and how the server makes decisions of them. */

import type { Decision } from '../scene';
import { server } from '../server';

export interface OwnFormations {
  kind: string; // under which the browser keeps them
  text: string | null; // what has just been set up by hand, and could be kept
  decisions: (text: string) => Promise<Decision[]>;
}

export const formationsAt = (game: string, table: string, seat: number, text: string | null = null): OwnFormations => ({
  kind: `${game} formation`,
  text,
  decisions: async (wanted) => (await server.form(table, seat, wanted)).decisions,
});

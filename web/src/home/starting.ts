/** A game against bots, begun at once. */

import type { GameInfo } from '../api';
import { server } from '../server';

/** The table of a new game; against as few bots as there must be, of the usual strength, if nothing else is said. */
export async function startedGame(
  { key, least, usual_level }: GameInfo,
  bots = Math.max(1, least - 1),
  level = usual_level,
  options: Record<string, unknown> = {},
): Promise<string> {
  const table = await server.makeTable({
    game: key,
    options,
    seats: ['me', ...Array.from({ length: bots }, () => ({ bot: level }))],
    public: false,
    clock: null,
    on_time: 'bot',
    talk: false,
    hints: true,
    start: true,
  });
  return table.id;
}

/** What the screens of puzzles say: loaded with them, not with the first page. */

import { plural } from '../texts';

const hundred = (worth: number): number => Math.round(worth * 100);

export const texts = {
  title: 'Puzzles',
  short: 'One decision is clearly best. A new one every day.',
  more: 'One decision is clearly best. Find it: a new one for each game every day, and all the others whenever you like.',
  games: 'All games',
  todays: 'Today’s puzzle',
  streak: (days: number) => (days ? `${plural(days, 'day')} in a row` : 'Solve one of today’s to begin a streak.'),
  solvedOf: (solved: number, all: number) => `${solved} of ${all} solved`,
  none: 'This game has no puzzles yet.',
  themes: { win: 'Win now', defence: 'The only defence', mistake: 'The costly mistake' },
  tells: {
    win: 'The turn can end the game.',
    defence: 'Everything but one decision loses.',
    mistake: 'Where the game was given away.',
  },
  levels: { easy: 'Easy', medium: 'Medium', hard: 'Hard' },
  number: (number: number) => `Puzzle ${number}`,
  players: (players: number) => plural(players, 'player'),
  solved: 'solved',
  solve: 'Solve it',
  all: 'All puzzles',
  right: 'That is it',
  wrong: 'Not that one',
  here: 'The solution',
  worth: (worth: number, best: number) => `It is worth ${hundred(worth)} of 100, where ${hundred(best)} can be had.`,
  less: (best: number) => `It is worth less than the ${hundred(best)} of 100 that can be had.`,
  gained: (worth: number, next: number) =>
    `Worth ${hundred(worth)} of 100; the best of all the others is worth ${hundred(next)}.`,
  then: (story: readonly string[]) => `Then: ${story.join('; ')}.`,
  follow: 'Show what follows',
  again: 'Try again',
  show: 'Show the solution',
  next: 'Next puzzle',
};

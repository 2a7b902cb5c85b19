/** What the page of a table says that waits for its players: loaded with it, not with the first page. */

import { listed } from '../texts';

export const texts = {
  title: 'Waiting for players',
  tells: 'Send this link to your friends. The game can begin when every seat is taken.',
  guestTells: 'The game can begin when every seat is taken.',
  ready: 'Everybody is here.',
  readyTells: 'The game can begin.',
  comes: (names: string[]) => `Waiting for ${listed(names)} to come`,
  comesTells: 'The game begins, and the clocks with it, when everybody is here.',
  start: 'Start the game',
  hostStarts: 'Whoever opened the table starts the game.',
  sit: 'Sit down here',
  free: 'free',
  notHere: 'not here yet',
  freeSeat: (name: string) => `Ask ${name} to get up`,
  freeShort: 'Free the seat',
  link: 'Link to this table',
  leave: 'Stand up',
  options: 'Rules chosen',
  noHints: 'No hints',
  option: (name: string, value: string) => `${name}: ${value.toLowerCase()}`,
};

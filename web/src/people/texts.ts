/** What the screens about people say: loaded with them, not with the first page. */

import { plural } from '../texts';

export const texts = {
  invitation: {
    from: (name: string) => `${name} invites you to a game of`,
    fromSomebody: 'You are invited to a game of',
    seats: (taken: number, free: number) => `${taken} at the table, ${plural(free, 'seat')} free`,
    about: (minutes: number) => `about ${minutes} min`,
    clock: (minutes: number) => `${minutes} min each`,
    days: (days: number) => `${plural(days, 'day')} a turn`,
    noClock: 'no clock',
    name: 'Your name',
    sit: 'Sit down',
    sitting: 'One moment…',
    how: 'How to play, in a minute',
    lesson: 'Play the first game with explanations',
    watch: 'Just watch',
    rules: 'Other rules than usual',
  },
  link: {
    share: 'Share…',
    words: (game: string) => `Play ${game} with me:`,
    code: 'Code to scan with a phone’s camera',
    hereOnly: 'This link works on this machine only. To let friends in your network in, start the server with',
    network: 'This address works for everybody in your network.',
  },
};

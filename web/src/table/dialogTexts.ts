/** What the dialogs of a table say: loaded with them, not with the first page. */

import { listed } from '../texts';

export const texts = {
  leave: {
    title: 'Leave the game',
    resignTells: (players: number) =>
      players > 2 ? 'If you resign, you finish last and the others play on.' : 'If you resign, the other wins.',
    resign: 'Resign',
    draw: 'Offer a draw',
    drawTells: 'The game is drawn if everybody who is still in agrees. Bots agree when they expect no better.',
    drawWaits: (names: string[]) => `You offered a draw. Waiting for ${listed(names)}.`,
    handTells: 'A bot can play on for you. You can take your seat back at any time.',
    hand: 'Let a bot play on',
    claim: (name: string) => `Go on without ${name}`,
    claimTells: (name: string) =>
      `${name} is not here. After two days without a decision that is waited for, the others go on.`,
    justLeave: 'Just go: the game waits for you under “Your games”.',
    home: 'To the games',
    seat: 'Seat',
  },
  share: {
    dice: 'Fair dice',
    diceTells:
      'The dice follow from a secret that the server has promised, and from a word of every player. This is the promise; your page keeps it, and checks every roll when the game is over.',
    title: 'Share this table',
    tells: 'Whoever opens this link can take a free seat, or watch.',
    seatTitle: 'Play on from another device',
    seatTells: 'This link moves your seat to whoever opens it first. Keep it to yourself.',
    seatMake: 'Make a link for my seat',
  },
};

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
  me: {
    title: 'Who you are',
    elsewhere: 'The same on another device',
    elsewhereTells:
      'You need no account: this browser knows you. To have your games elsewhere too, keep a passkey or a phrase.',
    kept: ({ phrase, passkeys, devices }: { phrase: boolean; passkeys: number; devices: number }) =>
      [plural(devices, 'device'), phrase ? 'a phrase' : '', passkeys ? plural(passkeys, 'passkey') : '']
        .filter(Boolean)
        .join(' · '),
    phrase: 'Recovery phrase',
    phraseOnce: 'Write it down: it is shown this once, and an earlier one is worth nothing any more.',
    makePhrase: 'Make a phrase',
    newPhrase: 'Make a new phrase',
    makePasskey: 'Make a passkey',
    signIn: 'I have been here before, on another device',
    signInTells:
      'This browser becomes one of your devices. What it has played as a guest until now stays with that guest.',
    byPhrase: 'Sign in',
    byPasskey: 'Sign in with a passkey',
    delete: 'Delete everything about me',
    deleteTells:
      'Name, words, devices, phrase, passkeys and the saved games that you brought. Games stay for those who played them with you, without your name.',
    deleteSure: 'I know that nobody can bring this back',
    deleteNow: 'Delete everything',
    notDone: 'Nothing was done.',
  },
  link: {
    share: 'Share…',
    words: (game: string) => `Play ${game} with me:`,
    code: 'Code to scan with a phone’s camera',
    hereOnly: 'This link works on this machine only. To let friends in your network in, start the server with',
    network: 'This address works for everybody in your network.',
  },
};

/** Everything the page says by itself, in one place, ready for translation. */
export const texts = {
  close: 'Close',
  table: {
    board: 'Board',
    canBeTouched: 'can be chosen',
    chosen: 'chosen',
    askingWhy: 'Looking up the rule…',
    readTheRule: 'Read the rule',
  },
};

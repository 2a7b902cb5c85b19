/** What the card of an ended game says, loaded with it. */

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const texts = {
  you: 'You',
  ranks: 'Ranks',
  youWonSeries: (points: string) => `You win the series, with ${points} points.`,
  wonSeries: (name: string, points: string) => `${name} wins the series, with ${points} points.`,
  sharedSeries: (names: string[], points: string) =>
    `${names.slice(0, -1).join(', ')} and ${names.at(-1)} share the series, with ${points} points each.`,
  judging: (percent: number) => `The game is being looked at again: ${percent} %`,
  luckAndSkill: (luck: string, cost: string) => `Luck gave you ${luck} %, your decisions cost ${cost} %.`,
  perfect: (luck: string) => `Luck gave you ${luck} %, and your decisions cost nothing. Perfect.`,
  turned: 'The game turned here:',
  costliest: (move: number) => `Your costliest decision was move ${move}.`,
  tryAgain: 'Try this moment again',
  record: (title: string) => `Won against bots at ${title}:`,
  atLevel: (level: string, won: number, drawn: number, played: number) =>
    `${capital(level)} ${won} of ${played}${drawn ? ` (${drawn} drawn)` : ''}`,
  nextLevel: (level: string) => `Next level: ${capital(level)}`,
  easierLevel: (level: string) => `Easier: ${capital(level)}`,
  share: 'Share as a picture',
  curve: 'Your chance to win, from the first move to the last',
  shared: (title: string) => `${title} at Oddboard`,
  picture: 'Oddboard: five odd board games',
};

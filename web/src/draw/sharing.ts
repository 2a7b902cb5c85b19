/** A drawing in a link: rows with bars between them, which no game has as a sign. */

const BETWEEN = '|';

export const linkTo = (game: string, option: string, text: string): string =>
  `${location.origin}/#/draw/${game}/${option}?is=${encodeURIComponent(text.split('\n').join(BETWEEN))}`;

/** The drawing in the query of a link; null without one. */
export const drawingIn = (query: URLSearchParams): string | null => query.get('is')?.split(BETWEEN).join('\n') || null;

/** Points of a series, as they are written and told. */
import type { Series } from '../api';
import { texts } from '../story/endingTexts';

export const written = (points: number): string => String(points).replace('.5', '½').replace(/^0½/, '½');

/** Who has won a series, in a sentence to one of its players, or to nobody of them; none before its end. */
export function wonBy(series: Series, you: number | null): string | null {
  if (!series.over) return null;
  const first = series.players.filter(({ rank }) => rank === 1);
  const points = written(first[0]!.total);
  if (first.length === 1 && first[0]!.seat === you) return texts.youWonSeries(points);
  const others = first.filter(({ seat }) => seat !== you).map(({ name }) => name);
  const names = others.length < first.length ? [texts.you, ...others] : others;
  return first.length === 1 ? texts.wonSeries(names[0]!, points) : texts.sharedSeries(names, points);
}

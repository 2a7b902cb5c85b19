/** Options that a person may make: text as it is, or an object written as JSON. No game is known here, only samples. */

import type { OptionInfo } from '../api';
import { texts } from '../texts';

const isName = (sample: unknown): sample is string => typeof sample === 'string' && !sample.includes('\n');

/** The ones that go by a name. */
export const namesIn = ({ samples }: OptionInfo): string[] => (samples ?? []).filter(isName);

/** One that somebody made, to begin with. */
export const exampleOf = ({ samples }: OptionInfo): unknown => (samples ?? []).find((each) => !isName(each)) ?? '';

/** A value as it is written in a field. */
export const written = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\n+$/, '') : JSON.stringify(value, null, 1);

/** What somebody wrote, as the server wants it; an error says what is wrong with the writing. */
export function readOwn(option: OptionInfo, text: string): unknown {
  if (typeof exampleOf(option) === 'string') return text;
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new Error(texts.make.notJson((problem as Error).message));
  }
}

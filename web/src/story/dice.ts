/**
 * Recomputing fair dice, as `core/dice.py` rolls them: the secret's SHA-256 was published before the game, and roll
 * number k is drawn by HMAC-SHA256 with the secret as key over the game, k and the seats' contributions.
 */

import type { Dice, RollCheck } from '../api';

export type Verdict =
  | { kind: 'fair'; rolls: number; back: number } // and how many were taken back
  | { kind: 'foul'; roll: number } // the first that does not follow
  | { kind: 'broken promise' } // the secret is another than was promised
  | { kind: 'no secret' }
  | { kind: 'no dice' };

const SPAN = 1n << 64n; // a draw is a number below this

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** JSON with everything beyond ASCII escaped, which is what was signed. */
const written = (content: unknown): string =>
  JSON.stringify(content).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

export async function commitmentOf(secret: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytesOf(secret)));
}

/** Which of several weighted outcomes a roll is. */
export async function drawn(
  secret: string,
  game: string,
  contributions: readonly string[],
  number: number,
  weights: readonly number[],
): Promise<number> {
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  const limit = SPAN - (SPAN % total);
  for (let attempt = 0; ; attempt++) {
    const message = written(['oddboard', game, number, attempt, contributions]);
    const digest = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(message));
    let value = new DataView(digest).getBigUint64(0);
    if (value >= limit) continue; // thrown away, so that no outcome is favoured
    value %= total;
    for (const [outcome, weight] of weights.entries()) {
      value -= BigInt(weight);
      if (value < 0n) return outcome;
    }
  }
}

/** Whether every roll of a game follows from what was promised before it, also as this page has kept the promise. */
export async function verify(game: string, dice: Dice, rolls: readonly RollCheck[], kept?: string): Promise<Verdict> {
  const fair = rolls.filter((roll) => roll.number !== null);
  if (!fair.length) return { kind: 'no dice' };
  if (!dice.secret || !dice.commitment) return { kind: 'no secret' };
  const promise = await commitmentOf(dice.secret);
  if (promise !== dice.commitment || (kept !== undefined && promise !== kept)) return { kind: 'broken promise' };
  for (const { number, weights, outcome } of fair) {
    if ((await drawn(dice.secret, game, dice.contributions, number!, weights)) !== outcome) {
      return { kind: 'foul', roll: number! };
    }
  }
  const made = 1 + Math.max(...fair.map(({ number }) => number!));
  return { kind: 'fair', rolls: fair.length, back: made - fair.length };
}

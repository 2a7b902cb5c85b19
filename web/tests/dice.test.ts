import { describe, expect, it } from 'vitest';
import { commitmentOf, drawn, verify } from '../src/story/dice';
import rolls from './rolls.json';

// rolls.json was written by core/dice.py: see tests/web/test_rolls.py, which keeps it so.
describe('fair dice', () => {
  it('are drawn as the server draws them', async () => {
    for (const { secret, game, contributions, number, weights, outcome } of rolls.draws) {
      expect(await drawn(secret, game, contributions, number, weights)).toBe(outcome);
    }
  });

  it('keep the promise', async () => {
    for (const { secret, commitment } of rolls.promises) expect(await commitmentOf(secret)).toBe(commitment);
  });

  const [{ secret, commitment }] = rolls.promises as [{ secret: string; commitment: string }];
  const fair = rolls.draws.filter((draw) => draw.secret === secret && draw.game === 'yaz');
  const dice = { secret, commitment, contributions: fair[0]!.contributions };
  const checks = fair.map(({ number, weights, outcome }, ply) => ({ ply, number, weights, outcome }));

  it('are found fair', async () =>
    expect(await verify('yaz', dice, checks)).toMatchObject({ kind: 'fair', rolls: checks.length }));
  it('are found out', async () => {
    const foul = checks.map((check, k) =>
      k === 2 ? { ...check, outcome: (check.outcome + 1) % check.weights.length } : check,
    );
    expect(await verify('yaz', dice, foul)).toEqual({ kind: 'foul', roll: checks[2]!.number });
  });
  it('must come from the promised secret', async () =>
    expect(await verify('yaz', { ...dice, commitment: '0'.repeat(64) }, checks)).toEqual({ kind: 'broken promise' }));
  it('need the secret', async () =>
    expect(await verify('yaz', { ...dice, secret: null }, checks)).toEqual({ kind: 'no secret' }));
  it('must be the one that this page has kept', async () =>
    expect(await verify('yaz', dice, checks, '0'.repeat(64))).toEqual({ kind: 'broken promise' }));
  it('counts rolls that were taken back', async () => {
    const left = checks.filter((_, at) => at !== 1);
    const whole = await verify('yaz', dice, checks);
    const found = await verify('yaz', dice, left);
    if (whole.kind !== 'fair' || found.kind !== 'fair') throw new Error('not fair');
    expect(found.back).toBe(whole.back + 1);
  });
  it('may be missing altogether', async () => expect(await verify('yaz', dice, [])).toEqual({ kind: 'no dice' }));
});

import { expect, test, vi } from 'vitest';

const waiting: ((found: object) => void)[] = [];
vi.mock('../src/server', () => ({
  server: { study: () => new Promise((answer) => waiting.push(answer)) },
  Refused: class extends Error {},
}));
vi.mock('../src/settings.svelte', () => ({ settings: { calm: true } }));

const { StudyBoard } = await import('../src/study/study.svelte');
const situation = (plies: number): object => ({ moments: Array(plies), choices: [], shortcuts: [], to_move: null });

test('a late answer to an earlier question does not take a study back', async () => {
  const study = new StudyBoard({ game: 'any', players: 2, options: {}, viewer: 0 });
  const scripted = study.script({ do: 'roll' });
  waiting[1]!(situation(1));
  await scripted;
  waiting[0]!(situation(0)); // how it began, which took longer
  await Promise.resolve();
  expect(study.situation!.moments).toHaveLength(1);
  expect(study.decisions).toEqual([{ do: 'roll' }]);
});

/** Which puzzles this browser has seen solved, and on which days one of the day. */

export const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);
const STORE = 'oddboard-puzzles';

interface Kept {
  solved: string[]; // by identifier
  days: number[]; // on which one of the day's was solved, counted from the first of 2026
}

/** The days since the first of 2026, which are the same for everybody. */
export const dayOf = (now: number): number => Math.floor((now - FIRST_DAY) / DAY);

/** The puzzle of a day: all in their order, and then again from the first. */
export const daily = <Each>(puzzles: readonly Each[], day: number): Each =>
  puzzles[((day % puzzles.length) + puzzles.length) % puzzles.length]!;

/** How many days in a row have been solved, up to today or yesterday. */
export function streakOf(days: readonly number[], today: number): number {
  const solved = new Set(days);
  let day = solved.has(today) ? today : today - 1;
  let streak = 0;
  while (solved.has(day)) {
    streak += 1;
    day -= 1;
  }
  return streak;
}

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Kept> | null;
    const texts = Array.isArray(found?.solved) ? found.solved.filter((each) => typeof each === 'string') : [];
    const days = Array.isArray(found?.days) ? found.days.filter((each) => Number.isInteger(each)) : [];
    return { solved: texts, days };
  } catch {
    return { solved: [], days: [] }; // a browser that keeps nothing, or somebody wrote something else there
  }
}

class Solved {
  private kept = $state.raw<Kept>(read());

  has(id: string): boolean {
    return this.kept.solved.includes(id);
  }

  streak(today: number): number {
    return streakOf(this.kept.days, today);
  }

  /** Note that one was solved; of the day's, the day too. */
  note(id: string, day: number | null): void {
    const { solved, days } = this.kept;
    this.kept = {
      solved: solved.includes(id) ? solved : [...solved, id],
      days: day === null || days.includes(day) ? days : [...days, day],
    };
    try {
      localStorage.setItem(STORE, JSON.stringify(this.kept));
    } catch {
      // Then it lasts until the page is closed.
    }
  }
}

export const solved = new Solved();

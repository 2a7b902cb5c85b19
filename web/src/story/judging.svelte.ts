/** The analysis of a game: it goes on in the server, and the page asks until it is ready. */

import type { Analysis, AnalysisPoint } from '../api';
import { server } from '../server';

const ASK_AGAIN = 1000;

export class Judging {
  analysis = $state.raw<Analysis | null>(null);
  costly = $derived<readonly AnalysisPoint[]>((this.analysis?.points ?? []).filter((point) => point.costly));
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(private id: string) {}

  close(): void {
    clearTimeout(this.asking);
  }

  async ask(): Promise<void> {
    try {
      this.analysis = await server.analysis(this.id);
      if (this.analysis.state === 'thinking') this.asking = setTimeout(() => void this.ask(), ASK_AGAIN);
    } catch (caught) {
      this.analysis = { state: 'failed', progress: 0, points: [], seats: [], message: (caught as Error).message };
    }
  }
}

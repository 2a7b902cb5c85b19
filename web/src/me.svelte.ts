/** Who sits before this page. */

import type { Me } from './api';
import { server } from './server';

class Myself {
  guest = $state.raw<Me['guest'] | null>(null);

  /** Settled once the server knows this guest; nothing that is one's own can be asked for before. */
  greeted: Promise<void> = Promise.resolve();

  greet(): Promise<void> {
    this.greeted = server.me().then(({ guest }) => {
      this.guest = guest;
    });
    return this.greeted;
  }

  async rename(name: string): Promise<void> {
    this.guest = (await server.rename(name)).guest;
  }
}

export const me = new Myself();

/** Who sits before this page. */

import type { Me } from './api';
import { server } from './server';

class Myself {
  guest = $state.raw<Me['guest'] | null>(null);

  async greet(): Promise<void> {
    this.guest = (await server.me()).guest;
  }

  async rename(name: string): Promise<void> {
    this.guest = (await server.rename(name)).guest;
  }
}

export const me = new Myself();

/** Whether a board is seen flat or in space. The 3-D view is loaded when it is first wanted. */

import type { Component } from 'svelte';
import type { BoardKit, BoardProps } from '../boards/board';
import { settings } from '../settings.svelte';

export class Perspective {
  private loaded = $state.raw<Component<BoardProps> | null>(null);

  constructor(private kit: () => BoardKit | undefined) {
    $effect(() => {
      if (this.wanted && !this.loaded)
        void kit()
          ?.space?.()
          .then((component) => (this.loaded = component));
    });
  }

  /** Whether there is a choice at all. */
  get offered(): boolean {
    return Boolean(this.kit()?.space);
  }
  get wanted(): boolean {
    return this.offered && settings.view === 'space';
  }
  /** The 3-D view, once it is wanted and there. */
  get Space(): Component<BoardProps> | null {
    return this.wanted ? this.loaded : null;
  }
}

/** Whom this person does not want to hear: names, kept in this browser only. */

import { SvelteSet } from 'svelte/reactivity';

const KEPT = 'oddboard-muted';

function remembered(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  } catch {
    return []; // nothing is kept here, or something else is
  }
}

class Muted {
  private names = new SvelteSet<string>(remembered());

  has = (name: string): boolean => this.names.has(name);

  toggle(name: string): void {
    if (!this.names.delete(name)) this.names.add(name);
    try {
      localStorage.setItem(KEPT, JSON.stringify([...this.names]));
    } catch {
      // then it holds until the page is closed
    }
  }
}

export const muted = new Muted();

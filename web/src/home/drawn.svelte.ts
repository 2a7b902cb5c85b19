/** The boards that are drawn on this page already, by game: the small pictures beside tables are copies of them. */
import { SvelteMap } from 'svelte/reactivity';

export const drawn = new SvelteMap<string, HTMLElement>();

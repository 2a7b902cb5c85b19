import './fonts.css';
import './base.css';
import { mount } from 'svelte';
import { settings } from './settings.svelte';

// A link may also be written as a path: /seat/… is #/seat/….
if (location.pathname !== '/') history.replaceState(null, '', `/#${location.pathname}${location.search}`);
settings.apply();
// Only now, because the page reads where it is when it is loaded.
const { default: App } = await import('./App.svelte');
mount(App, { target: document.getElementById('page')! });

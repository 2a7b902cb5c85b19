import './paths';
import './fonts.css';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';

// A page that was open while the server was renewed asks for parts that are gone: it begins anew, but not without end.
const ANEW = 'oddboard-anew';
addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(ANEW)) < 60_000) return;
  sessionStorage.setItem(ANEW, String(Date.now()));
  location.reload();
});
settings.begin();
// What works without a network is kept by a worker; where the connection is not safe browsers allow none.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
mount(App, { target: document.getElementById('page')! });

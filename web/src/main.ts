import './paths';
import './fonts.css';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';

settings.begin();
// What works without a network is kept by a worker; where the connection is not safe browsers allow none.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
mount(App, { target: document.getElementById('page')! });

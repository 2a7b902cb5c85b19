/** The development harness: boards without a server, from `web/fixtures`. Not part of the built page. */
import './fonts.css';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import Dev from './Dev.svelte';
import { settings } from './settings.svelte';

settings.begin();
mount(Dev, { target: document.body });

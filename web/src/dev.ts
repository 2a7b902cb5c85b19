/** The development harness: boards without a server, from `web/fixtures`. Not part of the built page. */
import '@fontsource-variable/bricolage-grotesque/standard.css';
import '@fontsource-variable/inter';
import './base.css';
import { mount } from 'svelte';
import Dev from './Dev.svelte';

mount(Dev, { target: document.body });

import './paths';
import './fonts.css';
import './tokens.css';
import './base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './settings.svelte';

settings.begin();
mount(App, { target: document.getElementById('page')! });

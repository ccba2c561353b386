// Starts the page: appearance and language first, so that nothing is drawn twice.
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { preferredLocale, setLocale } from './i18n/i18n.svelte';
import { startAppearance } from './lib/theme.svelte';

startAppearance();
await setLocale(preferredLocale(navigator.languages));
mount(App, { target: document.getElementById('app') as HTMLElement });

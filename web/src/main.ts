// Starts the page: appearance and language first, so that nothing is drawn twice.
import { mount } from 'svelte';
import './app.css';
import App from './App.svelte';
import { current, startRouter } from './app/router.svelte';
import { beginWith } from './app/views';
import { startKeeping } from './app/renewal.svelte';
import { startAppearance } from './lib/theme.svelte';
import { startSettings } from './settings/settings.svelte';

startAppearance();
startRouter();
beginWith(current());
await startSettings();
void startKeeping();
mount(App, { target: document.getElementById('app') as HTMLElement });

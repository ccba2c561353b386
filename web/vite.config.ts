import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// While developing, `pgg serve` answers the API: `PGG_SERVER=http://127.0.0.1:8460 npm run dev`, with the page's own address as
// its `--public-url`.
const api = process.env.PGG_SERVER ?? 'http://127.0.0.1:8460';

// A few files of some size instead of dozens of small ones, each of which costs a request and a start: what every view needs,
// the facts of the game, the drawing of the board, and a game without what is fetched later.
const GROUPS = [
  {
    // The list of commands is here so that the keyboard help is one file: a browser may not ask again for the second one of a part
    // that was wanted while the network was down.
    name: 'core',
    priority: 5,
    test: /node_modules|preload-helper|src[\\/](?:ui|net|i18n[\\/](?:i18n|format|first)|app[\\/](?:router|title|views|Dialog|Lost|Emblem)|lib[\\/](?:theme|later|patient|sets)|settings[\\/](?:(?:settings|keys)\.svelte|commands)\.ts|game[\\/]see[\\/]overlays[\\/]registry)/,
  },
  { name: 'facts', priority: 4, test: /src[\\/](?:lib[\\/](?:facts|hex|position|turns)|generated[\\/]facts)/ },
  // What the front page shares with a game, which would otherwise bring the whole game along.
  {
    name: 'both',
    priority: 3,
    test: /src[\\/](?:i18n[\\/](?:faults|names)|game[\\/]frame[\\/]briefing|here[\\/]keeping|learn[\\/]names|referee[\\/]module|app[\\/]renewal)/,
  },
  { name: 'board', priority: 2, test: /src[\\/](?:lib|map|counters|overlays)[\\/]/, minShareCount: 2 },
  { name: 'game', priority: 1, test: /src[\\/]game[\\/]/, minShareCount: 2 },
];

export default defineConfig({
  plugins: [svelte()],
  // Scripts and styles find their files beside themselves, in whatever folder they lie; the page itself is given at any path.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  server: { proxy: { '/api': { target: api, ws: true } } },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Every file keeps its own address with its hash, so that each is cached for good.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 310,
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  test: {
    // No test waits for anything; the limits only end one that hangs. What is loaded first is compiled then, which takes its time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Tests leave nothing behind, so that all files of a worker can share their modules: loading them is most of the time.
    isolate: false,
    unstubGlobals: true,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['src/**/*.test.ts', 'art/**/*.test.ts', 'scripts/**/*.test.js'],
          exclude: ['src/**/*.svelte.test.ts'],
        },
      },
      {
        extends: true,
        // Components and effects need the browser's half of Svelte, and a page to stand in.
        resolve: { conditions: ['browser'] },
        test: { name: 'page', include: ['src/**/*.svelte.test.ts'], environment: 'happy-dom' },
      },
    ],
  },
});

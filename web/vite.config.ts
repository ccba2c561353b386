import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// While developing, `pgg serve` answers the API: `PGG_SERVER=http://127.0.0.1:8460 npm run dev`, with the page's own address as
// its `--public-url`.
const api = process.env.PGG_SERVER ?? 'http://127.0.0.1:8460';

export default defineConfig({
  plugins: [svelte()],
  server: { proxy: { '/api': { target: api, ws: true } } },
  build: {
    target: 'es2022',
    // Every file keeps its own address with its hash, so that each is cached for good.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
  },
  // No test waits for anything; the limit only ends one that hangs.
  test: { include: ['src/**/*.test.ts', 'art/**/*.test.ts'], testTimeout: 120_000 },
});

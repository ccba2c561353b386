import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    // Every file keeps its own address with its hash, so that each is cached for good.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
  },
  // No test waits for anything; the limit only ends one that hangs.
  test: { include: ['src/**/*.test.ts', 'art/**/*.test.ts'], testTimeout: 120_000 },
});

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Built into the Python package, so that an installed Oddboard brings its page along.
export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/oddboard/server/web',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 900, // three.js, which is loaded only when a 3-D view is opened
  },
  server: { proxy: { '/api': { target: process.env.ODDBOARD ?? 'http://127.0.0.1:8000', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { CONDITIONS } from './src/breakpoints.ts';

/** Leaves compressed files beside the built ones, which the server sends as they are. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json)$/.test(name)) continue;
        const content = readFileSync(join(dir!, name));
        writeFileSync(join(dir!, `${name}.br`), brotliCompressSync(content));
        writeFileSync(join(dir!, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Asks for the two fonts that every page shows before the style sheet does. */
function fontsFirst(): Plugin {
  return {
    name: 'fonts-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /(grotesque|inter)-latin-[^-]{8}\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

/** Writes the page's few widths out in every style sheet: `(--phone)` becomes `(width < 720px)`. */
function breakpoints(): Plugin {
  return {
    name: 'breakpoints',
    enforce: 'pre',
    transform: (code, id) =>
      /\.css($|\?)|lang\.css$/.test(id) ? code.replace(/\(--\w+\)/g, (name) => CONDITIONS[name] ?? name) : null,
  };
}

// Built into the Python package, so that an installed Oddboard brings its page along.
export default defineConfig({
  plugins: [svelte(), breakpoints(), fontsFirst(), compressed()],
  base: '/',
  build: {
    outDir: '../src/oddboard/server/web',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // the first that know light-dark()
    chunkSizeWarningLimit: 900, // three.js, which is loaded only when a 3-D view is opened
  },
  server: { proxy: { '/api': { target: process.env.ODDBOARD ?? 'http://127.0.0.1:8000', ws: true } } },
});

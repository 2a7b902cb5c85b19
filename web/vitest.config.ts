import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

// Apart from the page's own, which is built where there is nothing to test it with.
export default mergeConfig(page, defineConfig({ test: { include: ['tests/**/*.test.ts'], environment: 'node' } }));

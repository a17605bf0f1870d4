import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

export default mergeConfig(
  page,
  // Files share processes: starting a process for each would take three times as long as the tests.
  defineConfig({ test: { include: ['src/**/*.test.ts'], environment: 'node', isolate: false } }),
);

import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

export default mergeConfig(
  page,
  defineConfig({
    test: {
      include: ['src/**/*.test.ts'],
      environment: 'node',
      // Files share processes: starting a process for each would take three times as long as the tests.
      isolate: false,
      // Some tests read all sources, which takes seconds on a busy machine.
      testTimeout: 60_000,
    },
  }),
);

import { defineConfig } from 'vite';

/** Build the script and style of exported pages, which are inlined into every page. */
export default defineConfig({
  build: {
    target: 'es2022',
    outDir: 'build/viewer',
    copyPublicDir: false,
    cssCodeSplit: false,
    rollupOptions: {
      input: 'src/viewer/viewer.ts',
      output: { format: 'iife', entryFileNames: 'viewer.js', assetFileNames: 'viewer[extname]' },
    },
  },
});

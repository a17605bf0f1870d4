import { defineConfig } from 'vite';

/** The script of the pages that are given away: by itself, small, as plain script and style to be put into a page. */
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

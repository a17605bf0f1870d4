import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vitest/config';
import { trimShaders } from './trimShaders.ts';
import { trimThree } from './trimThree.ts';

const server = process.env.PARLOUR_SERVER ?? 'http://127.0.0.1:8420';

/** What starts a page lies by itself: the frame looks, as it is loaded, for what the page has told SvelteKit before. */
const START = { name: 'start', test: /runtime\/client\/payload\.js|vite\/preload-helper/, priority: 2 };
/** What every page needs, the layout and all that it imports, is one script: a first visit asks for far fewer files. */
const FRAME = { name: 'frame', test: /routes\/\+(layout|error)\.svelte/, priority: 1 };
/** What every board needs, until it is drawn in space, is another. */
const BOARD = { name: 'board', test: /lib\/board\/Board\.svelte/ };
/** What several pages share of the controls is one script: alone, each would travel with more headers than content. */
const CONTROLS = { name: 'controls', test: /lib\/ui\//, minShareCount: 3 };
/** The same for copying and saving, and for small parts of a match: names and colours of players, keys, threats. */
const EXPORT = { name: 'export', test: /lib\/export\/(saveFile|copyText|clipboard)/ };
const MATCH = {
  name: 'match',
  test: /lib\/(matches\/(players\/(classicBots|colours|localColours|playerText)|help\/threats|play\/keys|tour\/seen)|setup\/seatLogins)/,
};
const GROUPS = [START, FRAME, BOARD, CONTROLS, EXPORT, MATCH];

export default defineConfig({
  plugins: [
    trimThree(),
    trimShaders(),
    // A single-page build: every address is answered with index.html, the router in the browser does the rest.
    sveltekit({ adapter: adapter({ fallback: 'index.html', precompress: true }) }),
  ],
  build: { target: 'es2022', chunkSizeWarningLimit: 900 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } } },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
  // One process runs many files: starting one for each would take three times as long as the tests.
  test: { include: ['src/**/*.test.ts'], environment: 'node', isolate: false },
});

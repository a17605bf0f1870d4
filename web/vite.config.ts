import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
import { trimShaders } from './trimShaders.ts';
import { trimThree } from './trimThree.ts';

const server = process.env.PARLOUR_SERVER ?? 'http://127.0.0.1:8420';

/** The start of a page is a script of its own: the frame expects it to have passed its data to SvelteKit before. */
const START = { name: 'start', test: /runtime\/client\/payload\.js|vite\/preload-helper/, priority: 2 };
/** The layout and its imports, which every page needs: as one script, a first visit requests far fewer files. */
const FRAME = { name: 'frame', test: /routes\/\+(layout|error)\.svelte/, priority: 1 };
/** The flat board and what it imports, which every board needs. */
const BOARD = { name: 'board', test: /lib\/board\/Board\.svelte/ };
/** Controls that several pages share are one script: as single files, they would have more headers than content. */
const CONTROLS = { name: 'controls', test: /lib\/ui\//, minShareCount: 3 };
/** The same for copying and saving, and for small parts of a match. */
const EXPORT = { name: 'export', test: /lib\/export\/(saveFile|copyText|clipboard|records)/ };
const MATCH = {
  name: 'match',
  test: /lib\/(matches\/(boardProps|view\.ts|turns\/turns\.ts|players\/(classicBots|colours|localColours|playerText)|help\/threats|play\/keys|tour\/seen)|setup\/seatLogins|engine\/engineSocket)/,
};
/** What is seen beside the board of a match, and in parts that are loaded later. */
const BESIDE = {
  name: 'beside',
  test: /lib\/matches\/(play\/(Offers|Announcements)|turns\/(MoveList|RoundList)|players\/PlayerPanel)\.svelte/,
};
const GROUPS = [START, FRAME, BOARD, CONTROLS, EXPORT, MATCH, BESIDE];

export default defineConfig({
  plugins: [
    trimThree(),
    trimShaders(),
    // A single-page application: the server answers every address with index.html.
    sveltekit({ adapter: adapter({ fallback: 'index.html', precompress: true }) }),
  ],
  build: { target: 'es2022', chunkSizeWarningLimit: 900 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } } },
  server: { proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
});

/** Cards or a table: remembered in this browser, where it lets us. */
import type { Look } from './filters/filters.ts';

const KEY = 'parlour.library.look';

export const looks = {
  read(): Look {
    try {
      return localStorage.getItem(KEY) === 'table' ? 'table' : 'cards';
    } catch {
      return 'cards';
    }
  },
  keep(look: Look): void {
    try {
      localStorage.setItem(KEY, look);
    } catch {
      // A browser that keeps nothing: the next visit begins with cards.
    }
  },
};

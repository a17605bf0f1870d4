/** The chosen layout, cards or table, remembered in this browser. */
import type { Layout } from './filters/filters.ts';

const KEY = 'parlour.library.look';

export const layoutChoice = {
  load(): Layout {
    try {
      return localStorage.getItem(KEY) === 'table' ? 'table' : 'cards';
    } catch {
      return 'cards';
    }
  },
  save(layout: Layout): void {
    try {
      localStorage.setItem(KEY, layout);
    } catch {
      // A browser that keeps nothing: the next visit begins with cards.
    }
  },
};

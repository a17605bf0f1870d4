/** The selected layout, remembered in this browser. */
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
      // Storage is unavailable: the layout is not remembered.
    }
  },
};

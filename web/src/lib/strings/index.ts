/** Texts of the page, in `strings/<language>/`, one file per part. Texts of games come from the server. */

import type { Catalogue, CatalogueText, Values } from './catalogue.ts';
import { analysis } from './en/analysis';
import { board } from './en/board';
import { chat } from './en/chat';
import { classroom } from './en/classroom';
import { common } from './en/common';
import { editor } from './en/editor';
import { home } from './en/home';
import { homework } from './en/homework';
import { host } from './en/host';
import { learn } from './en/learn';
import { library } from './en/library';
import { lobby } from './en/lobby';
import { match } from './en/match';
import { people } from './en/people';
import { ratings } from './en/ratings';
import { replay } from './en/replay';
import { rules } from './en/rules';
import { settings } from './en/settings';
import { setup } from './en/setup';
import { shell } from './en/shell';
import { statistics } from './en/statistics';
import { tournaments } from './en/tournaments';
import { watch } from './en/watch';
import { language } from './language.svelte.ts';

export const english = {
  ...common,
  ...analysis,
  ...board,
  ...chat,
  ...classroom,
  ...editor,
  ...home,
  ...homework,
  ...learn,
  ...library,
  ...host,
  ...lobby,
  ...match,
  ...people,
  ...ratings,
  ...replay,
  ...rules,
  ...settings,
  ...setup,
  ...shell,
  ...statistics,
  ...tournaments,
  ...watch,
} as const satisfies Catalogue;

export type Key = keyof typeof english;

/** Return a text in the language of the page. In a template or `$derived` it is reactive. */
export function t(key: Key, values: Values = {}): string {
  const found: CatalogueText = language.texts[key] ?? english[key];
  const text = typeof found === 'function' ? found(values) : found;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/**
 * The words of the page. Those of the games come from the server; everything else stands in `strings/<language>/`, a
 * file for each part of the page. `{name}` is filled in; a string may be a function of the parameters for plurals.
 */
import { board } from './en/board';
import { common } from './en/common';
import { home } from './en/home';
import { match } from './en/match';
import { people } from './en/people';
import { rules } from './en/rules';
import { settings } from './en/settings';
import { setup } from './en/setup';
import { shell } from './en/shell';

type Parameters_ = Record<string, string | number>;
export type Catalogue = Record<string, string | ((parameters: Parameters_) => string)>;

const english = {
  ...common,
  ...board,
  ...home,
  ...match,
  ...people,
  ...rules,
  ...settings,
  ...setup,
  ...shell,
} as const satisfies Catalogue;

export type Key = keyof typeof english;

let current: Record<Key, Catalogue[string]> = english;

/** Takes another language into use; what it lacks stays English. */
export function speak(catalogue: Partial<Record<Key, Catalogue[string]>>): void {
  current = { ...english, ...catalogue };
}

export function t(key: Key, parameters: Parameters_ = {}): string {
  const found = current[key];
  const text = typeof found === 'function' ? found(parameters) : found;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}

/** German texts of the page. Keys that English lacks do not compile; a test finds missing ones. */

import type { CatalogueText } from '../catalogue';
import type { Key } from '../index';
import { analysis } from './analysis';
import { board } from './board';
import { chat } from './chat';
import { classroom } from './classroom';
import { common } from './common';
import { editor } from './editor';
import { home } from './home';
import { homework } from './homework';
import { host } from './host';
import { learn } from './learn';
import { library } from './library';
import { lobby } from './lobby';
import { match } from './match';
import { people } from './people';
import { ratings } from './ratings';
import { replay } from './replay';
import { rules } from './rules';
import { settings } from './settings';
import { setup } from './setup';
import { shell } from './shell';
import { statistics } from './statistics';
import { tournaments } from './tournaments';
import { watch } from './watch';

export const german: Partial<Record<Key, CatalogueText>> = {
  ...common,
  ...board,
  ...chat,
  ...classroom,
  ...home,
  ...homework,
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
  ...analysis,
  ...editor,
  ...learn,
  ...statistics,
  ...tournaments,
  ...watch,
};

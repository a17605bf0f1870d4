/** Key presses for tests. */
import type { KeyPress } from './keys.ts';

export const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  modified: false,
  control: false,
  shift: false,
  typing: false,
  onBoard: false,
  ...more,
});

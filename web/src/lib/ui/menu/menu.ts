/** Entries of a menu. */
import type { Snippet } from 'svelte';
import type { IconName } from '../icons.ts';

export interface MenuEntry {
  text: string;
  icon?: IconName;
  /** Draw a separator above this entry. */
  separator?: boolean;
  danger?: boolean;
  disabled?: boolean;
  /** Whether the entry is checked. */
  checked?: boolean;
  onselect: () => void;
}

export interface MenuProps {
  label: string;
  entries: MenuEntry[];
  /** A line of text at the top of the menu. */
  heading?: string;
  align?: 'start' | 'end';
  open?: boolean;
  button: Snippet<[Record<string, unknown>]>;
}

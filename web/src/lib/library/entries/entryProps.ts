import type { ClipboardCopy } from '#lib/export/clipboard.svelte.ts';
import type { LibraryEntryView } from '#lib/net/types.ts';
import type { LibraryModel } from '../library.svelte.ts';

/** What is needed to show one game of the library with its actions. */
export interface EntryProps {
  model: LibraryModel;
  entry: LibraryEntryView;
  onedit: (entry: LibraryEntryView) => void;
  clipboard: ClipboardCopy;
}

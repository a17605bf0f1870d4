/** Games from files: each is taken over whole or not at all, and each tells how it went. */

import { post } from '#lib/net/client.ts';
import { errorText } from '#lib/net/errorText.ts';
import type { ImportRequest } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

/** As much as the server takes at once. */
export const MAX_BYTES = 8_000_000;

export interface ImportedFile {
  name: string;
  state: 'reading' | 'good' | 'bad';
  /** What is wrong, with line and reason. */
  error: string;
  matches: string[];
}

export class Importer {
  files = $state<ImportedFile[]>([]);
  busy = $state(false);

  /** Takes files in one after the other, and tells how many games came. */
  async importFiles(files: Iterable<File>, game: string): Promise<number> {
    let count = 0;
    for (const file of files) {
      count += await this.#take(file.name, game, () => readText(file));
    }
    return count;
  }

  takeText(text: string, game: string): Promise<number> {
    return this.#take(t('library.import.pasted'), game, async () => text);
  }

  async #take(name: string, game: string, read: () => Promise<string>): Promise<number> {
    this.files.push({ name, state: 'reading', error: '', matches: [] });
    const at = this.files.length - 1;
    this.busy = true;
    try {
      const text = await read();
      const request: ImportRequest = { text, ...(game ? { game } : {}) };
      const { matches } = await post('/api/library/import', { body: request });
      this.files[at] = { name, state: 'good', error: '', matches: matches.map((match) => match.id) };
      return matches.length;
    } catch (error) {
      const text = errorText(error);
      this.files[at] = { name, state: 'bad', error: text, matches: [] };
      return 0;
    } finally {
      this.busy = false;
    }
  }
}

/** The text of a file; raises an error with a sentence for what is too large or no text. */
export async function readText(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) {
    throw new Error(t('library.import.large'));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(t('library.import.unreadable'));
  }
}

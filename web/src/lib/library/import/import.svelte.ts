/** Import games from files. A file is checked completely before its first game is stored. */

import { postForLines } from '#lib/net/client.ts';
import { errorText } from '#lib/net/errorText.ts';
import type { ImportProgressView, ImportRequest } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';

/** The server's limit for one request. */
export const MAX_BYTES = 8_000_000;

const SQLITE_HEADER = 'SQLite format 3\0';
const DATABASE_PREFIX = 'data:application/vnd.sqlite3;base64,';
/** Bytes that are encoded together. */
const CHUNK = 8192;

export interface ImportedFile {
  name: string;
  state: 'reading' | 'good' | 'bad' | 'cancelled';
  /** The error with line and reason. */
  error: string;
  /** Games in the file, and how many of them have been checked and stored. */
  progress: { total: number; checked: number; stored: number };
  matches: string[];
}

export class Importer {
  files = $state<ImportedFile[]>([]);
  busy = $state(false);
  #abort: AbortController | null = null;

  /** Import files one after the other, and return the number of stored games. */
  async importFiles(files: Iterable<File>, game: string): Promise<number> {
    let count = 0;
    for (const file of files) {
      count += await this.#importOne(file.name, game, () => readText(file));
      if (this.files.at(-1)?.state === 'cancelled') {
        break;
      }
    }
    return count;
  }

  importText(text: string, game: string): Promise<number> {
    return this.#importOne(t('library.import.pasted'), game, async () => text);
  }

  /** Cancel the running import and the remaining files. Stored games stay. */
  cancel(): void {
    this.#abort?.abort();
  }

  async #importOne(name: string, game: string, read: () => Promise<string>): Promise<number> {
    const at = this.files.length;
    this.files.push({ name, state: 'reading', error: '', progress: { total: 0, checked: 0, stored: 0 }, matches: [] });
    const file = this.files[at] as ImportedFile;
    const abort = new AbortController();
    this.#abort = abort;
    this.busy = true;
    try {
      const text = await read();
      const request: ImportRequest = { text, ...(game ? { game } : {}) };
      await follow(file, postForLines<ImportProgressView>('/api/library/import/progress', request, abort.signal));
    } catch (error) {
      file.state = abort.signal.aborted ? 'cancelled' : 'bad';
      file.error = errorText(error);
    } finally {
      this.busy = false;
      this.#abort = null;
    }
    return file.progress.stored;
  }
}

/** Update the progress of a file until its import ends; throw an error if the connection breaks. */
async function follow(file: ImportedFile, lines: AsyncIterable<ImportProgressView>): Promise<void> {
  for await (const line of lines) {
    file.progress = { total: line.total, checked: line.checked, stored: line.stored };
    if (line.done) {
      file.state = line.error ? 'bad' : 'good';
      file.error = line.error?.text ?? '';
      file.matches = line.matches;
      return;
    }
  }
  const { stored, total } = file.progress;
  throw new Error(t('library.import.interrupted', { n: stored, total }));
}

/** Return the state of an imported file as a sentence. */
export function describeImport(file: ImportedFile): string {
  const { total, checked, stored } = file.progress;
  switch (file.state) {
    case 'bad':
      return file.error;
    case 'good':
      return t('library.import.done', { n: file.matches.length });
    case 'cancelled':
      return t('library.import.cancelled', { n: stored, total });
    default:
      if (total === 0) {
        return t('library.import.reading');
      }
      return checked < total
        ? t('library.import.checking', { n: checked, total })
        : t('library.import.storing', { n: stored, total });
  }
}

/** Return a database as the text in which the server takes it. */
function databaseText(bytes: Uint8Array): string {
  if (bytes.length * 1.34 > MAX_BYTES) {
    throw new Error(t('library.import.large'));
  }
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return DATABASE_PREFIX + btoa(binary);
}

/** Return the text of a file; throw an error with a sentence if it is too large or not text. */
export async function readText(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) {
    throw new Error(t('library.import.large'));
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (new TextDecoder('latin1').decode(bytes.subarray(0, SQLITE_HEADER.length)) === SQLITE_HEADER) {
    return databaseText(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(t('library.import.unreadable'));
  }
}

/** The viewer's notes on a game and its moves. */
import { get, patch, put } from '#lib/net/client.ts';
import type { LibraryEntryDetailView, LibraryEntryView, NotesRequest } from '#lib/net/types.ts';

export class GameNotes {
  readonly match: string;
  /** The game in the viewer's library; null if it is not there. */
  entry = $state.raw<LibraryEntryView | null>(null);
  remarks = $state.raw<Record<number, string>>({});

  constructor(match: string) {
    this.match = match;
  }

  async load(): Promise<void> {
    const found = await get('/api/library/{match}', { path: { match: this.match } });
    if (found) {
      this.#take(found);
    }
  }

  /** Save a comment on a move; throw the server's error. */
  async write(ply: number, text: string): Promise<void> {
    this.#take(await put('/api/library/{match}/remarks/{ply}', { path: { match: this.match, ply }, body: { text } }));
  }

  async change(changes: NotesRequest): Promise<void> {
    this.entry = await patch('/api/library/{match}', { path: { match: this.match }, body: changes });
  }

  #take(detail: LibraryEntryDetailView): void {
    this.entry = detail.entry;
    this.remarks = detail.remarks;
  }
}

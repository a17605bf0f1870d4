/** What the viewer wrote about a game and its moves; nobody else's game has any. */
import { get, patch, put } from '#lib/net/client.ts';
import type { EntryChange, EntryDetail, EntryView } from '#lib/net/types.ts';

export class GameNotes {
  readonly match: string;
  /** The game in the viewer's library; null for a game that is not in it. */
  entry = $state.raw<EntryView | null>(null);
  remarks = $state.raw<Record<number, string>>({});

  constructor(match: string) {
    this.match = match;
  }

  async load(): Promise<void> {
    const found = await get<EntryDetail | null>(`/api/library/${this.match}`);
    if (found) {
      this.#take(found);
    }
  }

  /** Writes about a move; raises the server's fault. */
  async write(ply: number, text: string): Promise<void> {
    this.#take(await put<EntryDetail>(`/api/library/${this.match}/remarks/${ply}`, { text }));
  }

  async change(changes: EntryChange): Promise<void> {
    this.entry = await patch<EntryView>(`/api/library/${this.match}`, changes);
  }

  #take(detail: EntryDetail): void {
    this.entry = detail.entry;
    this.remarks = detail.remarks;
  }
}

/** Announcements of a match: the newest line above the board, and texts for screen readers. */

export interface Announcement {
  id: number;
  text: string;
  /** What happened beyond the move: rows, squares, passes. */
  notices: string[];
  kind: 'news' | 'error';
}

export class Announcer {
  announcement = $state.raw<Announcement | null>(null);
  /** What screen readers are to read out. */
  spoken = $state('');
  #lines = 0;

  /** Says something above the board and to screen readers. */
  announce(text: string, kind: Announcement['kind'] = 'news', notices: string[] = []): void {
    if (text === '' && notices.length === 0) {
      return;
    }
    this.#lines += 1;
    this.announcement = { id: this.#lines, text, notices, kind };
    this.readOut([text, ...notices].filter(Boolean).join(' '));
  }

  /** Says something to screen readers only. */
  readOut(text: string): void {
    // The same words twice are read twice only if something about them changes.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }
}

/** Announcements of a match: the newest line above the board, and texts for screen readers. */

export interface Announcement {
  id: number;
  text: string;
  /** Consequences beyond the move: rows, squares, passes. */
  notices: string[];
  kind: 'news' | 'error';
}

export class Announcer {
  announcement = $state.raw<Announcement | null>(null);
  /** Text of the live region for screen readers. */
  spoken = $state('');
  #lines = 0;

  /** Show a text above the board and announce it to screen readers. */
  announce(text: string, kind: Announcement['kind'] = 'news', notices: string[] = []): void {
    if (text === '' && notices.length === 0) {
      return;
    }
    this.#lines += 1;
    this.announcement = { id: this.#lines, text, notices, kind };
    this.readOut([text, ...notices].filter(Boolean).join(' '));
  }

  /** Announce a text to screen readers only. */
  readOut(text: string): void {
    // Screen readers repeat a text only if it changes.
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }
}

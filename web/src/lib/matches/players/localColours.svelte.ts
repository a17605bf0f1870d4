/** Colours that the viewer gave to the seats of running games. Stored in this browser, for the most recent games. */
import { isColour } from '#lib/theme/colour.ts';

/** Colours by seat; "" means unchanged. The most recently changed game is last. */
type StoredColours = [match: string, colours: string[]][];

const KEY = 'parlour.recoloured';
const MAX_MATCHES = 60;

class LocalColours {
  #kept = $state.raw<StoredColours>(read());

  constructor() {
    // Apply changes made in other tabs.
    globalThis.window?.addEventListener('storage', (event) => {
      if (event.key === KEY) {
        this.#kept = read();
      }
    });
  }

  of(match: string): readonly string[] {
    return this.#kept.find(([id]) => id === match)?.[1] ?? [];
  }

  /** Set the colour of a seat; "" restores its own. */
  set(match: string, seat: number, colour: string): void {
    const colours = [...this.of(match)];
    colours[seat] = colour;
    const full = Array.from(colours, (one) => one ?? '');
    const others = this.#kept.filter(([id]) => id !== match);
    this.#kept = [...others, ...(full.some(Boolean) ? ([[match, full]] as StoredColours) : [])].slice(-MAX_MATCHES);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // Storage is unavailable: the colours last until the page is closed.
    }
  }
}

function read(): StoredColours {
  try {
    return parseStoredColours(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** Validate the stored colours. */
export function parseStoredColours(kept: unknown): StoredColours {
  return (Array.isArray(kept) ? kept : []).filter(
    (one: unknown): one is StoredColours[number] =>
      Array.isArray(one) &&
      typeof one[0] === 'string' &&
      Array.isArray(one[1]) &&
      one[1].every((colour: unknown) => typeof colour === 'string' && (colour === '' || isColour(colour))),
  );
}

export const localColours = new LocalColours();

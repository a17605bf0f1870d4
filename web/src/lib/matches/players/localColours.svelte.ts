/**
 * Colours that somebody gave to the seats of a game that is already being played, for their own eyes. They are kept in this
 * browser, for the games that were last coloured.
 */
import { isColour } from '#lib/theme/colour.ts';

/** The colours of a game's seats; "" where a seat keeps its own. The game coloured last is the last. */
type StoredColours = [match: string, colours: string[]][];

const KEY = 'parlour.recoloured';
const MAX_MATCHES = 60;

class LocalColours {
  #kept = $state.raw<StoredColours>(read());

  constructor() {
    // What another page of this browser has coloured holds here too.
    globalThis.window?.addEventListener('storage', (event) => {
      if (event.key === KEY) {
        this.#kept = read();
      }
    });
  }

  of(match: string): readonly string[] {
    return this.#kept.find(([id]) => id === match)?.[1] ?? [];
  }

  /** Gives a seat a colour; "" is the one it had. */
  set(match: string, seat: number, colour: string): void {
    const colours = [...this.of(match)];
    colours[seat] = colour;
    const full = Array.from(colours, (one) => one ?? '');
    const others = this.#kept.filter(([id]) => id !== match);
    this.#kept = [...others, ...(full.some(Boolean) ? ([[match, full]] as StoredColours) : [])].slice(-MAX_MATCHES);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing: it holds until the page is closed.
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

/** What was kept, as far as it makes sense. */
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

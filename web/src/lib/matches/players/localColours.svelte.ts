/**
 * Colours that somebody gave to the seats of a game that is already being played, for their own eyes. They are kept in this
 * browser, for the games that were last coloured.
 */
import { isColour } from '#lib/theme/colour.ts';

/** The colours of a game's seats; "" where a seat keeps its own. The game coloured last is the last. */
type Kept = [match: string, colours: string[]][];

const KEY = 'parlour.recoloured';
const MOST = 60;

class Recoloured {
  #kept = $state.raw<Kept>(read());

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
    this.#kept = [...others, ...(full.some(Boolean) ? ([[match, full]] as Kept) : [])].slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that keeps nothing: it holds until the page is closed.
    }
  }
}

function read(): Kept {
  try {
    return readKept(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return [];
  }
}

/** What was kept, as far as it makes sense. */
export function readKept(kept: unknown): Kept {
  return (Array.isArray(kept) ? kept : []).filter(
    (one: unknown): one is Kept[number] =>
      Array.isArray(one) &&
      typeof one[0] === 'string' &&
      Array.isArray(one[1]) &&
      one[1].every((colour: unknown) => typeof colour === 'string' && (colour === '' || isColour(colour))),
  );
}

export const recoloured = new Recoloured();

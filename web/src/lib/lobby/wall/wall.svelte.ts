/** Public games in progress, each followed live. */
import { RunningClocks } from '#lib/matches/players/runningClocks.svelte.ts';
import { MatchSocket } from '#lib/matches/socket.ts';
import { receive, type View } from '#lib/matches/view.ts';
import { socketUrl } from '#lib/net/client.ts';
import type { MatchSummaryView } from '#lib/net/types.ts';

export const MAX_BOARDS = 12;
/** How long a finished game stays. */
const RESULT_MS = 60_000;

export class WallGame {
  view = $state.raw<View | null>(null);
  readonly time: RunningClocks;
  readonly #socket: MatchSocket;
  #end: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    private readonly onend: () => void,
  ) {
    this.#socket = new MatchSocket(
      (since) => new WebSocket(socketUrl('/api/matches/{match}/live', { path: { match: id }, query: { since } })),
      {
        onmessage: (message) => this.#show(receive(this.view, message).view),
        onlink: (link) => link === 'gone' && onend(),
      },
    );
    this.time = new RunningClocks(() => this.#socket.now(), {
      ontimeout: (ply) => void this.#socket.do({ do: 'flag', ply }),
      ontick: () => undefined,
    });
  }

  close(): void {
    clearTimeout(this.#end);
    this.time.stop();
    this.#socket.close();
  }

  #show(view: View | null): void {
    this.view = view;
    if (view !== null) {
      this.time.follow(view.state);
      if (view.state.status === 'over') {
        this.#end ??= setTimeout(this.onend, RESULT_MS);
      }
    }
  }
}

export class Wall {
  games = $state.raw<WallGame[]>([]);
  /** Games for which there is no room. */
  hidden = $state(0);
  #running: string[] = [];

  /** Show these games, and those that have just ended. */
  update(running: MatchSummaryView[]): void {
    this.#running = running.map((match) => match.id);
    this.#fill();
  }

  close(): void {
    for (const game of this.games) {
      game.close();
    }
  }

  #fill(): void {
    const shown = new Set(this.games.map((game) => game.id));
    const waiting = this.#running.filter((id) => !shown.has(id));
    const added = waiting.slice(0, Math.max(0, MAX_BOARDS - this.games.length));
    this.games = [...this.games, ...added.map((id) => new WallGame(id, () => this.#remove(id)))];
    this.hidden = waiting.length - added.length;
  }

  #remove(id: string): void {
    this.games.find((game) => game.id === id)?.close();
    this.games = this.games.filter((game) => game.id !== id);
    this.#running = this.#running.filter((running) => running !== id);
    this.#fill();
  }
}

/** Return the number of columns that makes square boards, with `caption` pixels of text below each, largest. */
export function bestColumns(count: number, width: number, height: number, caption: number): number {
  const size = (columns: number) => Math.min(width / columns, height / Math.ceil(count / columns) - caption);
  const choices = Array.from({ length: Math.max(1, count) }, (_, n) => n + 1);
  return choices.reduce((best, columns) => (size(columns) > size(best) ? columns : best), 1);
}

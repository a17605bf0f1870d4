/** Public games in progress, each followed live. */
import { RunningClocks } from '#lib/matches/players/runningClocks.svelte.ts';
import { MatchSocket } from '#lib/matches/socket.ts';
import { receive, type View } from '#lib/matches/view.ts';
import { socketUrl } from '#lib/net/client.ts';
import type { MatchSummaryView } from '#lib/net/types.ts';

export const MAX_BOARDS = 20;
/** How long a finished game stays. */
const RESULT_MS = 60_000;
/** Interval at which boards that do not fit replace the shown ones. */
export const ROTATION_INTERVAL_MS = 20_000;

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
  /** Games for which there is no room, the one that is shown next first. */
  waiting = $state.raw<string[]>([]);
  #running: string[] = [];
  /** The place whose board has been shown longest. */
  #oldest = 0;
  readonly #timer = setInterval(() => this.#rotate(), ROTATION_INTERVAL_MS);

  /** Show these games, and those that have just ended. */
  update(running: Pick<MatchSummaryView, 'id'>[]): void {
    this.#running = running.map((match) => match.id);
    const known = new Set([...this.waiting, ...this.games.map((game) => game.id)]);
    const waiting = this.waiting.filter((id) => this.#running.includes(id));
    this.#fill([...waiting, ...this.#running.filter((id) => !known.has(id))]);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const game of this.games) {
      game.close();
    }
  }

  #open(id: string): WallGame {
    return new WallGame(id, () => this.#remove(id));
  }

  #fill(waiting: string[]): void {
    const room = MAX_BOARDS - this.games.length;
    this.games = [...this.games, ...waiting.slice(0, room).map((id) => this.#open(id))];
    this.waiting = waiting.slice(room);
  }

  /** Show the waiting games in the places of those that were shown longest. */
  #rotate(): void {
    const shown = [...this.games];
    const next = this.waiting.slice(0, shown.length);
    const hidden = next.map((id, n) => {
      const place = (this.#oldest + n) % shown.length;
      const [old] = shown.splice(place, 1, this.#open(id));
      old?.close();
      return old?.id ?? '';
    });
    this.#oldest = shown.length && (this.#oldest + next.length) % shown.length;
    this.games = shown;
    this.waiting = [...this.waiting.slice(next.length), ...hidden.filter((id) => this.#running.includes(id))];
  }

  #remove(id: string): void {
    this.games.find((game) => game.id === id)?.close();
    this.games = this.games.filter((game) => game.id !== id);
    this.#running = this.#running.filter((running) => running !== id);
    this.#fill(this.waiting);
  }
}

/** Return the number of columns that makes square boards, with `caption` pixels of text below each, largest. */
export function bestColumns(count: number, width: number, height: number, caption: number): number {
  const size = (columns: number) => Math.min(width / columns, height / Math.ceil(count / columns) - caption);
  const choices = Array.from({ length: Math.max(1, count) }, (_, n) => n + 1);
  return choices.reduce((best, columns) => (size(columns) > size(best) ? columns : best), 1);
}

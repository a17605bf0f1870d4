/** How games of the club continued from the current position of an analysis. */
import { get } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { OpeningTreeView, OpeningTurnView } from '#lib/net/types.ts';
import type { AnalysisModel } from './model.svelte.ts';
import { movesTo } from './tree/tree.ts';

/** Longer lines are not counted. */
const MAX_MOVES = 64;

export class Continuations {
  /** Null while it loads, and where nobody has played from this start. */
  tree = $state.raw<OpeningTreeView | null>(null);
  loaded = $state(false);
  /** Key of the analysed start position; null if no game began there. */
  #start: Promise<string | null> | undefined;
  readonly #requests = new LatestRequest();

  constructor(private readonly model: AnalysisModel) {}

  async load(): Promise<void> {
    const { game, tree, at } = this.model;
    const move = movesTo(tree, at);
    const isLatest = this.#requests.begin();
    this.#start ??= this.#findStart();
    const start = await this.#start;
    const found =
      start === null || move.length > MAX_MOVES
        ? null
        : await get('/api/statistics/openings', { query: { game, start, ...(move.length ? { move } : {}) } });
    if (isLatest()) {
      [this.tree, this.loaded] = [found, true];
    }
  }

  /** Play a turn of the list, or what is left of it. */
  play(turn: OpeningTurnView): void {
    const whole = this.tree?.path.flatMap((one) => one.moves).length ?? 0;
    void this.model.follow(turn.moves.slice(movesTo(this.model.tree, this.model.at).length - whole));
  }

  async #findStart(): Promise<string | null> {
    const query = { game: this.model.game };
    const [share, { starts }] = await Promise.all([
      this.model.startShare(),
      get('/api/statistics/openings', { query }),
    ]);
    return starts.find((one) => one.share === share)?.key ?? null;
  }
}

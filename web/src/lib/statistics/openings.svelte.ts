/** A walk through the openings tree of a game. */
import { get, post } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { GameView, LegalMoveView, OpeningTreeView, OpeningTurnView, Period } from '#lib/net/types.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { ALL_GAMES, filterQuery, type GameFilters } from './gameFilters.ts';

export class OpeningWalk {
  tree = $state.raw<OpeningTreeView | null>(null);
  game = $state.raw<GameView | null>(null);
  start = $state('');
  filters = $state.raw<GameFilters>(ALL_GAMES);
  moves = $state.raw<string[]>([]);
  readonly #requests = new LatestRequest();

  /** Load the position and its turns. */
  async load(key: string, period: Period): Promise<void> {
    const isLatest = this.#requests.begin();
    const query = {
      game: key,
      ...(this.start ? { start: this.start } : {}),
      ...(this.moves.length ? { move: this.moves } : {}),
      period,
      ...filterQuery(this.filters),
    };
    try {
      const known = this.game?.key === key ? this.game : get('/api/games/{key}', { path: { key } });
      const [tree, game] = await Promise.all([get('/api/statistics/openings', { query }), known]);
      if (isLatest()) {
        [this.tree, this.game] = [tree, game];
      }
    } catch (error) {
      if (isLatest()) {
        this.moves = [];
      }
      toasts.error(error);
    }
  }

  /** Play a move on the board. */
  playMove(move: Pick<LegalMoveView, 'text'>): void {
    this.moves = [...this.moves, move.text];
  }

  /** Play a turn of the list, also instead of one that was begun on the board. */
  playTurn(turn: Pick<OpeningTurnView, 'moves'>): void {
    this.moves = [...this.#wholeTurns(), ...turn.moves];
  }

  /** Show the position after the first turns of the path. */
  goTo(turns: number): void {
    this.moves = this.tree?.path.slice(0, turns).flatMap((turn) => turn.moves) ?? [];
  }

  /** Go back by one turn, or to the beginning of an incomplete one. */
  back(): void {
    const turns = this.tree?.path.length ?? 0;
    this.goTo(this.moves.length > this.#wholeTurns().length ? turns : turns - 1);
  }

  async explain(picks: (number | string)[]): Promise<string> {
    const share = this.tree?.detail.share ?? '';
    const answer = await post('/api/positions/explain', { body: { position: { share }, picks } });
    return answer.text.text;
  }

  /** Begin again, from another start or in another game. */
  restart(start = ''): void {
    this.start = start;
    this.moves = [];
  }

  #wholeTurns(): string[] {
    return this.tree?.path.flatMap((turn) => turn.moves) ?? [];
  }
}

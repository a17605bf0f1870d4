/** A walk through the openings tree of a game. */
import { get, post } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { GameView, LegalMoveView, OpeningTreeView, OpeningTurnView, Period, TimeClass } from '#lib/net/types.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';

/** The ratings at which a class ends and the next one begins. */
export const RATING_STEPS = [1300, 1500, 1700, 1900];

/** Return the limits of a class of ratings; the first has no lower and the last no upper one. */
export function ratingQuery(place: number): { rating_from?: number; rating_to?: number } {
  const [from, to] = [RATING_STEPS[place - 1], RATING_STEPS[place]];
  return { ...(from === undefined ? {} : { rating_from: from }), ...(to === undefined ? {} : { rating_to: to }) };
}

export class OpeningWalk {
  tree = $state.raw<OpeningTreeView | null>(null);
  game = $state.raw<GameView | null>(null);
  start = $state('');
  /** Everybody, people only, with bots, or a level of bots. */
  players = $state('all');
  time = $state<TimeClass | 'all'>('all');
  /** All games, rated games, or those in which the mean of the players' ratings is in a class, by its place. */
  rating = $state<'all' | 'rated' | number>('all');
  moves = $state.raw<string[]>([]);
  readonly #requests = new LatestRequest();

  /** Load the position and its turns. */
  async load(key: string, period: Period): Promise<void> {
    const isLatest = this.#requests.begin();
    const against: 'people' | 'bots' | undefined =
      this.players === 'people' || this.players === 'bots' ? this.players : undefined;
    const level = this.players === 'all' || against ? undefined : this.players;
    const query = {
      game: key,
      ...(this.start ? { start: this.start } : {}),
      ...(this.moves.length ? { move: this.moves } : {}),
      ...(against ? { against } : {}),
      ...(level ? { level } : {}),
      ...(this.time === 'all' ? {} : { time_class: this.time }),
      period,
      rated: this.rating === 'rated',
      ...(typeof this.rating === 'number' ? ratingQuery(this.rating) : {}),
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

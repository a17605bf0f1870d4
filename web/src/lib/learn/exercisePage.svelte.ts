/** A page with exercises of a game: the steps of its lesson, or its puzzles. One is open, with an attempt at it. */
import { get } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type { GameView, PositionDetailView } from '#lib/net/types.ts';
import { toasts } from '#lib/ui/toasts/toasts.svelte.ts';
import { Attempt, type OnVerdict } from './attempt.svelte.ts';
import type { Exercise } from './exercise.ts';

interface ExerciseSource<List, Item> {
  list(key: string): Promise<List>;
  item(key: string, id: string): Promise<Item>;
  exercise(key: string, id: string): Exercise;
  onverdict(id: string, ...verdict: Parameters<OnVerdict>): void;
}

export class ExercisePage<List, Item extends { position: PositionDetailView }> {
  game = $state.raw<GameView | null>(null);
  list = $state.raw<List | null>(null);
  item = $state.raw<Item | null>(null);
  attempt = $state.raw<Attempt | null>(null);
  #key = '';
  readonly #source: ExerciseSource<List, Item>;
  readonly #requests = new LatestRequest();

  constructor(source: ExerciseSource<List, Item>) {
    this.#source = source;
  }

  /** Load the exercises of a game, and open the one that `first` chooses. */
  async load(key: string, first: (list: List) => string | undefined): Promise<void> {
    const isLatest = this.#requests.begin();
    this.#key = key;
    try {
      const [game, list] = await Promise.all([get('/api/games/{key}', { path: { key } }), this.#source.list(key)]);
      if (!isLatest()) {
        return;
      }
      [this.game, this.list] = [game, list];
      const id = first(list);
      if (id !== undefined) {
        await this.open(id);
      }
    } catch (error) {
      toasts.error(error);
    }
  }

  /** Open an exercise; return whether it is shown. */
  async open(id: string): Promise<boolean> {
    const isLatest = this.#requests.begin();
    this.attempt?.leave();
    try {
      const item = await this.#source.item(this.#key, id);
      if (!isLatest()) {
        return false;
      }
      this.item = item;
      this.attempt = new Attempt(this.#source.exercise(this.#key, id), item.position, (verdict) =>
        this.#source.onverdict(id, verdict),
      );
      return true;
    } catch (error) {
      toasts.error(error);
      return false;
    }
  }
}

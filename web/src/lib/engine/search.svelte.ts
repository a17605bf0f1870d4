/** Engine searches of an analysis board: of the current position, and of a whole game. */

import { get } from '#lib/net/client.ts';
import { errorText } from '#lib/net/errorText.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type {
  AnalysisMessage,
  EvaluationView,
  GameReviewView,
  MoveValuesMessage,
  MoveValueView,
  PositionRequest,
  ReviewMessage,
} from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { EngineRefusedError, EngineSocket, SupersededError } from './engineSocket.ts';

/** Show the best lines, or the value of every move. */
export type SearchView = 'lines' | 'values';

const LINE_SECONDS = 30;
const VALUE_SECONDS = 15;
/** Delay before a search, so that quick navigation does not search every position. */
const PAUSE_MS = 150;

export class Search {
  on = $state(true);
  view = $state<SearchView>('lines');
  /** Number of lines. */
  count = $state(3);
  found = $state.raw<AnalysisMessage | null>(null);
  values = $state.raw<MoveValuesMessage | null>(null);
  /** Why there is no search. */
  error = $state('');
  searching = $state(false);
  /** Suspended while the engine reviews a game. */
  paused = $state(false);
  /** Number of searches queued before this one. */
  ahead = $state(0);
  #engine = new EngineSocket();
  #position: PositionRequest | null = null;
  readonly #positions = new LatestRequest();
  #isCurrent = this.#positions.begin();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Search another position; null stops. */
  analyse(position: PositionRequest | null): void {
    this.#position = position;
    this.#isCurrent = this.#positions.begin();
    this.found = null;
    this.values = null;
    this.error = '';
    this.restart();
  }

  restart(): void {
    clearTimeout(this.#timer);
    this.searching = this.on && !this.paused && this.#position !== null;
    if (this.searching) {
      this.#timer = setTimeout(() => void this.#search(), PAUSE_MS);
    } else {
      this.#engine.stop();
    }
  }

  toggle(): void {
    this.on = !this.on;
    this.restart();
  }

  pause(paused: boolean): void {
    this.paused = paused;
    this.restart();
  }

  show(view: SearchView): void {
    this.view = view;
    this.restart();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#engine.close();
  }

  async #search(): Promise<void> {
    const position = this.#position;
    if (position === null) {
      return;
    }
    // Until the next search begins, the engine still answers about the position before.
    const isCurrent = this.#isCurrent;
    const ifCurrent =
      <Answer>(take: (answer: Answer) => void) =>
      (answer: Answer) => {
        if (isCurrent()) {
          take(answer);
        }
      };
    const queued = ifCurrent<number>((ahead) => {
      this.ahead = ahead;
    });
    try {
      if (this.view === 'lines') {
        const take = ifCurrent<AnalysisMessage>((found) => {
          this.ahead = 0;
          this.found = found;
        });
        const question = { type: 'analyse', position, lines: this.count, seconds: LINE_SECONDS } as const;
        take(await this.#engine.ask<AnalysisMessage>(question, queued, take));
      } else {
        const take = ifCurrent<MoveValuesMessage>((values) => {
          this.ahead = 0;
          this.values = values;
        });
        take(
          await this.#engine.ask<MoveValuesMessage>({ type: 'values', position, seconds: VALUE_SECONDS }, queued, take),
        );
      }
      this.searching = isCurrent() ? false : this.searching;
    } catch (error) {
      if (isCurrent() && !(error instanceof SupersededError)) {
        this.searching = false;
        this.error = searchErrorText(error);
      }
    }
  }
}

/** Return the moves of a completed search. */
export function finishedValues(values: MoveValuesMessage | null): MoveValueView[] {
  return values?.done ? values.moves : [];
}

/** Thinking time per turn of a review. */
export const SECONDS_PER_TURN = [0.3, 1, 3] as const;
export type SecondsPerTurn = (typeof SECONDS_PER_TURN)[number];

export class GameReviewTask {
  analysis = $state.raw<GameReviewView | null>(null);
  /** Progress while a review runs. */
  progress = $state.raw<{ finished: number; of: number } | null>(null);
  /** Evaluations found so far. */
  evaluations = $state.raw<EvaluationView[]>([]);
  error = $state('');
  ahead = $state(0);
  #engine = new EngineSocket();

  constructor(readonly match: string) {}

  /** Load the stored review of the game. */
  async load(): Promise<void> {
    this.#take(await get('/api/matches/{match}/analysis', { path: { match: this.match } }));
  }

  async start(seconds: SecondsPerTurn): Promise<void> {
    if (this.progress) {
      return;
    }
    this.progress = { finished: 0, of: 0 };
    this.error = '';
    this.evaluations = [];
    try {
      const onmessage = ({ finished, of, evaluation }: ReviewMessage) => {
        this.ahead = 0;
        this.progress = { finished, of };
        this.evaluations = evaluation ? [...this.evaluations, evaluation] : this.evaluations;
      };
      const queued = (ahead: number) => {
        this.ahead = ahead;
      };
      const done = await this.#engine.ask<ReviewMessage>(
        { type: 'review', match: this.match, seconds },
        queued,
        onmessage,
      );
      this.#take(done.analysis ?? this.analysis);
    } catch (error) {
      if (!(error instanceof SupersededError)) {
        this.error = searchErrorText(error);
      }
      this.#take(this.analysis);
    } finally {
      this.progress = null;
    }
  }

  stop(): void {
    this.#engine.stop();
  }

  close(): void {
    this.#engine.close();
  }

  #take(analysis: GameReviewView | null): void {
    this.analysis = analysis;
    this.evaluations = analysis?.evaluations ?? [];
  }
}

function searchErrorText(error: unknown): string {
  if (error instanceof EngineRefusedError && error.message === '') {
    return t('analysis.lost');
  }
  return errorText(error);
}

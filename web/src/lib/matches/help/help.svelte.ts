/** Help while playing: hints, coach, and checks of moves before they are played. The server counts its use. */

import { EngineRefusedError, EngineSocket, SupersededError } from '#lib/engine/engineSocket.ts';
import { get } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type {
  CoachMessage,
  HintMessage,
  MarkView,
  MoveVerdictView,
  SeatView,
  ThreatsMessage,
  VerdictsMessage,
} from '#lib/net/types.ts';
import { HELP_STEPS, type HelpStep } from '#lib/settings/schema.ts';
import { settings } from '#lib/settings/settings.svelte.ts';

export type HelpKind = 'hint' | 'coach' | 'check';

const HINT_SECONDS = 1.5;
const THREAT_SECONDS = 1;
const CHECK_SECONDS = 0.6;
const VERDICT_SECONDS = 1;

export class Help {
  hint = $state.raw<HintMessage | null>(null);
  /** Coach marks of the game, while the coach is open. */
  aids = $state.raw<MarkView[] | null>(null);
  threats = $state.raw<ThreatsMessage | null>(null);
  /** The ply that the coach shows. */
  coachPly = $state(-1);
  /** Verdicts on moves that decide the game immediately, if the seat has that help; null until loaded. */
  verdicts = $state.raw<MoveVerdictView[] | null>(null);
  waiting = $state<HelpKind | null>(null);
  /** Number of searches queued before this one. */
  ahead = $state(0);
  #steps = $state<Record<number, HelpStep>>({});
  #engine = new EngineSocket();
  #judge = new EngineSocket();
  /** The running check of all moves; changes with the position. */
  #judging: symbol | null = null;
  readonly #hints = new LatestRequest();

  constructor(
    private readonly match: string,
    private readonly refused: (text: string) => void,
  ) {
    this.#steps = readSteps(match);
  }

  get coachOpen(): boolean {
    return this.aids !== null;
  }

  /** Return the help step of a seat: chosen here, in the set-up, or in the settings. */
  step(seat: number, view: SeatView | undefined): HelpStep {
    const agreed = view?.help.coach ?? 'off';
    return this.#steps[seat] ?? (agreed === 'off' ? settings.help : agreed);
  }

  setStep(seat: number, step: HelpStep): void {
    this.#steps = { ...this.#steps, [seat]: step };
    this.verdicts = null;
    this.#judging = null;
    writeSteps(this.match, this.#steps);
  }

  async askHint(): Promise<HintMessage | null> {
    const isLatest = this.#hints.begin();
    const hint = await this.#ask('hint', () =>
      this.#engine.ask<HintMessage>({ type: 'hint', match: this.match, seconds: HINT_SECONDS }, (n) => {
        this.ahead = n;
      }),
    );
    if (!isLatest()) {
      return null;
    }
    this.hint = hint;
    this.#resumeCoach();
    return hint;
  }

  async openCoach(ply: number): Promise<void> {
    this.hint = null;
    this.coachPly = ply;
    this.threats = null;
    const aids = await this.#ask('coach', () =>
      get('/api/matches/{match}/plies/{ply}/aids', { path: { match: this.match, ply } }),
    );
    if (aids === null || this.coachPly !== ply) {
      return;
    }
    this.aids = aids.aids;
    await this.#searchThreats();
  }

  async #searchThreats(): Promise<void> {
    const ply = this.coachPly;
    const threats = await this.#ask('coach', () =>
      this.#engine.ask<ThreatsMessage>({ type: 'threats', match: this.match, ply, seconds: THREAT_SECONDS }, (n) => {
        this.ahead = n;
      }),
    );
    if (this.coachPly === ply) {
      this.threats = threats;
    }
  }

  /** Search the threats of the open coach, if another request has cancelled that search. */
  #resumeCoach(): void {
    if (this.coachOpen && this.threats === null && this.waiting === null) {
      void this.#searchThreats();
    }
  }

  closeCoach(): void {
    this.coachPly = -1;
    this.aids = null;
    this.threats = null;
  }

  /** Return the coach's verdict on a move, or null. */
  async checkMove(move: string): Promise<CoachMessage | null> {
    const checked = await this.#ask('check', () =>
      this.#engine.ask<CoachMessage>({ type: 'look', match: this.match, moves: [move], seconds: CHECK_SECONDS }),
    );
    if (checked?.again) {
      this.#resumeCoach();
    }
    return checked;
  }

  /** Load the verdicts on all moves. Runs unasked, so it never cancels a request of a person. */
  async judge(): Promise<void> {
    if (this.#judging !== null) {
      return;
    }
    const mine = Symbol();
    this.#judging = mine;
    try {
      const found = await this.#judge.ask<VerdictsMessage>({
        type: 'verdicts',
        match: this.match,
        seconds: VERDICT_SECONDS,
      });
      if (this.#judging === mine) {
        this.verdicts = found.moves;
      }
    } catch (error) {
      // Without permission the coach stays silent.
      if (!(error instanceof SupersededError || error instanceof EngineRefusedError)) {
        throw error;
      }
    } finally {
      if (this.#judging === mine) {
        this.#judging = null;
      }
    }
  }

  /** Clear everything that belongs to an earlier position. */
  clear(): void {
    this.#hints.begin();
    this.waiting = null;
    this.hint = null;
    this.verdicts = null;
    this.#judging = null;
    this.closeCoach();
  }

  close(): void {
    this.#engine.close();
    this.#judge.close();
  }

  async #ask<T>(what: HelpKind, question: () => Promise<T>): Promise<T | null> {
    this.waiting = what;
    this.ahead = 0;
    try {
      return await question();
    } catch (error) {
      if (error instanceof SupersededError) {
        return null;
      }
      // Checks run unasked: without permission they stay silent.
      const silent = what === 'check' || (error instanceof EngineRefusedError && error.message === '');
      if (!silent && error instanceof Error) {
        this.refused(error.message);
      }
      return null;
    } finally {
      if (this.waiting === what) {
        this.waiting = null;
      }
    }
  }
}

const STORAGE_KEY = 'parlour.help';

/** Return the help steps chosen for the match last played in this browser. */
function readSteps(match: string): Record<number, HelpStep> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    const { id, steps } = stored as { id?: unknown; steps?: Record<string, unknown> };
    const entries = id === match ? Object.entries(steps ?? {}) : [];
    const known = entries.filter(([, step]) => (HELP_STEPS as readonly unknown[]).includes(step));
    return Object.fromEntries(known) as Record<number, HelpStep>;
  } catch {
    return {};
  }
}

function writeSteps(match: string, steps: Record<number, HelpStep>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ id: match, steps }));
  } catch {
    // Storage is unavailable: the choice lasts until the page is closed.
  }
}

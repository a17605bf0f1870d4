/** Help while playing: a hint, the coach's lens, and the moves that lose at once. The server counts it for the seat. */
import { get } from '#lib/api/client.ts';
import type { AidsView, DangersFound, DangerView, HintFound, MarkView, ThreatsFound } from '#lib/api/types.ts';
import { HELP_STEPS, type HelpStep } from '#lib/settings/schema.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { Engine, EngineRefused, Overtaken } from './engine.ts';

export type Wanted = 'hint' | 'lens' | 'dangers';

const HINT_SECONDS = 1.5;
const THREAT_SECONDS = 1;

export class Help {
  hint = $state.raw<HintFound | null>(null);
  /** The sight aids of the game, while the lens is on. */
  aids = $state.raw<MarkView[] | null>(null);
  threats = $state.raw<ThreatsFound | null>(null);
  /** The moves that lose at once in the position of `#checked`. */
  dangers = $state.raw<DangerView[]>([]);
  waiting = $state<Wanted | null>(null);
  /** How many searches wait before ours. */
  ahead = $state(0);
  steps = $state<Record<number, HelpStep>>({});
  #engine = new Engine();
  #checked: { position: string; found: Promise<DangerView[]> } | null = null;

  constructor(
    private readonly match: string,
    private readonly refused: (text: string) => void,
  ) {
    this.steps = readSteps(match);
  }

  get lens(): boolean {
    return this.aids !== null;
  }

  /** How much a seat is helped: as chosen for it, or as the person's settings say. */
  step(seat: number): HelpStep {
    return this.steps[seat] ?? settings.help;
  }

  setStep(seat: number, step: HelpStep): void {
    this.steps = { ...this.steps, [seat]: step };
    this.#checked = null;
    this.dangers = [];
    writeSteps(this.match, this.steps);
  }

  async askHint(): Promise<HintFound | null> {
    this.hint = await this.#ask('hint', () =>
      this.#engine.ask<HintFound>({ type: 'hint', match: this.match, seconds: HINT_SECONDS }, (n) => {
        this.ahead = n;
      }),
    );
    return this.hint;
  }

  async openLens(ply: number): Promise<void> {
    const aids = await this.#ask('lens', () => get<AidsView>(`/api/matches/${this.match}/plies/${ply}/aids`));
    if (aids === null) {
      return;
    }
    this.aids = aids.aids;
    this.threats = await this.#ask('lens', () =>
      this.#engine.ask<ThreatsFound>({ type: 'threats', match: this.match, ply, seconds: THREAT_SECONDS }, (n) => {
        this.ahead = n;
      }),
    );
  }

  closeLens(): void {
    this.aids = null;
    this.threats = null;
  }

  /** The moves that lose at once now; asked for once in a position, which is named by its text. */
  check(position: string): Promise<DangerView[]> {
    if (this.#checked?.position !== position) {
      const found = this.#ask('dangers', () =>
        this.#engine.ask<DangersFound>({ type: 'dangers', match: this.match, seconds: 1 }),
      ).then((answer) => answer?.moves ?? []);
      this.#checked = { position, found };
      void found.then((moves) => {
        if (this.#checked?.position === position) {
          this.dangers = moves;
        }
      });
    }
    return this.#checked.found;
  }

  /** Puts everything away that was meant for another position. */
  clear(): void {
    this.hint = null;
    this.dangers = [];
    this.#checked = null;
    this.closeLens();
  }

  close(): void {
    this.#engine.close();
  }

  async #ask<T>(what: Wanted, question: () => Promise<T>): Promise<T | null> {
    this.waiting = what;
    this.ahead = 0;
    try {
      return await question();
    } catch (error) {
      if (error instanceof Overtaken) {
        return null;
      }
      const silent = what === 'dangers' || (error instanceof EngineRefused && error.message === '');
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

const LOCAL = 'parlour.help';

/** The steps chosen for the seats of the match that was played last in this browser. */
function readSteps(match: string): Record<number, HelpStep> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(LOCAL) ?? '{}');
    const { id, steps } = kept as { id?: unknown; steps?: Record<string, unknown> };
    const entries = id === match ? Object.entries(steps ?? {}) : [];
    const known = entries.filter(([, step]) => (HELP_STEPS as readonly unknown[]).includes(step));
    return Object.fromEntries(known) as Record<number, HelpStep>;
  } catch {
    return {};
  }
}

function writeSteps(match: string, steps: Record<number, HelpStep>): void {
  try {
    sessionStorage.setItem(LOCAL, JSON.stringify({ id: match, steps }));
  } catch {
    // A browser that keeps nothing: then it holds until the page is closed.
  }
}

/** The set-up form at work: holds the draft, asks the server what goes together, and starts the match. */
import { get, post } from '#lib/net/client.ts';
import type { GameView, PlayerRatingView, PositionDetailView, VariantView } from '#lib/net/types.ts';
import { t } from '#lib/strings/index.ts';
import { isClockValid } from './clock.ts';
import {
  firstPerson,
  fitSeats,
  matchRequest,
  mySeat,
  newDraft,
  type Options,
  restoreDraft,
  type SetupDraft,
  withOptions,
} from './draft.ts';
import { defaultNames, myLevel } from './quickStart.ts';
import { currentHost, savedSetup, saveSetup } from './rememberedSetup.ts';
import { matchUrl } from './seatLogins.ts';

const PAUSE_MS = 250;

export class SetupForm {
  readonly info: GameView;
  /** How strong whoever sets up is in this game. */
  readonly known: PlayerRatingView;
  draft: SetupDraft = $state() as SetupDraft;
  /** What the game looks like with the options that were last found good. */
  table: VariantView = $state() as VariantView;
  /** Why the options do not go together; "" if they do. */
  optionError = $state('');
  /** What is wrong with the position text. */
  startError = $state('');
  /** The start, as a share string to draw. */
  share = $state('');
  starting = $state(false);
  /** Whether it has been on a page before. */
  opened = false;
  /** Seats whose player logs in with an account of their own as soon as the game has begun. Never kept. */
  loggingIn: boolean[] = $state([]);
  #lastRequest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(info: GameView, known: PlayerRatingView) {
    this.info = info;
    this.known = known;
    this.table = info.table;
    this.draft = restoreDraft(savedSetup(info.key), info, currentHost());
    this.draft.seats = fitSeats(this.draft.seats, info.table.sides.length);
  }

  /** The form of a game, as it was last filled in or as it was left `before`. */
  static async load(game: string, before?: SetupForm): Promise<SetupForm> {
    const info = await get('/api/games/{key}', { path: { key: game } });
    const form = new SetupForm(info, await myLevel(info.key));
    if (before) {
      form.draft = $state.snapshot(before.draft);
      form.loggingIn = $state.snapshot(before.loggingIn);
      form.opened = before.opened;
    }
    await form.#check();
    if (form.optionError && !before) {
      // What was remembered no longer goes together.
      form.draft.options = {};
      await form.#check();
    }
    return form;
  }

  get good(): boolean {
    return !this.optionError && !this.startError && isClockValid(this.draft.clock, this.draft.seats.length);
  }

  /** Who plays: nobody (the computers among themselves), people here, or people over the network. */
  get kind(): 'bots' | 'here' | 'network' {
    return firstPerson(this.draft.seats) < 0 ? 'bots' : this.draft.where;
  }

  setOptions(changes: Options): Promise<void> {
    this.draft.options = withOptions(this.draft.options, changes, this.info.options);
    return this.#check();
  }

  /** Takes all values of a preset; handicaps stay as they are. */
  preset(key: string): Promise<void> {
    const preset = this.info.presets.find((one) => one.key === key);
    const handicaps = new Set(this.info.options.filter((option) => option.handicap).map((option) => option.key));
    const rest = Object.fromEntries(Object.entries(this.draft.options).filter(([name]) => handicaps.has(name)));
    this.draft.options = withOptions(rest, preset?.values ?? {}, this.info.options);
    return this.#check();
  }

  setFirst(seat: number | null): Promise<void> {
    this.draft.first = seat;
    return this.#check();
  }

  /** Takes another position text; it is looked at when nothing more is being typed. */
  setStart(text: string): void {
    this.draft.start = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE_MS);
  }

  forget(): Promise<void> {
    this.draft = newDraft(this.info, currentHost());
    return this.#check();
  }

  /** Sets the match up and gives the address of its page; raises what is wrong with it. */
  async start(): Promise<string> {
    this.starting = true;
    try {
      // What was typed or brought along a moment ago has perhaps not been looked at yet.
      clearTimeout(this.#timer);
      await this.#check();
      if (!this.good) {
        throw new Error(this.optionError || this.startError);
      }
      const seats = this.table.sides.length;
      const fitted = { ...currentHost(), level: this.known.level };
      const request = matchRequest($state.snapshot(this.draft), this.info.key, this.table, fitted, defaultNames(seats));
      const match = await post('/api/matches', { body: request });
      await saveSetup(this.info.key, $state.snapshot(this.draft));
      return matchUrl(match, this.#namesLoggingIn());
    } finally {
      this.starting = false;
    }
  }

  #namesLoggingIn(): string[] {
    const names = defaultNames(this.table.sides.length);
    return this.kind === 'here'
      ? this.draft.seats.flatMap((seat, n) =>
          this.loggingIn[n] && seat.who === 'person' && n !== this.mine ? [seat.name.trim() || (names[n] ?? '')] : [],
        )
      : [];
  }

  get mine(): number {
    return mySeat(this.draft);
  }

  /** Asks the server about options and start; of several questions on the way only the last answer counts. */
  async #check(): Promise<void> {
    const number = ++this.#lastRequest;
    const options = $state.snapshot(this.draft.options);
    try {
      const table = await post('/api/games/{key}/check', { path: { key: this.info.key }, body: { options } });
      if (number !== this.#lastRequest) {
        return;
      }
      this.table = table;
      this.optionError = '';
      this.draft.seats = fitSeats(this.draft.seats, table.sides.length);
      if (this.draft.first !== null && this.draft.first >= table.sides.length) {
        this.draft.first = null;
      }
    } catch (error) {
      if (number === this.#lastRequest) {
        this.optionError = error instanceof Error ? error.message : String(error);
      }
      return;
    }
    await this.#look(number, options);
  }

  async #look(number: number, options: Options): Promise<void> {
    const text = this.draft.start.trim();
    const request = text.includes(';') ? { share: text } : { game: this.info.key, options, ...(text ? { text } : {}) };
    try {
      const found = await post('/api/positions', { body: request });
      if (number !== this.#lastRequest) {
        return;
      }
      if (found.table.game !== this.info.key) {
        this.startError = t('setup.position.other');
      } else if (text.includes(';')) {
        await this.#takeShare(found);
      } else {
        this.startError = found.outcome ? t('setup.position.over') : '';
        this.share = found.share;
      }
    } catch (error) {
      if (number === this.#lastRequest) {
        this.startError = error instanceof Error ? error.message : String(error);
      }
    }
  }

  /** A share string brings its options with it. */
  #takeShare(found: PositionDetailView): Promise<void> {
    this.draft.options = withOptions({}, found.table.options, this.info.options);
    this.draft.start = found.position.text;
    return this.#check();
  }
}

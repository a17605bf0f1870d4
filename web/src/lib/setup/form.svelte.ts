/** State of the set-up form: the draft, its validation by the server, and the start of the match. */
import { get, post } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
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
  /** The host's estimated strength in this game. */
  readonly known: PlayerRatingView;
  draft: SetupDraft = $state() as SetupDraft;
  /** Variant of the game with the last valid options. */
  table: VariantView = $state() as VariantView;
  /** Why the options are invalid; "" if they are valid. */
  optionError = $state('');
  /** Error in the position text. */
  startError = $state('');
  /** Start position as a share string. */
  share = $state('');
  starting = $state(false);
  /** Whether a page has shown the form before. */
  opened = false;
  /** Seats whose players log in when the game has started. Not stored. */
  loggingIn: boolean[] = $state([]);
  readonly #checks = new LatestRequest();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(info: GameView, known: PlayerRatingView) {
    this.info = info;
    this.known = known;
    this.table = info.table;
    this.draft = restoreDraft(savedSetup(info.key), info, currentHost());
    this.draft.seats = fitSeats(this.draft.seats, info.table.sides.length);
  }

  /** Load the form of a game with the last set-up, or with the content of `before`. */
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
      // The stored options are no longer valid.
      form.draft.options = {};
      await form.#check();
    }
    return form;
  }

  get good(): boolean {
    return !this.optionError && !this.startError && isClockValid(this.draft.clock, this.draft.seats.length);
  }

  /** Who plays: only bots, people at this screen, or people over the network. */
  get kind(): 'bots' | 'here' | 'network' {
    return firstPerson(this.draft.seats) < 0 ? 'bots' : this.draft.where;
  }

  setOptions(changes: Options): Promise<void> {
    this.draft.options = withOptions(this.draft.options, changes, this.info.options);
    return this.#check();
  }

  /** Apply all values of a preset; handicaps stay. */
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

  /** Set the position text, and validate it when typing has paused. */
  setStart(text: string): void {
    this.draft.start = text;
    // The answer to an earlier question must not replace what is being typed.
    this.#checks.begin();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), PAUSE_MS);
  }

  reset(): Promise<void> {
    this.draft = newDraft(this.info, currentHost());
    return this.#check();
  }

  /** Create the match and return the URL of its page; throw an error if it is invalid. */
  async start(): Promise<string> {
    this.starting = true;
    try {
      // A position that was just typed or passed in the URL may not be validated yet.
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

  /** Validate options and start position on the server; responses to outdated requests are ignored. */
  async #check(): Promise<void> {
    const isLatest = this.#checks.begin();
    const options = $state.snapshot(this.draft.options);
    try {
      const table = await post('/api/games/{key}/check', { path: { key: this.info.key }, body: { options } });
      if (!isLatest()) {
        return;
      }
      this.table = table;
      this.optionError = '';
      this.draft.seats = fitSeats(this.draft.seats, table.sides.length);
      if (this.draft.first !== null && this.draft.first >= table.sides.length) {
        this.draft.first = null;
      }
    } catch (error) {
      if (isLatest()) {
        this.optionError = error instanceof Error ? error.message : String(error);
      }
      return;
    }
    await this.#look(isLatest, options);
  }

  async #look(isLatest: () => boolean, options: Options): Promise<void> {
    const text = this.draft.start.trim();
    const request = text.includes(';') ? { share: text } : { game: this.info.key, options, ...(text ? { text } : {}) };
    try {
      const found = await post('/api/positions', { body: request });
      if (!isLatest()) {
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
      if (isLatest()) {
        this.startError = error instanceof Error ? error.message : String(error);
      }
    }
  }

  /** Apply the options of a share string. */
  #takeShare(found: PositionDetailView): Promise<void> {
    this.draft.options = withOptions({}, found.table.options, this.info.options);
    this.draft.start = found.position.text;
    return this.#check();
  }
}

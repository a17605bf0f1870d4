/** Content of the set-up form, its storage, and its conversion to a match request. */
import type {
  AnySeatRequest,
  BotSeatRequest,
  GameView,
  HelpRulesView,
  Level,
  NewMatchRequest,
  Option,
  Value,
  VariantView,
} from '#lib/net/types.ts';
import { seatColours } from '#lib/people/colours.ts';
import { type ClockDraft, clockRequest, newClock, restoreClock } from './clock.ts';

/** A level, or `mine` for the one that fits the host's strength. */
export type ChosenLevel = Level | 'mine';
export type PlayerType = 'person' | 'computer';
export type MatchPlace = 'here' | 'network';
export type Options = Record<string, Value>;

/** Settings of a custom bot; the engine decides empty ones. */
export interface CustomBot {
  method: string;
  depth: string;
  nodes: string;
  seconds: string;
  threads: string;
  /** Percentage of moves chosen without search. */
  blunderRate: string;
  seed: string;
}

export interface SeatDraft {
  who: PlayerType;
  name: string;
  level: ChosenLevel;
  style: string;
  custom: CustomBot;
  /** "" is the side's own colour. */
  colour: string;
  help: Required<HelpRulesView>;
}

export interface SetupDraft {
  where: MatchPlace;
  options: Options;
  /** Position text; "" is the game's own start. */
  start: string;
  /** Seat that moves first, if the game allows a choice; null as in the position. */
  first: number | null;
  seats: SeatDraft[];
  /** Seat of the host: the first person's, unless another is chosen. */
  mine: number;
  lot: boolean;
  clock: ClockDraft;
  /** Whether everybody on this server may see and join the match. */
  listed: boolean;
  /** Whether the result changes the ratings of the players. */
  rated: boolean;
}

/** The person who sets up the match: their name is prefilled; that of an account is fixed. */
export interface Host {
  name: string;
  account: boolean;
  colour: string;
  /** Bot level that fits the host in this game, if it was loaded. */
  level?: number;
}

/** Level for a host of unknown strength. */
export const DEFAULT_LEVEL = 2;
export const DEFAULT_CUSTOM_BOT: Readonly<CustomBot> = {
  method: '',
  depth: '',
  nodes: '',
  seconds: '',
  threads: '',
  blunderRate: '',
  seed: '',
};

export function newSeat(who: PlayerType, changes: Partial<SeatDraft> = {}): SeatDraft {
  return {
    who,
    name: '',
    level: DEFAULT_LEVEL,
    style: 'balanced',
    custom: { ...DEFAULT_CUSTOM_BOT },
    colour: '',
    help: { undo: true, hints: true, analysis: true, coach: 'off' },
    ...changes,
  };
}

/** Return the draft for a host who has not set up this game before. */
export function newDraft(info: GameView, host: Host): SetupDraft {
  const seats = info.table.sides.map((_, n) => newSeat(n === 0 ? 'person' : 'computer'));
  seats[0] = newSeat('person', { name: host.name, colour: host.colour });
  return {
    where: 'here',
    options: {},
    start: '',
    first: null,
    seats,
    mine: 0,
    lot: false,
    clock: newClock(),
    listed: false,
    rated: false,
  };
}

/** Return the stored draft, with invalid parts replaced; the start position is never restored. */
export function restoreDraft(kept: unknown, info: GameView, host: Host): SetupDraft {
  const fresh = newDraft(info, host);
  if (!isRecord(kept)) {
    return fresh;
  }
  const known = new Map(info.options.map((option) => [option.key, option]));
  const options = isRecord(kept.options) ? kept.options : {};
  const usual = fresh.seats.map((seat) => (seat.who === 'computer' ? { ...seat, level: levelOf(kept) } : seat));
  const seats = Array.isArray(kept.seats) ? kept.seats.map((seat) => recallSeat(seat, info)) : usual;
  const mine = typeof kept.mine === 'number' && seats[kept.mine]?.who === 'person' ? kept.mine : firstPerson(seats);
  const own = seats[mine];
  if (own && host.name) {
    own.name = host.name;
  }
  return {
    ...fresh,
    where: kept.where === 'network' ? 'network' : 'here',
    options: Object.fromEntries(
      Object.entries(options).filter(
        ([key, value]) => known.has(key) && typeof value === typeof known.get(key)?.default,
      ),
    ) as Options,
    seats: seats.length > 1 ? seats : usual,
    mine: Math.max(0, mine),
    lot: kept.lot === true,
    clock: restoreClock(kept.clock),
    listed: kept.listed === true,
    rated: kept.rated === true,
  };
}

/** Return the level of the computer in a stored draft: of its first seat, or the one chosen without a set-up. */
export function levelOf(kept: unknown): ChosenLevel {
  if (!isRecord(kept)) {
    return DEFAULT_LEVEL;
  }
  const seats: unknown[] = Array.isArray(kept.seats) ? kept.seats : [];
  const bot = seats.filter(isRecord).find((seat) => seat.who === 'computer');
  return [bot?.level, kept.level].find(isLevel) ?? DEFAULT_LEVEL;
}

/** Return a stored draft with another level for the computer. */
export function withLevel(kept: unknown, level: ChosenLevel): Record<string, unknown> {
  const draft = isRecord(kept) ? kept : {};
  const seats = Array.isArray(draft.seats) ? draft.seats : null;
  const changed = seats?.map((seat: unknown) =>
    isRecord(seat) && seat.who === 'computer' ? { ...seat, level } : seat,
  );
  return { ...draft, ...(changed ? { seats: changed } : {}), level };
}

function isLevel(level: unknown): level is ChosenLevel {
  return level === 'custom' || level === 'perfect' || level === 'mine' || (typeof level === 'number' && level >= 1);
}

function recallSeat(kept: unknown, info: GameView): SeatDraft {
  const seat = newSeat('person');
  if (!isRecord(kept)) {
    return seat;
  }
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  const level = kept.level;
  const style = text(kept.style, seat.style);
  const help = isRecord(kept.help) ? kept.help : {};
  const custom = isRecord(kept.custom) ? kept.custom : {};
  return {
    who: kept.who === 'computer' ? 'computer' : 'person',
    name: text(kept.name, ''),
    level: isLevel(level) ? level : seat.level,
    style: info.styles.some((one) => one.key === style) ? style : seat.style,
    custom: Object.fromEntries(
      Object.keys(DEFAULT_CUSTOM_BOT).map((key) => [key, text(custom[key], '')]),
    ) as unknown as CustomBot,
    colour: /^#[0-9a-f]{6}$/.test(text(kept.colour, '')) ? text(kept.colour, '') : '',
    help: {
      undo: help.undo !== false,
      hints: help.hints !== false,
      analysis: help.analysis !== false,
      coach: help.coach === 'warn' || help.coach === 'show' ? help.coach : 'off',
    },
  };
}

/** Return as many seats as the game has with these options; new seats copy the last one. */
export function fitSeats(seats: SeatDraft[], sides: number): SeatDraft[] {
  const fitted = seats.slice(0, sides);
  while (fitted.length < sides) {
    const like = seats.at(-1);
    fitted.push(newSeat(like?.who ?? 'person', like ? { level: like.level } : {}));
  }
  return fitted;
}

/** Return whether an option is relevant with the selected values. */
export function optionApplies(option: Option, options: Options, declared: Option[]): boolean {
  return Object.entries(option.when).every(([key, wanted]) => {
    const other = declared.find((one) => one.key === key);
    return wanted.includes(options[key] ?? other?.default ?? '');
  });
}

/** Return the options after a change; irrelevant options and defaults are left out. */
export function withOptions(options: Options, changes: Options, declared: Option[]): Options {
  let chosen = { ...options, ...changes };
  for (;;) {
    const kept = Object.fromEntries(
      Object.entries(chosen).filter(([key, value]) => {
        const option = declared.find((one) => one.key === key);
        return option !== undefined && value !== option.default && optionApplies(option, chosen, declared);
      }),
    );
    if (Object.keys(kept).length === Object.keys(chosen).length) {
      return kept;
    }
    chosen = kept;
  }
}

export function firstPerson(seats: SeatDraft[]): number {
  return seats.findIndex((seat) => seat.who === 'person');
}

/** Return the host's seat; -1 if only bots play. */
export function mySeat(draft: SetupDraft): number {
  return draft.seats[draft.mine]?.who === 'person' ? draft.mine : firstPerson(draft.seats);
}

/** Move every player to the next seat. */
export function swapSeats(draft: SetupDraft): SetupDraft {
  const seats = [...draft.seats.slice(1), ...draft.seats.slice(0, 1)];
  return { ...draft, seats, mine: (mySeat(draft) - 1 + seats.length) % seats.length };
}

/** Return the draft for a place to play: over the network at least one seat is open, on this screen as before. */
export function withPlace(draft: SetupDraft, where: MatchPlace): SetupDraft {
  const mine = Math.max(0, mySeat(draft));
  const alone = draft.seats.every((seat, n) => n === mine || seat.who === 'computer');
  if (where !== 'network' || !alone) {
    return { ...draft, where };
  }
  const open = draft.seats.findIndex((_, n) => n !== mine);
  const seats = draft.seats.map((seat, n) => (n === mine || n === open ? { ...seat, who: 'person' as const } : seat));
  return { ...draft, where, mine, seats };
}

/** Return the request for a match. `names` are used for people without a name. */
export function matchRequest(
  draft: SetupDraft,
  game: string,
  table: VariantView,
  host: Host,
  names: string[],
): NewMatchRequest {
  const seats = fitSeats(draft.seats, table.sides.length);
  const mine = mySeat({ ...draft, seats });
  const kind = mine < 0 ? 'bots' : draft.where === 'network' ? 'network' : 'local';
  const colours = seatColours(
    seats.map((seat) => seat.colour),
    table.sides.map((side) => side.colour),
  );
  return {
    game,
    options: draft.options,
    kind,
    seats: seats.map((seat, n) => {
      const colour = colours[n] === table.sides[n]?.colour ? '' : (colours[n] ?? '');
      return seatRequest({ ...seat, colour }, n === mine, kind === 'network', host, names[n] ?? '');
    }),
    order: draft.lot ? 'lot' : 'entered',
    clock: clockRequest(draft.clock, seats.length),
    ...(draft.start.trim() ? { start: draft.start.trim() } : {}),
    ...(draft.first === null ? {} : { first: draft.first }),
    ...(kind === 'network' ? { public: draft.listed, rated: draft.rated } : {}),
  };
}

function seatRequest(seat: SeatDraft, mine: boolean, network: boolean, host: Host, name: string): AnySeatRequest {
  if (seat.who === 'computer') {
    return { ...botRequest(seat, host.level ?? DEFAULT_LEVEL), ...(seat.colour ? { colour: seat.colour } : {}) };
  }
  const shared = { help: seat.help, ...(seat.colour ? { colour: seat.colour } : {}) };
  if (mine) {
    return { is: 'me', ...shared, ...(host.account ? {} : { name: seat.name.trim() }) };
  }
  return network ? { is: 'open', help: seat.help } : { is: 'guest', ...shared, name: seat.name.trim() || name };
}

function botRequest(seat: SeatDraft, fitting: number): BotSeatRequest {
  const level = seat.level === 'mine' ? fitting : seat.level;
  const bot: BotSeatRequest = { is: 'bot', level, style: seat.style };
  if (seat.level !== 'custom') {
    return bot;
  }
  const { method, blunderRate, seed, ...limits } = seat.custom;
  const custom: Record<string, string> = {};
  if (method.startsWith(BASELINE_PREFIX)) {
    custom.method = 'baseline';
    custom.baseline = method.slice(BASELINE_PREFIX.length);
  } else {
    if (method) {
      custom.method = method;
    }
    for (const [key, value] of Object.entries(limits)) {
      if (value.trim()) {
        custom[key] = value.trim().replace(',', '.');
      }
    }
    if (blunderRate.trim()) {
      custom.blunder_rate = String(Number(blunderRate.replace(',', '.')) / 100);
    }
  }
  return { ...bot, custom, ...(/^\d+$/.test(seed.trim()) ? { seed: Number(seed) } : {}) };
}

/** Prefix of a baseline's name in `CustomBot.method`. */
export const BASELINE_PREFIX = 'baseline:';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

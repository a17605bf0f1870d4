/** Unfinished games for the home page. */
import { get } from '#lib/net/client.ts';
import type { MatchSummaryView, SnapshotMessage } from '#lib/net/types.ts';

export interface OngoingMatch {
  id: string;
  title: string;
  version: number;
  /** Names of the opponents, or of all players if the viewer does not play. */
  others: string[];
  /** Completed turns, counted as in the library. */
  turns: number;
  state: 'yours' | 'theirs' | 'waiting' | 'paused' | 'bots';
  /** Name of the player to move. */
  mover: string;
}

const MAX_SHOWN = 12;

/** Load the viewer's unfinished games: those with the viewer to move first, then by date. */
export async function loadOngoing(): Promise<OngoingMatch[]> {
  const matches = (await get('/api/matches', { query: { which: 'mine' } })).slice(0, MAX_SHOWN);
  const found = await Promise.all(
    matches.map(async (match) => ongoingMatch(match, await get('/api/matches/{match}', { path: { match: match.id } }))),
  );
  return found.sort((one, other) => Number(other.state === 'yours') - Number(one.state === 'yours'));
}

export function ongoingMatch(
  match: MatchSummaryView,
  { state, you }: Pick<SnapshotMessage, 'state' | 'you'>,
): OngoingMatch {
  const mover = state.seats[state.position.seat];
  return {
    id: match.id,
    title: match.title,
    version: match.version,
    others: others(
      state.seats.map((seat) => seat.name),
      state.seats.map((seat) => seat.player.is === 'open'),
      you.seats,
    ),
    turns: state.turns.filter((turn) => turn.complete).length,
    mover: mover?.name ?? '',
    state:
      match.status === 'waiting'
        ? 'waiting'
        : match.status === 'paused'
          ? 'paused'
          : match.kind === 'bots'
            ? 'bots'
            : you.seats.includes(state.position.seat)
              ? 'yours'
              : 'theirs',
  };
}

function others(names: string[], open: boolean[], mine: number[]): string[] {
  const there = names.filter((_, seat) => !open[seat]);
  return mine.length === 1 ? names.filter((_, seat) => !open[seat] && seat !== mine[0]) : there;
}

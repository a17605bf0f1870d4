/**
 * The state of a match as the page knows it. `receive` is pure: it returns the view after a message, and the events to
 * play back before it.
 */
import type {
  MatchEventMessage,
  MatchSocketMessage,
  MatchStateView,
  MatchView,
  MovedMessage,
  NarratedMessage,
  PresenceMessage,
  TakenBackMessage,
  ThinkingMessage,
  TurnView,
  ViewerView,
} from '#lib/net/types.ts';

export interface View {
  match: MatchView;
  state: MatchStateView;
  /** The complete move list; `state.turns` contains only the part sent last. */
  turns: TurnView[];
  you: ViewerView;
  /** Number of spectators. */
  watching: number;
  /** Progress of the thinking bot. */
  thinking: ThinkingMessage | null;
}

export interface ViewChange {
  view: View | null;
  /** Events to play back, in order, before the new view is shown. */
  happened: MatchEventMessage[];
}

/** Return the view after a message. Unrelated messages do not change it. */
export function receive(view: View | null, message: MatchSocketMessage): ViewChange {
  switch (message.type) {
    case 'snapshot':
      return {
        view: {
          match: message.match,
          state: message.state,
          turns: message.state.turns,
          you: message.you,
          watching: message.watching,
          thinking: null,
        },
        happened: message.missed,
      };
    case 'news':
      if (view === null || message.state.version < view.state.version) {
        return { view, happened: [] };
      }
      return {
        view: {
          ...view,
          state: { ...message.state, position: samePosition(view.state, message.state) },
          turns: [...view.turns.slice(0, message.state.turns_from), ...message.state.turns],
          you: message.you,
          thinking: null,
        },
        happened: message.happened.filter((event) => event.version > view.state.version),
      };
    case 'presence':
      return { view: view && withPresence(view, message), happened: [] };
    case 'thinking':
      return { view: view && withThinking(view, message), happened: [] };
    default:
      return { view, happened: [] };
  }
}

/** Keep the object of an unchanged position, so that picks on its board are not lost. */
function samePosition(before: MatchStateView, after: MatchStateView): MatchStateView['position'] {
  const same = before.ply === after.ply && before.position.text === after.position.text;
  return same ? before.position : after.position;
}

function withPresence(view: View, presence: PresenceMessage): View {
  const seats = view.state.seats.map((seat, n) => ({ ...seat, present: presence.seats[n] ?? seat.present }));
  return { ...view, state: { ...view.state, seats }, watching: presence.watching };
}

/** Ignore outdated reports and the report that a search has ended. */
function withThinking(view: View, thinking: ThinkingMessage): View {
  const current = thinking.state !== 'done' && thinking.ply === view.state.ply;
  return { ...view, thinking: current ? thinking : null };
}

/** Return whether the viewer may perform an action now. */
export function isAllowed(view: View, action: ViewerView['can'][number]): boolean {
  return view.you.can.includes(action);
}

/** Return the seats of people for whom the viewer acts. */
export function ownSeats(view: View): number[] {
  return view.you.seats.filter((seat) => view.state.seats[seat]?.player.is !== 'bot');
}

/** Return whether the viewer is to move. */
export function isMyTurn(view: View): boolean {
  return view.state.status === 'running' && view.you.can.includes('move');
}

/** Return whether several people share the viewer's screen. */
export function isSharedScreen(view: View): boolean {
  return ownSeats(view).length > 1;
}

/** Return the seat at the bottom of the board: the viewer's; on a shared screen the first, or the one to move. */
export function frontSeat(view: View, turning: boolean): number {
  const own = ownSeats(view);
  if (own.length > 1 && turning && own.includes(view.state.position.seat)) {
    return view.state.position.seat;
  }
  return own[0] ?? 0;
}

export const isMoved = (event: MatchEventMessage): event is MovedMessage => event.event === 'moved';
export const isTakenBack = (event: MatchEventMessage): event is TakenBackMessage => event.event === 'taken-back';
export const isNarrated = (event: MatchEventMessage): event is NarratedMessage => event.event === 'told';

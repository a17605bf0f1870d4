/** The reason why the board of a match does not accept clicks; clicks are never queued. */
import { t } from '#lib/strings/index.ts';
import type { LinkState } from './socket.ts';
import { isMyTurn, ownSeats, type View } from './view.ts';

export interface LockContext {
  view: View | null;
  link: LinkState;
  /** An earlier position is shown. */
  reviewing: boolean;
  /** A move is being animated. */
  showing: boolean;
  /** A move is being sent. */
  sending: boolean;
  nameOf: (seat: number) => string;
}

/** Return the reason as a sentence, or "" if the board accepts clicks. */
export function lockReason({ view, link, reviewing, showing, sending, nameOf }: LockContext): string {
  if (view === null) {
    return t('match.loading');
  }
  if (reviewing) {
    return t('match.locked.review');
  }
  switch (view.state.status) {
    case 'over':
      return t('match.locked.over');
    case 'paused':
      return t('match.locked.paused');
    case 'waiting':
      return t('match.locked.waiting');
  }
  if (ownSeats(view).length === 0) {
    return t('match.locked.watching');
  }
  if (!isMyTurn(view)) {
    return t('match.locked.other', { name: nameOf(view.state.position.seat) });
  }
  if (showing) {
    return t('match.locked.moving');
  }
  if (link !== 'open') {
    return t('match.locked.lost');
  }
  return sending ? t('match.locked.sending') : '';
}

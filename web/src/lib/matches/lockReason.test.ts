import { describe, expect, it } from 'vitest';
import { t } from '#lib/strings/index.ts';
import { type LockContext, lockReason } from './lockReason.ts';
import type { View } from './view.ts';

type Status = View['state']['status'];

const view = (status: Status, seats: number[], can: string[]): View =>
  ({
    state: { status, position: { seat: 1 }, seats: [{ player: { is: 'guest' } }, { player: { is: 'bot' } }] },
    you: { seats, can },
  }) as unknown as View;

const locked = (of: View | null, more: Partial<LockContext> = {}) =>
  lockReason({
    view: of,
    link: 'open',
    reviewing: false,
    showing: false,
    sending: false,
    nameOf: () => 'Ben',
    ...more,
  });

const mine = view('running', [0], ['move']);

describe('the board takes clicks', () => {
  it('of the seat to move, in a running game, when nothing else is in progress', () => {
    expect(locked(mine)).toBe('');
  });

  it.each([
    ['while it is fetched', null, {}, t('match.loading')],
    ['while an earlier position is shown', mine, { reviewing: true }, t('match.locked.review')],
    ['while a move is shown', mine, { showing: true }, t('match.locked.moving')],
    ['while a move is on its way', mine, { sending: true }, t('match.locked.sending')],
    ['without a connection', mine, { link: 'lost' }, t('match.locked.lost')],
    ['before everybody is there', view('waiting', [0], []), {}, t('match.locked.waiting')],
    ['in a pause', view('paused', [0], []), {}, t('match.locked.paused')],
    ['after the end', view('over', [0], []), {}, t('match.locked.over')],
    ['of who only watches', view('running', [], []), {}, t('match.locked.watching')],
    ['while another seat is to move', view('running', [0], []), {}, t('match.locked.other', { name: 'Ben' })],
  ] as [string, View | null, Partial<LockContext>, string][])('not %s, and says why', (_, of, more, text) => {
    expect(locked(of, more)).toBe(text);
  });
});

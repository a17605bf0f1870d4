/** Actions of buttons and keys in a match; help, undo and redo say why they are not possible, others do nothing then. */

import { t } from '#lib/strings/index.ts';
import type { MatchModel } from '../model.svelte.ts';
import { isAllowed, ownSeats } from '../view.ts';
import type { MatchAction } from './keys.ts';

/** Announce why there is no help now: the game allows none, or it is not the viewer's turn. */
function refuseHelp(model: MatchModel): void {
  const { view, link } = model;
  const plays = view !== null && link === 'open' && view.state.status === 'running' && ownSeats(view).length > 0;
  model.announcer.announce(plays && !isAllowed(view, 'hint') ? t('match.help.never') : model.locked, 'error');
}

export function askHint(model: MatchModel): void {
  if (!model.can('hint') || !model.myTurn || model.review.on) {
    refuseHelp(model);
  } else {
    void model.help.askHint().then((found) => {
      if (found) {
        model.announcer.readOut([found.turn, ...found.reasons.map((reason) => reason.text)].join('. '));
      }
    });
  }
}

/** Open or close the coach. */
export function toggleCoach(model: MatchModel): void {
  if (model.help.coachOpen) {
    model.help.closeCoach();
  } else if (model.can('hint') && model.view !== null) {
    void model.help.openCoach(model.review.ply ?? model.view.state.ply);
  } else {
    refuseHelp(model);
  }
}

/** Undo or redo a move. Where it is not possible, the server's refusal says why. */
export function undoOrRedo(model: MatchModel, what: 'undo' | 'redo'): void {
  if (model.link !== 'open') {
    model.announcer.announce(t('match.locked.lost'), 'error');
  } else {
    void (what === 'undo' ? model.takeBack() : model.redo());
  }
}

/** Clear the selection, else leave the review, else pause or resume. */
export function cancelOrPause(model: MatchModel): void {
  if (model.board?.deselect()) {
    return;
  }
  if (model.review.on) {
    model.review.close();
  } else if (model.can('resume')) {
    void model.do({ do: 'resume' });
  } else if (model.can('pause')) {
    void model.do({ do: 'pause' });
  }
}

const ACTIONS: Record<MatchAction, (model: MatchModel) => void> = {
  back: (model) => model.stepTurns(-1),
  forward: (model) => model.review.on && model.stepTurns(1),
  first: (model) => model.showPly(0),
  last: (model) => model.review.close(),
  hint: askHint,
  coach: toggleCoach,
  undo: (model) => undoOrRedo(model, 'undo'),
  redo: (model) => undoOrRedo(model, 'redo'),
  escape: cancelOrPause,
};

export function runAction(action: MatchAction, model: MatchModel): void {
  ACTIONS[action](model);
}

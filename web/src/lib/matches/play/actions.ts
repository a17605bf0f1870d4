/** Carries out what buttons and keys ask for in a match; what may not be done now is left undone. */

import type { MatchModel } from '../model.svelte.ts';
import type { Deed } from './keys.ts';

export function askHint(model: MatchModel): void {
  if (model.can('hint') && model.myTurn && !model.review.on) {
    void model.help.askHint().then((found) => {
      if (found) {
        model.news.readOut([found.turn, ...found.reasons.map((reason) => reason.text)].join('. '));
      }
    });
  }
}

/** Puts the coach's lens on or away. */
export function turnLens(model: MatchModel): void {
  if (model.help.lens) {
    model.help.closeLens();
  } else if (model.can('hint') && model.view !== null) {
    void model.help.openLens(model.review.ply ?? model.view.state.ply);
  }
}

/** Deselects, else leaves the review, else pauses, or goes on from a pause. */
export function stepOut(model: MatchModel): void {
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

const DEEDS: Record<Deed, (model: MatchModel) => void> = {
  back: (model) => model.lookBy(-1),
  forward: (model) => model.review.on && model.lookBy(1),
  first: (model) => model.lookAt(0),
  last: (model) => model.review.close(),
  hint: askHint,
  lens: turnLens,
  undo: (model) => void (model.can('take-back') && model.takeBack()),
  redo: (model) => void (model.can('redo') && model.redo()),
  escape: stepOut,
};

export function carryOut(deed: Deed, model: MatchModel): void {
  DEEDS[deed](model);
}

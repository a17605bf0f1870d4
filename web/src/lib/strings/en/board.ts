/** Texts on and around a board. */
import { plural } from '../catalogue.ts';

export const board = {
  'board.empty': 'empty',
  'board.piece': '{side} {kind}',
  'board.strokes': plural('1 stroke', '{n} strokes'),
  'board.faces.up': 'facing up',
  'board.faces.right': 'facing right',
  'board.faces.down': 'facing down',
  'board.faces.left': 'facing left',
  'board.chosen': '{what}, selected',
  'board.sign.wins': 'wins immediately',
  'board.sign.loses': 'loses immediately',
  'board.sign.safe': 'safe',
  'board.choices': 'Choices',
  'board.play': 'Play {move}',
  'board.play.none': 'Play',
  'board.cancel': 'Cancel',
  'board.animating': 'Click to skip the animation.',
  'board.view': 'Board view',
  'board.turn': 'Flip board',
  'board.above': 'View from above',
  'board.around': 'View at an angle',
  'board.reset': 'Reset view',
  'board.slower': 'Graphics are slow on this device, so the board is shown in less detail.',
  'board.flat': 'This browser does not support 3D graphics, so the board is flat.',
};

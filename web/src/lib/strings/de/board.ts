import { plural, type Translated } from '../catalogue';
import type { board as english } from '../en/board';

export const board: Translated<typeof english> = {
  'board.empty': 'leer',
  'board.piece': '{kind} von {side}',
  'board.strokes': plural('1 Strich', '{n} Striche'),
  'board.faces.up': 'zeigt nach oben',
  'board.faces.right': 'zeigt nach rechts',
  'board.faces.down': 'zeigt nach unten',
  'board.faces.left': 'zeigt nach links',
  'board.chosen': '{what}, ausgewählt',
  'board.sign.wins': 'gewinnt sofort',
  'board.sign.loses': 'verliert sofort',
  'board.sign.safe': 'sicher',
  'board.choices': 'Auswahl',
  'board.play': '{move} spielen',
  'board.play.none': 'Spielen',
  'board.cancel': 'Abbrechen',
  'board.animating': 'Klicke, um die Animation zu überspringen.',
  'board.view': 'Brettansicht',
  'board.turn': 'Brett drehen',
  'board.above': 'Von oben ansehen',
  'board.around': 'Schräg ansehen',
  'board.reset': 'Ansicht zurücksetzen',
  'board.slower': 'Dieses Gerät zeichnet langsam, darum wird das Brett jetzt einfacher dargestellt.',
  'board.flat': 'Dieser Browser unterstützt keine 3D-Grafik, darum wird das Brett flach dargestellt.',
};

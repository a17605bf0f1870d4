import { many, type Translated } from '../catalogue';
import type { board as english } from '../en/board';

export const board: Translated<typeof english> = {
  'board.empty': 'leer',
  'board.piece': '{kind} von {side}',
  'board.strokes': many('1 Strich', '{n} Striche'),
  'board.faces.up': 'zeigt nach oben',
  'board.faces.right': 'zeigt nach rechts',
  'board.faces.down': 'zeigt nach unten',
  'board.faces.left': 'zeigt nach links',
  'board.chosen': '{what}, gewählt',
  'board.sign.wins': 'gewinnt sofort',
  'board.sign.loses': 'verliert sofort',
  'board.sign.safe': 'sicher',
  'board.choices': 'Auswahl',
  'board.play': '{move} spielen',
  'board.play.none': 'Spielen',
  'board.cancel': 'Abbrechen',
  'board.animating': 'Ein Zug wird gezeigt. Ein Klick überspringt ihn.',
  'board.busy': 'Warte, bis der Zug gezeigt ist.',
  'board.view': 'Blick auf das Brett',
  'board.turn': 'Brett drehen',
  'board.above': 'Von oben ansehen',
  'board.around': 'Von der Seite ansehen',
  'board.reset': 'Blick zurücksetzen',
  'board.slower': 'Das Zeichnen dauert hier lange. Ab jetzt wird das Brett einfacher gezeichnet.',
  'board.flat': 'Dieser Browser kann nicht räumlich zeichnen. Das Brett wird flach gezeichnet.',
};

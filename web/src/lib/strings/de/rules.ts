import type { Translated } from '../catalogue';
import type { rules as english } from '../en/rules';

export const rules: Translated<typeof english> = {
  'rules.title': 'Regeln',
  'rules.of': 'Regeln von {game}',
  'rules.choose': 'Spielregeln',
  'rules.contents': 'Auf dieser Seite',
  'rules.play': '{game} spielen',
  'rules.legal': 'Erlaubt',
  'rules.illegal': 'Nicht erlaubt',
  'rules.board': 'Brett als Text',
};

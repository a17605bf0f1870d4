import type { common as english } from '../en/common';
import type { Translated } from '../words';

export const common: Translated<typeof english> = {
  'app.name': 'Parlour',
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.unreachable': 'Der Server ist nicht erreichbar.',
  'chart.table': 'Als Tabelle',
};

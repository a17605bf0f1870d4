import type { Translated } from '../catalogue';
import type { common as english } from '../en/common';

export const common: Translated<typeof english> = {
  'app.name': 'Parlour',
  'common.cancel': 'Abbrechen',
  'common.close': 'Schließen',
  'common.unreachable': 'Der Server ist nicht erreichbar. Prüfe, ob Parlour läuft.',
  'chart.table': 'Als Tabelle zeigen',
  'saved.rename': 'Umbenennen',
  'saved.delete': 'Löschen',
  'saved.more': 'Optionen für „{name}“',
  'saved.deleted': '„{name}“ gelöscht.',
  'saved.restored': '„{name}“ wiederhergestellt.',
  'saved.undo': 'Rückgängig',
};

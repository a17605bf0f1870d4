import type { Translated } from '../catalogue';
import type { host as english } from '../en/host';

export const host: Translated<typeof english> = {
  'host.title': 'Leitung',
  'host.about': 'Für die Person, der dieser Server gehört: Anwesende, die Tür und laufende Spiele.',
  'host.only': 'Das kann nur die Person, der dieser Server gehört, in einem von Parlour selbst geöffneten Browser.',
  'host.room': 'Raum',
  'host.locked': 'Tür schließen',
  'host.locked.help': 'Niemand Neues kommt herein. Wer da ist, bleibt.',
  'host.actions': 'Aktionen für {name}',
  'host.rename': 'Umbenennen',
  'host.remove': 'Entfernen',
  'host.hand-over': 'Auf ein anderes Gerät umziehen',
  'host.hand-over.of': 'Code von {name}',
  'host.hand-over.help': 'Auf dem anderen Gerät: Lobby, „Gerät wechseln“. Der Code gilt einmal, zehn Minuten lang.',
  'host.other-device': 'Gerät wechseln',
  'host.hand-over.about':
    'Wenn ein Gerät ausfällt, geht es auf einem anderen weiter. Auch die Leitung kann den Code zeigen.',
  'host.hand-over.show': 'Meinen Code zeigen',
  'host.take-over': 'Vier Wörter vom anderen Gerät',
  'host.take-over.adopt': 'Spiele dieses Geräts mitnehmen',
  'host.take-over.do': 'Hier weitermachen',
  'host.taken-over': 'Du bist jetzt {name}.',
  'host.end': 'Beenden',
  'host.end.label': '{game} mit {name} beenden',
  'host.end.title': 'Spiel beenden',
  'host.end.about': 'Das Spiel endet sofort mit diesem Ergebnis.',
  'host.end.wins': '{name} gewinnt',
  'host.end.draw': 'Remis',
};

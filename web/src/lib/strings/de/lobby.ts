import type { Translated } from '../catalogue';
import type { lobby as english } from '../en/lobby';

export const lobby: Translated<typeof english> = {
  'lobby.title': 'Lobby',
  'lobby.about': 'Offene Spiele auf diesem Server. Nimm eines an oder biete selbst eines an.',
  'lobby.open': 'Offene Spiele',
  'lobby.open.none': 'Niemand wartet auf einen Gegner.',
  'lobby.watch': 'Laufende Spiele',
  'lobby.watch.none': 'Zurzeit wird kein öffentliches Spiel gespielt.',
  'lobby.accept': 'Annehmen',
  'lobby.accept.label': '{game} mit {name} annehmen',
  'lobby.own': 'Dein Spiel',
  'lobby.rated': 'Gewertet',
  'lobby.unrated': 'Ungewertet',
  'lobby.side': 'Du spielst {side}',
  'lobby.offer': 'Spiel anbieten',
};

import { plural, type Translated } from '../catalogue';
import type { ratings as english } from '../en/ratings';

export const ratings: Translated<typeof english> = {
  'ratings.title': 'Bestenlisten',
  'ratings.about':
    'Wertungszahlen aus gewerteten Spielen. Neue Spieler beginnen bei 1500; Bots haben gemessene Wertungszahlen auf derselben Skala.',
  'ratings.game': 'Spiel',
  'ratings.time': 'Bedenkzeit',
  'ratings.time.blitz': 'Blitz (unter 8 Minuten)',
  'ratings.time.rapid': 'Schnell (8 bis 25 Minuten)',
  'ratings.time.classical': 'Klassisch (ab 25 Minuten)',
  'ratings.time.correspondence': 'Korrespondenz (Tage)',
  'ratings.time.untimed': 'Ohne Uhr',
  'ratings.short.blitz': 'Blitz',
  'ratings.short.rapid': 'Schnell',
  'ratings.short.classical': 'Klassisch',
  'ratings.short.correspondence': 'Korrespondenz',
  'ratings.short.untimed': 'Ohne Uhr',
  'ratings.rank': 'Rang',
  'ratings.player': 'Spieler',
  'ratings.rating': 'Wertung',
  'ratings.games': 'Spiele',
  'ratings.you': 'Du',
  'ratings.bot': 'Bot',
  'ratings.provisional': 'Vorläufig',
  'ratings.value': '{points} ± {uncertainty}',
  'ratings.nobody': 'Hier hat noch niemand ein gewertetes Spiel gespielt.',
  'ratings.own': 'Wertungszahlen',
  'ratings.own.none': 'Spiele gewertete Spiele im Netzwerk, um eine Wertungszahl zu bekommen.',
  'ratings.after': 'Nach dem Spiel am',
  'ratings.played': plural('{n} gewertetes Spiel', '{n} gewertete Spiele'),
  'ratings.change': 'Wertung: {before} → {after} ({change})',
};

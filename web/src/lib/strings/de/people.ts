import type { people as english } from '../en/people';
import type { Translated } from '../words';

export const people: Translated<typeof english> = {
  'people.menu': 'Du',
  'people.guest': 'Gast',
  'people.guest.named': '{name}, ein Gast',
  'people.account': 'Eingeloggt als {name}',
  'people.log-in': 'Einloggen',
  'people.sign-up': 'Konto anlegen',
  'people.log-out': 'Ausloggen',
  'people.rename': 'Meinen Namen ändern',
  'people.name': 'Name',
  'people.name.help': 'Bis zu 40 Zeichen. Andere sehen ihn.',
  'people.password': 'Passwort',
  'people.password.help': 'Mindestens 8 Zeichen.',
  'people.password.show': 'Passwort zeigen',
  'people.password.hide': 'Passwort verbergen',
  'people.log-in.about':
    'Zum Spielen muss sich niemand einloggen. Ein Konto hält deine Spiele und Einstellungen in jedem Browser zusammen.',
  'people.sign-up.about': 'Was du in diesem Browser als Gast gespielt hast, wird dein.',
  'people.no-account': 'Ich habe noch kein Konto',
  'people.have-account': 'Ich habe ein Konto',
  'people.adopt': 'Meine Spiele als Gast mitnehmen',
  'people.adopt.help': 'Sonst bleiben sie beim Gast und gehen, wenn dieser Browser sie vergisst.',
  'people.welcome': 'Willkommen, {name}.',
  'people.logged-out': 'Du bist ausgeloggt.',
  'people.renamed': 'Du heißt jetzt {name}.',
  'people.save': 'Speichern',
};

/** Setting a game up. */
export const setup = {
  'setup.title': 'Set up {game}',
  'setup.player.1': 'First player',
  'setup.player.2': 'Second player',
  'setup.player.3': 'Third player',
  'setup.player.4': 'Fourth player',
  'setup.player.5': 'Fifth player',
  'setup.player.6': 'Sixth player',
  'setup.player.7': 'Seventh player',
  'setup.player.8': 'Eighth player',
};

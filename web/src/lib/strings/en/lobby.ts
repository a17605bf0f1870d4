/** Texts of the lobby. */
export const lobby = {
  'lobby.title': 'Lobby',
  'lobby.about': 'Open games on this server. Accept one, or offer your own.',
  'lobby.open': 'Open games',
  'lobby.open.none': 'Nobody is waiting for an opponent.',
  'lobby.watch': 'Games in progress',
  'lobby.watch.none': 'No public game is being played.',
  'lobby.accept': 'Accept',
  'lobby.accept.label': 'Accept {game} with {name}',
  'lobby.own': 'Your game',
  'lobby.rated': 'Rated',
  'lobby.unrated': 'Unrated',
  'lobby.side': 'You play {side}',
  'lobby.offer': 'Offer a game',
};

/** The rules of the games. */
export const rules = {
  'rules.title': 'Rules',
  'rules.of': 'Rules of {game}',
  'rules.choose': 'Rules of which game?',
  'rules.contents': 'On this page',
  'rules.play': 'Play {game}',
  'rules.legal': 'Legal',
  'rules.illegal': 'Not legal',
  'rules.board': 'The board as text',
};

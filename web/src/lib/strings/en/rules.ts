/** Texts of the rules pages. */
export const rules = {
  'rules.title': 'Rules',
  'rules.of': 'Rules of {game}',
  'rules.choose': 'Game rules',
  'rules.contents': 'On this page',
  'rules.play': 'Play {game}',
  'rules.legal': 'Legal',
  'rules.illegal': 'Illegal',
  'rules.board': 'Board as text',
};

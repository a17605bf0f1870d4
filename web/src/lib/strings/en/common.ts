/** Words that every part of the page uses. */
export const common = {
  'app.name': 'Parlour',
  'chart.table': 'As a table',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.unreachable': 'The server cannot be reached.',
};

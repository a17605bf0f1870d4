/** Texts used by every part of the page. */
export const common = {
  'app.name': 'Parlour',
  'chart.table': 'Show as table',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.unreachable': 'Cannot reach the server. Check that Parlour is running.',
  'saved.rename': 'Rename',
  'saved.delete': 'Delete',
  'saved.more': 'Options for “{name}”',
  'saved.deleted': '“{name}” deleted.',
  'saved.restored': '“{name}” restored.',
  'saved.undo': 'Undo',
};

/** Texts for watching bots. */
export const watch = {
  'watch.title': 'Watching',
  'watch.pause': 'Pause',
  'watch.go': 'Resume',
  'watch.step': 'Next move',
  'watch.pace': 'Speed',
  'watch.pace.slow': 'Slow',
  'watch.pace.normal': 'Normal',
  'watch.pace.fast': 'Fast',
};

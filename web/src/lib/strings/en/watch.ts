/** Watching computers play each other. */
export const watch = {
  'watch.title': 'Watching',
  'watch.pause': 'Pause',
  'watch.go': 'Go on',
  'watch.step': 'One turn',
  'watch.pace': 'Speed',
  'watch.pace.slow': 'Slow',
  'watch.pace.normal': 'Normal',
  'watch.pace.fast': 'Fast',
};

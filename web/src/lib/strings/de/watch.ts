import type { Translated } from '../catalogue';
import type { watch as english } from '../en/watch';

export const watch: Translated<typeof english> = {
  'watch.title': 'Zuschauen',
  'watch.pause': 'Pause',
  'watch.go': 'Fortsetzen',
  'watch.step': 'Nächster Zug',
  'watch.pace': 'Tempo',
  'watch.pace.slow': 'Langsam',
  'watch.pace.normal': 'Normal',
  'watch.pace.fast': 'Schnell',
};

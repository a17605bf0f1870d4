import { expect, test, vi } from 'vitest';
import { settings } from '#lib/settings/settings.svelte.ts';
import { matchPictureUrl } from './pictureUrl.ts';

test('pictures of matches have marks where boards have them; the server decides for close colours', () => {
  const signs = (theme: 'dark' | 'contrast' | 'colour-blind', marks: 'auto' | 'always' | 'never') => {
    vi.spyOn(settings, 'theme', 'get').mockReturnValue(theme);
    vi.spyOn(settings, 'marks', 'get').mockReturnValue(marks);
    return new URL(matchPictureUrl('m', 7, 240), 'http://parlour').searchParams.get('signs');
  };
  expect(signs('contrast', 'auto')).toBe('true');
  expect(signs('colour-blind', 'auto')).toBe('true');
  expect(signs('dark', 'always')).toBe('true');
  expect(signs('contrast', 'never')).toBe('false');
  expect(signs('dark', 'auto')).toBeNull();
});

test('small boards have the whole picture: none has trays', () => {
  expect(new URL(matchPictureUrl('m', 7, 240), 'http://parlour').searchParams.get('trays')).toBe('false');
});

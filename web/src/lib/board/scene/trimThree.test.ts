import { expect, test } from 'vitest';
import { pruneShader } from '../../../../trimThree.ts';

test.each([
  ['a\n#ifdef USE_SHEEN\nb\n#ifdef USE_MAP\nc\n#endif\n#endif\nd', 'a\nd'],
  ['#ifdef USE_FOG\na\n#else\nb\n#endif', 'b'],
  ['#ifndef USE_FOG\na\n#else\nb\n#endif', 'a'],
  ['#ifdef USE_MAP\na\n#else\nb\n#endif', '#ifdef USE_MAP\na\n#else\nb\n#endif'],
  ['#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct )\na\n#endif\nb', 'b'],
  [
    '#if NUM_DIR_LIGHTS > 0 || NUM_RECT_AREA_LIGHTS > 0\na\n#endif',
    '#if NUM_DIR_LIGHTS > 0 || NUM_RECT_AREA_LIGHTS > 0\na\n#endif',
  ],
  ['#ifdef USE_FOG\na\n#elif defined( USE_MAP )\nb\n#else\nc\n#endif', '#if defined( USE_MAP )\nb\n#else\nc\n#endif'],
  ['a;\n\n\t// why\n\tb;', 'a;\nb;'],
])('what no board compiles is left out of shaders', (shader, pruned) => {
  expect(pruneShader(shader)).toBe(pruned);
});

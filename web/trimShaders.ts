/** Takes comments and indentation out of the shaders of boards, which are strings to the minifier. */
import type { Plugin } from 'vite';

export function trimShaders(): Plugin {
  return {
    name: 'trim-shaders',
    enforce: 'pre',
    transform(code, id) {
      if (!/lib\/board\/scene\/.*\.ts$/.test(id)) {
        return null;
      }
      // Of the rest of a file nothing changes: indentation and lines of comments mean nothing there.
      return { code: code.replace(/\n\s*\/\/[^\n]*/g, '\n').replace(/\n\s+/g, '\n'), map: null };
    },
  };
}

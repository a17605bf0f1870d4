/** Remove comments and indentation from the shaders of boards, which are strings to the minifier. */
import type { Plugin } from 'vite';

export function trimShaders(): Plugin {
  return {
    name: 'trim-shaders',
    enforce: 'pre',
    transform(code, id) {
      if (!/lib\/board\/scene\/.*\.ts$/.test(id)) {
        return null;
      }
      // The rest of a file keeps its meaning without indentation and comment lines.
      return { code: code.replace(/\n\s*\/\/[^\n]*/g, '\n').replace(/\n\s+/g, '\n'), map: null };
    },
  };
}

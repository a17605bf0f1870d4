import type { Plugin } from 'vite';

/** Parts of shaders that no board uses. They are text, so nothing else would leave them out. */
const UNUSED_CHUNKS =
  /^(alphahash_.+|batching_.+|clipping_planes_.+|displacementmap_.+|dithering_.+|fog_.+|gradientmap_.+|iridescence_.+|lightprobes_.+|lights_(phong|toon)_.+|logdepthbuf_.+|map_particle_.+|morph.+|skin.+|transmission_.+)$/;
const CHUNK = /^(const|var) (\w+) = "(?:[^"\\]|\\.)*";$/gm;
/** Glasses for virtual reality; what the renderer asks of them. */
const XR = /^class WebXRManager extends EventDispatcher \{$[\s\S]*?^\}$/m;
const NO_XR = `class WebXRManager extends EventDispatcher {
  enabled = false;
  isPresenting = false;
  setAnimationLoop() {}
  getEnvironmentBlendMode() {}
  dispose() {}
}`;

/** Leave out of three.js what no board uses: a first visit loads less. */
export function trimThree(): Plugin {
  return {
    name: 'trim-three',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/three/build/three.module.js')) {
        return null;
      }
      let removed = 0;
      const trimmed = code.replace(CHUNK, (whole, keyword: string, name: string) => {
        if (UNUSED_CHUNKS.test(name)) {
          removed++;
          return `${keyword} ${name} = "";`;
        }
        return whole;
      });
      if (removed < 30 || !XR.test(trimmed)) {
        this.error('three.js has changed: adapt web/trimThree.ts.');
      }
      return { code: trimmed.replace(XR, NO_XR), map: null };
    },
  };
}

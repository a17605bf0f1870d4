import type { Plugin } from 'vite';

/** Parts of shaders that no board uses. They are text, so that tree shaking cannot remove them. */
const UNUSED_CHUNKS =
  /^(alphahash_.+|alphamap_.+|batching_.+|clipping_planes_.+|displacementmap_.+|dithering_.+|fog_.+|gradientmap_.+|iridescence_.+|lightprobes_.+|lightmap_.+|lights_(phong|toon)_.+|logdepthbuf_.+|map_particle_.+|morph.+|normalmap_.+|shadowmask_.+|skin.+|transmission_.+)$/;
/** Shaders of materials that no board uses, as `ShaderChunk` names them. */
const UNUSED_SHADERS =
  /^\t((?:background|backgroundCube|distance|equirect|linedashed|meshmatcap|meshnormal|meshphong|meshtoon|points|shadow|sprite)_(?:vert|frag)): ([\w$]+)/gm;
/** Definitions that no board sets: shader code that depends on them is removed. */
const NEVER_DEFINED =
  /^(USE_(SHEEN|IRIDESCENCE|ANISOTROPY|TRANSMISSION|DISPERSION|FOG|SKINNING|MORPH|LIGHTMAP|LIGHT_PROBES|ALPHAHASH|ALPHAMAP|LOGARITHMIC_DEPTH|REVERSED_DEPTH|NORMALMAP|DISPLACEMENTMAP|BATCHING|SPECULAR|CLEARCOAT_?(MAP|NORMALMAP|ROUGHNESSMAP)|AOMAP|EMISSIVEMAP|GRADIENTMAP|MATCAP|SPOT|POINTS)\w*|FOG_EXP2|SHADOWMAP_TYPE_VSM|NUM_(SPOT|RECT_AREA|HEMI)\w*|NUM_POINT_LIGHT_SHADOWS)$/;
const CHUNK = /^(const|var) ([\w$]+) = "(?:[^"\\]|\\.)*";$/gm;
/** Parts of the renderer that no board uses, and their stubs: output effects, uniform buffers, morph targets. */
const OUTPUT = /^function WebGLOutput\(.*\) \{$[\s\S]*?^\}$/m;
const UNIFORM_GROUPS = /^function WebGLUniformsGroups\(.*\) \{$[\s\S]*?^\}$/m;
const MORPH_TARGETS = /^function WebGLMorphtargets\(.*\) \{$[\s\S]*?^\}$/m;
const NO_UNIFORM_GROUPS = 'function WebGLUniformsGroups() { return { bind() {}, update() {}, dispose() {} }; }';
const NO_MORPH_TARGETS = 'function WebGLMorphtargets() { return { update() {} }; }';
/** Tone mapping by curves that no board uses. */
const CURVES = /const mat3 LINEAR_REC2020_TO_LINEAR_SRGB.*?(?=vec3 CustomToneMapping)/;
/** Virtual reality, which no board uses, and its stub. */
const XR = /^class WebXRManager extends EventDispatcher \{$[\s\S]*?^\}$/m;
const NO_XR = `class WebXRManager extends EventDispatcher {
  enabled = false;
  isPresenting = false;
  setAnimationLoop() {}
  getEnvironmentBlendMode() {}
  dispose() {}
}`;

/** Remove comments, indentation and branches that are never compiled from a shader. */
export function pruneShader(shader: string): string {
  const kept: string[] = [];
  /** The open conditions: whether they are decided here, and whether the current branch is removed. */
  const open: { decided: boolean; dropped: boolean }[] = [];
  const dropping = () => open.some(({ dropped }) => dropped);
  for (const line of shader.split('\n')) {
    const directive = /^\s*#(if|else|elif|endif)/.exec(line)?.[1];
    const last = open.at(-1);
    if (directive === 'if') {
      const holds = dropping() ? null : branchHolds(line.trim());
      open.push({ decided: holds !== null, dropped: holds === false });
      if (holds !== null) {
        continue;
      }
    } else if (directive === 'elif' && last?.decided) {
      if (!last.dropped) {
        throw new Error(`The branch after "${line}" is never compiled: adapt web/trimThree.ts.`);
      }
      open.splice(-1, 1, { decided: false, dropped: false });
      kept.push(line.replace('#elif', '#if'));
      continue;
    } else if (directive === 'else' && last?.decided) {
      last.dropped = !last.dropped;
      continue;
    } else if (directive === 'endif' && open.pop()?.decided) {
      continue;
    }
    const text = line.trim();
    if (!dropping() && text && !text.startsWith('//')) {
      kept.push(text);
    }
  }
  return kept.join('\n');
}

/** Return whether a condition is true; null if that is known only when the shader is compiled. */
function branchHolds(condition: string): boolean | null {
  const [, name] =
    /^#ifdef\s+(\w+)$/.exec(condition) ??
    /^#if\s+defined\(\s*(\w+)\s*\)$/.exec(condition) ??
    /^#if\s+\(?\s*(NUM_\w+)\s*>\s*0\s*\)?(?!.*\|\|)/.exec(condition) ??
    /^#ifndef\s+(\w+)$/.exec(condition) ??
    [];
  return name !== undefined && NEVER_DEFINED.test(name) ? condition.startsWith('#ifndef') : null;
}

/** Remove from three.js what no board uses, so that a first visit loads less. */
export function trimThree(): Plugin {
  return {
    name: 'trim-three',
    apply: 'build',
    transform(code, id) {
      if (!id.endsWith('/three/build/three.module.js')) {
        return null;
      }
      let removed = 0;
      const shaders = new Set<string>();
      for (const [, chunk, name] of code.matchAll(UNUSED_SHADERS)) {
        // `ShaderLib` names each once. Another use of the name is something else.
        if (code.split(`ShaderChunk.${chunk}`).length !== 2) {
          this.error(`three.js uses the shader ${chunk}: adapt web/trimThree.ts.`);
        }
        shaders.add(name!);
      }
      const trimmed = code.replace(CHUNK, (whole, keyword: string, name: string) => {
        if (UNUSED_CHUNKS.test(name) || shaders.has(name)) {
          removed++;
          return `${keyword} ${name} = "";`;
        }
        const text = whole.slice(whole.indexOf('"'), -1);
        return `${keyword} ${name} = ${JSON.stringify(pruneShader(JSON.parse(text)))};`;
      });
      if (removed < 60 || ![XR, OUTPUT, CURVES, UNIFORM_GROUPS, MORPH_TARGETS].every((part) => part.test(trimmed))) {
        this.error('three.js has changed: adapt web/trimThree.ts.');
      }
      const lean = trimmed
        .replace(XR, NO_XR)
        .replace(CURVES, '')
        .replace(OUTPUT, 'function WebGLOutput() {}')
        .replace(UNIFORM_GROUPS, NO_UNIFORM_GROUPS)
        .replace(MORPH_TARGETS, NO_MORPH_TARGETS);
      return { code: lean, map: null };
    },
  };
}

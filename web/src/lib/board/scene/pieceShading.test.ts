import { MeshPhysicalMaterial, ShaderChunk, ShaderLib, type WebGLProgramParametersWithUniforms } from 'three';
import { expect, test } from 'vitest';
import { makeSurroundings, shadeFace, shadePieces } from './pieceShading.ts';

/** Names of varyings begin like this; so do those of some variables of three.js. */
const VARYINGS = /\b(v[A-Z]\w*)/g;
const SURFACE = { coat: 0.5, translucency: 0.2, sheen: 0.8 };

/** Return the stages of a material's shader with the chunks of three.js in them. */
function compiledStages(material: MeshPhysicalMaterial): [string, string] {
  const { vertexShader, fragmentShader } = ShaderLib.physical;
  const shader = { vertexShader, fragmentShader, uniforms: {} } as unknown as WebGLProgramParametersWithUniforms;
  material.onBeforeCompile(shader, undefined as never);
  return [withChunks(shader.vertexShader), withChunks(shader.fragmentShader)];
}

function withChunks(stage: string): string {
  return stage.replace(/#include <(\w+)>/g, (_, name) => withChunks(ShaderChunk[name as keyof typeof ShaderChunk]));
}

function matches(stage: string, pattern: RegExp): Set<string> {
  return new Set([...stage.matchAll(pattern)].map(([, name]) => name as string));
}

/** Expect that each varying that our code adds is declared in both stages. */
function expectDeclaredVaryings(material: MeshPhysicalMaterial): void {
  const own = (stage: string, original: string) => {
    const names = matches(withChunks(original), VARYINGS);
    return [...matches(stage, VARYINGS)].filter((name) => !names.has(name)).sort();
  };
  const [vertex, fragment] = compiledStages(material);
  const declared = [...matches(vertex, /varying \w+ (\w+)/g)];
  const added = own(fragment, ShaderLib.physical.fragmentShader);
  expect(added).not.toEqual([]);
  expect(declared).toEqual(expect.arrayContaining(added));
  expect([...matches(fragment, /varying \w+ (\w+)/g)]).toEqual(expect.arrayContaining(added));
  expect(own(vertex, ShaderLib.physical.vertexShader)).toEqual(added);
}

test('what the shader of pieces reads is passed by its vertex stage', () => {
  for (const balls of [false, true]) {
    for (const mirrors of [false, true]) {
      const material = new MeshPhysicalMaterial();
      shadePieces(material, makeSurroundings(), SURFACE, { balls, mirrors });
      expectDeclaredVaryings(material);
    }
  }
});

test('what the shader of faces reads is passed by its vertex stage', () => {
  const material = new MeshPhysicalMaterial();
  shadeFace(material, makeSurroundings(), true);
  expectDeclaredVaryings(material);
});

/** Materials of the lowest level, where the processor draws: light is computed for vertices instead of pixels. */
import { type Color, MeshBasicMaterial, type MeshBasicMaterialParameters, type Vector3 } from 'three';

type Uniform<V> = { value: V };

export interface PlainLight {
  /** Direction to the key light. */
  keyWay: Uniform<Vector3>;
  keyLight: Uniform<Color>;
  rimLight: Uniform<Color>;
  skyLight: Uniform<Color>;
  groundLight: Uniform<Color>;
}

const VERTEX_PARS = `
  #ifdef PIECE
    attribute vec4 tint;
    attribute vec4 stuff;
    varying float vGrain;
  #endif
  uniform vec3 keyWay;
  uniform vec3 keyLight;
  uniform vec3 rimLight;
  uniform vec3 skyLight;
  uniform vec3 groundLight;
  uniform float gloss;
  varying vec3 vLight;
  varying float vShine;`;

/** `vLight` contains the colour of a piece, which is the seat's or that of the vertex. */
const VERTEX = `
  vec3 up = normal;
  vec4 spot = vec4(transformed, 1.0);
  #ifdef USE_INSTANCING
    up = mat3(instanceMatrix) * up;
    spot = instanceMatrix * spot;
  #endif
  up = normalize(mat3(modelMatrix) * up);
  vec3 toEye = normalize(cameraPosition - (modelMatrix * spot).xyz);
  vLight = mix(groundLight, skyLight, 0.5 * up.z + 0.5) + keyLight * max(0.0, dot(up, keyWay))
    + rimLight * max(0.0, dot(up, vec3(0.574, 0.717, 0.395)));
  vShine = gloss * pow(max(0.0, dot(up, normalize(keyWay + toEye))), 14.0);
  #ifdef PIECE
    vGrain = tint.a;
    vLight *= mix(tint.rgb, vColor.rgb, tint.a) * mix(vec3(0.12, 0.09, 0.08), vec3(1.0), stuff.w);
    vShine *= 1.0 + 2.0 * stuff.y;
  #endif`;

const FRAGMENT = `
  #ifdef PIECE
    diffuseColor.rgb = mix(vec3(1.0), diffuseColor.rgb, vGrain) * vLight + vShine;
  #else
    #include <color_fragment>
    diffuseColor.rgb = diffuseColor.rgb * vLight + vShine;
  #endif`;

export interface PlainLook extends MeshBasicMaterialParameters {
  /** Strength of the highlight, from 0 to 1. */
  gloss?: number;
  /** Vertices have the attributes of pieces. */
  piece?: boolean;
}

/** Return a material that is lit as the physically based ones are, without mirror images and shadows. */
export function plainMaterial(
  light: PlainLight,
  { gloss = 0, piece = false, ...look }: PlainLook = {},
): MeshBasicMaterial {
  const { keyWay, keyLight, rimLight, skyLight, groundLight } = light;
  const material = new MeshBasicMaterial(look);
  material.defines = piece ? { PIECE: '' } : {};
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { keyWay, keyLight, rimLight, skyLight, groundLight, gloss: { value: gloss } });
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${VERTEX_PARS}`)
      .replace('#include <project_vertex>', `#include <project_vertex>\n${VERTEX}`);
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nvarying vec3 vLight;\nvarying float vShine;\n#ifdef PIECE\n  varying float vGrain;\n#endif',
      )
      .replace('#include <color_fragment>', FRAGMENT);
  };
  return material;
}

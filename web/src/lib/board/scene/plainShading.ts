/**
 * Materials of the lowest level, where the processor draws. Light is computed for vertices, and colours are mixed as they are
 * displayed: pixels need neither gamma nor the filmic curve, which an approximation replaces.
 */
import {
  type Color,
  MeshBasicMaterial,
  type MeshBasicMaterialParameters,
  MeshLambertMaterial,
  type Vector3,
} from 'three';

type Uniform<V> = { value: V };

export interface PlainLight {
  /** Directions to the key light and to the rim light. */
  keyWay: Uniform<Vector3>;
  rimWay: Uniform<Vector3>;
  /** Lights, multiplied by the exposure. */
  keyLight: Uniform<Color>;
  rimLight: Uniform<Color>;
  skyLight: Uniform<Color>;
  groundLight: Uniform<Color>;
}

/** Return the uniforms of `PLAIN_LIGHT`. */
export function plainUniforms({ keyWay, rimWay, keyLight, rimLight, skyLight, groundLight }: PlainLight): PlainLight {
  return { keyWay, rimWay, keyLight, rimLight, skyLight, groundLight };
}

/** `displayed` is the gamma of a display; `filmic` is close to ACES for colours that have it already, pale ones too. */
export const PLAIN_LIGHT = `
  uniform vec3 keyWay;
  uniform vec3 rimWay;
  uniform vec3 keyLight;
  uniform vec3 rimLight;
  uniform vec3 skyLight;
  uniform vec3 groundLight;
  vec3 lightFrom(vec3 up) {
    return mix(groundLight, skyLight, 0.5 * up.z + 0.5) + keyLight * max(0.0, dot(up, keyWay))
      + rimLight * max(0.0, dot(up, rimWay));
  }
  vec3 displayed(vec3 light) {
    return pow(light, vec3(1.0 / 2.2));
  }`;
export const FILMIC = `
  vec3 filmic(vec3 colour) {
    vec3 x = mix(vec3(dot(colour, vec3(0.3, 0.59, 0.11))), min(colour, vec3(1.05)), 0.86);
    return x * (0.388 + x * (1.855 - 1.321 * x));
  }`;

const VERTEX_PARS = `
  #ifdef PIECE
    attribute vec4 tint;
    attribute vec4 surface;
    varying float vGrain;
  #endif
  uniform vec3 diffuse;
  uniform float gloss;
  uniform float translucency;
  varying vec3 vLight;
  varying float vShine;
  ${PLAIN_LIGHT}`;

/** `vLight` contains the colour of what is lit, except for what a texture says. */
const VERTEX = `
  vec3 up = normal;
  vec4 spot = vec4(transformed, 1.0);
  #ifdef USE_INSTANCING
    up = mat3(instanceMatrix) * up;
    spot = instanceMatrix * spot;
  #endif
  up = normalize(mat3(modelMatrix) * up);
  vec3 toEye = normalize(cameraPosition - (modelMatrix * spot).xyz);
  vec3 own = diffuse;
  #if defined(USE_COLOR) || defined(USE_COLOR_ALPHA) || defined(USE_INSTANCING_COLOR)
    own *= vColor.rgb;
  #endif
  vShine = gloss * pow(max(0.0, dot(up, normalize(keyWay + toEye))), 20.0);
  #ifdef PIECE
    // As on the physically based materials, grain is weaker on light woods.
    vGrain = tint.a * mix(1.0, 0.55, smoothstep(0.08, 0.6, dot(own, vec3(0.3, 0.6, 0.1)))) * (1.0 - 0.8 * translucency);
    own = mix(tint.rgb, own, tint.a) * mix(vec3(0.12, 0.09, 0.08), vec3(1.0), surface.w);
    vShine *= 1.0 + 2.0 * surface.y;
    // Mirrors reflect the board below and the lamps above.
    vShine += step(1.5, surface.z) * mix(0.04, 0.36, smoothstep(0.1, 0.6, transformed.z));
  #endif
  vLight = displayed(own * (lightFrom(up) + 0.3 * translucency));
  // Dark surfaces reflect a little of the studio, most of it at their edges, so that their shape stays visible.
  float edge = pow(max(0.0, 1.0 - abs(dot(up, toEye))), 3.0);
  vShine += (0.06 + 0.14 * edge) * max(0.0, 1.0 - 2.0 * dot(vLight, vec3(0.3, 0.59, 0.11)));
  #if defined(USE_MAP) && !defined(PIECE)
    // What is dark in a texture is known for pixels only, where a comparison would cost time.
    vLight *= 0.955;
    vShine += 0.035;
  #endif`;

const FRAGMENT_PARS = `
  varying vec3 vLight;
  varying float vShine;
  #ifdef PIECE
    varying float vGrain;
  #endif
  ${FILMIC}`;

const FRAGMENT = `
  #if defined(PIECE) && defined(USE_MAP)
    diffuseColor.rgb = mix(vec3(1.0), diffuseColor.rgb, vGrain);
  #endif
  diffuseColor.rgb = diffuseColor.rgb * vLight + vShine;`;

export interface PlainMaterialOptions extends MeshBasicMaterialParameters {
  /** Strength of the highlight, from 0 to 1. */
  gloss?: number;
  /** Apparent translucency, from 0 to 1. */
  translucency?: number;
  /** Vertices have the attributes of pieces. */
  piece?: boolean;
}

/** Return a matt material: plain where there is no environment. */
export function mattMaterial(
  environment: number,
  light: PlainLight,
  look: MeshBasicMaterialParameters,
): MeshLambertMaterial | MeshBasicMaterial {
  return environment ? new MeshLambertMaterial(look) : plainMaterial(light, look);
}

/** Return a material that is lit as the physically based ones are, without mirror images and shadows. */
export function plainMaterial(
  light: PlainLight,
  { gloss = 0, translucency = 0, piece = false, ...look }: PlainMaterialOptions = {},
): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ ...look, toneMapped: false });
  material.defines = piece ? { PIECE: '' } : {};
  material.onBeforeCompile = (shader) => {
    const own = { gloss: { value: gloss }, translucency: { value: translucency } };
    Object.assign(shader.uniforms, { ...plainUniforms(light), ...own });
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${VERTEX_PARS}`)
      .replace('#include <project_vertex>', `#include <project_vertex>\n${VERTEX}`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\n${FRAGMENT_PARS}`)
      .replace('vec4( diffuse, opacity )', 'vec4( vec3( 1.0 ), opacity )')
      .replace('#include <color_fragment>', FRAGMENT)
      .replace('#include <colorspace_fragment>', 'gl_FragColor.rgb = filmic(gl_FragColor.rgb);');
  };
  return material;
}

/**
 * The material of all pieces. Vertex attributes contain the share of the seat's colour, roughness, metalness and coat,
 * so that enamel, gold and mirrors are one geometry. Uniforms shared by all materials describe what surrounds the
 * pieces.
 */
import {
  Color,
  type Material,
  type MeshStandardMaterial,
  type Texture,
  Vector3,
  Vector4,
  type WebGLProgramParametersWithUniforms,
} from 'three';
import type { PlainLight } from './plainShading.ts';
import { placeholderTexture } from './textures/texture.ts';

export const MAX_BEAM_PARTS = 24;
export const MAX_BALLS = 96;
/** A coat of this much is a mirror. */
export const MIRROR_COAT = 2;

type Uniform<V> = { value: V };

/** What surrounds the pieces; one object for the whole scene. */
export interface Surroundings extends PlainLight {
  beamParts: Uniform<Vector4[]>;
  partCount: Uniform<number>;
  beamTint: Uniform<Color>;
  beamStrength: Uniform<number>;
  /** Balls darken what is near them: their middles and radii. */
  balls: Uniform<Vector4[]>;
  ballCount: Uniform<number>;
  /** The face of the board, which mirrors show, and the part of the board that it covers. */
  boardMap: Uniform<Texture>;
  boardBounds: Uniform<Vector4>;
}

export function makeSurroundings(): Surroundings {
  return {
    beamParts: { value: Array.from({ length: MAX_BEAM_PARTS }, () => new Vector4()) },
    partCount: { value: 0 },
    beamTint: { value: new Color('#ff3020') },
    beamStrength: { value: 0 },
    balls: { value: Array.from({ length: MAX_BALLS }, () => new Vector4()) },
    ballCount: { value: 0 },
    boardMap: { value: placeholderTexture('#808080') },
    boardBounds: { value: new Vector4(0, 0, 1, 1) },
    keyWay: { value: new Vector3(0, 0, 1) },
    rimWay: { value: new Vector3(0, 0, 1) },
    keyLight: { value: new Color() },
    rimLight: { value: new Color() },
    skyLight: { value: new Color() },
    groundLight: { value: new Color() },
  };
}

/** Surface of the parts in the seat's colour, besides the roughness and metalness of the material. */
export interface SeatSurface {
  coat: number;
  /** Apparent translucency, from 0 to 1. */
  translucency: number;
  /** Strength of the wide highlight below the clear coat. */
  sheen: number;
}

const PARS = `
  varying vec3 vWorld;
  #ifdef BALLS
    uniform vec4 balls[${MAX_BALLS}];
    uniform int ballCount;
    float openToBalls(vec3 normal) {
      float open = 1.0;
      for (int n = 0; n < ${MAX_BALLS}; n++) {
        if (n >= ballCount) break;
        vec3 way = balls[n].xyz - vWorld;
        float off = length(way);
        float facing = max(0.0, 0.85 * dot(normal, way / off) + 0.15);
        open *= 1.0 - min(0.96, 1.12 * facing * balls[n].w * balls[n].w / (off * off));
      }
      return open;
    }
  #endif`;

const WORLD_VERTEX = `
  vec4 placed = vec4(transformed, 1.0);
  #ifdef USE_INSTANCING
    placed = instanceMatrix * placed;
  #endif
  vWorld = (modelMatrix * placed).xyz;`;

const OCCLUDE = `
  #ifdef BALLS
    float open = openToBalls(inverseTransformDirection(normal, viewMatrix));
    vec3 warm = mix(vec3(0.16, 0.07, 0.03), vec3(1.0), open);
    reflectedLight.indirectDiffuse *= warm;
    reflectedLight.indirectSpecular *= open;
    reflectedLight.directDiffuse *= mix(vec3(1.0), warm, 0.45);
    #ifdef USE_CLEARCOAT
      clearcoatSpecularIndirect *= open;
    #endif
  #endif`;

/** The wide highlight of the faces of boards: a stronger one turns dark ones grey where it meets the viewer. */
const FACE_SHEEN = `material.specularColorBlended *= mix(0.5, 1.0, metalnessFactor);`;

/** Turn a lit material into that of a face. Balls darken it; `balls` is false where nothing is round or the machine is slow. */
export function shadeFace(material: MeshStandardMaterial, around: Surroundings, balls: boolean): void {
  material.defines = { ...material.defines, ...(balls ? { BALLS: '' } : {}) };
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { balls: around.balls, ballCount: around.ballCount });
    addWorldPosition(shader);
    insertAfter(shader, 'fragmentShader', '#include <lights_physical_fragment>', FACE_SHEEN);
    insertAfter(shader, 'fragmentShader', '#include <aomap_fragment>', OCCLUDE);
  };
}

function addWorldPosition(shader: WebGLProgramParametersWithUniforms): void {
  insertAfter(shader, 'vertexShader', '#include <common>', 'varying vec3 vWorld;');
  insertAfter(shader, 'vertexShader', '#include <project_vertex>', WORLD_VERTEX);
  insertAfter(shader, 'fragmentShader', '#include <common>', PARS);
}

function insertAfter(
  shader: WebGLProgramParametersWithUniforms,
  stage: 'vertexShader' | 'fragmentShader',
  chunk: string,
  code: string,
): void {
  shader[stage] = shader[stage].replace(chunk, `${chunk}\n${code}`);
}

const PIECE_PARS = `
  varying vec4 vTint;
  varying vec4 vSurface;
  uniform vec3 seatSurface;
  uniform vec4 beamParts[${MAX_BEAM_PARTS}];
  uniform int partCount;
  uniform vec3 beamTint;
  uniform float beamStrength;
  uniform sampler2D boardMap;
  uniform vec4 boardBounds;
  uniform vec3 keyWay;
  vec3 lightOfBeam(vec3 normal) {
    if (beamStrength <= 0.0) return vec3(0.0);
    float away = 1e3;
    vec3 way = vec3(0.0);
    for (int n = 0; n < ${MAX_BEAM_PARTS}; n++) {
      if (n >= partCount) break;
      vec2 run = beamParts[n].zw - beamParts[n].xy;
      float along = clamp(dot(vWorld.xy - beamParts[n].xy, run) / max(dot(run, run), 1e-6), 0.0, 1.0);
      vec3 to = vec3(beamParts[n].xy + run * along, 0.3) - vWorld;
      if (length(to) < away) {
        away = length(to);
        way = to;
      }
    }
    float facing = max(0.0, 0.65 * dot(normal, way / max(away, 1e-3)) + 0.35);
    return beamTint * beamStrength * facing * 2.6 / (1.0 + 16.0 * away * away);
  }`;

const COLOUR = `
  #ifdef USE_COLOR
    vec3 seat = vColor.rgb;
  #else
    vec3 seat = vec3(1.0);
  #endif
  float seatLight = dot(seat, vec3(0.3, 0.6, 0.1));
  // Grain is stronger on dark woods than on light ones, and warmer on light ones. Dark gems are not warm.
  float gem = step(0.01, seatSurface.y);
  vec3 strongest = mix(vec3(1.15), vec3(0.8, 0.5, 0.36), gem);
  vec3 grain = pow(diffuseColor.rgb, mix(strongest, vec3(0.4, 0.52, 0.7), smoothstep(0.08, 0.6, seatLight)));
  #ifdef USE_MAP
    // Pale clouds and veins of gems scatter light: they are milky, not only brighter.
    float milky = gem * smoothstep(0.3, 1.0, diffuseColor.g);
    seat = mix(seat, max(seat, sqrt(seat) * vec3(0.7, 0.76, 0.85)), 0.45 * milky);
  #endif
  float mirrored = step(1.5, vSurface.z);
  diffuseColor.rgb = mix(vTint.rgb, seat * grain, vTint.a) * mix(vec3(0.12, 0.09, 0.08), vec3(1.0), vSurface.w);`;

const GLOW = `
  vec3 worldNormal = inverseTransformDirection(normal, viewMatrix);
  totalEmissiveRadiance += lightOfBeam(worldNormal) * (diffuseColor.rgb + 0.06);
  // Light that enters on the side of the key light leaves on the other.
  float through = pow(clamp(0.5 - 0.72 * dot(worldNormal, keyWay), 0.0, 1.0), 2.0);
  // Thin edges let more of it through.
  float thin = 1.0 - worldNormal.z * worldNormal.z;
  totalEmissiveRadiance += diffuseColor.rgb * (through + 0.25 * thin) * seatSurface.y * vTint.a;
  // Dark pieces keep their edges: they reflect the studio where they are seen edge-on, whatever their grain is.
  float dark = 1.0 - smoothstep(0.0, 0.05, mix(dot(vTint.rgb, vec3(0.3, 0.6, 0.1)), seatLight, vTint.a));
  float edge = pow(max(0.0, 1.0 - abs(dot(normal, normalize(vViewPosition)))), 2.2);
  totalEmissiveRadiance += vec3(0.2, 0.22, 0.25) * edge * dark * vSurface.w;`;

const SEAT_COATS = `
  material.specularColorBlended *= mix(1.0, mix(seatSurface.z, 1.0, metalnessFactor), vTint.a);
  #ifdef USE_CLEARCOAT
    material.clearcoat = mix(min(vSurface.z, 1.0), seatSurface.x, vTint.a);
  #endif`;

/** From above, a standing mirror shows the board in front of it: the reflected ray is followed down to the face. */
const MIRROR = `
  if (mirrored > 0.5) {
    vec3 ray = reflect(normalize(vWorld - cameraPosition), worldNormal);
    vec2 hit = vWorld.xy + ray.xy * (vWorld.z / max(-ray.z, 0.05));
    vec2 spot = vec2((hit.x - boardBounds.x) / (boardBounds.z - boardBounds.x),
      (boardBounds.w - hit.y) / (boardBounds.w - boardBounds.y));
    vec3 seen = texture2D(boardMap, clamp(spot, 0.0, 1.0)).rgb * 1.15 + 0.02;
    float glint = vWorld.x - vWorld.y + vWorld.z * 1.4;
    float streak = smoothstep(0.05, 0.0, abs(fract(glint * 1.25) - 0.4)) + 0.6 * smoothstep(0.025, 0.0, abs(fract(glint * 1.25) - 0.53));
    vec3 shine = mix(vec3(0.62, 0.66, 0.7), vec3(1.0), clamp(ray.z + 0.5, 0.0, 1.0)) * mix(0.06, 0.3, smoothstep(0.1, 0.6, vWorld.z));
    outgoingLight = seen * vec3(0.86, 0.9, 0.94) + shine + streak * 0.34 + lightOfBeam(worldNormal) * 1.6;
  }`;

/** Turn a material of any kind that is lit into that of pieces. */
export function shadePieces(
  material: Material,
  around: Surroundings,
  { coat, translucency, sheen }: SeatSurface,
  { balls, mirrors }: { balls: boolean; mirrors: boolean },
): void {
  const seatSurface = { value: new Vector3(coat, translucency, sheen) };
  material.defines = { ...material.defines, ...(balls ? { BALLS: '' } : {}) };
  material.customProgramCacheKey = () => `piece ${mirrors}`;
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, around, { seatSurface });
    addWorldPosition(shader);
    insertAfter(
      shader,
      'vertexShader',
      '#include <common>',
      'attribute vec4 tint;\nattribute vec4 surface;\nvarying vec4 vTint;\nvarying vec4 vSurface;',
    );
    insertAfter(shader, 'vertexShader', '#include <begin_vertex>', 'vTint = tint;\nvSurface = surface;');
    shader.fragmentShader = shader.fragmentShader.replace(
      'varying vec3 vWorld;',
      `varying vec3 vWorld;\n${PIECE_PARS}`,
    );
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <color_fragment>', COLOUR)
      .replace('#include <roughnessmap_fragment>', 'float roughnessFactor = mix(vSurface.x, roughness, vTint.a);')
      .replace('#include <metalnessmap_fragment>', 'float metalnessFactor = mix(vSurface.y, metalness, vTint.a);');
    insertAfter(shader, 'fragmentShader', '#include <emissivemap_fragment>', GLOW);
    insertAfter(shader, 'fragmentShader', '#include <lights_physical_fragment>', SEAT_COATS);
    insertAfter(shader, 'fragmentShader', '#include <aomap_fragment>', OCCLUDE);
    if (mirrors) {
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <opaque_fragment>',
        `${MIRROR}\n#include <opaque_fragment>`,
      );
    }
  };
}

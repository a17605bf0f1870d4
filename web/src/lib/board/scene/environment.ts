/** The generated studio that surfaces reflect: a dome with soft boxes of light. Blurred once by PMREM. */
import {
  AdditiveBlending,
  BackSide,
  BufferAttribute,
  Color,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  SphereGeometry,
  type Texture,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { TABLE_CLOTHS } from '../view/finish.ts';

/** Light of a theme. Colours come with a strength. */
export interface Lighting {
  exposure: number;
  key: readonly [colour: string, strength: number];
  rim: readonly [colour: string, strength: number];
  dome: Record<'top' | 'horizon' | 'floor', readonly [colour: string, strength: number]>;
  /** Strength of the soft boxes, in the order of `PANELS`. */
  panels: readonly number[];
  /** The cloth of the table, and its fibres. */
  cloth: readonly [base: string, fibre: string];
  /** Colour of the table without cloth, where light is plain, and how much more light the plain curve needs there. */
  plainTable: string;
  plainExposure: number;
  /** How much darker the table is in the corners of the picture. */
  vignette: number;
  /** Colour and strength of the occlusion below things. */
  occlusion: readonly [colour: string, strength: number];
}

export const DARK_LIGHTING: Lighting = {
  exposure: 1.05,
  key: ['#ffdcb0', 3.3],
  rim: ['#9dbcff', 1],
  dome: { top: ['#3a4658', 0.6], horizon: ['#6a5d52', 0.7], floor: ['#5a4a3a', 0.62] },
  panels: [13, 6.5, 5, 3.2, 2.2],
  cloth: [TABLE_CLOTHS.dark, '#6380a2'],
  plainTable: TABLE_CLOTHS.plainDark,
  plainExposure: 1.15,
  vignette: 0.3,
  occlusion: ['#000000', 1],
};

export const LIGHT_LIGHTING: Lighting = {
  exposure: 0.92,
  key: ['#fff0d8', 3.1],
  rim: ['#e4edff', 0.7],
  dome: { top: ['#eef3ff', 1], horizon: ['#f3ebdd', 0.85], floor: ['#a8977e', 0.55] },
  panels: [9, 6, 4.5, 0, 2.5],
  cloth: [TABLE_CLOTHS.bright, '#f8eddb'],
  plainTable: TABLE_CLOTHS.plainLight,
  plainExposure: 0.9,
  vignette: 0.05,
  occlusion: ['#2b2015', 0.72],
};

/**
 * Directions to the lights for a viewer at the angle 0. The key light is at the left, behind and above, so that the
 * board does not reflect it towards the viewer.
 */
const KEY_WAY = new Vector3(-0.6, 0.29, 0.8).normalize();
const RIM_WAY = new Vector3(0.8, 1, 0.55).normalize();
const UP = new Vector3(0, 0, 1);

/** Set the directions to the lights for the usual view from an angle in degrees: everyone sees the same light. */
export function placeLights(home: number, key: Vector3, rim: Vector3): void {
  const angle = (home * Math.PI) / 180;
  key.copy(KEY_WAY).applyAxisAngle(UP, angle);
  rim.copy(RIM_WAY).applyAxisAngle(UP, angle);
}

/**
 * Azimuth and elevation in degrees, distance, width, height, colour. They are placed where the board does not mirror
 * them.
 */
const PANELS = [
  [150, 46, 20, 11, 8, '#ffe6c4'],
  [18, 24, 22, 7, 9, '#cfe0ff'],
  [268, 68, 22, 9, 6, '#fff6e8'],
  [196, 16, 24, 12, 4, '#ffd9b0'],
  [75, 10, 26, 10, 3, '#dfe8ff'],
] as const;

export function environmentMap(renderer: WebGLRenderer, lighting: Lighting, size: number): Texture {
  const studio = new Scene();
  studio.add(dome(lighting), ...PANELS.flatMap((panel, n) => softBox(panel, lighting.panels[n] ?? 0)));
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(studio, 0.015, 0.1, 100, { size });
  generator.dispose();
  studio.traverse((child) => {
    if (child instanceof Mesh) {
      child.geometry.dispose();
      child.material.dispose();
    }
  });
  return texture;
}

function dome({ dome: { top, horizon, floor } }: Lighting): Mesh {
  const geometry = new SphereGeometry(60, 24, 32).rotateX(Math.PI / 2);
  const place = geometry.getAttribute('position');
  const [above, level, below] = [top, horizon, floor].map(([colour, by]) => new Color(colour).multiplyScalar(by));
  const mixed = new Color();
  const colours = new Float32Array(place.count * 3);
  for (let n = 0; n < place.count; n++) {
    const height = place.getZ(n) / 60;
    mixed.copy(level!).lerp(height > 0 ? above! : below!, Math.min(1, Math.abs(height) * 1.6));
    mixed.toArray(colours, 3 * n);
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  return new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: BackSide }));
}

/** Return a panel of light with soft edges that faces the board. */
function softBox(
  [azimuth, elevation, distance, width, height, colour]: (typeof PANELS)[number],
  strength: number,
): Mesh[] {
  if (!strength) {
    return [];
  }
  const material = new ShaderMaterial({
    uniforms: { light: { value: new Color(colour).multiplyScalar(strength) } },
    vertexShader: `varying vec2 vSpot;
      void main() {
        vSpot = uv * 2.0 - 1.0;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
      }`,
    fragmentShader: `uniform vec3 light;
      varying vec2 vSpot;
      void main() {
        vec2 edge = smoothstep(1.0, 0.72, abs(vSpot));
        gl_FragColor = vec4(light * edge.x * edge.y, 1.0);
      }`,
    blending: AdditiveBlending,
    transparent: true,
    depthWrite: false,
  });
  const panel = new Mesh(new PlaneGeometry(width, height), material);
  const [around, up] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  panel.position.set(
    distance * Math.cos(up) * Math.cos(around),
    distance * Math.cos(up) * Math.sin(around),
    distance * Math.sin(up),
  );
  panel.up.set(0, 0, 1);
  panel.lookAt(0, 0, 0);
  return [panel];
}

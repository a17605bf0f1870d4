/** The table below a board: cloth in lamplight, which fills the picture and is darker towards its edges. */
import {
  Color,
  Mesh,
  MeshStandardMaterial,
  NoBlending,
  PlaneGeometry,
  RepeatWrapping,
  ShaderMaterial,
  Vector2,
} from 'three';
import type { Vec2 } from '../view/geometry.ts';
import { FILMIC, PLAIN_LIGHT, type PlainLight, plainUniforms } from './plainShading.ts';
import { imageTexture, placeholderTexture } from './textures/texture.ts';

/** Size of a tile of the table cloth as a share of the reach of the board: fibres are equally fine beside all boards. */
const TILE_OF_REACH = 0.45;
const SIZE = 120;
/** The plain table is a grid over the picture, fine enough for its gradients. */
const GRID = 24;

/** From the middle of the picture, at 0, to its edges: darker, and where a background was chosen, transparent. */
const FADE = `
  uniform float opening;
  uniform float vignette;
  vec4 fadedAt(vec2 spot) {
    vec2 fourth = spot * spot * spot * spot;
    float shown = 1.0 - opening * smoothstep(0.78, 1.0, sqrt(sqrt(sqrt(dot(fourth, fourth)))));
    return vec4(vec3(1.0 - vignette * smoothstep(0.55, 1.42, length(spot))), 1.0) * shown;
  }`;

/** In pixels of the picture, after tone mapping. */
const FRAGMENT = `
  float pool = 1.0 - 0.18 * smoothstep(0.9, 2.4, distance(vTable, centre) / reach);
  gl_FragColor.rgb *= pool;
  gl_FragColor *= fadedAt(gl_FragCoord.xy / picture * 2.0 - 1.0);`;

const PLAIN_VERTEX = `
  uniform vec3 cloth;
  varying vec4 vTint;
  ${PLAIN_LIGHT}
  ${FILMIC}
  ${FADE}
  void main() {
    vec3 lit = filmic(displayed(cloth * lightFrom(vec3(0.0, 0.0, 1.0))));
    vTint = vec4(lit, 1.0) * fadedAt(position.xy);
    gl_Position = vec4(position.xy, 0.99999, 1.0);
  }`;
const PLAIN_FRAGMENT = 'varying vec4 vTint;\nvoid main() { gl_FragColor = vTint; }';

export class Table {
  readonly mesh: Mesh<PlaneGeometry, MeshStandardMaterial | ShaderMaterial>;
  private readonly uniforms = {
    picture: { value: new Vector2(1, 1) },
    centre: { value: new Vector2() },
    reach: { value: 5 },
    cloth: { value: new Color() },
    opening: { value: 0 },
    vignette: { value: 0.3 },
  };

  constructor(environment: number, light: PlainLight) {
    this.mesh = environment
      ? new Mesh(new PlaneGeometry(SIZE, SIZE), this.clothMaterial())
      : new Mesh(new PlaneGeometry(2, 2, GRID, GRID), this.plainMaterial(light));
    this.mesh.frustumCulled = false;
    this.mesh.receiveShadow = true;
    this.mesh.renderOrder = -10;
  }

  private clothMaterial(): MeshStandardMaterial {
    const material = new MeshStandardMaterial({
      ...BACKDROP,
      map: placeholderTexture('#ffffff'),
      roughness: 0.96,
      envMapIntensity: 1.1,
    });
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', '#include <common>\nvarying vec2 vTable;')
        .replace(
          '#include <begin_vertex>',
          '#include <begin_vertex>\nvTable = (modelMatrix * vec4(position, 1.0)).xy;',
        );
      shader.fragmentShader = shader.fragmentShader
        .replace(
          '#include <common>',
          `#include <common>\nvarying vec2 vTable;\nuniform vec2 picture;\nuniform vec2 centre;\nuniform float reach;\n${FADE}`,
        )
        .replace('#include <premultiplied_alpha_fragment>', FRAGMENT);
    };
    return material;
  }

  private plainMaterial(light: PlainLight): ShaderMaterial {
    return new ShaderMaterial({
      ...BACKDROP,
      uniforms: { ...this.uniforms, ...plainUniforms(light) },
      vertexShader: PLAIN_VERTEX,
      fragmentShader: PLAIN_FRAGMENT,
    });
  }

  fit([x, y]: Vec2, z: number, reach: number): void {
    this.mesh.position.set(x, y, z);
    this.uniforms.centre.value.set(x, y);
    this.uniforms.reach.value = reach;
    this.scaleCloth();
  }

  /** Set the size of the picture in device pixels. */
  resize(width: number, height: number): void {
    this.uniforms.picture.value.set(width, height);
  }

  /** Set whether the picture's background shows at its edges. */
  open(opened: boolean): void {
    this.uniforms.opening.value = Number(opened);
  }

  /** Set how much darker the corners of the picture are. */
  shade(vignette: number): void {
    this.uniforms.vignette.value = vignette;
  }

  /** Set the plain colour that is shown until the cloth has been painted. */
  colour(colour: string): void {
    this.uniforms.cloth.value.set(colour);
    if (this.mesh.material instanceof MeshStandardMaterial) {
      this.mesh.material.color.set(colour);
    }
  }

  cover(image: ImageBitmap): void {
    const { material } = this.mesh;
    if (material instanceof MeshStandardMaterial) {
      material.map?.dispose();
      material.map = imageTexture(image, RepeatWrapping);
      this.scaleCloth();
      material.color.set('#ffffff');
    }
  }

  private scaleCloth(): void {
    const { material } = this.mesh;
    if (material instanceof MeshStandardMaterial) {
      material.map?.repeat.setScalar(SIZE / (TILE_OF_REACH * this.uniforms.reach.value));
    }
  }

  close(): void {
    this.mesh.geometry.dispose();
    if (this.mesh.material instanceof MeshStandardMaterial) {
      this.mesh.material.map?.dispose();
    }
    this.mesh.material.dispose();
  }
}

/** Drawn after the objects in front of it and before blended ones. The picture is empty there: no blending. */
const BACKDROP = { transparent: true, premultipliedAlpha: true, blending: NoBlending } as const;

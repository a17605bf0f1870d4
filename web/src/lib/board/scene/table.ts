/** The table below a board: cloth in a pool of light, which fades into the page towards the edges of the picture. */
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
import { imageTexture, placeholder } from './textures/texture.ts';

/** Units of the board that a tile of the cloth covers. */
const TILE = 3.6;
const SIZE = 120;
/** The plain table is a grid over the picture, fine enough for its gradients. */
const GRID = 24;

/** From the middle of the picture, at 0, to its edges: the page shows through, whatever its colour is. */
const FADE = `
  float shownAt(vec2 spot) {
    vec2 fourth = spot * spot * spot * spot;
    return 1.0 - smoothstep(0.78, 1.0, sqrt(sqrt(sqrt(dot(fourth, fourth)))));
  }`;

/** In pixels of the picture, after tone mapping. */
const FRAGMENT = `
  float pool = 1.0 - 0.3 * smoothstep(0.9, 2.4, distance(vTable, centre) / reach);
  gl_FragColor.rgb *= pool;
  gl_FragColor *= shownAt(gl_FragCoord.xy / picture * 2.0 - 1.0);`;

const PLAIN_VERTEX = `
  uniform vec3 cloth;
  varying vec4 vTint;
  ${PLAIN_LIGHT}
  ${FILMIC}
  ${FADE}
  void main() {
    vec3 lit = filmic(displayed(cloth * lightFrom(vec3(0.0, 0.0, 1.0))));
    float pool = 1.0 - 0.3 * smoothstep(0.3, 1.3, length(position.xy));
    vTint = vec4(lit * pool, 1.0) * shownAt(position.xy);
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
      map: placeholder('#ffffff'),
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
  }

  /** Set the size of the picture in device pixels. */
  resize(width: number, height: number): void {
    this.uniforms.picture.value.set(width, height);
  }

  /** A plain colour, until the cloth has been painted. */
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
      material.map.repeat.setScalar(SIZE / TILE);
      material.color.set('#ffffff');
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

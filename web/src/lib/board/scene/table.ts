/** The table below a board: cloth in a pool of light, which fades into the page towards the edges of the picture. */
import { Mesh, MeshStandardMaterial, PlaneGeometry, RepeatWrapping, Vector2 } from 'three';
import type { Vec2 } from '../view/geometry.ts';
import { type PlainLight, plainMaterial } from './plainShading.ts';
import { imageTexture, placeholder, type Surface } from './textures/texture.ts';

/** Units of the board that a tile of the cloth covers. */
const TILE = 3.6;
const SIZE = 120;

/** The fade is in pixels of the picture, after tone mapping: the page shows through whatever its colour is. */
const FADE = `
  vec2 spot = abs(gl_FragCoord.xy / picture * 2.0 - 1.0);
  vec2 fourth = spot * spot * spot * spot;
  float edge = sqrt(sqrt(sqrt(dot(fourth, fourth))));
  float pool = 1.0 - 0.4 * smoothstep(0.8, 2.4, distance(vTable, centre) / reach);
  gl_FragColor.rgb *= pool;
  float shown = 1.0 - smoothstep(0.93, 1.0, edge);
  gl_FragColor *= shown;`;

export class Table {
  readonly mesh: Mesh<PlaneGeometry, Surface>;
  private readonly uniforms = {
    picture: { value: new Vector2(1, 1) },
    centre: { value: new Vector2() },
    reach: { value: 5 },
  };

  constructor(
    private readonly environment: number,
    light: PlainLight,
  ) {
    const look = { transparent: true, premultipliedAlpha: true, map: placeholder('#ffffff') };
    const material = environment
      ? new MeshStandardMaterial({ ...look, roughness: 0.96, envMapIntensity: 1.1 })
      : plainMaterial(light, look);
    const compile = material.onBeforeCompile;
    material.onBeforeCompile = (shader, renderer) => {
      compile.call(material, shader, renderer);
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
          '#include <common>\nvarying vec2 vTable;\nuniform vec2 picture;\nuniform vec2 centre;\nuniform float reach;',
        )
        .replace('#include <premultiplied_alpha_fragment>', FADE);
    };
    this.mesh = new Mesh(new PlaneGeometry(SIZE, SIZE), material);
    this.mesh.receiveShadow = true;
    this.mesh.renderOrder = -10;
  }

  fit([x, y]: Vec2, z: number, reach: number): void {
    this.mesh.position.set(x, y, z);
    this.uniforms.centre.value.set(x, y);
    this.uniforms.reach.value = reach;
  }

  /** Tell the size of the picture in device pixels. */
  resize(width: number, height: number): void {
    this.uniforms.picture.value.set(width, height);
  }

  /** A plain colour, until the cloth has been painted. */
  colour(colour: string): void {
    this.mesh.material.color.set(colour);
  }

  cover(image: ImageBitmap): void {
    const { material } = this.mesh;
    material.map?.dispose();
    material.map = imageTexture(image, RepeatWrapping);
    material.map.anisotropy = this.environment ? material.map.anisotropy : 1;
    material.map.repeat.setScalar(SIZE / TILE);
    material.color.set('#ffffff');
  }

  close(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }
}

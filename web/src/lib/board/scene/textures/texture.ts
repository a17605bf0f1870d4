/** Textures painted by a worker, and their placeholders until then. */
import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearMipmapNearestFilter,
  type MeshBasicMaterial,
  MeshStandardMaterial,
  NoColorSpace,
  SRGBColorSpace,
  Texture,
  type Wrapping,
} from 'three';
import { channels } from '#lib/theme/colour.ts';
import { type PlainLight, plainMaterial } from '../plainShading.ts';
import type { TextureMaps } from './jobs.ts';

const ANISOTROPY = 8;
/** Half height, medium roughness, no metal. */
const PLAIN_RELIEF = '#998000';

/** Return a texture of one pixel: a material that gets its own later keeps its compiled shader. */
export function placeholderTexture(colour: string, colours = true): Texture {
  const texture = new DataTexture(new Uint8Array([...channels(colour), 255]), 1, 1);
  texture.colorSpace = colours ? SRGBColorSpace : NoColorSpace;
  texture.needsUpdate = true;
  return texture;
}

export function imageTexture(image: ImageBitmap, wrapping: Wrapping = ClampToEdgeWrapping, colours = true): Texture {
  const texture = new Texture(image);
  // Bitmaps are sent as they are: their first row is where v is 0.
  texture.flipY = false;
  texture.wrapS = texture.wrapT = wrapping;
  texture.colorSpace = colours ? SRGBColorSpace : NoColorSpace;
  texture.anisotropy = ANISOTROPY;
  texture.needsUpdate = true;
  return texture;
}

/** Make a texture as cheap to sample as it can be, for plain materials, which expect colours as they are displayed. */
export function simplifyTexture(texture: Texture): Texture {
  texture.colorSpace = NoColorSpace;
  texture.anisotropy = 1;
  if (texture.generateMipmaps) {
    texture.minFilter = LinearMipmapNearestFilter;
  }
  return texture;
}

/** A material of boards and tables: physically based, or plain where the machine is slow. */
export type Surface = MeshStandardMaterial | MeshBasicMaterial;

export function makeSurface(environment: number, light: PlainLight, bumpScale = 1): Surface {
  return environment ? new MeshStandardMaterial({ roughness: 1, metalness: 1, bumpScale }) : plainMaterial(light);
}

/** Give a material plain maps of one pixel. */
export function setPlainMaps(material: Surface, colour: string, bump: boolean): void {
  setMaps(material, placeholderTexture(colour), placeholderTexture(PLAIN_RELIEF, false), bump);
}

/** Give a material the maps that a worker painted. */
export function setPaintedMaps(
  material: Surface,
  { albedo, packed }: TextureMaps,
  { wrapping = ClampToEdgeWrapping, repeat = 1, bump = true }: { wrapping?: Wrapping; repeat?: number; bump?: boolean },
): void {
  const colour = imageTexture(albedo, wrapping);
  const relief = packed ? imageTexture(packed, wrapping, false) : placeholderTexture(PLAIN_RELIEF, false);
  colour.repeat.setScalar(repeat);
  relief.repeat.setScalar(repeat);
  setMaps(material, colour, relief, bump);
}

function setMaps(material: Surface, colour: Texture, relief: Texture, bump: boolean): void {
  disposeMaps(material);
  material.map = colour;
  if (material instanceof MeshStandardMaterial) {
    material.roughnessMap = material.metalnessMap = relief;
    material.bumpMap = bump ? relief : null;
  } else {
    simplifyTexture(colour);
    relief.dispose();
  }
}

export function disposeMaps(material: Surface): void {
  material.map?.dispose();
  if (material instanceof MeshStandardMaterial) {
    material.roughnessMap?.dispose();
  }
}

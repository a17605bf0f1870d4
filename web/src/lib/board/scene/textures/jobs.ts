/** Requests to a texture worker, and its answers. Jobs are plain data. */
import type { Board } from '#lib/net/types.ts';
import type { BoardPalette } from '../../view/finish.ts';
import type { Vec2 } from '../../view/geometry.ts';
import type { Species } from '../../view/species.ts';

/** The upper face of a board with everything inlaid in it. */
export interface FaceJob {
  is: 'face';
  board: Pick<Board, 'sites' | 'cells' | 'lines' | 'arcs' | 'appearance'>;
  /** The corners of the face, and the part of the board that the texture covers: left, front, right, back. */
  outline: readonly Vec2[];
  bounds: readonly [number, number, number, number];
  /** Radius of the corners of the outline. */
  corner: number;
  palette: BoardPalette;
  colours: readonly string[];
  /** Pixels of the longer side, and of the pattern that is enlarged to it. */
  pixels: number;
  detail: number;
}

export type TextureJob =
  | FaceJob
  /** A square that continues when it is mirrored, for edges, frames and trays. */
  | { is: 'tile'; species: Species; pixels: number }
  /** Grain around a sphere, as shades of grey that seats tint. */
  | { is: 'ball'; pixels: number }
  /** Clouds in a polished stone, as shades of grey that seats tint. */
  | { is: 'gem'; pixels: number }
  /** The cloth of the table, which repeats. */
  | { is: 'cloth'; base: string; fibre: string; pixels: number };

/** `packed` holds height in red, roughness in green and metalness in blue. */
export interface TextureMaps {
  albedo: ImageBitmap;
  packed: ImageBitmap | null;
}

export interface WorkerRequest {
  id: number;
  job: TextureJob;
}

export type WorkerReply = { id: number } & ({ maps: TextureMaps } | { error: string });

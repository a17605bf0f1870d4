/** Brass pegs on the sites of a board whose pieces are cords. */
import { type BufferGeometry, LatheGeometry, Vector2 } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { Site } from '#lib/net/types.ts';
import { knobHeight } from '../../view/cordLayers.ts';

/** Radius of the neck that cords are wound around. */
export const PEG_RADIUS = 0.06;

/** Return all pegs as one geometry, as high as their cords need. */
export function pegGeometry(sites: readonly Site[]): BufferGeometry {
  const knob = knobHeight(sites.length);
  const profile = [
    [0.142, 0],
    [0.147, 0.014],
    [0.14, 0.034],
    [0.108, 0.056],
    [0.076, 0.078],
    [PEG_RADIUS, 0.1],
    [PEG_RADIUS, knob - 0.08],
    [0.067, knob - 0.062],
    [0.088, knob - 0.034],
    [0.097, knob],
    [0.089, knob + 0.036],
    [0.064, knob + 0.066],
    [0.034, knob + 0.079],
    [1e-4, knob + 0.083],
  ].map(([radius, height]) => new Vector2(radius, height));
  return mergeGeometries(
    sites.map(({ x, y, z }) => new LatheGeometry(profile, 36).rotateX(Math.PI / 2).translate(x, y, z)),
  );
}

/** Brass pegs on the sites of a board whose pieces are cords. */
import { type BufferGeometry, LatheGeometry, Vector2 } from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import type { Site } from '#lib/net/types.ts';
import { knobHeight } from '../../view/cordLayers.ts';

/** Radius of the neck that cords are wound around. */
export const PEG_RADIUS = 0.052;

/** Return all pegs as one geometry, as high as their cords need. */
export function pegGeometry(sites: readonly Site[]): BufferGeometry {
  const knob = knobHeight(sites.length);
  const profile = [
    [0.118, 0],
    [0.122, 0.012],
    [0.116, 0.03],
    [0.09, 0.052],
    [0.064, 0.075],
    [PEG_RADIUS, 0.1],
    [PEG_RADIUS, knob - 0.08],
    [0.058, knob - 0.06],
    [0.078, knob - 0.03],
    [0.086, knob],
    [0.078, knob + 0.034],
    [0.055, knob + 0.06],
    [0.03, knob + 0.07],
    [1e-4, knob + 0.073],
  ].map(([radius, height]) => new Vector2(radius, height));
  return mergeGeometries(
    sites.map(({ x, y, z }) => new LatheGeometry(profile, 36).rotateX(Math.PI / 2).translate(x, y, z)),
  );
}

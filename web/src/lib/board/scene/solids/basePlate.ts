/** The plate on which pieces that mirror, stop or send a beam stand. */
import type { BufferGeometry } from 'three';
import { roundedOutline } from '../loft.ts';
import { block, GOLD, SEAT, withMaterial } from './parts.ts';

export const PLATE_HALF_WIDTH = 0.43;
export const BASE_TOP = 0.095;

/** Return the base plate of every piece: enamel with a gold line. */
export function basePlate(): BufferGeometry[] {
  const square = (half: number, radius: number) =>
    roundedOutline(
      [
        [-half, -half],
        [half, -half],
        [half, half],
        [-half, half],
      ],
      radius,
      5,
    );
  return [
    withMaterial(block(square(PLATE_HALF_WIDTH, 0.08), 0, 0.075, 0.022), { ...SEAT, shade: 0.72 }),
    withMaterial(block(square(PLATE_HALF_WIDTH - 0.045, 0.06), 0.07, 0.088, 0.008), GOLD, 0),
    withMaterial(block(square(PLATE_HALF_WIDTH - 0.068, 0.05), 0.08, BASE_TOP, 0.006), SEAT, 0),
  ];
}

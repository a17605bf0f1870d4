import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { cameraFor } from '../view/camera.ts';
import { placeLights } from './environment.ts';

test.each([0, 60, 180, 300])('a viewer at %i° has the key light at the left and behind', (home) => {
  const { right, up } = cameraFor({ turned: home, tilt: 0, zoom: 1 }, [[0, 0, 0]], { width: 1, height: 1 });
  const [key, rim] = [new Vector3(), new Vector3()];
  placeLights(home, key, rim);
  expect(key.dot(new Vector3(...right))).toBeCloseTo(-0.576, 2);
  expect(key.dot(new Vector3(...up))).toBeCloseTo(0.278, 2);
  expect(rim.dot(new Vector3(...right))).toBeGreaterThan(0.5);
});

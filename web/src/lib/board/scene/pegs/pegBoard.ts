/** What a board with pegs has on it besides pieces: brass pegs, and chalk between those that are not joined. */
import { Group, type Material, Mesh, MeshStandardMaterial } from 'three';
import type { Poses } from '../../animation/poses.ts';
import type { Frame } from '../../view/geometry.ts';
import { type PlainLight, plainMaterial } from '../plainShading.ts';
import { removeMeshes } from '../slab.ts';
import { Chalk } from './chalk.ts';
import { pegGeometry } from './pegs.ts';

export { Cords } from './cords.ts';

export class PegBoard {
  readonly group = new Group();
  private readonly pegs = new Group();
  private readonly brass: Material;
  private readonly chalk: Chalk;

  constructor(environment: number, light: PlainLight) {
    this.brass = environment
      ? new MeshStandardMaterial({ color: '#e2ba6c', roughness: 0.27, metalness: 0.86, envMapIntensity: 1.45 })
      : plainMaterial(light, { color: '#a8803c', gloss: 0.4 });
    this.chalk = new Chalk(environment, light);
    this.group.add(this.pegs, this.chalk.mesh);
  }

  build(frame: Frame): void {
    removeMeshes(this.pegs);
    if (frame.board.appearance.sites === 'peg') {
      const mesh = new Mesh(pegGeometry(frame.board.sites), this.brass);
      mesh.castShadow = mesh.receiveShadow = true;
      this.pegs.add(mesh);
    }
    this.chalk.build(frame);
  }

  follow(poses: Poses): void {
    this.chalk.follow(poses);
  }

  close(): void {
    removeMeshes(this.pegs);
    this.brass.dispose();
    this.chalk.close();
  }
}

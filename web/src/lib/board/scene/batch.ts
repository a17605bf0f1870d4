/** Many pieces of one geometry and material, drawn in one call. */
import { type BufferGeometry, Color, DynamicDrawUsage, type Group, InstancedMesh, type Material, Matrix4 } from 'three';

const WHITE = new Color('#ffffff');
const SPARE = new Matrix4();
const SPARE_COLOUR = new Color();

export class Batch {
  mesh: InstancedMesh;
  count = 0;

  constructor(
    private readonly parent: Group,
    readonly geometry: BufferGeometry,
    readonly material: Material,
    private readonly shadows: boolean,
  ) {
    this.mesh = this.make(16);
  }

  private make(capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(this.geometry, this.material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.setColorAt(0, WHITE);
    mesh.castShadow = this.shadows;
    mesh.receiveShadow = this.shadows;
    mesh.frustumCulled = false;
    mesh.visible = false;
    this.parent.add(mesh);
    return mesh;
  }

  add(matrix: Matrix4, colour: Color): void {
    if (this.count === this.mesh.instanceMatrix.count) {
      const grown = this.make(this.count * 2);
      for (let n = 0; n < this.count; n++) {
        this.mesh.getMatrixAt(n, SPARE);
        grown.setMatrixAt(n, SPARE);
        this.mesh.getColorAt(n, SPARE_COLOUR);
        grown.setColorAt(n, SPARE_COLOUR);
      }
      this.mesh.removeFromParent();
      this.mesh.dispose();
      this.mesh = grown;
    }
    this.mesh.setMatrixAt(this.count, matrix);
    this.mesh.setColorAt(this.count, colour);
    this.count++;
  }

  finish(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor!.needsUpdate = true;
    this.count = 0;
  }
}

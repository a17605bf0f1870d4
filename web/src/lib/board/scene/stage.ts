/** The camera, the lights and the ground of a scene, and the frames: one is drawn when something has changed, else none. */
import {
  CircleGeometry,
  DirectionalLight,
  HemisphereLight,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Scene,
  ShadowMaterial,
  Vector3,
  WebGLRenderer,
} from 'three';
import { type Camera, HALF_FOV_DEGREES } from '../view/camera.ts';
import { TABLE } from '../view/finish.ts';
import type { Frame } from '../view/geometry.ts';
import { environmentMap } from './environment.ts';
import { QUALITY_LEVELS, type QualityLevel } from './quality.ts';

/** Statistics of a board for tests and debugging: `window.__parlour.boards`. */
export interface RenderStatistics {
  frames: number;
  calls: number;
  /** Maximum number of draw calls in a frame so far. */
  peak: number;
  triangles: number;
  /** Milliseconds of script in the last frame. */
  script: number;
  /** No frame is pending; also `data-settled` of the canvas. */
  settled: boolean;
  /** What the graphics card holds: it stays the same while nothing but poses changes. */
  held: { geometries: number; textures: number; programs: number };
  /** How often something was seen besides pieces that move. */
  seen: { beams: number; glows: number; rays: number; bursts: number; shakes: number };
}

declare global {
  interface Window {
    /** `level` is one of `QUALITY_LEVELS` that is kept to, for those who want to see a board as others do. */
    __parlour?: { boards: RenderStatistics[]; level?: number };
  }
}

export class Stage {
  readonly scene = new Scene();
  readonly figures: RenderStatistics = {
    frames: 0,
    calls: 0,
    peak: 0,
    triangles: 0,
    script: 0,
    settled: false,
    held: { geometries: 0, textures: 0, programs: 0 },
    seen: { beams: 0, glows: 0, rays: 0, bursts: 0, shakes: 0 },
  };
  /** The light at the head of a beam. */
  readonly spark = new PointLight('#ff5a3c', 0, 4, 1.6);
  private readonly renderer: WebGLRenderer;
  private readonly camera = new PerspectiveCamera(2 * HALF_FOV_DEGREES, 1, 0.1, 200);
  private readonly sun = new DirectionalLight('#fff1da', 2.1);
  private readonly sky = new HemisphereLight('#fff6e6', '#3a2b1c', 0.3);
  private readonly ground: Mesh<PlaneGeometry, ShadowMaterial>;
  /** An optional round table. */
  private readonly top: Mesh<CircleGeometry, MeshLambertMaterial>;
  private readonly basis = new Matrix4();
  private readonly right = new Vector3();
  private readonly up = new Vector3();
  private readonly back = new Vector3();
  private size: readonly [width: number, height: number, ratio: number] = [0, 0, 0];
  private handle = 0;
  /** Run before each frame. */
  private readonly before: (() => void)[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    level: QualityLevel,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: level.smooth, alpha: true, powerPreference: 'low-power' });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.toneMappingExposure = 1.05;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    // Shadows move when pieces do, not when the camera does.
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.info.autoReset = false;
    this.camera.matrixAutoUpdate = false;
    this.ground = new Mesh(new PlaneGeometry(80, 80), new ShadowMaterial({ opacity: 0.34 }));
    this.ground.receiveShadow = true;
    this.top = new Mesh(new CircleGeometry(1, 96), new MeshLambertMaterial());
    this.top.receiveShadow = true;
    this.sun.castShadow = true;
    this.scene.add(this.sun, this.sun.target, this.sky, this.spark, this.ground, this.top);
    if (level.mirrors) {
      this.scene.environment = environmentMap(this.renderer);
      this.scene.environmentIntensity = 0.75;
    } else {
      this.sky.intensity = 2.3;
    }
    window.__parlour ??= { boards: [] };
    window.__parlour.boards.push(this.figures);
  }

  /** Fits light and ground to a board; `table` is the colour of what it stands on, if it is not the page. */
  fit(frame: Frame, floor: number, reach: number, table: string | null): void {
    const [x, y] = frame.centre;
    this.ground.position.set(x, y, floor - 0.09);
    this.top.position.set(x, y, floor - 0.1);
    this.top.scale.setScalar(reach * TABLE.larger);
    this.top.visible = table !== null;
    this.top.material.color.set(table ?? '#000000');
    this.sun.target.position.set(x, y, 0);
    this.sun.position.set(x - reach * 0.55, y + reach * 0.5, reach * 1.25);
    const shadow = this.sun.shadow;
    shadow.camera.left = shadow.camera.bottom = -reach;
    shadow.camera.right = shadow.camera.top = reach;
    shadow.camera.near = reach * 0.2;
    shadow.camera.far = reach * 3;
    shadow.camera.updateProjectionMatrix();
    shadow.bias = -0.0004;
    shadow.normalBias = 0.02;
    shadow.radius = 3;
    shadow.intensity = 0.85;
    this.moved();
  }

  /** How much effort is spent on a frame. */
  effort(level: QualityLevel, width: number, height: number): void {
    const ratio = Math.min(window.devicePixelRatio || 1, level.pixelRatio);
    if (ratio !== this.size[2] || width !== this.size[0] || height !== this.size[1]) {
      this.size = [width, height, ratio];
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(width, height, false);
    }
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.sun.castShadow = level.shadow > 0;
    this.ground.visible = level.shadow > 0;
    if (level.shadow && this.sun.shadow.mapSize.x !== level.shadow) {
      this.sun.shadow.mapSize.set(level.shadow, level.shadow);
      this.sun.shadow.map?.dispose();
      this.sun.shadow.map = null;
    }
    this.moved();
  }

  /** Looks as the sums of `camera.ts` say; `shake` is a shift of the picture. */
  look(view: Camera, shake = 0): void {
    this.right.fromArray(view.right);
    this.up.fromArray(view.up);
    this.back.fromArray(view.back);
    this.basis.makeBasis(this.right, this.up, this.back);
    this.basis.setPosition(
      view.target[0] + this.back.x * view.distance + this.right.x * shake,
      view.target[1] + this.back.y * view.distance + this.right.y * shake,
      view.target[2] + this.back.z * view.distance,
    );
    this.camera.matrix.copy(this.basis);
    this.camera.matrixWorldNeedsUpdate = true;
    this.camera.near = Math.max(0.1, view.distance - 30);
    this.camera.far = view.distance + 40;
    this.camera.updateProjectionMatrix();
  }

  onFrame(run: () => void): void {
    this.before.push(run);
  }

  /** Pieces or lights have moved: shadows too. */
  moved(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  /** A frame is due. */
  invalidate(): void {
    this.settle(false);
    if (!this.handle) {
      this.handle = requestAnimationFrame(() => this.draw());
    }
  }

  /** Draws now what has moved, and is going to move on. */
  drawMoving(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.draw(true);
  }

  private draw(goesOn = false): void {
    cancelAnimationFrame(this.handle);
    this.handle = 0;
    const began = performance.now();
    for (const run of this.before) {
      run();
    }
    this.renderer.info.reset();
    this.renderer.render(this.scene, this.camera);
    const { figures } = this;
    figures.frames++;
    figures.calls = this.renderer.info.render.calls;
    figures.peak = Math.max(figures.peak, figures.calls);
    figures.triangles = this.renderer.info.render.triangles;
    figures.held.geometries = this.renderer.info.memory.geometries;
    figures.held.textures = this.renderer.info.memory.textures;
    figures.held.programs = this.renderer.info.programs?.length ?? 0;
    figures.script = performance.now() - began;
    this.settle(this.handle === 0 && !goesOn);
  }

  private settle(settled: boolean): void {
    if (this.figures.settled !== settled) {
      this.figures.settled = settled;
      this.canvas.dataset.settled = String(settled);
    }
  }

  get anisotropy(): number {
    return this.renderer.capabilities.getMaxAnisotropy();
  }

  close(): void {
    cancelAnimationFrame(this.handle);
    const boards = window.__parlour?.boards ?? [];
    boards.splice(boards.indexOf(this.figures), 1);
    this.scene.environment?.dispose();
    for (const { geometry, material } of [this.ground, this.top]) {
      geometry.dispose();
      material.dispose();
    }
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** Where in `QUALITY_LEVELS` to begin on this machine; null if it cannot draw scenes at all. */
export function initialQualityLevel(): number | null {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) {
      return null;
    }
    const name = String(
      context.getParameter(context.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? 0) ?? '',
    );
    context.getExtension('WEBGL_lose_context')?.loseContext();
    // Drawn by the processor: every pixel counts.
    return window.__parlour?.level ?? (/swiftshader|llvmpipe|software/i.test(name) ? QUALITY_LEVELS.length - 1 : 0);
  } catch {
    return null;
  }
}

/** The camera, the lights, the table and the frames of a scene. A frame is drawn when something has changed. */
import {
  ACESFilmicToneMapping,
  DirectionalLight,
  InstancedMesh,
  Matrix4,
  type Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  PointLight,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { mix } from '#lib/theme/colour.ts';
import { type Camera, HALF_FOV_DEGREES } from '../view/camera.ts';
import type { Frame } from '../view/geometry.ts';
import { DARK_LIGHTING, environmentMap, type Lighting, placeLights } from './environment.ts';
import type { PlainLight } from './plainShading.ts';
import { LOWEST_LEVEL, pixelRatios, type QualityLevel } from './quality.ts';
import { Table } from './table.ts';
import { bake } from './textures/bake.ts';

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
  /** Objects in graphics memory; their number stays the same while only poses change. */
  held: { geometries: number; textures: number; programs: number };
  /** Number of visual effects shown so far. */
  seen: { beams: number; glows: number; rays: number; bursts: number; shakes: number };
}

declare global {
  interface Window {
    /** `level` fixes one of `QUALITY_LEVELS`, to see a board as on other devices. */
    __parlour?: { boards: RenderStatistics[]; level?: number };
  }
}

/** Distances of the lights, in reaches of the board. */
const KEY_DISTANCE = 1.45;
const RIM_DISTANCE = 1.4;

/** A picture at rest is drawn more sharply after this time. */
const REST_DELAY_MS = 180;

/** Strength of the ambient light where no environment is drawn. */
const SKY_STRENGTH = 0.83;

export class Stage {
  readonly scene = new Scene();
  readonly statistics: RenderStatistics = {
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
  readonly table: Table;
  private readonly renderer: WebGLRenderer;
  private readonly camera = new PerspectiveCamera(2 * HALF_FOV_DEGREES, 1, 0.1, 200);
  private readonly key = new DirectionalLight();
  private readonly rim = new DirectionalLight();
  private readonly basis = new Matrix4();
  private readonly right = new Vector3();
  private readonly up = new Vector3();
  private readonly back = new Vector3();
  private size: readonly [width: number, height: number] = [0, 0];
  /** Pixel ratios in motion and at rest, and the one of the picture now. */
  private ratios: readonly [moving: number, resting: number] = [1, 1];
  private ratio = 0;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private lighting: Lighting | null = null;
  private cloth = '';
  private handle = 0;
  /** Textures or shaders that are still being made. */
  private pending = 0;
  private compiled = false;
  /** Run before each frame. */
  private readonly before: (() => void)[] = [];

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly level: QualityLevel,
    private readonly plainLight: PlainLight,
  ) {
    this.table = new Table(level.environment, plainLight);
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: level.antialias,
      alpha: true,
      powerPreference: 'low-power',
    });
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.shadowMap.enabled = level.shadow > 0;
    this.renderer.shadowMap.type = PCFShadowMap;
    // Shadows move when pieces do, not when the camera does.
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.info.autoReset = false;
    this.camera.matrixAutoUpdate = false;
    this.key.castShadow = true;
    this.scene.add(this.key, this.key.target, this.rim, this.rim.target, this.table.mesh);
    this.scene.environmentIntensity = 0.62;
    if (level.environment) {
      this.scene.add(this.spark);
    }
    this.light(DARK_LIGHTING, null);
    window.__parlour ??= { boards: [] };
    window.__parlour.boards.push(this.statistics);
  }

  /** Set the light of a theme; `tableColour` replaces the theme's cloth. */
  light(lighting: Lighting, tableColour: string | null): void {
    if (lighting !== this.lighting) {
      this.lighting = lighting;
      this.table.shade(lighting.vignette);
      this.renderer.toneMappingExposure = lighting.exposure;
      this.key.color.set(lighting.key[0]);
      this.key.intensity = lighting.key[1];
      this.rim.color.set(lighting.rim[0]);
      this.rim.intensity = lighting.rim[1];
      this.scene.environment?.dispose();
      if (this.level.environment) {
        this.scene.environment = environmentMap(this.renderer, lighting, this.level.environment);
      }
      const { keyLight, rimLight, skyLight, groundLight } = this.plainLight;
      const exposure = lighting.plainExposure * lighting.exposure;
      keyLight.value.copy(this.key.color).multiplyScalar((exposure * this.key.intensity) / Math.PI);
      rimLight.value.copy(this.rim.color).multiplyScalar((exposure * this.rim.intensity) / Math.PI);
      skyLight.value.set(lighting.dome.top[0]).multiplyScalar(exposure * SKY_STRENGTH);
      groundLight.value.set(lighting.dome.floor[0]).multiplyScalar(exposure * SKY_STRENGTH);
    }
    const [base, fibre] = tableColour ? [tableColour, mix(tableColour, '#ffffff', 0.35)] : lighting.cloth;
    if (base === this.cloth) {
      return;
    }
    this.cloth = base;
    this.table.colour(this.level.environment ? base : (tableColour ?? lighting.plainTable));
    if (!this.level.environment) {
      return;
    }
    this.wait(
      bake({ is: 'cloth', base, fibre, pixels: 512 }).then(({ albedo }) => {
        if (base === this.cloth) {
          this.table.cover(albedo);
        }
      }),
    );
  }

  /** Draw again when something has been made; until then the scene is not settled. */
  wait(made: Promise<unknown>): void {
    this.pending++;
    this.settle(false);
    const done = () => {
      this.pending--;
      this.moved();
    };
    // If a texture cannot be painted, the plain material stays, and the board remains usable.
    made.then(done, done);
  }

  /** Compile all shaders of the scene without blocking the page; frames are drawn when that is done. */
  compile(onReady: () => void): void {
    this.compiled = false;
    this.wait(
      this.renderer.compileAsync(this.scene, this.camera).finally(() => {
        this.compiled = true;
        this.drawHidden();
        onReady();
      }),
    );
  }

  /** Draw one pixel with everything that is not visible yet: drivers finish shaders at their first use. */
  private drawHidden(): void {
    const hidden: Object3D[] = [];
    const counts = new Map<InstancedMesh, number>();
    this.scene.traverse((part) => {
      if (!part.visible) {
        hidden.push(part);
        part.visible = true;
      }
      if (part instanceof InstancedMesh && !part.count) {
        counts.set(part, part.count);
        part.count = 1;
      }
    });
    this.renderer.setScissor(0, 0, 1, 1);
    this.renderer.setScissorTest(true);
    this.renderer.render(this.scene, this.camera);
    this.renderer.setScissorTest(false);
    for (const part of hidden) {
      part.visible = false;
    }
    for (const [part, count] of counts) {
      part.count = count;
    }
  }

  /** Draw a frame and return how many milliseconds passed until it was finished. */
  timeFrame(): number {
    const context = this.renderer.getContext();
    const began = performance.now();
    this.renderer.render(this.scene, this.camera);
    // Waits for the graphics card, which `finish` does not.
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
    return performance.now() - began;
  }

  /**
   * Fit lights and table to a board. `reach` is the largest distance of an object from the centre; `home` is the angle
   * of the viewer's usual view in degrees: for everyone, the key light is at the left and behind.
   */
  fit(frame: Frame, tableHeight: number, reach: number, home: number): void {
    const [x, y] = frame.centre;
    const { keyWay, rimWay } = this.plainLight;
    placeLights(home, keyWay.value, rimWay.value);
    this.table.fit(frame.centre, tableHeight, reach);
    this.key.target.position.set(x, y, 0);
    this.key.position.copy(this.key.target.position).addScaledVector(keyWay.value, reach * KEY_DISTANCE);
    this.rim.target.position.set(x, y, 0);
    this.rim.position.copy(this.rim.target.position).addScaledVector(rimWay.value, reach * RIM_DISTANCE);
    this.scene.environmentRotation.z = (home * Math.PI) / 180;
    const { shadow } = this.key;
    shadow.camera.left = shadow.camera.bottom = -reach * 1.05;
    shadow.camera.right = shadow.camera.top = reach * 1.05;
    shadow.camera.near = reach * 0.2;
    shadow.camera.far = reach * 3.2;
    shadow.camera.updateProjectionMatrix();
    shadow.bias = -0.0004;
    shadow.normalBias = 0.02;
    // Cords lie above each other: strong shadows would look like more of them.
    const cords = frame.board.appearance.sites === 'peg';
    shadow.radius = cords ? 9 : 5;
    shadow.intensity = cords ? 0.55 : 0.92;
    this.moved();
  }

  /** Set the quality level and the size of the picture. */
  effort(level: QualityLevel, width: number, height: number): void {
    this.ratios = pixelRatios(level, window.devicePixelRatio || 1, width * height);
    if (width !== this.size[0] || height !== this.size[1]) {
      this.size = [width, height];
      this.ratio = 0;
    }
    this.sharpen(this.ratios[0]);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.key.castShadow = level.shadow > 0;
    const { shadow } = this.key;
    if (level.shadow && shadow.mapSize.x !== level.shadow) {
      shadow.mapSize.set(level.shadow, level.shadow);
      shadow.map?.dispose();
      shadow.map = null;
    }
    this.moved();
  }

  private sharpen(ratio: number): void {
    if (ratio !== this.ratio) {
      const [width, height] = this.size;
      this.ratio = ratio;
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(width, height, false);
      this.table.resize(width * ratio, height * ratio);
    }
  }

  /** Apply a camera of `camera.ts`; `shake` is a shift of the picture. */
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
    this.camera.near = 0.35 * view.distance;
    this.camera.far = view.distance + 60;
    this.camera.updateProjectionMatrix();
  }

  onFrame(run: () => void): void {
    this.before.push(run);
  }

  /** Update the shadows after pieces or lights have moved. */
  moved(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  /** Request a frame. */
  invalidate(): void {
    this.settle(false);
    if (!this.handle) {
      this.handle = requestAnimationFrame(() => this.draw());
    }
  }

  /** Draw immediately during a continuing movement. */
  drawMoving(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.draw(true);
  }

  private draw(goesOn = false): void {
    const { statistics } = this;
    cancelAnimationFrame(this.handle);
    this.handle = 0;
    clearTimeout(this.resting);
    if (!this.compiled) {
      return;
    }
    const began = performance.now();
    for (const run of this.before) {
      run();
    }
    const [moving, resting] = this.ratios;
    this.sharpen(moving);
    this.render();
    statistics.script = performance.now() - began;
    const settled = this.handle === 0 && !goesOn && this.pending === 0;
    if (settled && resting > moving) {
      this.resting = setTimeout(() => {
        this.sharpen(resting);
        this.render();
        this.settle(true);
      }, REST_DELAY_MS);
    } else {
      this.settle(settled);
    }
  }

  private render(): void {
    this.renderer.info.reset();
    this.renderer.render(this.scene, this.camera);
    const { statistics } = this;
    statistics.frames++;
    statistics.calls = this.renderer.info.render.calls;
    statistics.peak = Math.max(statistics.peak, statistics.calls);
    statistics.triangles = this.renderer.info.render.triangles;
    statistics.held.geometries = this.renderer.info.memory.geometries;
    statistics.held.textures = this.renderer.info.memory.textures;
    statistics.held.programs = this.renderer.info.programs?.length ?? 0;
  }

  private settle(settled: boolean): void {
    if (this.statistics.settled !== settled) {
      this.statistics.settled = settled;
      this.canvas.dataset.settled = String(settled);
    }
  }

  get anisotropy(): number {
    return this.renderer.capabilities.getMaxAnisotropy();
  }

  close(): void {
    cancelAnimationFrame(this.handle);
    clearTimeout(this.resting);
    const boards = window.__parlour?.boards ?? [];
    boards.splice(boards.indexOf(this.statistics), 1);
    this.scene.environment?.dispose();
    this.table.close();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** Return the index in `QUALITY_LEVELS` to start with on this machine; null if it cannot draw scenes at all. */
export function initialQualityLevel(): number | null {
  try {
    const context = document.createElement('canvas').getContext('webgl2');
    if (!context) {
      return null;
    }
    const quick = document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true });
    const name = String(
      context.getParameter(context.getExtension('WEBGL_debug_renderer_info')?.UNMASKED_RENDERER_WEBGL ?? 0) ?? '',
    );
    for (const one of [context, quick]) {
      one?.getExtension('WEBGL_lose_context')?.loseContext();
    }
    const byProcessor = !quick || /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
    return window.__parlour?.level ?? (byProcessor ? LOWEST_LEVEL : 0);
  } catch {
    return null;
  }
}

/** The slots of trays: which piece has which, and where they are. */
import type { Piece, Tray } from '#lib/net/types.ts';
import type { Vec2, Vec3 } from './geometry.ts';
import type { TrayPlan } from './trays.ts';

/** How high a piled piece is, in slots. */
const LAYER_HEIGHT = 0.2;
/** Pieces in a bowl lie in a spiral with this number of piles. */
const BOWL_PILES = 17;
/** Of a pitch: as dense as neighbouring piles do not run through each other. */
const BOWL_DENSITY = 0.6;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

interface Slot {
  tray: string;
  slot: number;
}

/** Which slot each piece in a tray has. */
export class TraySlots {
  private slots = new Map<number, Slot>();
  private readonly most = new Map<string, number>();

  constructor(private readonly trays: readonly Tray[]) {}

  /** Record where pieces are now: pieces that stay keep their slot, new ones get the first free slot. */
  follow(pieces: readonly Piece[]): void {
    const kept = new Map<number, Slot>();
    const taken = new Map<string, Set<number>>();
    const take = (id: number, tray: string, slot: number) => {
      kept.set(id, { tray, slot });
      taken.set(tray, (taken.get(tray) ?? new Set()).add(slot));
    };
    const coming: { id: number; tray: string }[] = [];
    for (const { id, place } of pieces) {
      if (typeof place !== 'string') {
        continue;
      }
      const had = this.slots.get(id);
      if (had?.tray === place) {
        take(id, place, had.slot);
      } else {
        coming.push({ id, tray: place });
      }
    }
    for (const { id, tray } of coming.sort((a, b) => a.id - b.id)) {
      let slot = 0;
      while (taken.get(tray)?.has(slot)) {
        slot++;
      }
      take(id, tray, slot);
    }
    this.slots = kept;
    for (const { tray, slot } of kept.values()) {
      this.most.set(tray, Math.max(this.most.get(tray) ?? 0, slot + 1));
    }
  }

  /** Return the number of slots that a tray has room for: the declared number, or the most that were ever in use. */
  used(tray: string): number {
    const declared = this.trays.find((one) => one.name === tray);
    const least = declared && declared.rows > 1 ? declared.columns * declared.rows : 0;
    return Math.max(least, this.most.get(tray) ?? 0);
  }

  /**
   * Key of the room that the trays need; it changes when a tray holds more pieces than ever before, beyond its declared
   * number.
   */
  get capacityKey(): string {
    return this.trays.map(({ name, columns }) => Math.max(columns, this.used(name))).join();
  }

  /**
   * Return the middle of a piece's slot. `floor` is the height on which trays stand; pieces in a pile touch each other.
   */
  at(id: number, plan: TrayPlan, floor: number): Vec3 {
    const slot = this.slots.get(id)?.slot ?? 0;
    if (plan.tray.shape === 'bowl') {
      return this.inBowl(slot, plan, floor);
    }
    const place = Math.floor(slot / plan.pile);
    const below = this.of(plan.tray.name).filter((one) => one < slot && Math.floor(one / plan.pile) === place).length;
    const [x, y] = placeInTray(plan, place);
    return [x, y, floor + below * LAYER_HEIGHT * plan.pitch];
  }

  private inBowl(slot: number, plan: TrayPlan, floor: number): Vec3 {
    const pile = slot % BOWL_PILES;
    const below = this.of(plan.tray.name).filter((one) => one < slot && one % BOWL_PILES === pile).length;
    // Each layer is turned a little against the one below it.
    const angle = pile * GOLDEN_ANGLE + below * 0.5;
    const away = bowlSpread(plan) * Math.sqrt((pile + 1) / BOWL_PILES);
    return [plan.x + Math.cos(angle) * away, plan.y + Math.sin(angle) * away, floor + below * 0.24 * plan.pitch];
  }

  private of(tray: string): number[] {
    return [...this.slots.values()].filter((one) => one.tray === tray).map((one) => one.slot);
  }
}

/** Return the middle of a place on the floor of a tray. */
export function placeInTray(plan: TrayPlan, n: number): Vec2 {
  const { columns, filledRows, rows, pitch, step, stagger } = plan;
  const [column, row] = filledRows
    ? [Math.floor(n / filledRows), n % filledRows]
    : [n % columns, Math.floor(n / columns)];
  const aside = stagger * (row % 2 ? 0.5 : -0.5);
  return [plan.x + column * pitch + aside, plan.y + rows * row * step];
}

/** Return the distance of the outermost pile from the middle of a bowl. */
export function bowlSpread(plan: TrayPlan): number {
  return plan.pitch * BOWL_DENSITY * Math.sqrt(BOWL_PILES);
}

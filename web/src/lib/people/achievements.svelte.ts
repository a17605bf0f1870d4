/** Achievements of the viewer, loaded on demand. Settings use the finishes that they unlock. */
import { get } from '#lib/net/client.ts';
import type { AchievementView } from '#lib/net/types.ts';

class Achievements {
  list = $state.raw<AchievementView[]>([]);

  /** Unlocked finishes of pieces. */
  get unlocked(): string[] {
    return this.list.filter((one) => one.reached !== null && one.finish).map((one) => one.finish);
  }

  /** Return the achievement that unlocks a finish. */
  achievementFor(finish: string): AchievementView | undefined {
    return this.list.find((one) => one.finish === finish);
  }

  async load(): Promise<void> {
    this.list = await get('/api/achievements');
  }
}

export const achievements = new Achievements();

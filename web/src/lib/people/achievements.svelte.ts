/** What this person has reached. Asked for where it is shown; the finishes it unlocks are needed in the settings too. */
import { get } from '#lib/net/client.ts';
import type { AchievementView } from '#lib/net/types.ts';

class Achievements {
  list = $state.raw<AchievementView[]>([]);

  /** The finishes of pieces that are unlocked. */
  get unlocked(): string[] {
    return this.list.filter((one) => one.reached !== null && one.finish).map((one) => one.finish);
  }

  /** What unlocks a finish. */
  wayTo(finish: string): AchievementView | undefined {
    return this.list.find((one) => one.finish === finish);
  }

  async load(): Promise<void> {
    this.list = await get('/api/achievements');
  }
}

export const achievements = new Achievements();

/** People whose messages the visitor does not want to see, stored in the person's preferences. */
import { me } from '#lib/people/me.svelte.ts';

export interface HiddenPerson {
  key: string;
  name: string;
}

const PREFERENCE = 'chat.hidden';
const MAX_HIDDEN = 100;

class HiddenPeople {
  get list(): HiddenPerson[] {
    const stored = me.preference(PREFERENCE);
    return Array.isArray(stored) ? stored.filter(isPerson) : [];
  }

  has(key: string): boolean {
    return this.list.some((one) => one.key === key);
  }

  hide(person: HiddenPerson): Promise<void> {
    const others = this.list.filter((one) => one.key !== person.key);
    return me.prefer(PREFERENCE, [...others.slice(1 - MAX_HIDDEN), { key: person.key, name: person.name }]);
  }

  show(key: string): Promise<void> {
    return me.prefer(
      PREFERENCE,
      this.list.filter((one) => one.key !== key),
    );
  }
}

function isPerson(value: unknown): value is HiddenPerson {
  const one = value as Partial<HiddenPerson> | null;
  return typeof one?.key === 'string' && typeof one.name === 'string';
}

export const hiddenPeople = new HiddenPeople();

/** Who uses this page: a guest, an account, the owner; with the preferences that the server keeps for them. */
import { get, patch, post } from '#lib/net/client.ts';
import type {
  ChangePasswordRequest,
  CredentialsRequest,
  DeleteAccountRequest,
  MeView,
  RenameRequest,
} from '#lib/net/types.ts';
import { settings } from '#lib/settings/settings.svelte.ts';

/** Under this the pages of a browser tell each other that somebody else uses it now. */
const PERSON = 'parlour.person';

class MeStore {
  #me = $state<MeView | null>(null);
  #changes = $state(0);
  #preferences = $state<Record<string, unknown>>({});
  #canQuit = $state(false);
  #loading: Promise<void> | null = null;
  /** Whether this page itself ends the session. */
  #leaving = false;

  constructor() {
    if (typeof window !== 'undefined') {
      window.addEventListener('storage', (event) => {
        if (event.key === PERSON && this.#me !== null) {
          // Whoever cannot be asked now is asked with the next page.
          this.refresh().catch(() => undefined);
        }
      });
    }
  }

  /** False until the server has told. */
  get known() {
    return this.#me !== null;
  }
  get account() {
    return this.#me?.person?.account ?? false;
  }
  /** The name; "" for somebody who has not said one. */
  get name() {
    return this.#me?.person?.name ?? '';
  }
  /** Whether the server knows this visitor: an account, or a guest who has done something. */
  get somebody() {
    return this.#me?.person != null;
  }
  /** Since when, in milliseconds. */
  get since() {
    return this.#me?.person?.created;
  }
  /** Counts how often something about the person has changed. */
  get changes() {
    return this.#changes;
  }
  get owner() {
    return this.#me?.owner ?? false;
  }
  /** Whether this person may end the server from here. */
  get canQuit() {
    return this.owner && this.#canQuit;
  }
  get release() {
    return this.#me?.release ?? '';
  }

  preference(key: string): unknown {
    return this.#preferences[key];
  }

  /** Sets one preference here at once, and on the server; `null` takes it away. */
  async prefer(key: string, value: unknown): Promise<void> {
    this.#preferences = { ...this.#preferences, [key]: value };
    await patch('/api/me/preferences', { body: { values: { [key]: value } } });
  }

  /** Asks the server, once. */
  load(): Promise<void> {
    this.#loading ??= get('/api/me').then(
      (me) => this.#take(me),
      (error: unknown) => {
        this.#loading = null;
        throw error;
      },
    );
    return this.#loading;
  }

  /** Asks the server again: something was done that may have made somebody of a visitor. */
  async refresh(): Promise<void> {
    this.#take(await get('/api/me'));
  }

  async logIn(credentials: CredentialsRequest): Promise<void> {
    this.#take(await post('/api/log-in', { body: credentials }));
  }

  async signUp(credentials: CredentialsRequest): Promise<void> {
    this.#take(await post('/api/sign-up', { body: credentials }));
  }

  async logOut(): Promise<void> {
    await this.#leave(async () => this.#take(await post('/api/log-out')));
  }

  async rename(name: string): Promise<void> {
    this.#take(await patch('/api/me', { body: { name } satisfies RenameRequest }));
  }

  async changePassword(old: string, wanted: string): Promise<void> {
    this.#take(await post('/api/me/password', { body: { old, new: wanted } satisfies ChangePasswordRequest }));
  }

  /** Deletes everything that is only this person's; an account has to say its password. */
  async deleteAll(password: string): Promise<void> {
    await this.#leave(async () => {
      await post('/api/me/delete', { body: { password } satisfies DeleteAccountRequest });
      await this.refresh();
    });
  }

  /** The server has ended the session: asks who uses the page now. Returns whether it was logged out from elsewhere. */
  async sessionEnded(): Promise<boolean> {
    const loggedIn = this.account && !this.#leaving;
    await this.refresh();
    return loggedIn && !this.account;
  }

  async #leave(end: () => Promise<void>): Promise<void> {
    this.#leaving = true;
    try {
      await end();
    } finally {
      this.#leaving = false;
    }
  }

  #take(me: MeView): void {
    this.#me = me;
    this.#changes += 1;
    tellOthers(me);
    this.#preferences = me.preferences;
    settings.adopt(me.preferences);
    if (me.owner) {
      // Only decides whether the menu offers Quit: without an answer it does not.
      get('/api/owner').then(
        (info) => {
          this.#canQuit = info.can_quit;
        },
        () => {
          this.#canQuit = false;
        },
      );
    }
  }
}

function tellOthers(me: MeView): void {
  try {
    localStorage.setItem(PERSON, JSON.stringify(me.person && [me.person.name, me.person.account, me.person.created]));
  } catch {
    // A browser that keeps nothing has nothing to tell.
  }
}

export const me = new MeStore();

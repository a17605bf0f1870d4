/** The current visitor (guest, account or owner) with the preferences stored on the server. */
import { get, patch, post } from '#lib/net/client.ts';
import { LatestRequest } from '#lib/net/latestRequest.ts';
import type {
  ChangePasswordRequest,
  CredentialsRequest,
  DeleteAccountRequest,
  MeView,
  PersonView,
  RenameRequest,
} from '#lib/net/types.ts';
import { settings } from '#lib/settings/settings.svelte.ts';

/** Storage key by which tabs learn that the visitor has changed. */
const STORAGE_KEY = 'parlour.person';

class MeStore {
  #me = $state<MeView | null>(null);
  #changes = $state(0);
  #preferences = $state<Record<string, unknown>>({});
  #canQuit = $state(false);
  #loading: Promise<void> | null = null;
  /** The requests so far: one is sent at a time, so that the last answer is the newest. */
  #requests: Promise<unknown> = Promise.resolve();
  readonly #preferenceChanges = new LatestRequest();
  /** Whether this page has requested the end of the session. */
  #endingSession = false;

  constructor() {
    if (typeof window !== 'undefined') {
      window.addEventListener('storage', (event) => {
        if (event.key === STORAGE_KEY && this.#me !== null) {
          // On failure, the next page load asks again.
          this.refresh().catch(() => undefined);
        }
      });
    }
  }

  /** False until the server has answered. */
  get loaded() {
    return this.#me !== null;
  }
  get account() {
    return this.#me?.person?.account ?? false;
  }
  /** Name, or "" for a guest without a name. */
  get name() {
    return this.#me?.person?.name ?? '';
  }
  /** Whether the server has stored something for this visitor. */
  get isStored() {
    return this.#me?.person != null;
  }
  /** Creation time in milliseconds. */
  get since() {
    return this.#me?.person?.created;
  }
  /** Number of changes of the person. */
  get changes() {
    return this.#changes;
  }
  get owner() {
    return this.#me?.owner ?? false;
  }
  /** Whether this person may stop the server. */
  get canQuit() {
    return this.owner && this.#canQuit;
  }
  get release() {
    return this.#me?.release ?? '';
  }

  preference(key: string): unknown {
    return this.#preferences[key];
  }

  /** Set a preference here immediately, and on the server; `null` removes it. */
  async prefer(key: string, value: unknown): Promise<void> {
    this.#preferences = { ...this.#preferences, [key]: value };
    this.#preferenceChanges.begin();
    await this.#inTurn(() => patch('/api/me/preferences', { body: { values: { [key]: value } } }));
  }

  /** Load the visitor once. */
  load(): Promise<void> {
    this.#loading ??= this.refresh().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  /** Load the visitor again, after a request that may have created a guest. */
  refresh(): Promise<void> {
    return this.#ask(() => get('/api/me'));
  }

  logIn(credentials: CredentialsRequest): Promise<void> {
    return this.#ask(() => post('/api/log-in', { body: credentials }));
  }

  signUp(credentials: CredentialsRequest): Promise<void> {
    return this.#ask(() => post('/api/sign-up', { body: credentials }));
  }

  logOut(): Promise<void> {
    return this.#leave(() => this.#ask(() => post('/api/log-out')));
  }

  rename(name: string): Promise<void> {
    return this.#ask(() => patch('/api/me', { body: { name } satisfies RenameRequest }));
  }

  changePassword(old: string, wanted: string): Promise<void> {
    return this.#ask(() => post('/api/me/password', { body: { old, new: wanted } satisfies ChangePasswordRequest }));
  }

  /** Delete all data of this person; accounts must give the password. */
  async deleteAll(password: string): Promise<void> {
    await this.#leave(async () => {
      await post('/api/me/delete', { body: { password } satisfies DeleteAccountRequest });
      await this.refresh();
    });
  }

  /** Load the visitor after the server has ended the session; return whom it was, if it was ended from elsewhere. */
  async sessionEnded(): Promise<PersonView | null> {
    const before = this.#endingSession ? null : (this.#me?.person ?? null);
    await this.refresh();
    return this.#me?.person ? null : before;
  }

  async #leave(end: () => Promise<void>): Promise<void> {
    this.#endingSession = true;
    try {
      await end();
    } finally {
      this.#endingSession = false;
    }
  }

  #inTurn<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    const answer = this.#requests.then(request);
    this.#requests = answer.catch(() => undefined);
    return answer;
  }

  /** Send a request that returns the visitor. Preferences set meanwhile are newer than the answer. */
  #ask(request: () => Promise<MeView>): Promise<void> {
    return this.#inTurn(async () => {
      const areSettingsCurrent = await settings.watchChanges();
      const arePreferencesCurrent = this.#preferenceChanges.watch();
      const me = await request();
      const person = this.#me?.person;
      const isOther = person != null && person.created !== me.person?.created;
      this.#update(me);
      if (isOther || arePreferencesCurrent()) {
        this.#preferences = me.preferences;
      }
      if (isOther || areSettingsCurrent()) {
        settings.adopt(me.preferences);
      }
    });
  }

  #update(me: MeView): void {
    this.#me = me;
    this.#changes += 1;
    notifyOtherTabs(me);
    if (me.owner) {
      // Without an answer the menu does not offer Quit.
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

function notifyOtherTabs(me: MeView): void {
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify(me.person && [me.person.name, me.person.account, me.person.created]),
    );
  } catch {
    // Storage is unavailable: other tabs are not notified.
  }
}

export const me = new MeStore();

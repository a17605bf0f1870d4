/** WebSocket of every page: whether the server is reachable, the viewer's turns, changed tournaments, the lobby. */
import { untrack } from 'svelte';
import { socketUrl } from '#lib/net/client.ts';
import { LOGGED_OUT, ReconnectingSocket } from '#lib/net/socket.ts';
import type {
  PageSocketMessage,
  PageSocketRequest,
  TournamentChangedMessage,
  TournamentPairedMessage,
  TurnEndedMessage,
  YourTurnMessage,
} from '#lib/net/types.ts';

type TurnMessage = YourTurnMessage | TurnEndedMessage;
export type TournamentMessage = TournamentChangedMessage | TournamentPairedMessage;
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'ended';

class Connection {
  state = $state<ConnectionState>('connecting');
  /** The server's message when it shut down. */
  shutdownMessage = $state('');
  #listener: (message: YourTurnMessage) => void = () => undefined;
  #onSessionEnd: () => void = () => undefined;
  readonly #turnListeners = new Set<(message: TurnMessage | null) => void>();
  /** Key of the visitor in the lobby; null if nothing is stored about them. */
  person = $state<string | null>(null);
  /** Server time minus the time of this device. */
  #timeOffset = $state(0);
  readonly #listeners = new Set<(message: PageSocketMessage) => void>();
  /** Listeners with the tournament that each shows; null means the list. */
  readonly #tournamentListeners = new Map<(message: TournamentMessage) => void, string | null>();
  readonly #socket = new ReconnectingSocket<PageSocketRequest, PageSocketMessage>(
    () => new WebSocket(socketUrl('/api/page')),
    {
      received: (message) => this.#receive(message),
      lost: (code) => this.#lose(code),
    },
  );

  /** Connect, and stay connected until the returned function is called. */
  start(onturn: (message: YourTurnMessage) => void, onSessionEnd: () => void): () => void {
    this.#listener = onturn;
    this.#onSessionEnd = onSessionEnd;
    this.#socket.connect();
    return () => this.#socket.close();
  }

  /** Return the time on the server's clock, by which deadlines are set; the device's own until the first connection. */
  now(): number {
    return Date.now() + this.#timeOffset;
  }

  /** Call a function when a turn of the viewer began or ended, or with null when that may have been missed. */
  onTurns(listener: (message: TurnMessage | null) => void): () => void {
    this.#turnListeners.add(listener);
    return () => this.#turnListeners.delete(listener);
  }

  /** Call a function with each message, until the returned function is called. */
  listen(listener: (message: PageSocketMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Send a request if the connection is open; return whether it was. */
  send(request: PageSocketRequest): boolean {
    return this.state === 'open' && this.#socket.send(request);
  }

  /**
   * Call a function when a tournament may have changed, at first at once, and when the viewer has been paired in it.
   * Null means all tournaments.
   */
  onTournament(tournament: string | null, listener: (message: TournamentMessage) => void): () => void {
    this.#tournamentListeners.set(listener, tournament);
    if (untrack(() => this.state) === 'open') {
      this.#watchTournaments(); // The server answers that it may have changed.
    } else {
      listener({ type: 'tournament', tournament: tournament ?? '', version: null, deleted: false });
    }
    return () => {
      this.#tournamentListeners.delete(listener);
      this.#watchTournaments();
    };
  }

  #watchTournaments(): void {
    const wanted = [...new Set(this.#tournamentListeners.values())];
    const tournaments = wanted.filter((one) => one !== null);
    untrack(() => this.send({ type: 'watch-tournaments', tournaments, all: wanted.includes(null) }));
  }

  /** Expect the server to shut down for good. */
  end(): void {
    this.state = 'ended';
  }

  /** Reconnect in the current language. */
  renew(): void {
    if (this.state === 'open') {
      this.#socket.renew();
    }
  }

  #receive(message: PageSocketMessage): void {
    if (message.type === 'hello') {
      this.#socket.resetBackoff();
      this.#timeOffset = message.now - Date.now();
      this.shutdownMessage = '';
      this.state = 'open';
      if (this.#tournamentListeners.size > 0) {
        this.#watchTournaments();
      }
      this.#tellTurns(null);
      this.person = message.person;
    } else if (message.type === 'your-turn') {
      this.#listener(message);
      this.#tellTurns(message);
    } else if (message.type === 'turn-ended') {
      this.#tellTurns(message);
    } else if (message.type === 'tournament' || message.type === 'paired') {
      this.#tellTournaments(message);
    } else if (message.type === 'closing') {
      this.shutdownMessage = message.text;
      if (!message.again) {
        this.end();
      }
    }
    for (const listener of this.#listeners) {
      listener(message);
    }
  }

  #tellTurns(message: TurnMessage | null): void {
    for (const listener of this.#turnListeners) {
      listener(message);
    }
  }

  #tellTournaments(message: TournamentMessage): void {
    for (const [listener, tournament] of this.#tournamentListeners) {
      if (tournament === null || tournament === message.tournament) {
        listener(message);
      }
    }
  }

  /** Return whether to reconnect. */
  #lose(code: number): boolean {
    if (this.state === 'ended') {
      return false;
    }
    if (code === LOGGED_OUT) {
      this.#onSessionEnd();
      return true;
    }
    this.state = 'lost';
    return true;
  }
}

export const connection = new Connection();

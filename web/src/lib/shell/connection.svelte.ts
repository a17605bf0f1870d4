/** The WebSocket that every page keeps open: whether the server can be reached, and that it is somebody's turn. */
import { socketUrl } from '#lib/net/client.ts';
import { LOGGED_OUT, ReconnectingSocket } from '#lib/net/socket.ts';
import type { PageSocketMessage, YourTurnMessage } from '#lib/net/types.ts';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'ended';

class Connection {
  state = $state<ConnectionState>('connecting');
  /** What the server said when it closed. */
  farewell = $state('');
  #listener: (message: YourTurnMessage) => void = () => undefined;
  #onSessionEnd: () => void = () => undefined;
  readonly #socket = new ReconnectingSocket<never, PageSocketMessage>(() => new WebSocket(socketUrl('/api/page')), {
    received: (message) => this.#receive(message),
    lost: (code) => this.#lose(code),
  });

  /** Connects, and stays connected until the returned function is called. */
  start(onturn: (message: YourTurnMessage) => void, onSessionEnd: () => void): () => void {
    this.#listener = onturn;
    this.#onSessionEnd = onSessionEnd;
    this.#socket.connect();
    return () => this.#socket.close();
  }

  /** Notes that the server was asked to end: it will not come back. */
  end(): void {
    this.state = 'ended';
  }

  /** Replaces the connection by one in the language of the page. */
  renew(): void {
    if (this.state === 'open') {
      this.#socket.renew();
    }
  }

  #receive(message: PageSocketMessage): void {
    if (message.type === 'hello') {
      this.#socket.resetBackoff();
      this.farewell = '';
      this.state = 'open';
    } else if (message.type === 'your-turn') {
      this.#listener(message);
    } else if (message.type === 'closing') {
      this.farewell = message.text;
      if (!message.again) {
        this.end();
      }
    }
  }

  /** Returns whether to reconnect. */
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

/** The WebSocket that every page holds open: whether the server is there, and that somebody waits for a move. */
import { socketUrl } from '#lib/net/client.ts';
import type { ToPage, YourTurn } from '#lib/net/types.ts';
import { waitBefore } from './backoff.ts';

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'ended';

class Connection {
  state = $state<ConnectionState>('connecting');
  /** What the server said when it closed. */
  farewell = $state('');
  #attempt = 0;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listener: (message: YourTurn) => void = () => undefined;

  /** Connects, and stays connected; the answer ends it. */
  start(onturn: (message: YourTurn) => void): () => void {
    this.#listener = onturn;
    this.#open();
    const now = () => this.#hurry();
    window.addEventListener('online', now);
    document.addEventListener('visibilitychange', now);
    return () => {
      window.removeEventListener('online', now);
      document.removeEventListener('visibilitychange', now);
      clearTimeout(this.#timer);
      this.#socket?.close();
      this.#socket = null;
    };
  }

  /** Says that the server was asked to end: it will not come back. */
  end(): void {
    this.state = 'ended';
  }

  /** Leaves this connection for a new one, because another language is spoken now. */
  renew(): void {
    if (this.state === 'open') {
      const old = this.#socket;
      this.#open();
      old?.close();
    }
  }

  #open(): void {
    const socket = new WebSocket(socketUrl('/api/page'));
    this.#socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as ToPage);
    socket.onclose = () => {
      if (this.#socket !== socket || this.state === 'ended') {
        return;
      }
      this.state = 'lost';
      this.#timer = setTimeout(() => this.#open(), waitBefore(this.#attempt++));
    };
  }

  #hear(message: ToPage): void {
    if (message.type === 'hello') {
      this.#attempt = 0;
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

  /** Does not wait for the next attempt when there is reason to hope. */
  #hurry(): void {
    if (this.state === 'lost' && !document.hidden) {
      clearTimeout(this.#timer);
      this.#open();
    }
  }
}

export const connection = new Connection();

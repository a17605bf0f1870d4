/** The lobby as this page knows it: who is here, challenges from and to the visitor, and quick pairing. */
import { ChatModel } from '#lib/chat/chat.svelte.ts';
import type {
  ChallengeMessage,
  ChallengeRequest,
  LobbyPersonView,
  PageSocketMessage,
  PairingRequest,
} from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';

type Without<Type> = Omit<Type, 'type' | 'id'>;

class Lobby {
  people = $state.raw<LobbyPersonView[]>([]);
  total = $state(0);
  /** Changes when the lists of games do. */
  games = $state(0);
  /** Open challenges to other people and from them. */
  challenges = $state.raw<ChallengeMessage[]>([]);
  /** The quick pairing for which this page waits. */
  pairing = $state.raw<ChallengeMessage | null>(null);
  readonly chat = new ChatModel('lobby', {
    watch: (on) => connection.send({ type: 'watch-chat', on }),
    say: (content, onrefusal) => connection.send({ type: 'say', ...content, id: this.#request(onrefusal) }),
  });
  /** Challenges that were sent or accepted on this page: their match opens here. */
  readonly #own = new Set<string>();
  #watchers = 0;
  #nextId = 1;
  readonly #replies = new Map<number, (refusal: Error) => void>();
  #pairingTerms: Without<PairingRequest> | null = null;
  #onend: (challenge: ChallengeMessage, opensHere: boolean) => void = () => undefined;

  /** Receive the messages of the lobby; `onend` is called for each challenge that has ended. */
  start(onend: (challenge: ChallengeMessage, opensHere: boolean) => void): () => void {
    this.#onend = onend;
    return connection.listen((message) => this.receive(message));
  }

  /** Receive the list of people until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) {
      connection.send({ type: 'watch-lobby', on: true });
    }
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) {
        this.#pairingTerms = null;
        this.pairing = null;
        connection.send({ type: 'watch-lobby', on: false });
      }
    };
  }

  /** Challenge a person; `onrefusal` is called with the reason if that is not possible. */
  challenge(terms: Without<ChallengeRequest>, onrefusal: (refusal: Error) => void): void {
    this.#awaited = terms.to;
    connection.send({ type: 'challenge', ...terms, id: this.#request(onrefusal) });
  }

  /** Wait for the first other person who wants the same. */
  pair(terms: Without<PairingRequest>, onrefusal: (refusal: Error) => void): void {
    this.#pairingTerms = terms;
    const id = this.#request((refusal) => {
      this.#pairingTerms = null;
      onrefusal(refusal);
    });
    connection.send({ type: 'pair', ...terms, id });
  }

  answer(challenge: ChallengeMessage, yes: boolean, onrefusal: (refusal: Error) => void): void {
    this.#own.add(challenge.id);
    this.#forget(challenge.id);
    connection.send({ type: 'answer-challenge', challenge: challenge.id, yes, id: this.#request(onrefusal) });
  }

  cancel(challenge: ChallengeMessage, onrefusal: (refusal: Error) => void): void {
    this.#pairingTerms = null;
    connection.send({ type: 'cancel-challenge', challenge: challenge.id, id: this.#request(onrefusal) });
  }

  /** The person whom this page has just challenged. */
  #awaited: string | null = null;

  receive(message: PageSocketMessage): void {
    if (message.type === 'hello') {
      this.#onConnected();
    } else if (message.type === 'lobby') {
      this.people = message.people;
      this.total = message.total;
      this.games = message.games;
    } else if (message.type === 'challenge') {
      this.#onChallenge(message);
    } else if (message.type === 'chat' || message.type === 'chat-line') {
      this.chat.receive(message);
    } else if (message.type === 'refused') {
      this.#replies.get(message.id)?.(new Error(message.text));
      this.#replies.delete(message.id);
    }
  }

  /**
   * Forget challenges and pairing: after a lost connection the server sends open challenges again, but has forgotten
   * what the page waits for.
   */
  #onConnected(): void {
    this.challenges = [];
    this.pairing = null;
    this.chat.reconnect();
    if (this.#watchers > 0) {
      connection.send({ type: 'watch-lobby', on: true });
      if (this.#pairingTerms) {
        connection.send({ type: 'pair', ...this.#pairingTerms, id: 0 });
      }
    }
  }

  #onChallenge(message: ChallengeMessage): void {
    const isPairing = message.other === null && message.end === null;
    if (isPairing || message.id === this.pairing?.id) {
      this.pairing = message.end === null ? message : null;
      if (message.end !== null) {
        this.#pairingTerms = null;
        this.#onend(message, true);
      }
      return;
    }
    if (message.end !== null) {
      this.#forget(message.id);
      this.#onend(message, this.#own.delete(message.id));
      return;
    }
    if (!message.incoming && message.other?.key === this.#awaited) {
      this.#own.add(message.id);
      this.#awaited = null;
    }
    this.challenges = [...this.challenges.filter((one) => one.id !== message.id), message];
  }

  #forget(id: string): void {
    this.challenges = this.challenges.filter((one) => one.id !== id);
  }

  #request(onrefusal: (refusal: Error) => void): number {
    const id = this.#nextId++;
    this.#replies.set(id, onrefusal);
    return id;
  }
}

export const lobby = new Lobby();

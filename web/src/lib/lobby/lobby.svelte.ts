/** The lobby as this page knows it: who is here, challenges from and to the visitor, and quick pairing. */
import { ChatModel } from '#lib/chat/chat.svelte.ts';
import type {
  ChallengeMessage,
  ChallengeRequest,
  ChallengeSocketRequest,
  LobbyPersonView,
  PageSocketMessage,
  PairingRequest,
  SayRequest,
} from '#lib/net/types.ts';
import { connection } from '#lib/shell/connection.svelte.ts';
import { t } from '#lib/strings/index.ts';

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
    say: (content, onrefusal) => void this.#request({ type: 'say', ...content }, onrefusal),
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
    this.#request({ type: 'challenge', ...terms }, onrefusal);
  }

  /** Wait for the first other person who wants the same. */
  pair(terms: Without<PairingRequest>, onrefusal: (refusal: Error) => void): void {
    if (this.#pairingTerms !== null) {
      return;
    }
    this.#pairingTerms = terms;
    this.#request({ type: 'pair', ...terms }, (refusal) => {
      this.#pairingTerms = null;
      onrefusal(refusal);
    });
  }

  answer(challenge: ChallengeMessage, yes: boolean, onrefusal: (refusal: Error) => void): void {
    if (this.#request({ type: 'answer-challenge', challenge: challenge.id, yes }, onrefusal)) {
      this.#own.add(challenge.id);
      this.#forget(challenge.id);
    }
  }

  cancel(challenge: ChallengeMessage, onrefusal: (refusal: Error) => void): void {
    this.#pairingTerms = null;
    this.#request({ type: 'cancel-challenge', challenge: challenge.id }, onrefusal);
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
    this.#replies.clear();
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

  /** Send a request and return whether that was possible; without a connection it is refused. */
  #request(request: ChallengeSocketRequest | SayRequest, onrefusal: (refusal: Error) => void): boolean {
    const id = this.#nextId++;
    const sent = connection.send({ ...request, id });
    if (sent) {
      this.#replies.set(id, onrefusal);
    } else {
      onrefusal(new Error(t('lobby.offline')));
    }
    return sent;
  }
}

export const lobby = new Lobby();

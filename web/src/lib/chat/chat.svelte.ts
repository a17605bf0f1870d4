/** A chat as one page shows it: the rooms that the visitor reads, and which messages are new. */
import type { ChatLineView, ChatMode, ChatRoom, ChatRoomView, ChatSocketMessage, SayRequest } from '#lib/net/types.ts';
import { hiddenPeople } from './hiddenPeople.svelte.ts';
import { lastSeen, rememberSeen } from './lastSeen.ts';

/** What a visitor sends: a preset phrase or free text. */
export type ChatContent = Pick<SayRequest, 'phrase' | 'text'>;

export interface ChatConnection {
  /** Start or stop receiving messages. */
  watch(on: boolean): void;
  say(content: ChatContent & { room: ChatRoom }, onrefusal: (refusal: Error) => void): void;
}

export class ChatModel {
  mode = $state<ChatMode>('off');
  /** Whether the host has muted the visitor. */
  muted = $state(false);
  /** Whether the messages are shown; otherwise new ones are counted. */
  open = $state(false);
  #rooms = $state.raw<ChatRoomView[]>([]);
  #chosen = $state<ChatRoom | null>(null);
  /** When the last message that was shown had been sent. */
  #seen = $state(0);
  #watching = false;

  /** `place` identifies the chat on this device. */
  constructor(
    private readonly place: string,
    private readonly connection: ChatConnection,
  ) {
    this.#seen = lastSeen(place);
  }

  get rooms(): ChatRoom[] {
    return this.#rooms.map((one) => one.room);
  }

  /** The room that is shown. */
  get room(): ChatRoom | null {
    return this.rooms.find((one) => one === this.#chosen) ?? this.rooms[0] ?? null;
  }

  set room(room: ChatRoom | null) {
    this.#chosen = room;
  }

  /** The messages in the room that is shown, without those of people whom the visitor hides. */
  get lines(): ChatLineView[] {
    return visible(this.#rooms.find((one) => one.room === this.room)?.lines ?? []);
  }

  /** Return the number of messages in all rooms that the visitor has not seen. */
  unread(own: string | null): number {
    const all = this.#rooms.flatMap((one) => visible(one.lines));
    return this.open ? 0 : all.filter((line) => line.at > this.#seen && line.person !== own).length;
  }

  /** Ask for messages from now on, even after a lost connection. */
  watch(): void {
    this.#watching = true;
    this.connection.watch(true);
  }

  unwatch(): void {
    this.#watching = false;
    this.connection.watch(false);
  }

  /** Subscribe again: subscriptions end with the connection. */
  reconnect(): void {
    if (this.#watching) {
      this.connection.watch(true);
    }
  }

  receive(message: ChatSocketMessage): void {
    if (message.type === 'chat') {
      this.mode = message.mode;
      this.muted = message.muted;
      this.#rooms = message.rooms;
    } else {
      this.#rooms = this.#rooms.map((one) =>
        one.room === message.room ? { ...one, lines: [...one.lines, message.line] } : one,
      );
    }
    this.markSeen();
  }

  /** Count all messages so far as seen, if they are shown. */
  markSeen(): void {
    const latest = Math.max(0, ...this.#rooms.flatMap((one) => one.lines.map((line) => line.at)));
    if (this.open && latest > this.#seen) {
      this.#seen = latest;
      rememberSeen(this.place, latest);
    }
  }

  say(content: ChatContent, onrefusal: (refusal: Error) => void): void {
    if (this.room !== null) {
      this.connection.say({ ...content, room: this.room }, onrefusal);
    }
  }
}

function visible(lines: ChatLineView[]): ChatLineView[] {
  return lines.filter((line) => !hiddenPeople.has(line.person));
}

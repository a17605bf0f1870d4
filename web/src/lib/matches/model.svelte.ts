/**
 * State and actions of a match for components. The rules are on the server; `view.you.can` lists the actions allowed
 * now.
 */

import type { BoardHandle } from '#lib/board/contract.ts';
import { ChatModel } from '#lib/chat/chat.svelte.ts';
import { get, post, ServerError, socketUrl } from '#lib/net/client.ts';
import type {
  Effect,
  EffectsView,
  LegalMoveView,
  MatchEventMessage,
  MoveBoxView,
  MoveVerdictView,
  Pick,
  SentenceView,
} from '#lib/net/types.ts';
import type { HelpStep } from '#lib/settings/schema.ts';
import { settings } from '#lib/settings/settings.svelte.ts';
import { attention } from '#lib/shell/attention.svelte.ts';
import { usesKeyboard } from '#lib/shell/keys.ts';
import { sound } from '#lib/sound/sound.ts';
import { t } from '#lib/strings/index.ts';
import { Help } from './help/help.svelte.ts';
import { lockReason } from './lockReason.ts';
import { OwnPlan } from './plans/ownPlan.svelte.ts';
import { Announcer } from './play/announcer.svelte.ts';
import { endSound } from './play/sounds.ts';
import { Playback } from './playback/playback.svelte.ts';
import type { SeatTimes } from './players/clock.ts';
import { RunningClocks } from './players/runningClocks.svelte.ts';
import { type Answer, type Command, type LinkState, MatchSocket } from './socket.ts';
import { Review } from './turns/review.svelte.ts';
import { isAllowed, isMoved, isMyTurn, isNarrated, isTakenBack, ownSeats, receive, type View } from './view.ts';

/** A blunder that is not yet played: the reason and the reply. */
export interface Warning {
  move: LegalMoveView;
  picks: Pick[];
  text: string;
  reply: Effect[][];
}

const NONE: LegalMoveView[] = [];

export class MatchModel {
  link = $state<LinkState>('connecting');
  /** A move is being sent. */
  sending = $state(false);
  warning = $state.raw<Warning | null>(null);
  /** The game ended during this visit. */
  justEnded = $state(false);
  /** Id of the rematch or restart, if the viewer plays in it. */
  next = $state<string | null>(null);

  readonly announcer = new Announcer();
  readonly playback = new Playback(() => settings.pace);
  readonly review = new Review();
  readonly help: Help;
  readonly chat: ChatModel;
  readonly plan: OwnPlan;
  readonly time: RunningClocks;
  readonly #socket: MatchSocket;
  /** The match as the server last described it; `view` follows when the board has shown what happened. */
  #latest: View | null = null;
  #board = $state.raw<BoardHandle | null>(null);
  /** Number of moves previewed so far. */
  previews = $state(0);

  constructor(readonly id: string) {
    this.plan = new OwnPlan(id);
    this.help = new Help(id, (text) => this.announcer.announce(text, 'error'));
    this.#socket = new MatchSocket(
      (since) => new WebSocket(socketUrl('/api/matches/{match}/live', { path: { match: id }, query: { since } })),
      {
        onmessage: (message) =>
          message.type === 'chat' || message.type === 'chat-line'
            ? this.chat.receive(message)
            : this.#receive(receive(this.#latest, message)),
        onlink: (link) => this.#linked(link),
      },
    );
    this.chat = new ChatModel(id, {
      watch: (on) => this.#socket.watchChat(on),
      say: (content, onrefusal) => void this.#say(content, onrefusal),
    });
    this.time = new RunningClocks(() => this.#socket.now(), {
      // Any client may report that time has run out; the server's clock decides.
      ontimeout: (ply) => void this.#socket.do({ do: 'flag', ply }),
      ontick: () => this.myTurn && sound('clock'),
    });
  }

  close(): void {
    this.#socket.close();
    this.help.close();
    this.time.stop();
  }

  // ---- State --------------------------------------------------------------------------------------------------------

  /** The match as it is shown. */
  get view(): View | null {
    return this.playback.view;
  }

  get times(): SeatTimes[] {
    return this.view ? this.time.of(this.view.state) : [];
  }

  /** Whether the viewer is to move. */
  get myTurn(): boolean {
    return this.view !== null && isMyTurn(this.view);
  }

  /** Moves that can be clicked now. */
  get legal(): LegalMoveView[] {
    return this.view !== null && this.locked === '' ? this.view.state.position.legal : NONE;
  }

  /** The reason why the board accepts no clicks; "" if it does. */
  get locked(): string {
    const { view, link, sending } = this;
    const nameOf = (seat: number) => this.nameOf(seat);
    return lockReason({ view, link, sending, reviewing: this.review.on, showing: this.playback.busy, nameOf });
  }

  nameOf(seat: number): string {
    const { view } = this;
    return view?.state.seats[seat]?.name || view?.match.sides[seat]?.name || '';
  }

  can(action: Parameters<typeof isAllowed>[1]): boolean {
    return this.view !== null && this.link === 'open' && isAllowed(this.view, action);
  }

  // ---- Actions ------------------------------------------------------------------------------------------------------

  set board(board: BoardHandle | null) {
    this.#board = board;
    this.playback.board = board;
    this.review.board = board;
  }

  get board(): BoardHandle | null {
    return this.#board;
  }

  /** Focus the board, if a button that disappears was pressed by keyboard: the focus would be lost. */
  focusBoard(): void {
    if (usesKeyboard()) {
      this.#board?.focus();
    }
  }

  /** Help step of the seat to move. */
  get step(): HelpStep {
    const { view } = this;
    const seat = view?.state.position.seat ?? 0;
    return view !== null && isAllowed(view, 'hint') ? this.help.step(seat, view.state.seats[seat]) : 'none';
  }

  /** Verdicts on decisive moves, if the seat to move wants them. */
  get verdicts(): MoveVerdictView[] | null {
    return this.myTurn && !this.review.on && this.step === 'show' ? this.help.verdicts : null;
  }

  /** Play a legal move; warn first if it loses immediately and the seat has warnings on. */
  async play(move: LegalMoveView, picks: Pick[], sure = false): Promise<void> {
    const { view } = this;
    if (view === null || this.locked !== '') {
      return;
    }
    const { ply, version } = view.state;
    this.sending = true;
    try {
      const thought = sure || this.step === 'none' ? null : await this.help.checkMove(move.text);
      if (this.#latest?.state.ply !== ply) {
        return;
      }
      this.warning = thought?.again
        ? { move, picks, text: thought.text.text, reply: thought.reply?.effects ?? [] }
        : null;
      if (this.warning === null) {
        await this.do({ do: 'move', ply, seen: version, picks });
      }
    } finally {
      this.sending = false;
    }
  }

  /** Choose the help step of a seat. */
  setStep(seat: number, step: HelpStep): void {
    this.help.setStep(seat, step);
    if (step === 'show' && this.myTurn && this.view?.state.position.seat === seat) {
      void this.help.judge();
    }
  }

  /** Send a command; announce a refusal. */
  async do(command: Command): Promise<boolean> {
    return this.#report(await this.#socket.do(command));
  }

  takeBack(to: number | null = null): Promise<boolean> {
    const { ply, version } = this.#state;
    this.review.close();
    return this.do({ do: 'take-back', ply, seen: version, ...(to === null ? {} : { to }) });
  }

  redo(): Promise<boolean> {
    const { ply, version } = this.#state;
    return this.do({ do: 'redo', ply, seen: version });
  }

  offerDraw(): Promise<boolean> {
    const { ply, version, position } = this.#state;
    const own = this.view ? ownSeats(this.view) : [];
    const seat = own.includes(position.seat) ? position.seat : (own[0] ?? null);
    return this.do({ do: 'draw', ply, seen: version, seat });
  }

  async moveNow(): Promise<boolean> {
    return this.#report(await this.#socket.moveNow());
  }

  /** Show an earlier position; the last ply is live. */
  showPly(ply: number): void {
    this.#navigate((view, moving) => this.review.go(view, ply, moving));
  }

  /** Step back or forward by turns. */
  stepTurns(turns: number): void {
    this.#navigate((view, moving) => this.review.step(view, turns, moving));
  }

  #navigate(navigate: (view: View, moving: boolean) => Promise<void>): void {
    if (this.view !== null) {
      navigate(this.view, settings.motion !== 'off').catch((error: unknown) => {
        this.review.close();
        this.announcer.announce(error instanceof Error ? error.message : String(error), 'error');
      });
    }
  }

  /** Return why a sequence of clicks is not a move. */
  async explain(picks: Pick[]): Promise<string> {
    const path = { match: this.id, ply: this.#state.ply };
    return (await post('/api/matches/{match}/plies/{ply}/explain', { path, body: picks })).text.text;
  }

  /** Return the effects of a move before it is played. */
  async preview(move: LegalMoveView): Promise<EffectsView['effects']> {
    this.previews += 1;
    const { ply } = this.#state;
    const at = this.view?.turns.at(-1)?.moves.at(-1)?.at ?? 0;
    return (
      await get('/api/matches/{match}/plies/{ply}/effects', {
        path: { match: this.id, ply },
        query: { move: move.text, at },
      })
    ).effects;
  }

  /** Handle typed text: announce an answer, or carry out a move or command. */
  async ask(text: string): Promise<void> {
    let answer: MoveBoxView;
    try {
      answer = await post('/api/matches/{match}/ask', { path: { match: this.id }, body: { text } });
    } catch (error) {
      this.announcer.announce(error instanceof Error ? error.message : String(error), 'error');
      return;
    }
    if (answer.command === null) {
      this.announcer.announce(answer.text);
    } else if (answer.command.do === 'move' || answer.command.do === 'turn') {
      this.review.close();
      await this.#sendMove(answer.command);
    } else {
      await this.do(answer.command);
    }
  }

  /** Reconnect: the server identifies the visitor once per connection, and the visitor has changed. */
  renew(): void {
    this.#socket.renew();
  }

  // ---- Messages from the server -------------------------------------------------------------------------------------

  get #state() {
    if (this.#latest === null) {
      throw new Error('The match is not there yet.');
    }
    return this.#latest.state;
  }

  async #sendMove(command: Command): Promise<void> {
    this.sending = true;
    try {
      await this.do(command);
    } finally {
      this.sending = false;
    }
  }

  /** Show the text of a refusal. An outdated command is not an error: the newer state is shown. */
  #report(answer: Answer): boolean {
    if (answer.type === 'refused' && answer.reason !== 'stale') {
      this.announcer.announce(answer.text.text, 'error');
    }
    return answer.type === 'accepted';
  }

  async #say(content: Parameters<MatchSocket['say']>[0], onrefusal: (refusal: Error) => void): Promise<void> {
    const answer = await this.#socket.say(content);
    if (answer.type !== 'accepted') {
      onrefusal(new Error(answer.type === 'refused' ? answer.text.text : t('chat.lost')));
    }
  }

  #linked(link: LinkState): void {
    const back = link === 'open' && this.link === 'lost';
    this.link = link;
    if (link === 'open') {
      this.chat.reconnect();
    }
    if (back) {
      this.announcer.announce(t('match.online'));
    }
  }

  #receive({ view, happened }: { view: View | null; happened: MatchEventMessage[] }): void {
    if (view === null) {
      return;
    }
    const before = this.#latest;
    const moved = before === null || before.state.position.text !== view.state.position.text;
    const ended = before?.state.outcome === null && view.state.outcome !== null;
    this.#latest = view;
    if (moved || ended) {
      this.help.clear();
      this.warning = null;
    }
    if (before !== null && before.state.version === view.state.version && happened.length === 0) {
      this.playback.update(view);
      return;
    }
    const moving = before !== null && !this.review.on;
    void this.playback.show(happened, view, moving, (event) => this.#announce(event)).then(() => this.#settled(before));
  }

  /** Update everything that waits for the end of the playback. */
  #settled(before: View | null): void {
    const view = this.#latest;
    if (view === null) {
      return;
    }
    if (!this.playback.busy) {
      this.time.follow(view.state);
    }
    if (before !== null && before.state.outcome === null && view.state.outcome !== null) {
      const name = endSound(view.state.outcome, ownSeats(view));
      if (name !== null) {
        sound(name);
      }
    }
    void this.#loadLastEffects(view);
    if (isMyTurn(view)) {
      if (before !== null && !isMyTurn(before)) {
        attention.notify(`${view.match.title}: ${t('match.your-turn')}`, this.id);
        sound('your turn');
      }
      if (this.step === 'show' && this.help.verdicts === null) {
        void this.help.judge();
      }
    }
  }

  #announce(event: MatchEventMessage): void {
    const texts = (sentences: SentenceView[]) => sentences.map((sentence) => sentence.text);
    if (isMoved(event) || isTakenBack(event)) {
      // The next turn begins on this page when its position is shown.
      this.time.stop();
    }
    if (isMoved(event)) {
      this.announcer.announce(event.say.text, 'news', texts(event.notices));
      if (event.notices.length > 0) {
        sound('row');
      }
    } else if (isTakenBack(event)) {
      this.announcer.announce(event.text.text);
    } else if (isNarrated(event)) {
      if (event.what === 'ended') {
        this.justEnded = true;
      }
      const plays = this.#latest !== null && ownSeats(this.#latest).length > 0;
      if (event.what === 'followed' && event.match !== null && plays) {
        this.next = event.match;
      }
      // Help is visible on the page and needs no announcement.
      if (event.what !== 'assisted') {
        this.announcer.announce(event.text?.text ?? '');
      }
    }
    if (isMoved(event) && this.#latest?.state.outcome && event.ply === this.#latest.state.ply) {
      this.justEnded = true;
    }
  }

  /** Load the effects of the last turn if this page has not seen it, so that it can be marked. */
  async #loadLastEffects(view: View): Promise<void> {
    for (const ply of this.playback.pliesWithoutEffects(view)) {
      const move = view.turns.at(-1)?.moves.find((one) => one.ply === ply);
      const path = { match: this.id, ply: ply - 1 };
      try {
        const found = await get('/api/matches/{match}/plies/{ply}/effects', {
          path,
          query: { move: move?.text ?? '' },
        });
        if (this.#latest?.state.version === view.state.version) {
          this.playback.addEffects(ply, found.effects, view);
        }
      } catch (error) {
        if (!(error instanceof ServerError)) {
          throw error;
        }
        return; // The match has continued meanwhile.
      }
    }
  }
}

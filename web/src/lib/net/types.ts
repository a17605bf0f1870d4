// Made by `python -m tools.client_types` from the messages of parlour.server. Do not edit.

/** Health of the server. `server` identifies this run of it. */
export interface HealthView {
  status: string;
  server: string;
  release: string;
}

/** Restore a backup file on the server's machine. With `replace`, existing data is replaced. */
export interface RestoreRequest {
  file: string;
  replace?: boolean;
}

/** What was restored; `before` is the backup of the replaced data. */
export interface RestoredView {
  matches: number;
  people: number;
  before: string | null;
}

/** Progress of a restore: its step, and how many of its rows or games are done; `total` is 0 if it is unknown. */
export interface RestoreProgressView {
  step: string;
  count: number;
  total: number;
  done: boolean;
  restored: RestoredView | null;
  error: ErrorView | null;
}

/** The body of every error response. `error` is for programs, `text` for people. */
export interface ErrorView {
  error: string;
  text: string;
  line: number | null;
  column: number | null;
}

/** State of the server, for its owner. */
export interface ServerInfoView {
  folder: string;
  database: "PostgreSQL" | "SQLite";
  addresses: string[];
  started: number;
  pages: number;
  searches: number;
  can_quit: boolean;
}

/** A new password for an account whose owner forgot theirs. */
export interface SetPasswordRequest {
  name: string;
  password: string;
}

export type ChatMode = "off" | "phrases" | "text";

export type ChatRoom = "lobby" | "players" | "spectators";

export type ChatPhrase = "back-soon" | "bye" | "good-game" | "good-luck" | "good-move" | "hello" | "oops" | "rematch" | "thanks" | "thinking";

/** Start or stop receiving `chat` and `chat-line` messages. */
export interface WatchChatRequest {
  type: "watch-chat";
  on?: boolean;
}

/** A message to the others in a room; without a room, to the first one that the sender reads. */
export interface SayRequest {
  type: "say";
  room?: "lobby" | "players" | "spectators" | null;
  phrase?: "back-soon" | "bye" | "good-game" | "good-luck" | "good-move" | "hello" | "oops" | "rematch" | "thanks" | "thinking" | null;
  text?: string;
  id?: number;
}

/** A message that a person has sent. */
export interface ChatLineView {
  id: string;
  at: number;
  person: string;
  name: string;
  seat: number | null;
  phrase: "back-soon" | "bye" | "good-game" | "good-luck" | "good-move" | "hello" | "oops" | "rematch" | "thanks" | "thinking" | null;
  text: string;
}

/** A room that the visitor reads, with its latest messages. */
export interface ChatRoomView {
  room: "lobby" | "players" | "spectators";
  lines: ChatLineView[];
}

/** Everything that the visitor reads: the answer to `watch-chat`, and again when more than a message has changed. */
export interface ChatMessage {
  type: "chat";
  mode: "off" | "phrases" | "text";
  muted: boolean;
  rooms: ChatRoomView[];
}

/** A new message in a room. */
export interface ChatLineMessage {
  type: "chat-line";
  room: "lobby" | "players" | "spectators";
  line: ChatLineView;
}

export type ChatRequest = WatchChatRequest | SayRequest;

export type ChatSocketMessage = ChatMessage | ChatLineMessage;

export type Value = boolean | number | string;

/** A class to create. */
export interface NewClassroomRequest {
  name: string;
}

/** Enter a class; a guest may give a name. */
export interface JoinClassroomRequest {
  name?: string;
}

/** A pupil's answer to a question: the moves of one turn. */
export interface AnswerRequest {
  question: number;
  moves: string[];
}

/** Show a position to the class, with its chapter and course, a comment and arrows between sites, by their labels. With a `quiz`, the class is asked when it gets there; an empty text is the usual question. */
export interface ShowRequest {
  do: "show";
  game: string;
  options?: Record<string, boolean | number | string>;
  start: string;
  moves?: string[];
  title?: string;
  course?: string;
  study?: string | null;
  comment?: string;
  arrows?: [string, string][];
  quiz?: string | null;
}

/** Ask the class for the best turn in the shown position; an empty text is the usual question. */
export interface AskRequest {
  do: "ask";
  text?: string;
}

/** Show the class which turns are right. */
export interface RevealRequest {
  do: "reveal";
  solutions?: string[];
}

/** End the question. */
export interface WithdrawQuestionRequest {
  do: "withdraw-question";
}

/** End the lesson: show nothing. The class and its pupils stay. */
export interface EndLessonRequest {
  do: "end-lesson";
}

/** Remove a pupil from the class, by number. */
export interface RemovePupilRequest {
  do: "remove-pupil";
  number: number;
}

/** Rename the class. */
export interface RenameClassroomRequest {
  do: "rename";
  name: string;
}

export type AnyTeacherRequest = ShowRequest | AskRequest | RevealRequest | WithdrawQuestionRequest | EndLessonRequest | RemovePupilRequest | RenameClassroomRequest;

/** A class as shown in lists and on its page. */
export interface ClassroomView {
  code: string;
  name: string;
  teacher_name: string;
  pupils: number;
  live: boolean;
  teaching: boolean;
  joined: boolean;
  study: string | null;
  open_tasks: number;
}

/** The position that the class sees. `nodes` describes the start and each move; `effects` are those of the moves of the last turn. */
export interface ShownPositionView {
  game: string;
  options: Record<string, boolean | number | string>;
  start: string;
  moves: string[];
  nodes: StudyNodeView[];
  title: string;
  course: string;
  comment: string;
  arrows: [string, string][];
  position: PositionView;
  share: string;
  diagram: string;
  outcome: OutcomeView | null;
  turns: string[];
  effects: EffectsView[];
}

/** A node of a study: who played the move, whether it ended the turn, its description, and the notation of the turn up to this move. */
export interface StudyNodeView {
  seat: number;
  turn_over: boolean;
  says: SentenceView | null;
  turn: string;
}

/** A text in the reader's language with the players' names, and the message key it was made from. */
export interface SentenceView {
  text: string;
  key: string;
  params: Record<string, string | number>;
}

/** A position as a board shows it. */
export interface PositionView {
  text: string;
  seat: number;
  pieces: Piece[];
  legal: LegalMoveView[];
  marks: MarkView[];
  scores: ScoreView[];
  prompt: SentenceView;
  over: boolean;
}

/** A piece. `owner` is a seat, or None for a neutral piece; `facing` counts the kind's facings clockwise. */
export interface Piece {
  id: number;
  kind: string;
  owner: number | null;
  place: number | [number, number] | string;
  facing: number;
}

/** A legal move: its index, its notation, and all paths of picks that select it. */
export interface LegalMoveView {
  index: number;
  text: string;
  paths: ((number | string)[])[];
}

/** A mark on the board, with its label. */
export interface MarkView {
  kind: string;
  sites: number[];
  seat: number | null;
  n: number | null;
  of: number | null;
  beam: Beam | null;
  label: string;
}

/** A laser beam over the board. `pieces` are those it meets: one for each bend and one at its end. */
export interface Beam {
  owner: number;
  path: number[];
  pieces: number[];
  end: "destroyed" | "left" | "stopped";
  towards: "" | "E" | "N" | "S" | "W";
}

/** A number beside a player's name, with its label. */
export interface ScoreView {
  key: string;
  seat: number | null;
  value: number;
  of: number | null;
  tray: string | null;
  label: string;
}

/** How a game ended. `results` has 1, 0.5 or 0 for each seat, and is empty if the game does not count. */
export interface OutcomeView {
  results: number[];
  winners: number[];
  losers: number[];
  drawn: boolean;
  reason: string;
  text: string;
  cause: string;
}

/** The effects of a legal move that is not played. */
export interface EffectsView {
  effects: Effect[];
  say: SentenceView;
  notices: SentenceView[];
  turn_over: boolean;
  turn: string;
}

/** One visible change from `before` to `after`, which can be played backwards; None means no piece. */
export interface Effect {
  kind: "beam" | "draw" | "flip" | "place" | "remove" | "slide" | "swap" | "turn";
  before: Piece | null;
  after: Piece | null;
  phase: number;
  path: (number | string)[];
  step: number | null;
  beam: Beam | null;
}

/** The question about the shown position; `solutions` are the right turns once they are shown. An empty `text` is the usual question. */
export interface QuestionView {
  number: number;
  solutions: string[] | null;
  text: string;
}

/** What the class sees now; nothing is shown before and after a lesson. */
export interface ClassBoardMessage {
  type: "board";
  version: number;
  name: string;
  shown: ShownPositionView | null;
  question: QuestionView | null;
}

/** The pupil's own answer to a question. */
export interface OwnAnswerMessage {
  type: "answer";
  question: number;
  turn: string;
}

/** A turn and the number of pupils who answered with it. */
export interface AnswerCountView {
  turn: string;
  count: number;
}

/** A pupil with the answer to the current question. */
export interface PupilView {
  number: number;
  name: string;
  turn: string | null;
  present: boolean;
}

/** The answers to the current question, the most frequent first. Names are for the teacher only. */
export interface TallyMessage {
  type: "tally";
  question: number | null;
  pupils: number;
  answers: AnswerCountView[];
  people: PupilView[];
}

export type ClassroomSocketMessage = ClassBoardMessage | OwnAnswerMessage | TallyMessage;

export type ClassroomPage = "class" | "projector";

export type Verdict = "loses" | "safe" | "wins";

/** Search for the best lines until a limit or a stop; results improve while it runs. */
export interface AnalysisRequest {
  type: "analyse";
  id: number;
  match?: string | null;
  ply?: number | null;
  position?: PositionRequest | null;
  lines?: number;
  seconds?: number;
  depth?: number | null;
}

/** A position: by a share string (`game;option=value,…;text`), or by game, options and text; and moves from there. */
export interface PositionRequest {
  share?: string | null;
  game?: string | null;
  options?: Record<string, boolean | number | string>;
  text?: string | null;
  moves?: string[];
}

/** Ask for the best turn, with reasons. */
export interface HintRequest {
  type: "hint";
  id: number;
  match?: string | null;
  ply?: number | null;
  position?: PositionRequest | null;
  seconds?: number;
}

/** Ask what each side could do if it were to move. */
export interface ThreatsRequest {
  type: "threats";
  id: number;
  match?: string | null;
  ply?: number | null;
  position?: PositionRequest | null;
  seconds?: number;
}

/** Ask the coach about moves before they are played: a turn in notation, or its moves so far. */
export interface CoachRequest {
  type: "look";
  id: number;
  match?: string | null;
  ply?: number | null;
  position?: PositionRequest | null;
  turn?: string | null;
  moves?: string[];
  seconds?: number;
}

/** Ask which moves win or lose immediately, and which are safe. */
export interface VerdictsRequest {
  type: "verdicts";
  id: number;
  match?: string | null;
  ply?: number | null;
  position?: PositionRequest | null;
  seconds?: number;
}

/** Ask for the value of every move; exact if the position can be solved. */
export interface MoveValuesRequest {
  type: "values";
  id: number;
  match?: string | null;
  ply?: number | null;
  position?: PositionRequest | null;
  seconds?: number;
}

/** Review a finished game (`match`) with `seconds` per turn. A stored review with as much time is reused. */
export interface ReviewRequest {
  type: "review";
  id: number;
  match?: string | null;
  ply?: number | null;
  position?: PositionRequest | null;
  seconds?: number;
}

/** Stop the running search; its last report has `done`. */
export interface StopSearchRequest {
  type: "stop";
  id: number;
}

export type EngineSocketRequest = AnalysisRequest | HintRequest | ThreatsRequest | CoachRequest | VerdictsRequest | MoveValuesRequest | ReviewRequest | StopSearchRequest;

/** The current result of an analysis. `done`: the last message. */
export interface AnalysisMessage {
  type: "found";
  id: number;
  seat: number;
  lines: LineView[];
  depth: number;
  nodes: number;
  seconds: number;
  stats: Record<string, number>;
  done: boolean;
}

/** A line: its turns in notation, its value for the seat to move, and the effects of its first turn. */
export interface LineView {
  turns: string[];
  moves: string[];
  score: string;
  odds: Odds;
  proven: number | null;
  effects: Effect[][];
  results: number[];
}

/** Probabilities of a win, a draw and a loss for a seat; they add up to 1. */
export interface Odds {
  win: number;
  draw: number;
  loss: number;
}

/** A hint: a whole turn, the reasons for it, and its effects move by move. */
export interface HintMessage {
  type: "hint";
  id: number;
  seat: number;
  turn: string;
  moves: string[];
  reasons: SentenceView[];
  effects: Effect[][];
  score: string;
  line: string[];
}

/** Lines of the seat to move, and of each other seat if it were to move. */
export interface ThreatsMessage {
  type: "threats";
  id: number;
  seat: number;
  mine: LineView[];
  theirs: Record<number, LineView[]>;
}

/** The judgement of the coach. `again`: the turn loses the game or much of the advantage; `reply` shows how: a line from the position after the turn. */
export interface CoachMessage {
  type: "look";
  id: number;
  again: boolean;
  loses: boolean;
  text: SentenceView;
  reply: LineView | null;
}

/** The verdict on a legal move. */
export interface MoveVerdictView {
  index: number;
  text: string;
  verdict: "loses" | "safe" | "wins";
}

/** The verdict on every legal move that was searched in time. */
export interface VerdictsMessage {
  type: "verdicts";
  id: number;
  seat: number;
  moves: MoveVerdictView[];
}

/** The value of a legal move for its player: the expected result, and if proven the result (1, 0, -1) and the number of turns of both sides until the end: at most `turns`, or exactly if `turns_exact`. */
export interface MoveValueView {
  index: number;
  text: string;
  worth: number;
  result: number | null;
  turns: number | null;
  turns_exact: boolean;
  says: string;
  replies: number | null;
}

/** The values of all moves, best first; `exact` if all are proven. Before `done`, only the progress of solving: known positions, and the approximate share of the work. */
export interface MoveValuesMessage {
  type: "values";
  id: number;
  seat: number;
  moves: MoveValueView[];
  exact: boolean;
  positions: number;
  share: number;
  done: boolean;
}

/** Progress of a review and its last evaluation; at the end the whole review. `done` without `analysis`: it was stopped. */
export interface ReviewMessage {
  type: "reviewed";
  id: number;
  finished: number;
  of: number;
  evaluation: EvaluationView | null;
  analysis: GameReviewView | null;
  done: boolean;
}

/** The evaluation after `ply` moves: the expected result of every seat (1 is a win), and the best line; None if the game was over. */
export interface EvaluationView {
  ply: number;
  seat: number;
  results: number[];
  depth: number;
  line: LineView | null;
}

/** The review of a game, with `effort` milliseconds per turn. */
export interface GameReviewView {
  match: string;
  effort: number;
  created: number;
  evaluations: EvaluationView[];
  turns: ReviewedTurnView[];
  seats: ReviewedSeatView[];
}

/** A played turn, from the move after `first` to move `ply`, and its loss of expected result. */
export interface ReviewedTurnView {
  first: number;
  ply: number;
  seat: number;
  text: string;
  loss: number;
  best: boolean;
  forced: boolean;
  fault: "blunder" | "inaccuracy" | "mistake" | null;
  says: SentenceView;
  reasons: SentenceView[];
}

/** Accuracy of a seat: 100 if it lost nothing; None if it never had a choice. */
export interface ReviewedSeatView {
  accuracy: number | null;
  faults: Record<"blunder" | "inaccuracy" | "mistake", number>;
}

/** The search is queued; `ahead` searches are before it. */
export interface SearchQueuedMessage {
  type: "queued";
  id: number;
  ahead: number;
}

/** The request was refused, and why. */
export interface SearchRefusedMessage {
  type: "refused";
  id: number;
  reason: string;
  text: string;
}

export type EngineSocketMessage = AnalysisMessage | HintMessage | ThreatsMessage | CoachMessage | VerdictsMessage | MoveValuesMessage | ReviewMessage | SearchQueuedMessage | SearchRefusedMessage;

export type Fault = "blunder" | "inaccuracy" | "mistake";

/** The player of a side. */
export interface ExportSeatView {
  name: string;
  side: string;
  colour: string;
  symbol: string;
}

/** A node of the tree of turns. Pieces are stored as changes relative to the parent. */
export interface ExportNodeView {
  parent: number;
  text?: string;
  seat?: number;
  comment?: string;
  name?: string;
  mark?: string;
  put?: [number, number, number, number, number][];
  gone?: number[];
  below?: number[];
  above?: number[];
}

/** A game, study or puzzle with all its drawings, each stored once. */
export interface ExportPageView {
  title: string;
  game: string;
  about: string;
  date: string;
  result: string;
  language: string;
  seats: ExportSeatView[];
  box: string;
  definitions: string;
  ground: string;
  dots: string;
  drawings: string[];
  nodes: ExportNodeView[];
  words: Record<string, string>;
  asks: boolean;
}

export type Place = number | [number, number] | string;

/** A piece of a draft. */
export interface DraftPieceRequest {
  kind: string;
  owner: number | null;
  place: number | [number, number] | string;
  facing?: number;
}

/** A draft in the editor. Trays whose contents follow from the board may be omitted. */
export interface DraftRequest {
  game: string;
  pieces: DraftPieceRequest[];
  options?: Record<string, boolean | number | string>;
  seat?: number;
  stage?: string;
  counters?: Record<string, number>;
}

/** A problem of a draft, and the sites to highlight. */
export interface ProblemView {
  text: SentenceView;
  sites: number[];
}

/** All problems of a draft; without any, the position it makes. */
export interface DraftCheckView {
  problems: ProblemView[];
  position: PositionDetailView | null;
  spans: Span[];
  text: string;
}

/** A position with its variant, outcome and turns. */
export interface PositionDetailView {
  table: VariantView;
  position: PositionView;
  share: string;
  diagram: string;
  outcome: OutcomeView | null;
  turns: string[];
}

/** A game with given options. */
export interface VariantView {
  game: string;
  options: Record<string, boolean | number | string>;
  preset: string | null;
  applies: Record<string, boolean>;
  sides: Side[];
  board: Board;
  start: string;
  starts: Record<string, Record<string, string>>;
  levels: LevelView[];
  custom: BotSettingView[];
  editable: boolean;
}

/** A side of a game: its name in sentences, its default colour (`#rrggbb`), and its symbol in diagrams. */
export interface Side {
  name: string;
  colour: string;
  colour_name: string;
  symbol: string;
}

/** A complete board. `homes` are the angles at which the players sit (270 is in front). */
export interface Board {
  sites: Site[];
  lines: Line[];
  arcs: Arc[];
  cells: Cell[];
  trays: Tray[];
  labels: EdgeLabel[];
  homes: number[];
  turns: number[];
  outline: string;
  appearance: Appearance;
}

/** A labelled point on which a piece can be. Its number is its index in `Board.sites`. */
export interface Site {
  label: string;
  x: number;
  y: number;
  z: number;
}

/** A line through points, drawn in a named style. */
export interface Line {
  style: string;
  points: [number, number, number][];
}

/** A named arc on the board; a piece can slide along it. */
export interface Arc {
  name: string;
  style: string;
  centre: [number, number, number];
  radius: number;
  start: number;
  sweep: number;
}

/** A square of side 1 around a site, or a hexagon of width 1 with its corners above and below. */
export interface Cell {
  site: number;
  shade: string;
  shape: string;
}

/** A place beside the board for pieces out of play: one seat's, or shared if `seat` is None. */
export interface Tray {
  name: string;
  seat: number | null;
  x: number;
  y: number;
  columns: number;
  pitch: number;
  rows: number;
  shape: string;
}

/** A coordinate printed at the edge. */
export interface EdgeLabel {
  text: string;
  x: number;
  y: number;
}

/** The materials and the look of a board, in 3-D and in flat pictures. The defaults suit any board. */
export interface Appearance {
  slab: string;
  frame: string;
  inlay: string;
  border: boolean;
  tracks: string[];
  sites: string;
  tilt: [number, number];
}

/** A level of the computer player. */
export interface LevelView {
  level: number | "perfect";
  name: string;
  help: string;
}

/** A setting of a bot of level "custom": one of `choices`, or a number from `low` to `high`. */
export interface BotSettingView {
  key: string;
  label: string;
  help: string;
  choices: string[];
  low: number | null;
  high: number | null;
  whole: boolean;
}

/** A part of a position text from `start` to `end` (from 0), its index in the legend, and its sites. */
export interface Span {
  start: number;
  end: number;
  sign: number | null;
  sites: number[];
}

/** A kind of piece that can be placed: its possible owners, its number of orientations, and the number of sites it occupies (two for a piece that joins two sites). */
export interface PaletteKindView {
  kind: string;
  label: string;
  owners: number[];
  facings: number;
  ends: number;
}

/** A stage of a turn. */
export interface StageView {
  key: string;
  label: string;
}

/** A counter, with its minimum and maximum value. */
export interface CounterView {
  key: string;
  label: string;
  low: number;
  high: number;
}

/** A symbol of position texts, and its meaning. A `word` comes after the symbols of the board. */
export interface LegendEntryView {
  written: string;
  text: string;
  word: boolean;
}

/** Components of drafts of a game. For games that are not `editable`, positions can only be set up as text. */
export interface PaletteView {
  editable: boolean;
  kinds: PaletteKindView[];
  stages: StageView[];
  counters: CounterView[];
  legend: LegendEntryView[];
}

/** A position opened in the editor. */
export interface EditorView {
  palette: PaletteView;
  draft: DraftRequest;
  position: PositionDetailView;
}

/** A position text as typed; a share string contains its own options. */
export interface PositionTextRequest {
  game: string;
  text: string;
  options?: Record<string, boolean | number | string>;
}

/** A parsed position text: its parts as far as they can be read; the draft, or the reason (`fault`) why there is none; the problems of the draft; and without any, the position it makes. */
export interface PositionTextView {
  spans: Span[];
  fault: ErrorView | null;
  draft: DraftRequest | null;
  problems: ProblemView[];
  position: PositionDetailView | null;
}

export type Pick = number | string;

/** Play one move, given by exactly one of clicks, notation, or index in the list of legal moves. */
export interface PlayMove {
  do: "move";
  ply: number;
  seen?: number | null;
  picks?: (number | string)[] | null;
  text?: string | null;
  index?: number | null;
}

/** Play a whole turn in the game's notation. */
export interface PlayTurn {
  do: "turn";
  ply: number;
  seen?: number | null;
  text: string;
}

/** Go back to the sender's own last turn, or by one decision within a running turn; or `to` a given ply. */
export interface TakeBack {
  do: "take-back";
  ply: number;
  seen?: number | null;
  to?: number | null;
  seat?: number | null;
}

/** Replay what the last take-back undid. */
export interface Redo {
  do: "redo";
  ply: number;
  seen?: number | null;
}

/** Offer a draw, or accept the draw that was offered. */
export interface Draw {
  do: "draw";
  ply: number;
  seen?: number | null;
  seat?: number | null;
}

/** Accept or decline an offer, identified by the number of its event. Declining one's own offer withdraws it. */
export interface AnswerOffer {
  do: "answer";
  offer: number;
  yes: boolean;
  seat?: number | null;
}

/** Resign for a seat; it need not be that seat's turn. */
export interface Resign {
  do: "resign";
  seat?: number | null;
}

/** Claim that the seat to move has run out of time. Any sender may; the given time decides. */
export interface Flag {
  do: "flag";
  ply: number;
  seen?: number | null;
}

/** End the match without a result. */
export interface Abort {
  do: "abort";
}

/** Pause play and clocks. */
export interface Pause {
  do: "pause";
}

/** Resume after a pause. */
export interface Resume {
  do: "resume";
}

/** Resume for one turn of a bot, then pause again. */
export interface StepTurn {
  do: "step";
}

/** Set the minimum time a bot waits before it moves, in milliseconds. Only in matches between bots. */
export interface SetPace {
  do: "pace";
  pause: number;
}

/** Start a new match with the same seats; this one is abandoned if it is still running. */
export interface Restart {
  do: "restart";
  seat?: number | null;
}

/** Start another game after this one, with every player moved by one seat. */
export interface Rematch {
  do: "rematch";
  seat?: number | null;
}

/** Request help that is counted. The provider of the help must ask the match first. */
export interface Assist {
  do: "assist";
  seat: number;
  help: "analysis" | "hints";
}

export type FromClients = PlayMove | PlayTurn | TakeBack | Redo | Draw | AnswerOffer | Resign | Flag | Abort | Pause | Resume | StepTurn | SetPace | Restart | Rematch | Assist;

/** A game in a list of games. `share` is the share string of a position that shows what the game looks like. */
export interface GameSummaryView {
  key: string;
  title: string;
  description: string;
  seats: [number, number];
  share: string;
}

/** A style of the computer player. */
export interface StyleView {
  key: string;
  label: string;
  help: string;
}

/** Option values that override a preset; others have their default. */
export interface OptionsRequest {
  options?: Record<string, boolean | number | string>;
  preset?: string | null;
}

/** A game, and its variant with the default options. */
export interface GameView {
  key: string;
  title: string;
  description: string;
  seats: [number, number];
  kinds: Kind[];
  options: Option[];
  presets: Preset[];
  verbs: Verb[];
  styles: StyleView[];
  reasons: string[];
  first_can_be_chosen: boolean;
  baselines: string[];
  table: VariantView;
}

/** A kind of piece: its label, the shape that boards draw, its letter in diagrams, and the number of facings. */
export interface Kind {
  name: string;
  label: string;
  shape: string;
  letter: string;
  facings: number;
  degrees: number;
  material: string;
}

/** A setting: one of several choices, an integer from `low` to `high`, or a switch (default True or False). */
export interface Option {
  key: string;
  label: string;
  help: string;
  default: boolean | number | string;
  choices: Choice[];
  low: number | null;
  high: number | null;
  when: Record<string, (boolean | number | string)[]>;
  handicap: boolean;
}

/** One value of an option. Experimental ones are offered only on request. */
export interface Choice {
  value: boolean | number | string;
  label: string;
  help: string;
  experimental: boolean;
}

/** A named set of values. */
export interface Preset {
  key: string;
  label: string;
  help: string;
  values: Record<string, boolean | number | string>;
}

/** A pick that is not a site, with the text of its button and its keyboard shortcut. */
export interface Verb {
  name: string;
  label: string;
  key: string;
  usual: boolean;
}

/** A diagram in the rules: a position with a legal move, or with picks that do not make a move. */
export interface DiagramView {
  share: string;
  legal: string;
  illegal: string;
  caption: string;
  says: string;
  text: string;
}

/** The rules of a game. A fenced `diagram` block in the Markdown contains the index of a diagram. */
export interface RulesView {
  language: string;
  markdown: string;
  diagrams: DiagramView[];
}

/** The teaching aids of a position. */
export interface AidsView {
  aids: MarkView[];
}

/** Picks in a position. */
export interface PicksRequest {
  position: PositionRequest;
  picks: (number | string)[];
}

/** Why picks do not make a move, or what is missing; `move` is the move if they make one. */
export interface ExplanationView {
  text: SentenceView;
  move: string | null;
}

/** Text typed into the move box: a move, a command or a question (`help` lists them). */
export interface MoveBoxRequest {
  text: string;
}

/** The answer to read out; for a move or a command, also the command to send. */
export interface MoveBoxView {
  text: string;
  command: PlayMove | PlayTurn | TakeBack | Redo | Draw | AnswerOffer | Resign | Flag | Abort | Pause | Resume | StepTurn | SetPace | Restart | Rematch | Assist | null;
}

/** A position to save under a name. */
export interface SavePositionRequest {
  name: string;
  position: PositionRequest;
}

/** A saved position. */
export interface SavedPositionView {
  id: string;
  name: string;
  created: number;
  updated: number;
  game: string;
  options: Record<string, boolean | number | string>;
  text: string;
  share: string;
}

export type TaskGoal = "draw" | "win";

export type Level = number | string;

/** A puzzle to solve. */
export interface PuzzleTaskRequest {
  is: "puzzle";
  game: string;
  puzzle: string;
}

/** A position to win, or not to lose, with one seat against bots of a level in all others. `help` is whether hints, take-backs and analysis are allowed. */
export interface PositionTaskRequest {
  is: "position";
  position: PositionRequest;
  seat: number;
  level: number | string;
  style?: string;
  goal?: "draw" | "win";
  help?: boolean;
}

/** A task that stays as it is, by its number. */
export interface KeptTaskRequest {
  is: "kept";
  number: number;
}

export type AnyTaskRequest = PuzzleTaskRequest | PositionTaskRequest | KeptTaskRequest;

/** Homework to assign. */
export interface NewHomeworkRequest {
  title: string;
  comment?: string;
  due?: number | null;
  tasks: (PuzzleTaskRequest | PositionTaskRequest | KeptTaskRequest)[];
}

/** Homework as it is from now on; refused if another version is stored. Attempts do not count while it is closed. */
export interface EditHomeworkRequest {
  title: string;
  comment?: string;
  due?: number | null;
  tasks: (PuzzleTaskRequest | PositionTaskRequest | KeptTaskRequest)[];
  version: number;
  closed?: boolean;
}

/** A task: a puzzle has `puzzle` and `grade`, a position has `seat`, `side` and `goal`. */
export interface TaskView {
  number: number;
  game: string;
  game_title: string;
  share: string;
  name: string;
  puzzle: string | null;
  grade: number | null;
  seat: number | null;
  side: string | null;
  goal: "draw" | "win" | null;
  help: boolean;
}

/** The progress of a pupil with a task. `clean`: done at the first attempt and without help. */
export interface TaskProgressView {
  done: number | null;
  attempts: number;
  clean: boolean;
  running: boolean;
}

/** The progress of a pupil with each task, in the order of the tasks. */
export interface PupilProgressView {
  number: number;
  name: string;
  tasks: TaskProgressView[];
}

/** Open homework of the visitor in one of their classes. */
export interface HomeworkSummaryView {
  id: string;
  classroom: string;
  class_name: string;
  title: string;
  due: number | null;
  tasks: number;
  done: number;
}

/** Homework of a class. A pupil gets their own progress, the teacher that of all pupils. */
export interface HomeworkView {
  id: string;
  version: number;
  title: string;
  comment: string;
  created: number;
  due: number | null;
  closed: number | null;
  tasks: TaskView[];
  own: TaskProgressView[];
  pupils: PupilProgressView[];
}

export type PuzzleState = "clean" | "missed" | "new" | "solved";

/** The lesson and puzzles of a game, and how many are done. */
export interface CourseView {
  game: string;
  title: string;
  description: string;
  share: string;
  steps: number;
  steps_done: number;
  puzzles: number;
  puzzles_solved: number;
}

/** Courses of all games, with the current and longest streak of puzzles solved at the first try without help. */
export interface LearnView {
  courses: CourseView[];
  streak: number;
  best_streak: number;
}

/** A step of a lesson as a list shows it. */
export interface LessonStepSummaryView {
  key: string;
  title: string;
  done: boolean;
}

/** The lesson of a game; without steps if it has none. */
export interface LessonView {
  game: string;
  title: string;
  steps: LessonStepSummaryView[];
  puzzles: number;
}

/** An example: a legal move and what it does, or picks that are not a move and why. */
export interface ExampleView {
  legal: boolean;
  shown: string;
  says: SentenceView;
  effects: Effect[];
  sites: number[];
}

/** A step of a lesson. A step without a task is only read. */
export interface LessonStepView {
  key: string;
  title: string;
  text: string;
  task: string;
  examples: ExampleView[];
  position: PositionDetailView;
}

/** A theme of puzzles. */
export interface PuzzleThemeView {
  key: string;
  name: string;
  count: number;
}

/** A puzzle as a list shows it. */
export interface PuzzleSummaryView {
  id: string;
  share: string;
  theme: string;
  grade: number;
  turns: number;
  state: "clean" | "missed" | "new" | "solved";
}

/** The puzzles of a game: unsolved ones first, easy ones first; equally hard ones change their order daily. */
export interface PuzzlesView {
  game: string;
  title: string;
  themes: PuzzleThemeView[];
  puzzles: PuzzleSummaryView[];
  streak: number;
  best_streak: number;
}

/** A puzzle. `rules` lists options that differ from the default; `several`: some step has several solutions. */
export interface PuzzleView {
  id: string;
  theme: string;
  task: SentenceView;
  grade: number;
  turns: number;
  several: boolean;
  rules: string[];
  state: "clean" | "missed" | "new" | "solved";
  position: PositionDetailView;
}

/** All moves since the start in notation, including replies; the last one may be new. */
export interface AttemptRequest {
  moves?: string[];
}

/** The judgement of the last move. */
export interface AttemptView {
  verdict: "open" | "right" | "solved" | "wrong";
  text: string;
  moves: string[];
  effects: Effect[];
  answers: Effect[][];
  position: PositionDetailView;
}

/** Why a turn is wrong: a text, the effects of the reply, and the position after it. */
export interface RefutationView {
  text: string;
  effects: Effect[][];
  position: PositionDetailView;
}

/** Where the correct turn begins, with reasons for it. */
export interface ClueView {
  text: string;
  sites: number[];
}

/** A solution to its end: turns, and the effects of every move. */
export interface SolutionView {
  turns: string[];
  effects: Effect[][];
  moves: string[];
  position: PositionDetailView;
}

/** A game in a library. `why` is a short reason for the end; empty for an unfinished game. */
export interface LibraryEntryView {
  title: string;
  seat: number | null;
  result: "drawn" | "lost" | "none" | "unfinished" | "won";
  opponent: string;
  assisted: boolean;
  deleted: number | null;
  duration: number;
  star: boolean;
  tags: string[];
  comment: string;
  remarks: number;
  turns: number;
  match: MatchSummaryView;
  why: string;
}

/** A match as lists show it, with the title of its game. Only its players get `code`; open matches have `terms`. */
export interface MatchSummaryView {
  id: string;
  game: string;
  kind: "bots" | "local" | "network";
  status: "over" | "paused" | "running" | "waiting";
  version: number;
  plies: number;
  created: number;
  updated: number;
  ended: number | null;
  reason: string;
  rated: boolean;
  public: boolean;
  followed_by: string | null;
  to_move: number | null;
  flag_at: number | null;
  days_per_turn: number | null;
  title: string;
  options: Record<string, boolean | number | string>;
  seats: SeatSummaryView[];
  code: string | null;
  imported: boolean;
  terms: MatchTermsView | null;
}

/** A seat as lists show it. */
export interface SeatSummaryView {
  player: PlayerView;
  side: string;
  result: "drawn" | "lost" | "none" | "unfinished" | "won";
  assisted: boolean;
  yours: boolean;
}

/** The player of a seat. A bot has a level and a style, with the style's name in the reader's language. */
export interface PlayerView {
  is: "account" | "bot" | "guest" | "open";
  name: string;
  level: number | string | null;
  style: string | null;
  style_name: string | null;
  program: boolean;
}

/** What a person who joins a match agrees to. `variant` is the preset, or the options that are not the defaults. */
export interface MatchTermsView {
  variant: string;
  clock: Clock;
}

/** Clock settings of a match. `limits` has one entry for all seats or one for each. */
export interface Clock {
  kind?: "down" | "none" | "up";
  limits?: Limit[];
  from_start?: boolean;
  restore?: boolean;
}

/** Time limits of one seat: the total time, the increment per complete turn, and the maximum per turn. */
export interface Limit {
  base?: number | null;
  increment?: number;
  per_turn?: number | null;
}

/** A page of the library, and the total number of matching games. */
export interface LibraryPageView {
  entries: LibraryEntryView[];
  total: number;
}

/** Changes to the notes on a game; fields that are left out stay unchanged. */
export interface NotesRequest {
  title?: string | null;
  star?: boolean | null;
  tags?: string[] | null;
  comment?: string | null;
}

/** Tags and players in a library, most frequent first, and the number of matches per game. */
export interface FilterChoicesView {
  tags: string[];
  opponents: string[];
  games: Record<string, number>;
}

/** A game in a library with the remarks on its moves, by ply; 0 is the start. */
export interface LibraryEntryDetailView {
  entry: LibraryEntryView;
  remarks: Record<number, string>;
}

/** A remark on a move; an empty text removes it. */
export interface RemarkRequest {
  text: string;
}

/** A selection of games. */
export interface SelectionRequest {
  matches: string[];
}

/** Tags to add to a selection of games, and whether to set or remove their star. */
export interface LabelsRequest {
  matches: string[];
  add?: string[];
  star?: boolean | null;
}

/** Games to import as text: records, files of older programs, or (with `game`) a list of turns. */
export interface ImportRequest {
  text: string;
  game?: string | null;
  options?: Record<string, boolean | number | string>;
}

/** The imported games. */
export interface ImportResultView {
  matches: MatchSummaryView[];
}

/** How many games of an import have been checked and stored so far; `total` is 0 until it is known. */
export interface ImportProgressView {
  total: number;
  checked: number;
  stored: number;
  done: boolean;
  matches: string[];
  error: ErrorView | null;
}

/** Number of games that were changed. */
export interface CountView {
  count: number;
}

/** Host settings, people present, and public games, longest idle first. */
export interface HostView {
  locked: boolean;
  chat: "off" | "phrases" | "text";
  people: LobbyPersonView[];
  muted: string[];
  games: MatchSummaryView[];
}

/** A person who has a page open. Guests with the same name have a number after it. */
export interface LobbyPersonView {
  key: string;
  name: string;
  account: boolean;
  bot: boolean;
  busy: boolean;
}

/** What the host decides; omitted fields are not changed. */
export interface HostRequest {
  locked?: boolean | null;
  chat?: "off" | "phrases" | "text" | null;
}

/** A guest who has left. */
export interface AbsentGuestView {
  key: string;
  name: string;
  seen: number;
}

/** Whether the chat messages of a person are refused. */
export interface MuteRequest {
  muted: boolean;
}

/** The result of a game for each seat: 1, 0.5 or 0. */
export interface EndMatchRequest {
  results: number[];
}

/** A code of four words that works once. */
export interface HandOverView {
  code: string;
  expires: number;
}

/** The code of a person, to continue as them on this device. With `adopt`, they get this device's guest's games. */
export interface TakeOverRequest {
  code: string;
  adopt?: boolean;
}

export type ChallengeSide = "first" | "lot" | "second";

export type ChallengeEnd = "accepted" | "cancelled" | "declined" | "expired" | "failed";

/** Start or stop receiving `lobby` messages. Stopping ends quick pairing. */
export interface WatchLobbyRequest {
  type: "watch-lobby";
  on?: boolean;
}

/** A challenge to a person in the lobby. A refusal repeats `id`. */
export interface ChallengeRequest {
  type: "challenge";
  to: string;
  game: string;
  options?: Record<string, boolean | number | string>;
  clock?: ClockRequest;
  rated?: boolean;
  side?: "first" | "lot" | "second";
  id?: number;
}

/** The clock. `limits` has one entry for all seats or one for each. */
export interface ClockRequest {
  kind?: "down" | "none" | "up";
  limits?: TimeLimitRequest[];
  from_start?: boolean;
  restore?: boolean;
}

/** The time of a seat: milliseconds, or a text (`10:00`, `2.5` minutes). The increment is in seconds. */
export interface TimeLimitRequest {
  base?: string | number | null;
  increment?: number;
  per_turn?: string | number | null;
}

/** A request to be paired with the first other person who waits for one of these games with the same clock. */
export interface PairingRequest {
  type: "pair";
  games: string[];
  clock?: ClockRequest;
  rated?: boolean;
  id?: number;
}

/** Accept or decline a challenge. */
export interface AnswerChallengeRequest {
  type: "answer-challenge";
  challenge: string;
  yes: boolean;
  id?: number;
}

/** Cancel one's own challenge or quick pairing. */
export interface CancelChallengeRequest {
  type: "cancel-challenge";
  challenge: string;
  id?: number;
}

export type ChallengeSocketRequest = ChallengeRequest | PairingRequest | AnswerChallengeRequest | CancelChallengeRequest;

export type LobbyRequest = WatchLobbyRequest | ChallengeRequest | PairingRequest | AnswerChallengeRequest | CancelChallengeRequest;

/** Who is here; and a number that changes when the list of open or running games does. */
export interface LobbyMessage {
  type: "lobby";
  people: LobbyPersonView[];
  total: number;
  games: number;
}

/** A challenge from or to this person, or their quick pairing (without `other`), when it opens and ends. */
export interface ChallengeMessage {
  type: "challenge";
  id: string;
  incoming: boolean;
  other: LobbyPersonView | null;
  games: string[];
  titles: string[];
  options: Record<string, boolean | number | string>;
  variant: string;
  clock: Clock;
  rated: boolean;
  side: string;
  end: "accepted" | "cancelled" | "declined" | "expired" | "failed" | null;
  match: string | null;
}

/** The visitor now has another name, or an account: load it again. */
export interface YouChangedMessage {
  type: "you-changed";
}

/** A request of the page was refused, and nothing has changed. */
export interface PageRefusedMessage {
  type: "refused";
  id: number;
  reason: string;
  text: string;
}

export type LobbySocketMessage = LobbyMessage | ChallengeMessage | YouChangedMessage | PageRefusedMessage;

/** A command to the match. The reply (`accepted` or `refused`) repeats `id`. */
export interface CommandRequest {
  type: "do";
  id: number;
  command: PlayMove | PlayTurn | TakeBack | Redo | Draw | AnswerOffer | Resign | Flag | Abort | Pause | Resume | StepTurn | SetPace | Restart | Rematch | Assist;
}

/** A request that the searching bot plays the best move found so far. */
export interface MoveNowRequest {
  type: "move-now";
  id: number;
}

/** A request for a `pong`, to measure the round trip and the clock difference. */
export interface PingRequest {
  type: "ping";
  sent: number;
}

export type MatchSocketRequest = CommandRequest | MoveNowRequest | WatchChatRequest | SayRequest | PingRequest;

/** A move was played: its visible effects, and sentences about it. */
export interface MovedMessage {
  event: "moved";
  version: number;
  at: number;
  ply: number;
  seat: number;
  text: string;
  effects: Effect[];
  say: SentenceView;
  notices: SentenceView[];
  spent: number;
  automatic: boolean;
  again: boolean;
}

/** Moves were taken back to `ply`; `effects` has the reversed effects of each move, the last move first. */
export interface TakenBackMessage {
  event: "taken-back";
  version: number;
  at: number;
  ply: number;
  seat: number;
  effects: Effect[][];
  text: SentenceView;
}

export type NarratedEvent = "answered" | "assisted" | "began" | "ended" | "followed" | "offered" | "paced" | "paused" | "resumed" | "seated" | "shifted" | "withdrawn";

/** Any other event, as a sentence. */
export interface NarratedMessage {
  event: "told";
  version: number;
  at: number;
  what: "answered" | "assisted" | "began" | "ended" | "followed" | "offered" | "paced" | "paused" | "resumed" | "seated" | "shifted" | "withdrawn";
  text: SentenceView | null;
  seat: number | null;
  match: string | null;
}

export type MatchEventMessage = MovedMessage | TakenBackMessage | NarratedMessage;

/** The first message, with the whole match. `missed` has the events since the version that the page has seen. */
export interface SnapshotMessage {
  type: "snapshot";
  match: MatchView;
  state: MatchStateView;
  you: ViewerView;
  missed: (MovedMessage | TakenBackMessage | NarratedMessage)[];
  watching: number;
  now: number;
}

/** What does not change in a match. */
export interface MatchView {
  id: string;
  game: string;
  title: string;
  options: Record<string, boolean | number | string>;
  preset: string | null;
  kind: "bots" | "local" | "network";
  sides: Side[];
  board: Board;
  kinds: Kind[];
  verbs: Verb[];
  start: string;
  clock: Clock;
  rated: boolean;
  tournament: boolean;
  public: boolean;
  created: number;
  series: Series;
  follows: string | null;
}

/** Score over rematches: number of counted games before this one, and points of the player in each seat. */
export interface Series {
  games: number;
  points: number[];
}

/** What changes in a match. The move list starts at turn `turns_from`; earlier turns are unchanged. */
export interface MatchStateView {
  version: number;
  ply: number;
  status: "over" | "paused" | "running" | "waiting";
  seats: SeatView[];
  position: PositionView;
  clock: ClockView;
  offers: OfferView[];
  turns_from: number;
  turns: TurnView[];
  redo: number;
  thinking: number | null;
  pause: number | null;
  outcome: OutcomeView | null;
  kept: number;
  followed_by: string | null;
}

/** A seat. `name` is the player's name in sentences; `present` says whether they have the match open. */
export interface SeatView {
  player: PlayerView;
  name: string;
  colour: string;
  present: boolean;
  help: HelpRulesView;
  helped: HelpCount;
  result: "drawn" | "lost" | "none" | "unfinished" | "won";
}

/** The help that a seat may use. */
export interface HelpRulesView {
  undo?: boolean;
  hints?: boolean;
  analysis?: boolean;
  coach?: "off" | "show" | "warn";
}

/** Help that a seat has received. */
export interface HelpCount {
  undo: number;
  hints: number;
  analysis: number;
}

/** The clocks, in milliseconds, at server time `since`. From then on, `left` of the seat to move decreases, and its `used` and `turn` (the time spent on this turn) increase. `since` may be in the future while a move is being shown; None means that the clocks are stopped. */
export interface ClockView {
  left: (number | null)[];
  used: number[];
  turn: number;
  since: number | null;
}

/** An open offer. `to` is the ply to return to. */
export interface OfferView {
  id: number;
  what: "draw" | "rematch" | "restart" | "take-back";
  seat: number;
  waiting: number[];
  to: number | null;
  text: string;
}

/** A turn in the move list, in the notation of turns. */
export interface TurnView {
  seat: number;
  text: string;
  moves: MoveView[];
  complete: boolean;
}

/** A move that was played, and when. `ply` counts from 1. */
export interface MoveView {
  ply: number;
  text: string;
  spent: number;
  at: number;
  automatic: boolean;
}

/** The seats for which a viewer acts, and what they may do now. */
export interface ViewerView {
  seats: number[];
  host: boolean;
  can: ("abort" | "analysis" | "draw" | "hint" | "join" | "move" | "move-now" | "pace" | "pause" | "redo" | "rematch" | "resign" | "restart" | "resume" | "step" | "take-back")[];
  code: string | null;
  classroom: string | null;
}

/** Events in order, and the state after them. */
export interface UpdateMessage {
  type: "news";
  happened: (MovedMessage | TakenBackMessage | NarratedMessage)[];
  state: MatchStateView;
  you: ViewerView;
}

/** Which players have the match open, and how many others watch. */
export interface PresenceMessage {
  type: "presence";
  seats: boolean[];
  watching: number;
}

/** The progress of a bot's search. While people play, score and line are left out. */
export interface ThinkingMessage {
  type: "thinking";
  seat: number;
  ply: number;
  state: "done" | "queued" | "solving" | "thinking";
  depth: number;
  nodes: number;
  seconds: number;
  ahead: number;
  score: string | null;
  line: string[];
  share: number;
}

/** A command was executed and stored. Its events are sent as `news`, before or after this message. */
export interface AcceptedMessage {
  type: "accepted";
  id: number;
  version: number;
  ply: number;
}

/** A command was refused, and nothing has changed. `reason` is one of `parlour.match.commands.REASONS`. */
export interface RefusedMessage {
  type: "refused";
  id: number;
  reason: string;
  text: SentenceView;
  version: number;
  ply: number;
}

/** The reply to `ping`, with the server's time. */
export interface PongMessage {
  type: "pong";
  sent: number;
  now: number;
}

/** The reply to an invalid frame, with the reason. */
export interface InvalidFrameMessage {
  type: "broken";
  text: string;
}

/** The server stops. Connect again if `again` is set. */
export interface ClosingMessage {
  type: "closing";
  text: string;
  again: boolean;
}

export type MatchSocketMessage = SnapshotMessage | UpdateMessage | PresenceMessage | ThinkingMessage | AcceptedMessage | RefusedMessage | ChatMessage | ChatLineMessage | PongMessage | InvalidFrameMessage | ClosingMessage;

export type OfferKind = "draw" | "rematch" | "restart" | "take-back";

export type Result = "drawn" | "lost" | "none" | "unfinished" | "won";

export type Status = "over" | "paused" | "running" | "waiting";

export type Coach = "off" | "show" | "warn";

export type MatchKind = "bots" | "local" | "network";

/** The sender of the request. */
export interface OwnSeatRequest {
  is: "me";
  help?: HelpRulesView;
  colour?: string;
  name?: string;
}

/** Another person at the same screen. */
export interface GuestSeatRequest {
  is: "guest";
  help?: HelpRulesView;
  colour?: string;
  name: string;
}

/** A bot. Levels between two whole ones (4.3) are allowed. `custom` has the settings of a bot of level "custom". */
export interface BotSeatRequest {
  is: "bot";
  help?: HelpRulesView;
  colour?: string;
  level?: number | string;
  style?: string;
  seed?: number | null;
  custom?: Record<string, unknown>;
}

/** An open seat that another person can join. Network matches only. */
export interface OpenSeatRequest {
  is: "open";
  help?: HelpRulesView;
  colour?: string;
}

export type AnySeatRequest = OwnSeatRequest | GuestSeatRequest | BotSeatRequest | OpenSeatRequest;

/** A match to set up. */
export interface NewMatchRequest {
  seats: (OwnSeatRequest | GuestSeatRequest | BotSeatRequest | OpenSeatRequest)[];
  game?: string;
  options?: Record<string, boolean | number | string>;
  preset?: string | null;
  start?: string;
  first?: number | null;
  record?: string;
  kind?: "bots" | "local" | "network";
  order?: "entered" | "lot" | "swapped";
  clock?: ClockRequest;
  rated?: boolean;
  public?: boolean;
}

/** A request to take an open seat, or any open seat. `name` is the name of a guest in this match. */
export interface JoinRequest {
  seat?: number | null;
  name?: string;
}

/** A request of a second person to sign in to a seat of a local match in another person's browser. */
export interface SeatSignInRequest {
  name: string;
  password: string;
}

/** Planned turns of a player: lines that begin with a turn of an opponent, or a premove. */
export interface PlanRequest {
  ply: number;
  lines?: string[][];
  premove?: string;
}

/** What a player has planned from ply `ply` on, where the running turn began. */
export interface PlanView {
  ply: number;
  lines: string[][];
  premove: string;
  premove_path: (number | string)[];
}

/** What a code belongs to, and the code without spaces and in capitals. */
export interface CodeTargetView {
  kind: "class" | "match";
  code: string;
}

export type ViewerAction = "abort" | "analysis" | "draw" | "hint" | "join" | "move" | "move-now" | "pace" | "pause" | "redo" | "rematch" | "resign" | "restart" | "resume" | "step" | "take-back";

/** A whole game to step through: the first position, and the effects of every move. */
export interface ReplayView {
  match: MatchView;
  start: PositionView;
  state: MatchStateView;
  effects: Effect[][];
  say: SentenceView[];
  notices: SentenceView[][];
  clocks: ClockView[];
}

/** A turn, and its thinking time in milliseconds. */
export interface TurnTimeView {
  seat: number;
  text: string;
  spent: number;
}

/** The number of actions of one kind, such as captures, rows or raises; the game declares the kinds. */
export interface ActionCountView {
  key: string;
  label: string;
  count: number;
}

/** The statistics of a seat. Times are milliseconds; `longest` is the index of its longest turn in `turns`. */
export interface SeatStatisticsView {
  turns: number;
  moves: number;
  time: number;
  mean: number;
  longest: number | null;
  deeds: ActionCountView[];
}

/** The values of a score, at the start and after every turn. */
export interface ScoreHistoryView {
  key: string;
  label: string;
  seat: number | null;
  values: number[];
}

/** The statistics of a match. */
export interface MatchStatisticsView {
  turns: TurnTimeView[];
  seats: SeatStatisticsView[];
  scores: ScoreHistoryView[];
  lead: number[][];
  time: number;
}

export type TokenScope = "create" | "play" | "read";

/** A new name. */
export interface RenameRequest {
  name: string;
}

/** The first message to a page. */
export interface HelloMessage {
  type: "hello";
  server: string;
  release: string;
  now: number;
  person: string | null;
}

/** It is the person's turn in a network match. */
export interface YourTurnMessage {
  type: "your-turn";
  match: string;
  game: string;
  text: string;
}

/** It is no longer the person's turn in a network match. */
export interface TurnEndedMessage {
  type: "turn-ended";
  match: string;
}

/** The person has planned something else in a network match, on this page or another one. */
export interface PlanChangedMessage {
  type: "plan";
  match: string;
}

/** The homework of a class that the person teaches or has joined, or the progress with it, has changed. */
export interface HomeworkChangedMessage {
  type: "homework";
  classroom: string;
}

/** Send changes of these tournaments, or of all, instead of those requested before. */
export interface WatchTournamentsRequest {
  type: "watch-tournaments";
  tournaments?: string[];
  all?: boolean;
}

export type PageSocketRequest = PingRequest | WatchLobbyRequest | ChallengeRequest | PairingRequest | AnswerChallengeRequest | CancelChallengeRequest | WatchChatRequest | SayRequest | WatchTournamentsRequest;

/** A tournament has changed, or was deleted. Without a version it may have changed; without an id, any may have. */
export interface TournamentChangedMessage {
  type: "tournament";
  tournament: string;
  version: number | null;
  deleted: boolean;
}

/** The person's next match in a tournament has started; the tournament lists it from this version on. */
export interface TournamentPairedMessage {
  type: "paired";
  tournament: string;
  version: number;
  match: string;
}

export type PageSocketMessage = HelloMessage | YourTurnMessage | TurnEndedMessage | PlanChangedMessage | TournamentChangedMessage | TournamentPairedMessage | HomeworkChangedMessage | LobbyMessage | ChallengeMessage | YouChangedMessage | PageRefusedMessage | ChatMessage | ChatLineMessage | PongMessage | InvalidFrameMessage | ClosingMessage;

/** A token of a bot account, without its secret. */
export interface TokenView {
  id: string;
  name: string;
  scopes: ("create" | "play" | "read")[];
  created: number;
  used: number | null;
}

/** A bot account of the visitor. */
export interface BotAccountView {
  id: string;
  name: string;
  created: number;
  tokens: TokenView[];
}

/** A bot account to create. */
export interface NewBotRequest {
  name: string;
}

/** A token to create. */
export interface NewTokenRequest {
  name: string;
  scopes?: ("create" | "play" | "read")[];
}

/** A new token. `secret` is what its program sends; it is never shown again. */
export interface NewTokenView {
  token: TokenView;
  secret: string;
}

/** An account, or a guest, whose name is empty until they choose one. */
export interface PersonView {
  name: string;
  account: boolean;
  created: number;
}

/** The visitor; `person` is None until they have stored anything. */
export interface MeView {
  person: PersonView | null;
  owner: boolean;
  preferences: Record<string, unknown>;
  languages: string[];
  release: string;
  compiled: boolean;
  now: number;
}

/** Sign up or log in. With `adopt`, the account takes over the guest's games. */
export interface CredentialsRequest {
  name: string;
  password: string;
  adopt?: boolean;
}

/** A new password. All other sessions end. */
export interface ChangePasswordRequest {
  old: string;
  new: string;
}

/** Delete a person and their data. An account needs its password. */
export interface DeleteAccountRequest {
  password?: string;
}

/** A browser session of a person. */
export interface LoginView {
  id: string;
  label: string;
  created: number;
  used: number;
  this: boolean;
}

/** Preferences to set, by key; null removes a key. */
export interface PreferencesRequest {
  values: Record<string, unknown>;
}

/** An opening up to the first turn of the person, and the results of those games. `share` is the position it leads to. */
export interface OpeningView {
  side: string;
  turns: string[];
  options: Record<string, boolean | number | string>;
  share: string;
  tally: ResultTally;
}

/** Numbers of games. `assisted` wins were won with help; `used` is the thinking time in milliseconds. */
export interface ResultTally {
  won: number;
  drawn: number;
  lost: number;
  unfinished: number;
  assisted: number;
  used: number;
}

/** A person's statistics, in total and by day; favourite openings if one game is requested. */
export interface ProfileView {
  total: ResultTally;
  games: Record<string, ResultTally>;
  against: OpponentResults[];
  beaten: Record<string, (number | "perfect")[]>;
  now: Streak | null;
  best: Streak | null;
  first: number | null;
  last: number | null;
  days: Day[];
  openings: OpeningView[];
  opponents: NamedResults[];
  names: NamedResults[];
}

/** Results in one game against one kind of opponent. */
export interface OpponentResults {
  game: string;
  opponent: "bots" | "mixed" | "people";
  level: number | string | null;
  tally: ResultTally;
}

/** Consecutive games with the same result, and when the last one ended. */
export interface Streak {
  result: "drawn" | "lost" | "won";
  length: number;
  ended: number;
}

/** Results of one day in one game; `day` counts days since 1970 in the reader's time zone. */
export interface Day {
  day: number;
  game: string;
  tally: ResultTally;
}

/** Results of a player who shares a person's screen under a name, or of a person against a named opponent. */
export interface NamedResults {
  name: string;
  tally: ResultTally;
}

/** An achievement and the progress towards it. `finish` is the piece finish that it unlocks, or empty. */
export interface AchievementView {
  key: string;
  title: string;
  how: string;
  value: number;
  goal: number;
  reached: number | null;
  finish: string;
}

/** A person's strength after a game, in levels. */
export interface StrengthView {
  ended: number;
  strength: number;
}

/** A person's strength in a game, and the number of games it is based on: those against bots without help. */
export interface PlayerRatingView {
  game: string;
  strength: number;
  games: number;
  level: number;
  suggestion: number;
  history: StrengthView[];
}

export type TimeClass = "blitz" | "classical" | "correspondence" | "rapid" | "untimed";

/** A rating: points, their standard deviation, and the number of rated games. A provisional one is uncertain. */
export interface RatingView {
  points: number;
  uncertainty: number;
  provisional: boolean;
  games: number;
}

/** The points after a game. */
export interface RatingPointView {
  ended: number;
  points: number;
}

/** A person's rating in one game and time class, and its history. */
export interface RatingHistoryView {
  game: string;
  title: string;
  time_class: "blitz" | "classical" | "correspondence" | "rapid" | "untimed";
  rating: RatingView;
  history: RatingPointView[];
}

/** A player of a leaderboard. Only people whose rating is no longer provisional have a rank. A bot is a bot account, or a level whose strength was measured. */
export interface LeaderboardRowView {
  rank: number | null;
  name: string;
  account: boolean;
  bot: boolean;
  yours: boolean;
  rating: RatingView;
}

/** Everybody with a rating in one game and time class: people, those with provisional ratings last, then bots. */
export interface LeaderboardView {
  game: string;
  title: string;
  time_class: "blitz" | "classical" | "correspondence" | "rapid" | "untimed";
  rows: LeaderboardRowView[];
}

/** What a game changed for a seat. */
export interface RatingChangeView {
  seat: number;
  before: RatingView;
  after: RatingView;
}

export type Period = "all" | "month" | "week" | "year";

/** How often a side has won. */
export interface SideWinsView {
  name: string;
  won: number;
}

/** How often a game was played with a number of seats, and its results by side. `variant` is empty for the usual number. At a table several sides can win the same game. */
export interface PlayedGameView {
  game: string;
  title: string;
  variant: string;
  games: number;
  drawn: number;
  sides: SideWinsView[];
}

/** The number of games of a day; `day` counts days since 1970 in the reader's time zone. */
export interface ClubDayView {
  day: number;
  games: number;
}

/** A person among the most active, with results in games for two. `name` has a number if guests share it; `player` is the name by which their games are found. */
export interface ClubPlayerView {
  name: string;
  player: string;
  account: boolean;
  bot: boolean;
  yours: boolean;
  tally: ResultTally;
}

/** The results of one player against another; both are indexes into the list of players. */
export interface MeetingView {
  first: number;
  second: number;
  tally: ResultTally;
}

/** A page of the games of the club, and the total number of matching games. */
export interface ArchiveView {
  matches: MatchSummaryView[];
  total: number;
}

/** The statistics of a period. `hours` are the numbers of games by hour of the week, from Monday. */
export interface ClubStatisticsView {
  period: "all" | "month" | "week" | "year";
  games: PlayedGameView[];
  hours: number[];
  days: ClubDayView[];
  players: ClubPlayerView[];
  meetings: MeetingView[];
}

/** A variant from whose start games began. `label` is the name of the variant or its options; `custom` if the start position was a chosen one, which `share` describes. */
export interface OpeningStartView {
  key: string;
  label: string;
  custom: boolean;
  games: number;
  share: string;
}

/** A turn that was played in a position, and the results of these games by seat. */
export interface OpeningTurnView {
  text: string;
  moves: string[];
  games: number;
  drawn: number;
  won: number[];
}

/** A turn that leads to a position. */
export interface PathTurnView {
  text: string;
  moves: string[];
}

/** A position of the openings tree, and how `games` continued from it. `path` are the turns that lead to it. */
export interface OpeningTreeView {
  game: string;
  title: string;
  starts: OpeningStartView[];
  start: string;
  sides: string[];
  path: PathTurnView[];
  turns: OpeningTurnView[];
  games: number;
  detail: PositionDetailView;
}

/** A study to save under a name. */
export interface SaveStudyRequest {
  name: string;
  study: Study;
}

/** A tree of moves from a start position; create it with `Study.of`, `checked` or `read_study`. */
export interface Study {
  game: string;
  options: Record<string, boolean | number | string>;
  start: string;
  nodes: StudyNode[];
  outcome: Outcome | null;
  tags: Record<string, string>;
}

/** A move in a study, in move notation; node 0, the start, has none. */
export interface StudyNode {
  parent?: number;
  text?: string;
  seconds?: number | null;
  comment?: string;
  name?: string;
  mark?: "" | "!" | "!!" | "!?" | "?" | "?!" | "??";
  arrows?: [string, string][];
  quiz?: string | null;
}

/** A finished game: for every seat 1 (won), 0.5 (drawn) or 0 (lost), and why. */
export interface Outcome {
  results: number[];
  reason: string;
}

/** The text of a study file or a record. */
export interface StudyTextRequest {
  text: string;
}

/** A course and the studies that become its first chapters, in order. Without a course, they leave theirs. */
export interface ArrangeCourseRequest {
  course: string;
  studies: string[];
}

/** A study or a course as text and as JSON. */
export interface StudyFilesView {
  text: string;
  json: string;
}

/** A stored study as a list shows it, with the game's title and the share string of the start position. A chapter has a course and a number that orders the chapters. */
export interface StudySummaryView {
  id: string;
  name: string;
  created: number;
  updated: number;
  game: string;
  title: string;
  share: string;
  moves: number;
  course: string;
  chapter: number;
}

/** A study; `nodes` describes each of its nodes, starting with the root. A stored study has an id. */
export interface StudyView {
  study: Study;
  nodes: StudyNodeView[];
  table: VariantView;
  title: string;
  names: string[];
  id: string | null;
  name: string;
}

export type TournamentFormat = "arena" | "knockout" | "round-robin" | "swiss";

export type Seeding = "entry" | "random" | "rating";

export type TieBreak = "buchholz" | "buchholz-cut-1" | "head-to-head" | "sonneborn-berger" | "wins";

export type TournamentStatus = "open" | "over" | "paused" | "running";

/** A game that is played in a tournament. */
export interface TournamentGameRequest {
  game: string;
  options?: Record<string, boolean | number | string>;
}

/** A tournament to announce. With several games, the rounds alternate between them. */
export interface NewTournamentRequest {
  name: string;
  format: "arena" | "knockout" | "round-robin" | "swiss";
  games: TournamentGameRequest[];
  rounds?: number;
  minutes?: number;
  clock?: ClockRequest;
  rated?: boolean;
  substitute?: number | string | null;
  automatic?: boolean;
  seeding?: "entry" | "random" | "rating";
  teams?: string[];
  team_best?: number;
  separate_teams?: boolean;
  vacation?: number;
}

/** Enter a tournament; a guest may give a name. `team` is one of the tournament's teams. */
export interface JoinTournamentRequest {
  name?: string;
  team?: string;
}

/** Begin or end a vacation: the games of the sender are paused meanwhile. */
export interface VacationRequest {
  away: boolean;
}

/** Begin the tournament or the next round. */
export interface StartRoundRequest {
  do: "start";
  version?: number | null;
}

/** Pause running games, and begin no more, until the tournament is resumed. */
export interface PauseRequest {
  do: "pause";
  version?: number | null;
}

/** Continue after a pause. */
export interface ResumeRequest {
  do: "resume";
  version?: number | null;
}

/** Make the standings final. An arena begins no more games, and ends after the open ones. */
export interface EndRequest {
  do: "end";
  version?: number | null;
}

/** Withdraw the last round and pair it again. */
export interface RestartRoundRequest {
  do: "restart-round";
  version?: number | null;
  note: string;
}

/** Decide a game, or correct its result with a note. `round` and `game` count from 0. */
export interface ResultRequest {
  do: "result";
  version?: number | null;
  round: number;
  game: number;
  points: number[];
  note?: string;
  forfeit?: boolean;
}

/** Let a bot take part. */
export interface AddBotRequest {
  do: "add-bot";
  version?: number | null;
  level: number | string;
}

/** Withdraw an entrant, who loses an open game. */
export interface WithdrawRequest {
  do: "withdraw";
  version?: number | null;
  number: number;
}

/** Let an entrant who withdrew take part again. */
export interface ReturnRequest {
  do: "return";
  version?: number | null;
  number: number;
}

/** Put an entrant into a team, or into none. */
export interface AssignTeamRequest {
  do: "team";
  version?: number | null;
  number: number;
  team: string;
}

export type AnyOrganiserRequest = StartRoundRequest | PauseRequest | ResumeRequest | EndRequest | RestartRoundRequest | ResultRequest | AddBotRequest | WithdrawRequest | ReturnRequest | AssignTeamRequest;

/** A tournament as lists show it. */
export interface TournamentSummaryView {
  id: string;
  name: string;
  format: "arena" | "knockout" | "round-robin" | "swiss";
  status: "open" | "over" | "paused" | "running";
  entrants: number;
  created: number;
  organiser: boolean;
}

/** A participant. */
export interface EntrantView {
  number: number;
  player: PlayerView;
  team: string;
  withdrawn: boolean;
  rating: number | null;
  away: boolean;
}

/** A game of a round: its entrants in the order in which they move, one for a bye, and their points, if known. */
export interface PairingView {
  entrants: number[];
  points: number[] | null;
  forfeit: boolean;
  match: string | null;
  status: "over" | "paused" | "running" | "waiting" | null;
  note: string;
}

/** A round, or in an arena games that began together. */
export interface RoundView {
  title: string;
  sides: string[];
  games: PairingView[];
  note: string;
}

/** The tournament of a match. */
export interface MatchTournamentView {
  id: string;
  name: string;
  round: number | null;
  note: string;
  my_match: string | null;
}

/** A tournament as its page shows it. */
export interface TournamentView {
  organiser: boolean;
  you: number | null;
  vacation_left: number;
  my_match: string | null;
  id: string;
  name: string;
  format: "arena" | "knockout" | "round-robin" | "swiss";
  status: "open" | "over" | "paused" | "running";
  version: number;
  games: string[];
  tables: boolean;
  seeding: "entry" | "random" | "rating";
  teams: string[];
  total_rounds: number | null;
  automatic: boolean;
  clock: Clock;
  rated: boolean;
  minutes: number;
  ends: number | null;
  closed: boolean;
  entrants: EntrantView[];
  rounds: RoundView[];
  tie_breaks: ("buchholz" | "buchholz-cut-1" | "head-to-head" | "sonneborn-berger" | "wins")[];
  standings: StandingRow[];
  team_standings: TeamRow[];
  vacation: number;
}

/** The row of an entrant; entrants who are equal in everything share a place. */
export interface StandingRow {
  place: number;
  entrant: number;
  points: number;
  tie_breaks: number[];
}

/** The row of a team; teams that are equal in everything share a place. */
export interface TeamRow {
  place: number;
  team: string;
  points: number;
  members: number[];
  counted: number;
}

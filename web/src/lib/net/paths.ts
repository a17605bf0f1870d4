// Made by `python -m tools.client_types` from the server's OpenAPI schema. Do not edit.
import type {
  Abort,
  AbsentGuestView,
  AcceptedMessage,
  AchievementView,
  AddBotRequest,
  AidsView,
  AnswerOffer,
  AnswerRequest,
  ArchiveView,
  ArrangeCourseRequest,
  AskRequest,
  AssignTeamRequest,
  Assist,
  AttemptRequest,
  AttemptView,
  BotAccountView,
  ChangePasswordRequest,
  ClassroomView,
  ClubStatisticsView,
  ClueView,
  CodeTargetView,
  CountView,
  CredentialsRequest,
  DeleteAccountRequest,
  DraftCheckView,
  DraftRequest,
  Draw,
  EditHomeworkRequest,
  EditorView,
  EffectsView,
  EndLessonRequest,
  EndMatchRequest,
  EndRequest,
  ExplanationView,
  FilterChoicesView,
  Flag,
  GameReviewView,
  GameSummaryView,
  GameView,
  HandOverView,
  HomeworkSummaryView,
  HomeworkView,
  HostRequest,
  HostView,
  ImportRequest,
  ImportResultView,
  JoinClassroomRequest,
  JoinRequest,
  JoinTournamentRequest,
  LabelsRequest,
  LeaderboardView,
  LearnView,
  LegalMoveView,
  LessonStepView,
  LessonView,
  LibraryEntryDetailView,
  LibraryEntryView,
  LibraryPageView,
  LoginView,
  MatchStatisticsView,
  MatchSummaryView,
  MatchTournamentView,
  MeView,
  MoveBoxRequest,
  MoveBoxView,
  MuteRequest,
  NewBotRequest,
  NewClassroomRequest,
  NewHomeworkRequest,
  NewMatchRequest,
  NewTokenRequest,
  NewTokenView,
  NewTournamentRequest,
  NotesRequest,
  OpeningTreeView,
  OptionsRequest,
  OwnAnswerMessage,
  Pause,
  PauseRequest,
  PicksRequest,
  PlanRequest,
  PlanView,
  PlayMove,
  PlayTurn,
  PlayerRatingView,
  PositionDetailView,
  PositionRequest,
  PositionTextRequest,
  PositionTextView,
  PreferencesRequest,
  ProfileView,
  PuzzleView,
  PuzzlesView,
  RatingChangeView,
  RatingHistoryView,
  Redo,
  RefutationView,
  RemarkRequest,
  Rematch,
  RemovePupilRequest,
  RenameClassroomRequest,
  RenameRequest,
  ReplayView,
  Resign,
  Restart,
  RestartRoundRequest,
  RestoreRequest,
  ResultRequest,
  Resume,
  ResumeRequest,
  ReturnRequest,
  RevealRequest,
  RulesView,
  SavePositionRequest,
  SaveStudyRequest,
  SavedPositionView,
  SeatSignInRequest,
  SelectionRequest,
  ServerInfoView,
  SetPace,
  SetPasswordRequest,
  ShowRequest,
  SnapshotMessage,
  SolutionView,
  StartRoundRequest,
  StepTurn,
  Study,
  StudyFilesView,
  StudySummaryView,
  StudyTextRequest,
  StudyView,
  TakeBack,
  TakeOverRequest,
  TournamentSummaryView,
  TournamentView,
  VacationRequest,
  VariantView,
  WithdrawQuestionRequest,
  WithdrawRequest,
} from './types.ts';

export interface GetPaths {
  '/api/achievements': { response: AchievementView[] };
  '/api/classrooms': { response: ClassroomView[] };
  '/api/classrooms/{code}': { path: { code: string }; response: ClassroomView };
  '/api/classrooms/{code}/homework': { path: { code: string }; response: HomeworkView[] };
  '/api/codes/{code}': { path: { code: string }; response: MatchSummaryView };
  '/api/codes/{code}/target': { path: { code: string }; response: CodeTargetView };
  '/api/games': { response: GameSummaryView[] };
  '/api/games/{key}': { path: { key: string }; response: GameView };
  '/api/games/{key}/rules': { path: { key: string }; response: RulesView };
  '/api/homework': { response: HomeworkSummaryView[] };
  '/api/homework/{homework}/progress.csv': { path: { homework: string }; response: string };
  '/api/host': { response: HostView };
  '/api/host/absent': { response: AbsentGuestView[] };
  '/api/learn': { response: LearnView };
  '/api/learn/{key}': { path: { key: string }; response: LessonView };
  '/api/learn/{key}/puzzles': { path: { key: string }; response: PuzzlesView };
  '/api/learn/{key}/puzzles/{puzzle}': { path: { key: string; puzzle: string }; response: PuzzleView };
  '/api/learn/{key}/puzzles/{puzzle}/page.html': { path: { key: string; puzzle: string }; response: string };
  '/api/learn/{key}/steps/{step}': { path: { key: string; step: string }; response: LessonStepView };
  '/api/library': { query?: { game?: string | null | undefined; matches?: string[] | null | undefined; options?: string | null | undefined; opponent?: string | null | undefined; against?: 'people' | 'bots' | null | undefined; level?: string | null | undefined; results?: ('won' | 'drawn' | 'lost' | 'unfinished' | 'none')[] | null | undefined; finished?: boolean | null | undefined; since?: number | null | undefined; until?: number | null | undefined; shortest?: number | null | undefined; longest?: number | null | undefined; text?: string | null | undefined; assisted?: boolean | null | undefined; star?: boolean | null | undefined; tag?: string | null | undefined; commented?: boolean | null | undefined; deleted?: boolean | null | undefined; unplayed?: boolean | null | undefined; sort?: 'updated' | 'created' | 'ended' | 'game' | 'opponent' | 'level' | 'result' | 'plies' | 'used' | 'duration' | 'title' | 'star' | null | undefined; descending?: boolean | null | undefined; offset?: number | null | undefined; limit?: number | null | undefined }; response: LibraryPageView };
  '/api/library/records': { query?: { game?: string | null | undefined; matches?: string[] | null | undefined; options?: string | null | undefined; opponent?: string | null | undefined; against?: 'people' | 'bots' | null | undefined; level?: string | null | undefined; results?: ('won' | 'drawn' | 'lost' | 'unfinished' | 'none')[] | null | undefined; finished?: boolean | null | undefined; since?: number | null | undefined; until?: number | null | undefined; shortest?: number | null | undefined; longest?: number | null | undefined; text?: string | null | undefined; assisted?: boolean | null | undefined; star?: boolean | null | undefined; tag?: string | null | undefined; commented?: boolean | null | undefined; deleted?: boolean | null | undefined; unplayed?: boolean | null | undefined; sort?: 'updated' | 'created' | 'ended' | 'game' | 'opponent' | 'level' | 'result' | 'plies' | 'used' | 'duration' | 'title' | 'star' | null | undefined; descending?: boolean | null | undefined; offset?: number | null | undefined; limit?: number | null | undefined; form?: 'text' | 'json' | null | undefined }; response: unknown };
  '/api/library/words': { response: FilterChoicesView };
  '/api/library/{match}': { path: { match: string }; response: LibraryEntryDetailView | null };
  '/api/matches': { query?: { which?: 'mine' | 'turn' | 'open' | 'watch' | null | undefined; most?: number | null | undefined }; response: MatchSummaryView[] };
  '/api/matches/{match}': { path: { match: string }; response: SnapshotMessage };
  '/api/matches/{match}/analysis': { path: { match: string }; response: GameReviewView | null };
  '/api/matches/{match}/moving.svg': { path: { match: string }; query?: { size?: number | null | undefined }; response: string };
  '/api/matches/{match}/page.html': { path: { match: string }; response: string };
  '/api/matches/{match}/picture.svg': { path: { match: string }; query?: { size?: number | null | undefined; turned?: number | null | undefined; theme?: 'natural' | 'wood' | 'dark' | 'print' | null | undefined; signs?: boolean | null | undefined; coordinates?: boolean | null | undefined; trays?: boolean | null | undefined; language?: string | null | undefined; ply?: number | null | undefined; v?: number | null | undefined }; response: string };
  '/api/matches/{match}/plan': { path: { match: string }; response: PlanView };
  '/api/matches/{match}/plies/{ply}': { path: { match: string; ply: number }; response: PositionDetailView };
  '/api/matches/{match}/plies/{ply}/aids': { path: { match: string; ply: number }; response: AidsView };
  '/api/matches/{match}/plies/{ply}/effects': { path: { match: string; ply: number }; query: { move: string; at?: number | null | undefined }; response: EffectsView };
  '/api/matches/{match}/premoves': { path: { match: string }; response: LegalMoveView[] };
  '/api/matches/{match}/ratings': { path: { match: string }; response: RatingChangeView[] };
  '/api/matches/{match}/record': { path: { match: string }; query?: { form?: 'text' | 'json' | null | undefined }; response: string };
  '/api/matches/{match}/replay': { path: { match: string }; response: ReplayView };
  '/api/matches/{match}/statistics': { path: { match: string }; response: MatchStatisticsView };
  '/api/matches/{match}/study': { path: { match: string }; response: StudyView };
  '/api/matches/{match}/tournament': { path: { match: string }; response: MatchTournamentView };
  '/api/me': { response: MeView };
  '/api/me/bots': { response: BotAccountView[] };
  '/api/me/courses': { query: { course: string }; response: StudyFilesView };
  '/api/me/export': { response: unknown };
  '/api/me/logins': { response: LoginView[] };
  '/api/me/positions': { query?: { game?: string | null | undefined }; response: SavedPositionView[] };
  '/api/me/studies': { query?: { game?: string | null | undefined }; response: StudySummaryView[] };
  '/api/me/studies/{study}': { path: { study: string }; response: StudyView };
  '/api/owner': { response: ServerInfoView };
  '/api/positions/picture.svg': { query: { share: string; size?: number | null | undefined; turned?: number | null | undefined; theme?: 'natural' | 'wood' | 'dark' | 'print' | null | undefined; signs?: boolean | null | undefined; coordinates?: boolean | null | undefined; trays?: boolean | null | undefined; language?: string | null | undefined; move?: string | null | undefined; tried?: string | null | undefined }; response: string };
  '/api/profile': { query?: { game?: string | null | undefined; ahead?: number | null | undefined }; response: ProfileView };
  '/api/profile/level': { query: { game: string }; response: PlayerRatingView };
  '/api/profile/ratings': { response: RatingHistoryView[] };
  '/api/qr.svg': { query: { text: string }; response: string };
  '/api/ratings': { query?: { game?: string | null | undefined; time_class?: 'blitz' | 'rapid' | 'classical' | 'correspondence' | 'untimed' | null | undefined }; response: LeaderboardView };
  '/api/statistics': { query?: { period?: 'week' | 'month' | 'year' | 'all' | null | undefined; game?: string | null | undefined; ahead?: number | null | undefined }; response: ClubStatisticsView };
  '/api/statistics/games': { query?: { start?: string | null | undefined; move?: string[] | null | undefined; period?: 'week' | 'month' | 'year' | 'all' | null | undefined; against?: 'people' | 'bots' | null | undefined; level?: string | null | undefined; time_class?: 'blitz' | 'rapid' | 'classical' | 'correspondence' | 'untimed' | null | undefined; rated?: boolean | null | undefined; rating_from?: number | null | undefined; rating_to?: number | null | undefined; game?: string | null | undefined; player?: string[] | null | undefined; offset?: number | null | undefined; limit?: number | null | undefined }; response: ArchiveView };
  '/api/statistics/openings': { query: { game: string; start?: string | null | undefined; move?: string[] | null | undefined; period?: 'week' | 'month' | 'year' | 'all' | null | undefined; against?: 'people' | 'bots' | null | undefined; level?: string | null | undefined; time_class?: 'blitz' | 'rapid' | 'classical' | 'correspondence' | 'untimed' | null | undefined; rated?: boolean | null | undefined; rating_from?: number | null | undefined; rating_to?: number | null | undefined }; response: OpeningTreeView };
  '/api/statistics/records': { query?: { start?: string | null | undefined; move?: string[] | null | undefined; period?: 'week' | 'month' | 'year' | 'all' | null | undefined; against?: 'people' | 'bots' | null | undefined; level?: string | null | undefined; time_class?: 'blitz' | 'rapid' | 'classical' | 'correspondence' | 'untimed' | null | undefined; rated?: boolean | null | undefined; rating_from?: number | null | undefined; rating_to?: number | null | undefined; game?: string | null | undefined; player?: string[] | null | undefined; offset?: number | null | undefined; limit?: number | null | undefined; form?: 'text' | 'json' | null | undefined }; response: unknown };
  '/api/tournaments': { response: TournamentSummaryView[] };
  '/api/tournaments/{tournament}': { path: { tournament: string }; response: TournamentView };
  '/api/tournaments/{tournament}/records': { path: { tournament: string }; response: unknown };
  '/api/tournaments/{tournament}/standings.csv': { path: { tournament: string }; response: string };
}

export interface PostPaths {
  '/api/classrooms': { body: NewClassroomRequest; response: ClassroomView };
  '/api/classrooms/{code}/answer': { path: { code: string }; body: AnswerRequest; response: OwnAnswerMessage };
  '/api/classrooms/{code}/commands': { path: { code: string }; body: ShowRequest | AskRequest | RevealRequest | WithdrawQuestionRequest | EndLessonRequest | RemovePupilRequest | RenameClassroomRequest; response: ClassroomView };
  '/api/classrooms/{code}/homework': { path: { code: string }; body: NewHomeworkRequest; response: HomeworkView };
  '/api/classrooms/{code}/join': { path: { code: string }; body: JoinClassroomRequest; response: ClassroomView };
  '/api/classrooms/{code}/leave': { path: { code: string }; response: ClassroomView };
  '/api/editor/check': { body: DraftRequest; response: DraftCheckView };
  '/api/editor/open': { body: PositionRequest; response: EditorView };
  '/api/editor/text': { body: PositionTextRequest; response: PositionTextView };
  '/api/games/{key}/check': { path: { key: string }; body: OptionsRequest; response: VariantView };
  '/api/homework/{homework}/tasks/{task}/play': { path: { homework: string; task: number }; response: MatchSummaryView };
  '/api/host/matches/{match}/end': { path: { match: string }; body: EndMatchRequest; response: undefined };
  '/api/host/people/{key}/hand-over': { path: { key: string }; response: HandOverView };
  '/api/host/people/{key}/mute': { path: { key: string }; body: MuteRequest; response: undefined };
  '/api/host/people/{key}/remove': { path: { key: string }; response: undefined };
  '/api/host/people/{key}/rename': { path: { key: string }; body: RenameRequest; response: undefined };
  '/api/learn/{key}/puzzles/{puzzle}/hint': { path: { key: string; puzzle: string }; body: AttemptRequest; response: ClueView };
  '/api/learn/{key}/puzzles/{puzzle}/refutation': { path: { key: string; puzzle: string }; body: AttemptRequest; response: RefutationView };
  '/api/learn/{key}/puzzles/{puzzle}/solution': { path: { key: string; puzzle: string }; body: AttemptRequest; response: SolutionView };
  '/api/learn/{key}/puzzles/{puzzle}/try': { path: { key: string; puzzle: string }; body: AttemptRequest; response: AttemptView };
  '/api/learn/{key}/steps/{step}/try': { path: { key: string; step: string }; body: AttemptRequest; response: AttemptView };
  '/api/library/delete': { body: SelectionRequest; response: CountView };
  '/api/library/import': { body: ImportRequest; response: ImportResultView };
  '/api/library/import/progress': { body: ImportRequest; response: unknown };
  '/api/library/labels': { body: LabelsRequest; response: CountView };
  '/api/library/undelete': { body: SelectionRequest; response: CountView };
  '/api/log-in': { body: CredentialsRequest; response: MeView };
  '/api/log-out': { response: MeView };
  '/api/matches': { body: NewMatchRequest; response: MatchSummaryView };
  '/api/matches/{match}/ask': { path: { match: string }; body: MoveBoxRequest; response: MoveBoxView };
  '/api/matches/{match}/commands': { path: { match: string }; body: PlayMove | PlayTurn | TakeBack | Redo | Draw | AnswerOffer | Resign | Flag | Abort | Pause | Resume | StepTurn | SetPace | Restart | Rematch | Assist; response: AcceptedMessage };
  '/api/matches/{match}/join': { path: { match: string }; body: JoinRequest; response: MatchSummaryView };
  '/api/matches/{match}/leave': { path: { match: string }; response: MatchSummaryView };
  '/api/matches/{match}/plies/{ply}/explain': { path: { match: string; ply: number }; body: (number | string)[]; response: ExplanationView };
  '/api/matches/{match}/seats/{seat}/sign-in': { path: { match: string; seat: number }; body: SeatSignInRequest; response: MatchSummaryView };
  '/api/me/bots': { body: NewBotRequest; response: BotAccountView };
  '/api/me/bots/{bot}/tokens': { path: { bot: string }; body: NewTokenRequest; response: NewTokenView };
  '/api/me/courses': { body: StudyTextRequest; response: StudySummaryView[] };
  '/api/me/delete': { body: DeleteAccountRequest; response: undefined };
  '/api/me/hand-over': { response: HandOverView };
  '/api/me/password': { body: ChangePasswordRequest; response: MeView };
  '/api/me/positions': { body: SavePositionRequest; response: SavedPositionView };
  '/api/me/studies': { body: SaveStudyRequest; response: StudyView };
  '/api/owner/backup': { response: string };
  '/api/owner/log-out': { response: undefined };
  '/api/owner/password': { body: SetPasswordRequest; response: undefined };
  '/api/owner/quit': { response: undefined };
  '/api/owner/restore': { body: RestoreRequest; response: unknown };
  '/api/positions': { body: PositionRequest; response: PositionDetailView };
  '/api/positions/aids': { body: PositionRequest; response: AidsView };
  '/api/positions/ask': { query: { question: string }; body: PositionRequest; response: MoveBoxView };
  '/api/positions/effects': { query: { move: string }; body: PositionRequest; response: EffectsView };
  '/api/positions/explain': { body: PicksRequest; response: ExplanationView };
  '/api/sign-up': { body: CredentialsRequest; response: MeView };
  '/api/studies/page.html': { body: StudyTextRequest; response: string };
  '/api/studies/read': { body: StudyTextRequest; response: StudyView };
  '/api/studies/write': { body: Study; response: StudyFilesView };
  '/api/take-over': { body: TakeOverRequest; response: undefined };
  '/api/tournaments': { body: NewTournamentRequest; response: TournamentView };
  '/api/tournaments/{tournament}/commands': { path: { tournament: string }; body: StartRoundRequest | PauseRequest | ResumeRequest | EndRequest | RestartRoundRequest | ResultRequest | AddBotRequest | WithdrawRequest | ReturnRequest | AssignTeamRequest; response: TournamentView };
  '/api/tournaments/{tournament}/join': { path: { tournament: string }; body: JoinTournamentRequest; response: TournamentView };
  '/api/tournaments/{tournament}/leave': { path: { tournament: string }; response: TournamentView };
  '/api/tournaments/{tournament}/vacation': { path: { tournament: string }; body: VacationRequest; response: TournamentView };
}

export interface PutPaths {
  '/api/library/{match}/remarks/{ply}': { path: { match: string; ply: number }; body: RemarkRequest; response: LibraryEntryDetailView };
  '/api/matches/{match}/plan': { path: { match: string }; body: PlanRequest; response: PlanView };
  '/api/me/courses': { body: ArrangeCourseRequest; response: StudySummaryView[] };
  '/api/me/studies/{study}': { path: { study: string }; body: SaveStudyRequest; response: StudyView };
}

export interface PatchPaths {
  '/api/homework/{homework}': { path: { homework: string }; body: EditHomeworkRequest; response: HomeworkView };
  '/api/host': { body: HostRequest; response: HostView };
  '/api/library/{match}': { path: { match: string }; body: NotesRequest; response: LibraryEntryView };
  '/api/me': { body: RenameRequest; response: MeView };
  '/api/me/positions/{position}': { path: { position: string }; body: RenameRequest; response: SavedPositionView };
  '/api/me/preferences': { body: PreferencesRequest; response: Record<string, unknown> };
  '/api/me/studies/{study}': { path: { study: string }; body: RenameRequest; response: StudySummaryView };
}

export interface DeletePaths {
  '/api/classrooms/{code}': { path: { code: string }; response: undefined };
  '/api/homework/{homework}': { path: { homework: string }; response: undefined };
  '/api/me/bots/{bot}': { path: { bot: string }; response: undefined };
  '/api/me/bots/{bot}/tokens/{token}': { path: { bot: string; token: string }; response: undefined };
  '/api/me/logins/{login}': { path: { login: string }; response: undefined };
  '/api/me/positions/{position}': { path: { position: string }; response: undefined };
  '/api/me/studies/{study}': { path: { study: string }; response: undefined };
  '/api/tournaments/{tournament}': { path: { tournament: string }; response: undefined };
}

export type SocketPath = '/api/classrooms/{code}/live' | '/api/engine' | '/api/matches/{match}/live' | '/api/page';

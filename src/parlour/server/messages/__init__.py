"""Every body and message that crosses the wire, as types. TypeScript's are generated from them.

| module | speaks of |
|---|---|
| `common` | sentences, faults |
| `games` | games, options, positions, effects, questions |
| `matches` | setting up, joining and listing matches; a match as its page sees it |
| `live` | the WebSocket of a match and that of a page |
| `search` | the WebSocket of the engine: analysis, hints, threats |
| `people` | accounts, preferences, library, saved positions, the owner |

What the layers below already describe travels as it is: `Board`, `Piece`, `Effect`, `Side`, `Option` … of
`parlour.games`, the commands of `parlour.match.commands`, `Clock`, `Helped` and `Series` of `parlour.match`.
"""

from parlour.server.messages.common import Fault, Sentence
from parlour.server.messages.games import (
    AidsView,
    Answer,
    EffectsView,
    Explanation,
    GameInfo,
    GameSummary,
    LegalMove,
    LevelInfo,
    MarkView,
    OptionsRequest,
    OutcomeView,
    PicksRequest,
    PositionDetail,
    PositionRequest,
    PositionView,
    Question,
    RulesText,
    ScoreView,
    StyleInfo,
    TableInfo,
)
from parlour.server.messages.live import (
    Accepted,
    Broken,
    Closing,
    Command,
    Do,
    FromClient,
    FromPage,
    FromServer,
    Happening,
    Hello,
    Moved,
    News,
    Ping,
    Pong,
    Presence,
    Refusal,
    Snapshot,
    TakenBack,
    Thinking,
    Told,
    ToPage,
    YourTurn,
)
from parlour.server.messages.matches import (
    AnyOpponent,
    BotSeat,
    ClockRequest,
    ClockView,
    GuestSeat,
    HelpRules,
    JoinRequest,
    LimitRequest,
    MatchSummary,
    MatchView,
    MoveView,
    MySeat,
    NewMatch,
    NewSeat,
    OfferView,
    OpenSeat,
    PlayerView,
    ReplayView,
    SeatSummary,
    SeatView,
    SignInToSeat,
    State,
    TurnView,
    Wish,
    You,
)
from parlour.server.messages.people import (
    Credentials,
    DeleteAccount,
    EntryView,
    ImportRequest,
    ImportResult,
    LibraryPage,
    LoginView,
    Me,
    NameRequest,
    NewPassword,
    OwnerInfo,
    PasswordChange,
    PersonView,
    Preferences,
    SavedPositionView,
    SavePosition,
    Selection,
    TitleRequest,
)
from parlour.server.messages.search import (
    Analyse,
    AskHint,
    AskThreats,
    Found,
    FromEngine,
    FromSearcher,
    HintFound,
    LineView,
    Queued,
    SearchRefused,
    StopSearch,
    ThreatsFound,
)

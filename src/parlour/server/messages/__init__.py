"""Every body and message that crosses the wire, as types. TypeScript's are generated from them.

| module | speaks of |
|---|---|
| `common` | sentences, faults |
| `games` | games, options, positions, effects, questions |
| `learn` | lessons, puzzles, and how far somebody has come |
| `editor` | drafts and what they are put together from |
| `matches` | setting up, joining and listing matches; a match as its page sees it |
| `live` | the WebSocket of a match and that of a page |
| `analysis`, `studies` | a finished game analysed; trees of variations |
| `search` | the WebSocket of the engine: analysis, hints, threats, the coach |
| `statistics` | one game in numbers, and a person's strength |
| `people` | accounts, preferences, library, saved positions, the owner |

What the layers below already describe travels as it is: `Board`, `Piece`, `Effect`, `Side`, `Option` … of
`parlour.games`, the commands of `parlour.match.commands`, `Clock`, `Helped` and `Series` of `parlour.match`.
"""

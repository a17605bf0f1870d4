"""The server: Parlour over HTTP and WebSockets, for the page in a browser and for any program that uses JSON.

In reading order:

- `app`: the application, with the routes of all features. `run`: start and stop it on this machine.
- `settings`, `services`: how a server is configured, and the long-lived objects shared by the request handlers.
- `http/`: authentication, host guard, error responses, static files, logs, metrics.
- `messages`, `localizer`, `person_keys`, `spreadsheet`: what several features share: wire types, sentences in the
  reader's language, public keys of people, text in files for spreadsheets.
- `games/` and `engine/`: games outside a match, and searches. The other features build on them.
- `matches/`: matches in play. `live/` applies and stores commands, narrates events and runs the bots; `permissions` and
  `views` decide what a viewer may do and sees.
- `learn/`, `library/`, `people/`, `studies/`, `export/`, `lobby/`, `chat/`, `classroom/`, `homework/`, `tournaments/`,
  `ratings/`, `statistics/`, `admin/`: the other features. `page/` has the WebSocket that every page keeps open, `dev/`
  the page of `parlour dev`. Each has `routes` or a `socket`, its `messages`, and its `views`. `docs/api.md` describes
  the routes and messages. The contracts in `pyproject.toml` name the modules of a feature that others may import.
- `channels/`, `process/`: messages between processes; periodic work and what else runs a process.
"""

"""The server: Parlour over HTTP and WebSockets, for the page in a browser and for any program that uses JSON.

In reading order:

- `app`: the application, with the routes of all features. `run`: start and stop it on this machine.
- `settings`, `services`: how a server is configured, and the long-lived objects shared by the request handlers.
- `http/`: authentication, host guard, error responses, static files, logs, metrics.
- `messages`, `localizer`: what several features share: wire types, and sentences in the reader's language.
- `matches/`: matches in play. `live` applies and stores commands, `narration` describes events, `permissions` and
  `views` decide what a viewer may do and sees, `bots` runs the bots.
- `games/`, `engine/`, `learn/`, `library/`, `people/`, `studies/`, `export/`, `lobby/`, `chat/`, `classroom/`,
  `homework/`, `tournaments/`, `ratings/`, `statistics/`, `admin/`: the other features. `page/` has the WebSocket that
  every page keeps open, `dev/` the page of `parlour dev`. Each has `routes` or a `socket`, its `messages`, and its
  `views`. `docs/api.md` describes the routes and messages.
- `background_tasks`, `channels`, `gc_schedule`: periodic work, messages between processes, garbage collection.
"""

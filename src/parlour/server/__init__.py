"""The server: Parlour over HTTP and WebSockets, for a page in a browser and for anything else that speaks JSON.

In reading order:

- `messages/`: every body and message, as types. `docs/api.md` tells how they are used.
- `settings`, `said`, `faults`, `gate`, `who`: how a server is set up, what it answers when it refuses, whom it lets in.
- `localizer`, `views`, `standing`: sentences, positions and matches as a client sees them.
- `questions`, `numbers`: what is typed into the move box, and a game in numbers.
- `live`: matches in play: takes commands, stores what they lead to, and tells everybody.
- `sockets`: the WebSockets. `workers`, `preparing`, `bots`: searches off the event loop, and the bots that use them.
- `figures`, `logs`: what can be seen of it from outside.
- `keeper`: clocks, bots and times without a server, looked after whether anybody watches or not.
- `routes/`: the HTTP interface, a file a subject.
- `app`: all of it together. `run`: starting and ending it on this machine.
"""

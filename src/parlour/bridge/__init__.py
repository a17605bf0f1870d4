"""Let an engine that speaks the engine protocol play on a server, with the token of a bot account: `parlour bridge`."""

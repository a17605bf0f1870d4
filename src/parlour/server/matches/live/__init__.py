"""Matches in the memory of a server process: decide commands, notify everybody, and let bots play."""

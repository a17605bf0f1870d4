"""The engine protocol: `server` answers other front ends, `client` asks foreign engines, `registry` knows them by name.

docs/protocol.md describes the protocol.
"""

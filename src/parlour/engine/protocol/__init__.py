"""The engine protocol: `server` answers other front ends, `client` asks foreign engines, `registry` finds them by name.

docs/protocol.md describes the protocol.
"""

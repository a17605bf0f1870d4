"""The HTTP interface, a file a subject. `docs/api.md` lists it."""

"""Limits of requests, exports, storage and memory, which refuse what is too much."""

"""Connections below the application: bounded HTTP and WebSocket connections, and TLS."""

"""Health of the server and functions of its owner."""

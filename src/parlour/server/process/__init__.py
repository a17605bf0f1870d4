"""What runs a server process: addresses, background work, several processes, garbage collection."""

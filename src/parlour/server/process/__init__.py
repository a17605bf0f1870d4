"""What runs a server process: its addresses, time and memory, background work, and several processes together."""

"""The lobby: who is here, challenges and quick pairing."""

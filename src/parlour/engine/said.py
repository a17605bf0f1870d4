"""What the engine says when it refuses something: errors made from `words/`."""

from parlour.games.words import Faults

fault = Faults("parlour.engine")

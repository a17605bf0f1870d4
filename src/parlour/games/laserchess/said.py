"""What this game says when it refuses a text, a file or options: errors made from `words/`."""

from parlour.games.words import Faults

fault = Faults("parlour.games.laserchess")

"""What games have in common when they refuse something: errors made from `words/`."""

from parlour.games.words import Faults

fault = Faults("parlour.games")

"""What Laser Chess says when it cannot read something: errors made from `words/`."""

from parlour.games.words import Faults

fault = Faults("parlour.games.laserchess")

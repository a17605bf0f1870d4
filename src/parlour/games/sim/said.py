"""What Sim says when it cannot read something: errors made from `words/`."""

from parlour.i18n.catalogue import Faults

fault = Faults("parlour.games.sim")

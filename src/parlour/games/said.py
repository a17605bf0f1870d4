"""What games have in common when they refuse something: errors made from `words/`."""

from parlour.i18n.catalogue import Faults

fault = Faults("parlour.games")

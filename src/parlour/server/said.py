"""What this layer says when it refuses something: errors made from `words/`."""

from parlour.i18n.catalogue import Faults

fault = Faults("parlour.server")

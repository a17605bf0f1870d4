"""Marks that tests of several games share."""

import pytest

from parlour.games import core

FAST_ONLY = pytest.mark.skipif(not core.COMPILED, reason="takes minutes interpreted")

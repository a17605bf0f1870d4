"""Pytest marks that tests of several games share."""

import pytest

from parlour.games.contract import position

FAST_ONLY = pytest.mark.skipif(not position.COMPILED, reason="takes minutes interpreted")

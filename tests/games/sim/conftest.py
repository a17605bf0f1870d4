"""Fixtures for the tests of Sim."""

import pytest

from tests.games.sim.examples import SIM
from tests.games.sim.solver import Table, solve


@pytest.fixture(scope="session")
def six() -> Table:
    """Return all classes of the standard game with their values."""
    table: Table = {}
    solve(SIM.start(), table)
    return table

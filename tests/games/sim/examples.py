"""Sim positions that several tests use, in the notation of the spec."""

from parlour.games import game
from parlour.games.contract.position import Position
from parlour.games.sim.position import SimPosition

SIM = game("sim")

EVERY_SIZE = [(players, dots) for players in (2, 3, 4, 5) for dots in range(6, 11)]

DRAWN = {
    (2, 3): "1/21 2",
    (2, 4): "1/21/221 1",
    (2, 5): "1/21/221/1221 1",
    (3, 6): "2/21/333/1232/13112 1",
    (3, 7): "2/23/111/3313/32231/123221 1",
    (3, 8): "3/23/112/2233/32311/211213/1313122 2",
    (3, 9): "1/22/223/3132/31132/131123/3323111/22113232 1",
    (3, 10): "1/31/331/2121/33213/221231/2222133/12332131/223132131 1",
    (4, 6): "2/32/243/4411/13132 4",
    (4, 7): "1/42/413/4313/22311/344221 2",
    (4, 8): "4/33/221/4243/43123/341234/1122114 1",
    (4, 9): "1/12/221/4143/42343/314231/3434324/21432121 1",
    (4, 10): "1/13/341/1342/32442/213211/2214113/42343143/432442312 2",
    (5, 6): "2/15/123/4345/15324 1",
    (5, 7): "1/51/514/2345/33512/421243 2",
    (5, 8): "1/54/311/3254/23512/335541/2424132 4",
    (5, 9): "1/54/453/4131/15421/134432/2243555/35223121 2",
    (5, 10): "2/52/152/2354/55411/211142/4313233/35542155/144332344 1",
}


def played(moves: str, **options: object) -> SimPosition:
    """Return the position after some moves, written as in the spec."""
    position = SIM.start(SIM.check(options))
    for text in moves.replace(",", " ").split():
        position.play(position.read_move(text))
    assert isinstance(position, SimPosition)
    return position


def written(position: Position) -> list[str]:
    return sorted(position.write_move(move) for move in position.moves())

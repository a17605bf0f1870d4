"""Position texts are explained symbol by symbol, from a game's legend or from its start position."""

from itertools import pairwise

import pytest

from parlour.games import Game, Options, PlainGame, games
from parlour.games.contract.display import sites_of
from parlour.games.contract.localized_game import catalogue_of
from parlour.games.contract.position import Position
from tests.games.hexapawn import Hexapawn

GAMES: list[Game] = [*games(), Hexapawn()]


def positions(game: Game) -> list[Position]:
    """Return the start and some later positions, with the default options and with each preset."""
    found = []
    for n, preset in enumerate(game.presets):
        for limit in (0, 4, 11, 25):
            position = game.start(game.check(preset.values))
            position.play_random(n, limit=limit)
            found.append(position)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_place_of_the_board_is_found_in_the_text(game: Game) -> None:
    for position in positions(game):
        legend, text = game.legend(position.options), position.text()
        taken = {tuple(sorted(sites_of(piece.place))) for piece in position.placement() if sites_of(piece.place)}
        written: set[tuple[int, ...]] = set()
        for span in game.text_spans(text, position.options):
            assert 0 <= span.start < span.end <= len(text)
            assert span.sign is not None, f"{text[span.start : span.end]} is in no legend"
            if legend[span.sign].message.key == "shared.sign.piece":
                written.add(tuple(sorted(span.sites)))
        assert written == taken, text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_parts_of_a_text_are_in_order_and_leave_out_only_blanks(game: Game) -> None:
    for position in positions(game):
        text = position.text()
        spans = game.text_spans(text, position.options)
        assert all(one.end <= other.start for one, other in pairwise(spans))
        covered = {at for span in spans for at in range(span.start, span.end)}
        assert {text[at] for at in set(range(len(text))) - covered} <= {" "}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_character_is_explained(game: Game) -> None:
    options = game.check()
    for sign in game.legend(options):
        assert sign.message.key in catalogue_of(game)
        assert game.sentence(sign.message, options).strip()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("text", ["", "x", "//|/", "9" * 60, "ää äü", "1" * 300 + " 1 1 1 1"])
def test_an_invalid_text_is_explained_as_far_as_possible(game: Game, text: str) -> None:
    sites = len(game.board(game.check()).sites)
    spans = game.text_spans(text, game.check())
    assert [span.start for span in spans] == sorted({span.start for span in spans})
    assert text or not spans
    for span in spans:
        assert 0 <= span.start < span.end <= len(text)
        assert all(0 <= site < sites for site in span.sites)


def test_a_game_whose_start_does_not_explain_itself_has_no_legend() -> None:
    class Secret(Hexapawn):
        key = "secret"

        def text(self, state: tuple[str, int]) -> str:
            return f"{state[0].count('W')}-{state[0].count('B')} {state[1]}"

        def read_state(self, text: str, options: Options) -> tuple[str, int]:
            return self.first(options)

    game: PlainGame = Secret()
    assert game.legend(game.check()) == ()
    assert game.text_spans("3-3 0", game.check())[0].sites == ()


def test_rows_may_be_written_from_the_far_side() -> None:
    class Upside(Hexapawn):
        key = "upside"

        def text(self, state: tuple[str, int]) -> str:
            squares = state[0]
            return f"{squares[6:]}/{squares[3:6]}/{squares[:3]} {state[1]}"

        def read_state(self, text: str, options: Options) -> tuple[str, int]:
            rows, _, seat = text.partition(" ")
            return "".join(reversed(rows.split("/"))), int(seat)

    game = Upside()
    assert [span.sites for span in game.text_spans("BBB/.W./W.W 1", game.check())[:4]] == [(6,), (7,), (8,), (3,)]

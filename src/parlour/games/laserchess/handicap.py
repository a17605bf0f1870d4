"""Handicaps: the stronger side begins without some pieces.

Only pieces outside both beams are removed, so that the beams at the start do not change.
"""

from __future__ import annotations

from parlour.games.contract.options import Option, Options
from parlour.games.laserchess.tables import ANUBIS, PYRAMID, SCARAB, SITES, label

KINDS_GIVEN: dict[str, tuple[int, ...]] = {
    "none": (),
    "pyramid": (PYRAMID,),
    "two-pyramids": (PYRAMID, PYRAMID),
    "anubis": (ANUBIS,),
    "scarab": (SCARAB,),
}

SITE_OF = {label(site): site for site in range(SITES)}

# Blue's squares by layout; Red's are symmetric.
REMOVABLE = {
    "classic": {PYRAMID: ("c1", "h2"), ANUBIS: ("d1",), SCARAB: ("e4",)},
    "dynasty": {PYRAMID: ("d1", "f1"), ANUBIS: ("e1",), SCARAB: ("d3",)},
    "imhotep": {PYRAMID: ("d3", "d6"), ANUBIS: ("d1",), SCARAB: ("c1",)},
}

ODDS = (
    Option("odds", "Odds", "The pieces that the stronger side begins without.", "none", handicap=True)
    .choice("none", "None", "Both sides have all pieces.")
    .choice("pyramid", "A Pyramid", "The smallest odds.")
    .choice("two-pyramids", "Two Pyramids", "Fewer mirrors for attack and defence.")
    .choice("anubis", "An Anubis", "The Pharaoh has only one guard.")
    .choice("scarab", "A Scarab", "The largest odds: one of the two indestructible pieces.")
)
GIVER = (
    Option(
        "giver",
        "Odds given by",
        "Which side begins with fewer pieces.",
        "blue",
        when={"odds": tuple(key for key in KINDS_GIVEN if key != "none")},
        handicap=True,
    )
    .choice("blue", "Blue", "Blue begins with fewer pieces.")
    .choice("red", "Red", "Red begins with fewer pieces.")
)


OPTIONS = (ODDS, GIVER)


def given_odds(options: Options, seat: int) -> tuple[int, ...]:
    """Return the kinds of piece that a seat leaves out."""
    return KINDS_GIVEN[str(options["odds"])] if options["giver"] == ("blue", "red")[seat] else ()


def empty_sites(options: Options, seat: int) -> list[int]:
    """Return the sites of the pieces that a seat leaves out."""
    given = given_odds(options, seat)
    squares = REMOVABLE[str(options["layout"])]
    sites = [SITE_OF[squares[kind][given[:n].count(kind)]] for n, kind in enumerate(given)]
    return sites if seat == 0 else [SITES - 1 - site for site in sites]

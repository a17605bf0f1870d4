"""Personal statistics: wins, draws, losses, abandoned games, opponents and streaks."""

import pytest

from parlour.engine.levels import Bot
from parlour.games import Flawless, game
from parlour.match.clock import DAY_MS, HOUR_MS
from parlour.match.commands import Abort, Assist, Draw, PlayMove, Resign, Sender, TakeBack
from parlour.match.match import Match
from parlour.match.seats import Guest, Player
from parlour.store import Person, Profile, ResultTally, Store, Streak
from tests.store.play import ALL, NOW, begin, do, play, setup_of, sitting

pytestmark = pytest.mark.anyio


@pytest.fixture
async def anna(store: Store) -> Person:
    return await store.people.create_guest(NOW, "Anna")


class Games:
    """Play games of one person, one minute apart."""

    def __init__(self, store: Store, person: Person) -> None:
        self.store, self.person, self.now = store, person, NOW

    async def play(self, how: str, *others: Player) -> str:
        self.now += 60_000
        info = await begin(self.store, sitting(self.person), *others, now=self.now)
        if how == "unplayed":
            return info.id
        if how == "left":
            await do(self.store, info.id, Resign(seat=1), self.now)
            return info.id
        match = await play(self.store, info.id, self.now + 2000, 2 * (1 + len(others)))
        match how.split():
            case ["won"]:
                await self._resign(info.id, 1)
            case ["won", "assisted"]:
                await do(self.store, info.id, Assist(seat=0, help="hints"), self.now + 3000)
                await self._resign(info.id, 1)
            case ["lost"]:
                await self._resign(info.id, 0)
            case ["drawn"]:
                await do(self.store, info.id, Draw(ply=match.ply), self.now + 4000)
            case ["aborted"]:
                await do(self.store, info.id, Abort(), self.now + 4000)
        return info.id

    async def _resign(self, id: str, seat: int) -> None:
        await do(self.store, id, Resign(seat=seat), self.now + 4000, Sender(frozenset([seat])))

    async def profile(self) -> Profile:
        return await self.store.statistics.profile(self.person.id)


@pytest.fixture
def games(store: Store, anna: Person) -> Games:
    return Games(store, anna)


async def test_statistics_without_games_are_zero(games: Games) -> None:
    assert await games.profile() == Profile(ResultTally(), {}, (), {}, None, None, None, None)


async def test_results_are_counted_as_won_drawn_lost_and_unfinished(games: Games) -> None:
    for how in ("won", "won", "drawn", "lost", "unfinished"):
        await games.play(how, Guest("Ben"))
    total = (await games.profile()).total
    assert (total.won, total.drawn, total.lost, total.unfinished, total.assisted) == (2, 1, 1, 1, 0)


@pytest.mark.parametrize("how", ["aborted", "left", "unplayed"])
async def test_games_that_do_not_count_are_excluded(games: Games, how: str) -> None:
    await games.play(how, Guest("Ben"))
    profile = await games.profile()
    assert (profile.total, profile.now) == (ResultTally(), None)


async def test_by_game_and_opponent(games: Games) -> None:
    for how, opponent in (("won", Bot(3)), ("lost", Bot(3)), ("won", Guest("Ben")), ("lost", Bot("perfect"))):
        await games.play(how, opponent)
    profile = await games.profile()
    assert profile.games["heap"].won == 2
    found = {(one.opponent, one.level): (one.tally.won, one.tally.lost) for one in profile.against}
    assert found == {("bots", 3): (1, 1), ("people", None): (1, 0), ("bots", "perfect"): (0, 1)}
    assert (await games.store.statistics.profile(games.person.id, "surakarta")).total == ResultTally()


async def test_no_level_is_beaten_with_help(games: Games) -> None:
    await games.play("won assisted", Bot(5))
    await games.play("won", Bot(2))
    await games.play("won", Bot(1))
    await games.play("lost", Bot(8))
    await games.play("won", Bot("perfect"))
    await games.play("won", Bot("custom", custom={"depth": 1}))
    profile = await games.profile()
    assert profile.beaten == {"heap": (1, 2, "perfect")}
    assert (profile.total.won, profile.total.assisted) == (5, 1)


async def test_a_persons_strength_follows_from_games_against_levels_without_help(games: Games) -> None:
    await games.play("won assisted", Bot(5))
    await games.play("lost", Bot(4))
    await games.play("won", Bot("perfect"))
    await games.play("won", Guest("Ben"))
    await games.play("won", Bot(2))
    found = await games.store.statistics.encounters(games.person.id, "heap")
    assert [(one.level, one.result) for one in found] == [(4, "lost"), (2, "won")]


async def test_a_result_that_is_withdrawn_does_not_count(games: Games) -> None:
    id = await games.play("unfinished", Bot(1))
    over = await play(games.store, id, games.now + 5000)
    assert (await games.profile()).total.unfinished == 0
    await do(games.store, id, TakeBack(ply=over.ply), games.now + 6000)
    total = (await games.profile()).total
    assert (total.won, total.lost, total.unfinished) == (0, 0, 1)


async def test_streaks_are_counted(games: Games) -> None:
    ends = []
    for how in ("won", "won", "lost", "won", "won", "won", "drawn", "won", "lost", "lost"):
        await games.play(how, Guest("Ben"))
        ends.append(games.now + 4000)
    profile = await games.profile()
    assert profile.now == Streak("lost", 2, ends[-1])
    assert profile.best == Streak("won", 3, ends[5])


async def test_the_later_of_equal_streaks_is_the_best(games: Games) -> None:
    for how in ("won", "lost", "won"):
        await games.play(how, Guest("Ben"))
    assert (await games.profile()).best == Streak("won", 1, games.now + 4000)


async def test_time_and_dates(games: Games) -> None:
    await games.play("won", Guest("Ben"))
    first = games.now
    await games.play("lost", Guest("Ben"))
    profile = await games.profile()
    assert (profile.first, profile.last) == (first, games.now)
    assert profile.total.used == 2 * 2000, "it was Anna's turn when the games ended, two seconds after the last move"


async def test_imported_games_are_not_counted(store: Store, anna: Person) -> None:
    match, events = Match.new(setup_of(sitting(anna), Guest("Ben")), NOW)
    for _ in range(4):
        events += match.do(PlayMove(ply=match.ply, index=0), ALL, NOW)
    events += match.do(Resign(seat=1), ALL, NOW)
    await store.matches.create(match, events, NOW, host=anna.id, origin="imported")
    assert (await store.library.page(anna.id)).entries[0].result == "won"
    assert (await store.statistics.profile(anna.id)).total == ResultTally()


async def test_deleted_games_are_not_counted(games: Games) -> None:
    id = await games.play("lost", Guest("Ben"))
    await games.store.library.delete(games.person.id, [id], games.now)
    assert (await games.profile()).total == ResultTally()


async def test_a_game_against_several_opponents_counts_as_mixed(games: Games) -> None:
    await games.play("lost", Guest("Ben"), Bot(2), Bot(2))
    (against,) = (await games.profile()).against
    assert (against.opponent, against.level, against.tally.lost) == ("mixed", None, 1)


# ---- Day by day, and for achievements --------------------------------------------------------------------------------


async def test_days_are_those_of_the_reader(games: Games) -> None:
    games.now = midnight = NOW // DAY_MS * DAY_MS - HOUR_MS
    await games.play("won", Guest("Ben"))
    await games.play("lost", Bot(2))
    days = await games.store.statistics.days(games.person.id)
    assert [(day.day, day.game, day.tally.won, day.tally.lost) for day in days] == [(midnight // DAY_MS, "heap", 1, 1)]
    east = await games.store.statistics.days(games.person.id, "heap", 3_600_000)
    assert [day.day for day in east] == [midnight // DAY_MS + 1]
    assert await games.store.statistics.days(games.person.id, "surakarta") == ()


async def test_history_contains_levels_help_and_feats_in_order(games: Games) -> None:
    await games.play("lost", Bot(3))
    await games.play("won assisted", Bot(2.5))
    await games.play("unfinished", Bot(1))
    gone = await games.play("won", Guest("Ben"))
    await games.store.library.delete(games.person.id, [gone], games.now)
    past = await games.store.statistics.past(games.person.id)
    assert [(one.result, one.level, one.assisted) for one in past] == [
        ("lost", 3, False),
        ("won", 2.5, True),
        ("won", None, False),
    ], "what was reached with a deleted game stays reached"
    assert [one.feats for one in past] == [(), (), ()]


async def test_a_feat_is_noted_when_the_game_ends(store: Store, anna: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    heap = game("heap")
    monkeypatch.setattr(type(heap), "flawless", Flawless(others=("flip",), own=()))
    info = await begin(store, sitting(anna), Guest("Ben"), size=4)
    await play(store, info.id, NOW)
    (one,) = await store.statistics.past(anna.id)
    assert (one.result, one.feats) == ("won", ("flawless",))


# ---- Openings --------------------------------------------------------------------------------------------------------


async def test_openings_end_with_the_players_first_turn_and_have_results(games: Games) -> None:
    for how in ("won", "won", "lost"):
        await games.play(how, Bot(1))
    await games.play("unfinished", Bot(1))
    (first,) = await games.store.openings.of(games.person.id, "heap")
    assert (first.seat, first.moves) == (0, ("left", "l1"))
    assert (first.tally.won, first.tally.lost) == (2, 1)
    assert await games.store.openings.of(games.person.id, "surakarta") == ()


async def test_the_second_seat_answers_and_other_starts_are_other_openings(store: Store, anna: Person) -> None:
    for size in (4, 4, 6):
        info = await begin(store, Bot(1), sitting(anna), size=size)
        await play(store, info.id, NOW)
    often, seldom = await store.openings.of(anna.id, "heap")
    assert often.moves == seldom.moves == ("left", "l1", "left", "l1")
    assert (often.seat, often.options["size"], seldom.options["size"]) == (1, 4, 6)
    assert (often.tally.won + often.tally.lost, seldom.tally.won + seldom.tally.lost) == (2, 1)


async def test_classic_bots_have_rows_of_their_own(games: Games) -> None:
    await games.play("won", Bot("classic-hard"))
    await games.play("lost", Bot("classic-easy"))
    await games.play("won", Bot("custom", custom={"method": "baseline", "baseline": "classic-hard"}))
    found = {one.level: (one.tally.won, one.tally.lost) for one in (await games.profile()).against}
    assert found == {"classic-hard": (2, 0), "classic-easy": (0, 1)}
    assert (await games.profile()).beaten == {}


async def test_results_on_a_shared_screen_are_kept_by_name(games: Games) -> None:
    for how, name in (("won", "Ben"), ("lost", "ben"), ("lost", "Cleo"), ("lost", "Ben"), ("aborted", "Dora")):
        await games.play(how, Guest(name))
    await games.play("lost", Bot(1))
    found = await games.store.statistics.shared_screen(games.person.id)
    assert [(one.name, one.tally.won, one.tally.lost) for one in found] == [("Ben", 2, 1), ("Cleo", 1, 0)]
    assert await games.store.statistics.shared_screen(games.person.id, "surakarta") == ()

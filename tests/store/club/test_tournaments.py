"""Tournaments are stored as events; their matches and their people belong to them."""

import msgspec
import pytest

from parlour.club.tournaments.events import TournamentGame, TournamentSetup
from parlour.club.tournaments.tournament import Tournament
from parlour.errors import Conflict, NotFound, TournamentError
from parlour.match.commands import Pause, Resign, Sender
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Seat, Setup
from parlour.store import Person, Store
from parlour.store.club.tournaments import MAX_ORGANISED
from parlour.store.people.people import FORMER_PLAYER_NAME
from tests.store.play import NOW

pytestmark = pytest.mark.anyio
SETUP = TournamentSetup("Cup", "swiss", (TournamentGame("heap"),), rounds=3)


async def loaded(store: Store, id: str) -> Tournament:
    return (await store.tournaments.load(id)).tournament()


async def begin_cup(store: Store, *people: Person) -> str:
    """Return a tournament of which the first round has been paired; the first person organises it."""
    id = (await store.tournaments.create(SETUP, NOW, organiser=people[0].id)).id
    for person in people:
        player = Account(person.id, person.name) if person.account else Guest(person.name, person.id)
        tournament = await loaded(store, id)
        await store.tournaments.append(id, tournament, tournament.enter(player, NOW))
    tournament = await loaded(store, id)
    await store.tournaments.append(id, tournament, tournament.pair_round(NOW))
    return id


async def add_match(store: Store, id: str, started: int) -> str:
    tournament = await loaded(store, id)
    game = tournament.rounds[0][0]
    players = [tournament.entrants[number].player for number in game.entrants]
    setup = Setup("heap", tuple(map(Seat, players)), kind="network", options={"seats": 2}, tournament=True)
    info = await store.tournaments.add_match(id, started, 0, Match.new(setup, NOW), NOW, public=True)
    return info.id


async def people(store: Store) -> tuple[Person, Person]:
    return await store.people.create_guest(NOW, "Anna"), await store.people.create_guest(NOW, "Ben")


def names(tournament: Tournament) -> list[str]:
    return sorted(entrant.player.name for entrant in tournament.entrants.values() if hasattr(entrant.player, "name"))


async def test_a_tournament_is_its_events(store: Store) -> None:
    anna, ben = await people(store)
    id = await begin_cup(store, anna, ben)
    stored = await store.tournaments.load(id)
    assert stored.setup == SETUP
    assert stored.info.status == "running"
    assert (stored.info.version, stored.info.entrants) == (len(stored.events), 2)
    assert len(stored.tournament().rounds) == 1
    assert [info.id for info in await store.tournaments.latest()] == [id]
    assert await store.tournaments.of_person(ben.id) == [id]
    assert await store.tournaments.of_person("nobody") == []


async def test_the_first_writer_of_a_version_wins(store: Store) -> None:
    anna, ben = await people(store)
    id = await begin_cup(store, anna, ben)
    tournament = await loaded(store, id)
    await store.tournaments.append(id, tournament, tournament.pause(NOW))
    with pytest.raises(Conflict):
        await store.tournaments.append(id, tournament, tournament.pause(NOW))
    assert (await loaded(store, id)).status == "paused"
    with pytest.raises(NotFound):
        await store.tournaments.append("none", tournament, tournament.pause(NOW))


async def test_a_game_has_one_match(store: Store) -> None:
    anna, ben = await people(store)
    id = await begin_cup(store, anna, ben)
    started = (await loaded(store, id)).started[0, 0]
    match = await add_match(store, id, started)
    before = (await store.library.page(anna.id)).total
    with pytest.raises(Conflict):
        await add_match(store, id, started)
    assert (await store.library.page(anna.id)).total == before, "the second match was not stored"
    (found,) = await store.tournaments.matches(id)
    assert (found.started, found.game, found.id) == (started, 0, match)
    assert await store.tournaments.of_match(match) == id
    version = (await store.tournaments.info(id)).version
    with pytest.raises(Conflict):
        await store.tournaments.delete(id, version - 1)
    await store.tournaments.delete(id, version)
    assert await store.tournaments.of_match(match) is None
    await store.matches.load(match)


async def test_names_follow_accounts_and_deleted_people_leave_a_neutral_name(store: Store) -> None:
    anna = await store.people.sign_up("Anna", "a long password", NOW)
    ben = await store.people.create_guest(NOW, "Ben")
    id = await begin_cup(store, anna, ben)
    await store.people.rename(anna.id, "Anne", NOW + 1)
    assert names(await loaded(store, id)) == ["Anne", "Ben"]
    before = await loaded(store, id)
    await store.people.delete(anna.id, NOW + 2)
    after = await store.tournaments.load(id)
    assert names(after.tournament()) == ["Ben", FORMER_PLAYER_NAME]
    assert after.info.organiser is None
    assert anna.id not in msgspec.json.encode(after.events).decode()
    assert before.rounds == after.tournament().rounds


async def test_a_guest_who_logs_in_keeps_the_place_and_the_tournament(store: Store) -> None:
    anna, ben = await people(store)
    id = await begin_cup(store, anna, ben)
    account = await store.people.sign_up("Annabel", "a long password", NOW)
    await store.people.adopt(account.id, anna.id, NOW + 1)
    stored = await store.tournaments.load(id)
    assert stored.info.organiser == account.id
    assert names(stored.tournament()) == ["Annabel", "Ben"]
    assert await store.tournaments.of_person(account.id) == [id]


async def test_a_guest_who_becomes_another_guest_stays_a_guest(store: Store) -> None:
    anna, ben = await people(store)
    id = await begin_cup(store, anna, ben)
    other = await store.people.create_guest(NOW, "Visitor")
    await store.people.adopt(other.id, anna.id, NOW + 1)
    players = [entrant.player for entrant in (await loaded(store, id)).entrants.values()]
    assert Guest("Anna", other.id) in players


async def test_a_guest_who_logs_in_can_play_on_where_the_account_takes_part_too(store: Store) -> None:
    anna, ben = await people(store)
    account = await store.people.sign_up("Annabel", "a long password", NOW)
    id = await begin_cup(store, anna, ben, account)
    await store.people.adopt(account.id, anna.id, NOW + 1)
    tournament = await loaded(store, id)
    assert names(tournament) == ["Annabel", "Annabel", "Ben"]
    assert anna.id not in str(tournament.entrants)


async def test_a_round_that_was_paired_with_a_guest_who_has_logged_in_is_paired_again(store: Store) -> None:
    anna, ben = await people(store)
    id = (await store.tournaments.create(SETUP, NOW, organiser=ben.id)).id
    for person in (anna, ben):
        tournament = await loaded(store, id)
        await store.tournaments.append(id, tournament, tournament.enter(Guest(person.name, person.id), NOW))
    tournament = await loaded(store, id)
    account = await store.people.sign_up("Annabel", "a long password", NOW)
    await store.people.adopt(account.id, anna.id, NOW + 1)
    with pytest.raises(Conflict):
        await store.tournaments.append(id, tournament, tournament.pair_round(NOW))
    tournament = await loaded(store, id)
    await store.tournaments.append(id, tournament, tournament.pair_round(NOW))
    assert names(await loaded(store, id)) == ["Annabel", "Ben"]


async def test_guests_in_a_tournament_are_not_deleted(store: Store) -> None:
    anna, ben = await people(store)
    await begin_cup(store, anna, ben)
    await store.people.forget_guests(NOW + 10)
    assert (await store.people.find(ben.id)).name == "Ben"


async def test_a_person_organises_a_limited_number_at_a_time(store: Store) -> None:
    anna, ben = await people(store)
    made = [await store.tournaments.create(SETUP, NOW, organiser=anna.id) for _ in range(MAX_ORGANISED)]
    with pytest.raises(TournamentError, match="up to 20"):
        await store.tournaments.create(SETUP, NOW, organiser=anna.id)
    await store.tournaments.create(SETUP, NOW, organiser=ben.id)
    tournament = await loaded(store, made[0].id)
    await store.tournaments.append(made[0].id, tournament, tournament.end(NOW))
    await store.tournaments.create(SETUP, NOW, organiser=anna.id)


async def test_only_tournaments_that_have_begun_are_checked(store: Store) -> None:
    anna, ben = await people(store)
    await store.tournaments.create(SETUP, NOW, organiser=anna.id)
    id = await begin_cup(store, anna, ben)
    before = await store.tournaments.begun()
    assert list(before) == [id]
    assert await store.tournaments.begun() == before
    tournament = await loaded(store, id)
    await store.tournaments.append(id, tournament, tournament.pause(NOW))
    after = await store.tournaments.begun()
    assert list(after) == [id]
    assert after != before


async def test_the_mark_of_a_view_changes_with_everything_that_a_page_shows(store: Store) -> None:
    anna, ben = await people(store)
    id = await begin_cup(store, anna, ben)
    marks = [await store.tournaments.view_revision(id)]
    assert await store.tournaments.view_revision(id) == marks[0]

    async def changed() -> bool:
        marks.append(await store.tournaments.view_revision(id))
        return marks[-1] not in marks[:-1]

    match = await add_match(store, id, (await loaded(store, id)).started[0, 0])
    assert await changed()
    for command in (Pause(), Resign(seat=0)):
        before = (await store.matches.load(match)).match()
        events = before.decide(command, Sender(frozenset((0,)), host=True), NOW + 1)
        await store.matches.append(match, before, before.after(events), events)
        assert await changed()
    account = await store.people.sign_up("Annabel", "a long password", NOW)
    await store.people.adopt(account.id, anna.id, NOW + 1)
    assert await changed()
    await store.people.rename(account.id, "Anne", NOW + 2)
    assert await changed()
    with pytest.raises(NotFound):
        await store.tournaments.view_revision("none")


async def test_the_export_of_a_person_lists_their_tournaments(store: Store) -> None:
    anna, ben = await people(store)
    id = await begin_cup(store, anna, ben)
    exported = msgspec.json.decode(b"".join([part async for part in store.people.export(ben.id)]))
    assert [one["id"] for one in exported["tournaments"]] == [id]

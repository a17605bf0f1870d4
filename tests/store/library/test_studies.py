"""Studies belong to a person; analyses belong to a game as it was played."""

import pytest
from sqlalchemy import insert

from parlour.engine.review import PositionReview
from parlour.errors import NotFound, TooMuch
from parlour.match.commands import TakeBack
from parlour.match.seats import Guest
from parlour.match.studies.study import Study, StudyNode, checked
from parlour.store import Store, StoredAnalysis, Studies
from parlour.store.matches.analyses import digest
from parlour.store.tables import analyses
from tests.store.play import NOW, begin, do, play, sitting

pytestmark = pytest.mark.anyio


def some_study(*texts: str) -> Study:
    """Return a study with two first moves of Surakarta as variations, the first one named."""
    nodes = [StudyNode(0, text, name="A name" if n == 0 else "", comment="é") for n, text in enumerate(texts)]
    return checked(Study("surakarta", {}, "", (StudyNode(), *nodes)))


async def test_a_study_is_saved_found_changed_and_removed(store: Store) -> None:
    anna = await store.people.create_guest(NOW)
    study = some_study("4,0-3,0", "4,1-3,1")
    kept = await store.studies.save(anna.id, "  Two   moves ", study, NOW)
    assert kept.name == "Two moves"
    assert await store.studies.get(anna.id, kept.id) == kept
    assert kept.study == study
    (title,) = await store.studies.of(anna.id)
    assert (title.id, title.name, title.moves, title.start) == (kept.id, "Two moves", 2, study.start)
    assert await store.studies.of(anna.id, "heap") == []
    changed = await store.studies.change(anna.id, kept.id, "One move", some_study("4,0-3,0"), NOW + 1)
    assert (changed.name, len(changed.study.nodes), changed.created, changed.updated) == ("One move", 2, NOW, NOW + 1)
    renamed = await store.studies.rename(anna.id, kept.id, " Another  name ", NOW + 2)
    assert (renamed.name, renamed.moves, renamed.updated) == ("Another name", 1, NOW + 2)
    assert (await store.studies.get(anna.id, kept.id)).study == changed.study
    await store.studies.delete(anna.id, kept.id)
    assert await store.studies.of(anna.id) == []


async def test_the_length_of_a_study_is_counted_in_turns(store: Store) -> None:
    anna = await store.people.create_guest(NOW)
    nodes = tuple(StudyNode(parent, text) for parent, text in enumerate(["left", "l1", "right"]))
    study = checked(Study("heap", {"seats": 2}, "", (StudyNode(), *nodes)))
    await store.studies.save(anna.id, "One turn and a half", study, NOW)
    (title,) = await store.studies.of(anna.id)
    assert title.moves == 1


async def test_studies_are_private(store: Store) -> None:
    anna, ben = await store.people.create_guest(NOW), await store.people.create_guest(NOW)
    kept = await store.studies.save(anna.id, "mine", some_study("4,0-3,0"), NOW)
    for asked in (
        store.studies.get(ben.id, kept.id),
        store.studies.change(ben.id, kept.id, "yours", kept.study, NOW),
        store.studies.rename(ben.id, kept.id, "yours", NOW),
        store.studies.delete(ben.id, kept.id),
        store.studies.save("nobody", "x", kept.study, NOW),
    ):
        with pytest.raises(NotFound):
            await asked
    assert await store.studies.get(anna.id, kept.id) == kept


async def test_all_studies_of_a_person_have_a_largest_size(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = [await store.people.create_guest(NOW) for _ in range(2)]
    kept = await store.studies.save(anna.id, "one", some_study(), NOW)
    monkeypatch.setattr(Studies, "max_characters_per_person", 1)
    for asked in (
        store.studies.save(anna.id, "two", some_study(), NOW),
        store.studies.change(anna.id, kept.id, "changed", some_study(), NOW),
        store.studies.save(ben.id, "one", some_study(), NOW),
    ):
        with pytest.raises(TooMuch, match="together"):
            await asked
    assert [title.name for title in await store.studies.of(anna.id)] == ["one"]
    assert (await store.studies.rename(anna.id, kept.id, "renamed", NOW)).name == "renamed"


async def test_the_number_of_studies_is_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Studies, "max_per_person", 1)
    anna = await store.people.create_guest(NOW)
    await store.studies.save(anna.id, "one", some_study(), NOW)
    with pytest.raises(TooMuch):
        await store.studies.save(anna.id, "two", some_study(), NOW)


async def test_chapters_are_in_order_and_stored_together_or_not_at_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = [await store.people.create_guest(NOW) for _ in range(2)]
    ids = [(await store.studies.save(anna.id, name, some_study("4,0-3,0"), NOW)).id for name in "abc"]
    await store.studies.arrange(anna.id, "Course", [ids[2], ids[0]])
    chapters = await store.studies.chapters(anna.id, "Course")
    assert [one.name for one in chapters] == ["c", "a"]
    assert chapters[0].study.nodes == some_study("4,0-3,0").nodes
    with pytest.raises(NotFound):
        await store.studies.arrange(ben.id, "Theirs", ids)
    with pytest.raises(NotFound):
        await store.studies.arrange(anna.id, "Other", [ids[1], "nobody"])
    monkeypatch.setattr(Studies, "max_per_person", 4)
    with pytest.raises(TooMuch):
        await store.studies.save_all(anna.id, [(one.name, one.study) for one in chapters], NOW)
    listed = {title.name: title.place and title.place.chapter for title in await store.studies.of(anna.id)}
    assert listed == {"a": 2, "b": None, "c": 1}


STORED_REVIEWS = (
    '[{"ply":0,"seat":0,"results":[0.25,0.75],"moves":["left"],"score":3,"choices":2},'
    '{"ply":2,"seat":1,"results":[1.0,0.0],"moves":[],"score":0,"proven":null,"turns":null,"depth":4,"choices":0}]'
)
"""Analyses as earlier versions have stored them."""


async def test_an_analysis_of_an_earlier_version_is_read(store: Store) -> None:
    anna = await store.people.create_guest(NOW, "Anna")
    info = await begin(store, sitting(anna), Guest("Ben"), host=anna)
    record = (await play(store, info.id, NOW)).record()
    row = {"match_id": info.id, "digest": digest(record), "effort": 500, "data": STORED_REVIEWS, "created": NOW}
    async with store.database.write() as connection:
        await connection.execute(insert(analyses).values(row))
    found = await store.analyses.get(info.id, record)
    assert found == StoredAnalysis(
        (
            PositionReview(0, 0, (0.25, 0.75), ("left",), score=3, choices=2),
            PositionReview(2, 1, (1.0, 0.0), depth=4),
        ),
        500,
        NOW,
    )


async def test_an_analysis_is_stored_with_its_game(store: Store) -> None:
    anna = await store.people.create_guest(NOW, "Anna")
    info = await begin(store, sitting(anna), Guest("Ben"), host=anna)
    record = (await play(store, info.id, NOW)).record()
    found = StoredAnalysis(
        (PositionReview(0, 0, (0.25, 0.75), ("left",), choices=2), PositionReview(2, 1, (1.0, 0.0))), 500, NOW
    )
    assert await store.analyses.get(info.id, record) is None
    await store.analyses.put(info.id, record, found)
    assert await store.analyses.get(info.id, record) == found
    better = StoredAnalysis(found.evaluations[1:], 2000, NOW + 1)
    await store.analyses.put(info.id, record, better)
    assert await store.analyses.get(info.id, record) == better
    await do(store, info.id, TakeBack(ply=len(record.moves), to=2), NOW)
    assert await store.analyses.get(info.id, (await store.matches.load(info.id)).match().record()) is None
    with pytest.raises(NotFound):
        await store.analyses.put("nothing", record, found)

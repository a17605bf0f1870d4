"""Validation of names."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import NameRefused
from parlour.match.names import MAX_VISIBLE, check_name, name_key


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna   Lena  ", "Anna Lena"),
        ("Zoe\u0308", "Zoë"),
        ("Ольга", "Ольга"),
        ("小明", "小明"),
        ('O\'Brien "Bob" | $', 'O\'Brien "Bob" | $'),
        ("J\u00a0B", "J B"),
        ("🦊", "🦊"),
        ("x" * 40, "x" * 40),
        ("q\u0323\u0307" * 40, "q\u0323\u0307" * 40),
    ],
)
def test_names_of_people_are_normalised(given_name: str, kept: str) -> None:
    assert check_name(given_name) == kept


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "needs at least one"),
        ("   ", "needs at least one"),
        ("\u3000", "needs at least one"),
        ("x" * 41, "at most 40 characters; this one has 41"),
        ("x" * 9999, "at most 40"),
        ("An\nna", "U+000A"),
        ("An\tna", "U+0009"),
        ("An\x00na", "U+0000"),
        ("\u202eannA", "U+202E"),
        ("An\u200bna", "U+200B"),
        ("An\u200dna", "U+200D"),
        ("\ufeffAnna", "U+FEFF"),
        ("\u3164", "U+3164"),
        ("An\ufe0fna", "U+FE0F"),
        ("\ud800", "U+D800"),
        ("\u0301Anna", "begin with an accent"),
        ("a" + "\u0315" * 9, "more than 3 accents"),
        ("Admin", "reserved"),
        ("ＡＤＭＩＮ", "reserved"),
        ("bot 7", "reserved"),
        ("Level 3", "reserved"),
        ("Stufe 3", "reserved"),
        ("Classic", "reserved"),
        ("classic EASY", "reserved"),
        ("Classic hard, corrected", "reserved"),
        ("Klassisch mittel", "reserved"),
        ("Klassisch, wie beschrieben", "reserved"),
        ("Benutzerdefiniert", "reserved"),
        ("Computer", "reserved"),
        ("Parlour", "reserved"),
        ("guest-12", "reserved"),
    ],
)
def test_invalid_names_are_refused_with_a_sentence(name: str, why: str) -> None:
    with pytest.raises(NameRefused) as refusal:
        check_name(name)
    assert why in str(refusal.value)


@pytest.mark.parametrize("other", ["anna", "ANNA", " Anna ", "Ａｎｎａ"])
def test_names_are_distinct_without_case(other: str) -> None:
    with pytest.raises(NameRefused, match="is taken"):
        check_name(other, ["Ben", "Anna"])


@given(st.text(max_size=50))
def test_normalising_a_name_is_idempotent_and_gives_one_line(name: str) -> None:
    try:
        kept = check_name(name)
    except NameRefused:
        return
    assert check_name(kept) == kept
    assert name_key(kept) == name_key(name_key(kept))
    assert len(kept.splitlines()) == 1
    assert kept == kept.strip() == unicodedata.normalize("NFC", kept)
    assert 1 <= sum(not unicodedata.category(sign).startswith("M") for sign in kept) <= MAX_VISIBLE

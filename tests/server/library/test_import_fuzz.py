"""Malformed files: at least fifty per game are refused with a specific error, and nothing is stored."""

import json
from pathlib import Path

import pytest

from parlour.games import keys
from parlour.match.records.json_format import write_json
from parlour.match.records.text_format import read_record, write_record
from tests.server.browser import Browser

RECORDS = Path(__file__).parents[2] / "games"
LEAST = 50


def malformed(key: str) -> list[str]:
    """Return a valid record damaged in many ways, in both of its forms."""
    record = read_record(sorted((RECORDS / key / "records").glob("*.txt"))[0].read_text(encoding="utf-8"))
    text, data = write_record(record), json.loads(write_json(record))
    head, _, body = text.partition("\n\n")
    words = [word for word in body.split() if not word.endswith(".") and "{" not in word and "}" not in word][:20]
    spoiled = [f"{head}\n\n{body.replace(word, word + '~', 1)}" for word in words]
    spoiled += [f"{head}\n\n{word} {body}" for word in ("(", ")", "}", "{x}", "??", "a9-z0", "0-0-0-0-0-0-0")]
    spoiled += [f"{line}\n{text}" for line in ("[Game]", '[Game "none"]', '[Game "x', '[1Tag "x"]', "[Tag x]", "noise")]
    spoiled += [f'{head}\n[{tag} "{value}"]\n\n{body}' for tag, value in (("Options", "no=1"), ("Start", "nowhere"))]
    spoiled += [f'{head}\n[Extra "{{"]\n\n{body}', f"{text}{{never closed", f"{text} 1-0 1-0", text + text.split()[-1]]
    for name, value in (
        ("version", 99),
        ("version", "one"),
        ("game", "none"),
        ("game", 7),
        ("options", {"none": 1}),
        ("options", []),
        ("start", "nowhere"),
        ("moves", 3),
        ("moves", ["nonsense"]),
        ("moves", [{"text": data["moves"][0]["text"], "seconds": -1}]),
        ("moves", [{"move": "x"}]),
        ("outcome", {"results": [3, 4], "reason": "resign"}),
        ("outcome", {"results": [1], "reason": "none"}),
        ("tags", {"a b": "c"}),
        ("tags", {"Seat1": "a\nb"}),
        ("format", "other"),
    ):
        spoiled.append(json.dumps({**data, name: value}))
    whole = json.dumps(data)
    spoiled += [whole[:cut] for cut in (1, 20, len(whole) // 2, len(whole) - 1)]
    return [*spoiled, "", "   ", "\x00", "{}", "[1, 2]", "<html></html>"]


@pytest.mark.parametrize("key", keys())
def test_fifty_malformed_files_are_refused_and_nothing_is_stored(key: str, browser: Browser) -> None:
    files = malformed(key)
    assert len(files) >= LEAST
    for file in files:
        answer = browser.post("/api/library/import", {"text": file})
        assert answer.status_code == 400, file[:300]
        assert len(answer.json()["text"]) > 10, file[:300]
    assert browser.get_json("/api/library", unplayed=True)["total"] == 0

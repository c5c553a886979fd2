"""Long input in messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from bluechip_bot.quoting import LONGEST, brief, quoted
from support.commands import invoke
from support.tables import rows


def deep() -> list[object]:
    """A list that Python does not write."""
    found: list[object] = []
    for _ in range(100_000):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("short", "'short'"),
        (["x"] * 5000, "['x', 'x'"),
        (10**5000, "a value of type int"),
        (deep(), "a value of type list"),
    ],
    ids=("text", "list", "integer", "deep"),
)
def test_values(value: object, message: str) -> None:
    """As Python writes them, unless that is long or cannot be done."""
    assert quoted(value).startswith(message)
    assert len(quoted(value)) <= LONGEST


@pytest.mark.parametrize(("message", "word"), rows("unit", "the_middle_is_left_out"))
def test_the_middle_is_left_out(message: str, word: str) -> None:
    """Place and reason stay, whatever stands between them."""
    found = brief(f"a.pbn, line 3: {message}: a call expected".format(word * 5000))
    assert found.startswith("a.pbn, line 3: ")
    assert found.endswith(": a call expected")
    assert " ... " in found
    assert len(found) < LONGEST + 50


def test_messages_that_repeat_nothing_stay() -> None:
    """However long they are."""
    text = "the manager's table " * 50 + "isn't the seats' one, '" + "x" * 190 + "'\n" * 3
    assert brief(text) == text


@pytest.mark.parametrize(
    "words",
    [
        ("bid", "--hand", "x" * 5000),
        ("bid", "--hand", "AKQ95.AT3.KJ2.97", "--auction", "y " * 3 + "z" * 5000),
        ("explain", "--auction", "9" * 5000),
        ("match", "--boards", "9" * 5000),
        ("match", "--boards", "1", "--condition", "N: " + "q" * 5000),
        ("match", "--name-a", "n" * 5000, "--boards", "1"),
        ("dd", "f" * 5000),
        ("report", "d" * 5000),
        ("lab", "declarer", "--contract", "c" * 5000),
        ("o" * 5000,),
    ],
    ids=lambda words: words[0][:9],
)
def test_commands(words: tuple[str, ...]) -> None:
    """No command repeats five thousand characters."""
    done = invoke(*words)
    assert done.exit_code == 2
    assert max(map(len, done.stderr.splitlines())) < 1200


def test_what_is_wrong_in_a_file(tmp_path: Path) -> None:
    """Nor does what is printed of each error in a file, or each line of a batch."""
    pbn, batch = tmp_path / "a.pbn", tmp_path / "a.jsonl"
    pbn.write_text(f'[Event "{"x" * 5000}"]\n[Dealer "N"]\n[Auction "N"]\n1C {"y" * 5000}\n')
    batch.write_text(f'{{"hand": "{"z" * 5000}", "dealer": "N", "vul": "None", "auction": []}}\n')
    for words in (("convert", "--check", pbn), ("bid", "--batch", batch)):
        lines = invoke(*words).output.splitlines()
        assert lines
        assert max(map(len, lines)) < 600

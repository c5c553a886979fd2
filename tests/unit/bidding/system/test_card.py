"""The convention card: what the rules of a system say of common calls, on two pages."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

import pytest

from bluechip_bot.bidding.system.card import (
    LABEL,
    LINES,
    WIDTH,
    CardItem,
    ConventionCard,
    convention_card,
)
from bluechip_bot.bidding.system.system import load
from support import call_tables
from support.collection import SAMPLE

RULES = (SAMPLE / "rules" / "card.bid").read_text(encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a system of its own conventions."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "own.bid").write_text(RULES)
    (tmp_path / "own.toml").write_text(
        'name = "Own"\ninclude = ["own"]\n[options]\nlandy = false\nstrength = [12, 14]\n'
        '[signals]\ncount = "upside_down"\n'
    )
    return tmp_path


def own(folder: Path) -> ConventionCard:
    """The card of the system in the folder."""
    return convention_card(load(folder / "own.toml", check=False))


def rows(card: ConventionCard) -> dict[str, tuple[CardItem, ...]]:
    """The items of each row by its label."""
    return {row.label: row.items for page in card.pages for each in page for row in each.rows}


def test_what_the_rules_say(folder: Path) -> None:
    """Calls that are alike stand together, with M for both majors; alerts have a star."""
    found = rows(own(folder))
    assert found["first call"][:4] == (
        CardItem(("1!C", "1!D"), "4+ cards, 11+"),
        CardItem(("1!H", "1!S"), "5+ cards, 11+"),
        CardItem(("1NT",), "12–14, bal"),
        CardItem(("2!D*",), "multi: 5–10, 6+ !S or 6+ !H"),
    )
    # What no rule opens, the natural floor does.
    assert CardItem(("2!H", "2!S"), "weak two: 6–7 cards, 5–10") in found["first call"]
    assert found["1NT"] == (
        CardItem(("2!C",), "6+ !C, ≤7, to play"),
        CardItem(("2!D*",), "transfer to !H"),
        CardItem(("3!C", "3!D"), "6+ cards, 11+, GF"),
        CardItem(("3NT",), "11+, to play"),
    )
    splinters = CardItem(("3!S*", "4!C*", "4!D*", "4!H*"), "splinter: 4+ !M, 10+, short, GF")
    assert found["1!M"] == (
        CardItem(("1NT (!H)",), "6–9"),
        CardItem(("1NT (!S)",), "6–10"),
        CardItem(("2!M",), "3+ !M, 6–9 pts"),
        splinters,
    )
    assert found["negative doubles"] == (CardItem((), "through 3!S"),)


def test_what_is_left_out(folder: Path) -> None:
    """What is switched off, and answers to calls that ask nothing, though there are rules."""
    card = own(folder)
    found = rows(card)
    assert "(1NT)" not in found
    assert "1NT 2!C" not in found
    assert found["not played"] == (CardItem((), "landy"),)
    assert found["agreed"] == (CardItem(("strength:",), "12–14"),)
    assert found["signals"][1] == CardItem(("count:",), "low-high is even")
    (folder / "own.toml").write_text('name = "Own"\ninclude = ["own"]\n[options]\nlandy = true\n')
    assert rows(own(folder))["(1NT)"] == (CardItem(("2!C*",), "Landy: 4+ !S, 4+ !H"),)


@pytest.mark.parametrize(
    "name",
    [
        "two_over_one",
        *(pytest.param(name, marks=pytest.mark.slow) for name in ("sayc", "acol", "learned_close")),
    ],
)
def test_two_pages(name: str) -> None:
    """The cards of our systems fill two pages and no more, with their main agreements."""
    card = convention_card(call_tables.system(name))
    assert len(card.pages) == 2
    for page in card.pages:
        texts = [row.text.replace("!", "") for section in page for row in section.rows]
        lines = len(page) + sum(len(wrap(text, WIDTH - LABEL)) for text in texts)
        assert LINES * 3 // 4 < lines < LINES
    found = rows(card)
    assert found["1NT 2!C"][0] == CardItem(("2!D*",), "no 4-card major")
    assert {"1!M", "1!m", "2!C", "(1!M)", "(1NT)", "1!S 3!S 4NT", "suit contracts"} <= found.keys()

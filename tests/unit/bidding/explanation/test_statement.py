"""What goes out with a call: one line, as a player would say it, that is read back as true."""

from __future__ import annotations

import pytest

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.explanation.spans import CommonFacts, choice
from bluechip_bot.bidding.explanation.statement import LONGEST
from bluechip_bot.bidding.language.wording import understand_text
from bluechip_bot.lab.bidding.meanings import bid_groups, checked_calls
from bluechip_bot.model import Call
from support import call_tables
from support.bidding import position
from support.collection import SAMPLE
from support.tables import rows

RULES = (SAMPLE / "rules" / "statements.bid").read_text(encoding="utf-8")


@pytest.mark.parametrize(("auction", "call", "told"), rows("bidding", "statements"))
def test_statements(auction: str, call: str, told: str) -> None:
    """The title of a call, what holds for all its hands, and what partner is to do."""
    assert position(RULES, auction).statement(Call.parse(call)) == told


def test_a_name_that_says_too_much_is_left_out() -> None:
    """A name of a rule that would be read as strength or length gives way to a plain title."""
    rules = '@after\n2H! need 4+ S, 4+ H  "transfer to spades, weak"'
    told = position(rules, "").statement(Call.parse("2H"))
    assert "weak" not in told
    assert told.endswith("4+ hearts, 4+ spades")


@pytest.mark.parametrize("auction", ["", "1NT P", "1H 1S", "1D X", "1NT 2C", "1S 2S", "2C P 2D P"])
def test_every_call_has_a_statement(auction: str) -> None:
    """Whatever rules define is told in a line without empty clauses."""
    now = position(call_tables.book(), auction)
    for call in now.defined:
        told = now.statement(call)
        assert all(part.strip() for part in told.replace(": ", ", ").split(",")), f"{call}: {told}"
        assert len(told) <= LONGEST


@pytest.mark.parametrize(
    "bidder", [call_tables.bidder(), Bidder((NATURAL, NATURAL))], ids=["SAYC", "natural floor"]
)
def test_own_statements_hold_the_hand(bidder: Bidder) -> None:
    """A short statement, read back, holds the hand; few hands lie outside their calls' rules."""
    calls = checked_calls(bidder, bid_groups(bidder, deals=20, seed=4, common=0), 10_000)
    made = sum(one.count for one in calls)
    assert made > 125
    assert [str(one) for one in calls if one.wrong] == []
    assert all(0 < len(one.text) <= LONGEST for one in calls)
    rules, lines = (sum(one.count * one.bits[index] for one in calls) for index in (0, 1))
    assert lines > 0.85 * rules
    assert sum(one.outside for one in calls) < 0.01 * made


@pytest.mark.parametrize(("conditions", "name", "span"), rows("bidding", "limits_of_all_hands"))
def test_limits_of_all_hands(conditions: list[str], name: str, span: tuple[int, int]) -> None:
    """The limits of a number hold for every condition, and no wider ones are needed."""
    shown = CommonFacts(tuple(map(understand_text, conditions)))
    assert shown.span(name) == tuple(span)


def test_counts_and_shape() -> None:
    """How many aces there may be, and a shape that all hands have."""
    shown = CommonFacts(tuple(map(understand_text, ["1 aces; balanced", "4 aces; semibalanced"])))
    assert shown.counts("aces", 4) == [1, 4]
    assert shown.shape == "semibal"
    assert CommonFacts((understand_text("balanced"), understand_text("5+ !S"))).shape == ""


def test_choices() -> None:
    """Of two limits every hand meets one; limits that hold for all are no choice."""
    shown = CommonFacts(tuple(map(understand_text, ["8+ HCP; 2+ !S", "0-1 !C; 4+ !D; 2+ !S"])))
    found = choice(shown.boxes, lambda _term: True)
    assert {(term.name, term.suit, term.span) for term in found} == {
        ("hcp", None, (8, 37)),
        ("len", 3, (0, 1)),
    }
    assert choice(shown.boxes[:1], lambda _term: True) == ()

"""What goes out with a call: one line, as a player would say it, that is read back as true."""

from __future__ import annotations

import pytest

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.explanation.spans import CommonFacts, choice
from bluechip_bot.bidding.explanation.statement import LONGEST
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.language.wording import understand_text
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.lab.bidding.meanings import bid_groups, checked_calls
from bluechip_bot.model import Auction, Call, Seat, Vulnerability
from support import call_tables
from support.tables import rows

RULES = """
@after
1NT  need 15-17 hcp, bal                              prio 90
2C!  need 22+ hcp                                     prio 95  game
2S   need 6 S, 5-10 hcp                               prio 80  "weak two"
1H   need 5+ H, 11-15 hcp | 6+ H, 16-20 hcp
1S   need 5+ S, 12+ pts
@after 1NT (P)
2C!  need 8+ hcp, (4+ S | 4+ H)                       ask stayman  f1  "Stayman"
2D!  need 5+ H                                        transfer H  f1  "transfer to hearts"
2NT  need 8-9 hcp                                     "invites"
3NT  need 10-15 hcp                                   signoff
3C   need 6+ C, 5-7 hcp
P    need <=7 hcp                                     signoff
@after 1NT (P) 2C (P)
2D!  need <=3 S, <=3 H                                reply  "no major of four"
2H   need 4+ H                                        reply
@after 1NT (P) 2C (P) 2D (P)
3S   need 5+ S, 10+ hcp                               game
@after
2NT  need 20-21 hcp, bal                              prio 90
@after 2NT (P)
3C!  need 8+ hcp | 4+ D, <=1 C                        ask stayman  f1  "Stayman"
@after 1H (P)
3H   need 4+ H, 10-12 sup(H)                          limit
2C   need 4+ C, 12+ hcp                               game
2NT! need 4+ H                                ask keycards  f1  agree H  "asks for key cards"
@after 1H (P) 2NT (P)
3C!  need 1 keycards(H) | 4 keycards(H)               reply  "one or four"
3D!  need 2 keycards(H), 0 queen(H)                   reply  "two without the queen"
3S!  need 2 keycards(H), 1 queen(H)                   reply  "two key cards with the queen"
3S!  need 5 keycards(H)              reply  shows 2+ keycards(H)  "two key cards with the queen"
@after 1H (P) 2C (P)
2H   need 4+ H, <=14 hcp                              limit
@after 1H (P)
1S   need 5+ S, 6+ pts | 4 S, 8+ pts                  f1
2H   need 3+ H, 6-9 sup(H)                            limit
4C!  need <=1 C, 4+ H, 12+ sup(H)                     game  "splinter"
P    need <=5 hcp
@after 1H (P) 1S (P)
2S   need 4+ S, <=15 hcp                              limit
3S   need 4+ S, 16-18 hcp                             limit
@after (1H)
X    need 12+ hcp, <=2 H | 17+ hcp                    as takeout  f1
2H!  need 5+ S, 5+ C, 6+ hcp | 5+ S, 5+ D, 6+ hcp     as michaels  f1  "Michaels"
2NT! need 5+ C, 5+ D                                  as minors  "strong and shapely"
@after 1H (P) 2H (P)
2S   need 4+ S, 17+ pts                               f1
@after 1H (1S)
X    need 8+ hcp                                      as negative  f1  "both minors"
@after 1D (1S)
X    need 4+ H, 8+ hcp                                as negative  f1
@after 1D (1S) X (P)
2H   need 4+ H, <=15 hcp                              limit
@after ... 4NT (P)
5D!  need 1 aces | 5+ D, 4 aces                       reply
"""


def position(calls: str, book: Rulebook) -> BiddingPosition:
    """Return an auction that North began, both sides playing a system."""
    auction = Auction(Seat.NORTH, tuple(map(Call.parse, calls.split())))
    return Bidder((book, book)).position(auction, Vulnerability.NONE)


@pytest.mark.parametrize(("auction", "call", "told"), rows("bidding", "statements"))
def test_statements(auction: str, call: str, told: str) -> None:
    """The title of a call, what holds for all its hands, and what partner is to do."""
    book = Rulebook(parse(RULES, "test.bid"))
    assert position(auction, book).statement(Call.parse(call)) == told


def test_a_name_that_says_too_much_is_left_out() -> None:
    """A name of a rule that would be read as strength or length gives way to a plain title."""
    book = Rulebook(parse('@after\n2H! need 4+ S, 4+ H  "transfer to spades, weak"', "test.bid"))
    told = position("", book).statement(Call.parse("2H"))
    assert "weak" not in told
    assert told.endswith("4+ hearts, 4+ spades")


@pytest.mark.parametrize("auction", ["", "1NT P", "1H 1S", "1D X", "1NT 2C", "1S 2S", "2C P 2D P"])
def test_every_call_has_a_statement(auction: str) -> None:
    """Whatever rules define is told in a line without empty clauses."""
    now = position(auction, call_tables.book())
    for call in now.defined:
        told = now.statement(call)
        assert all(part.strip() for part in told.replace(": ", ", ").split(",")), f"{call}: {told}"
        assert len(told) <= LONGEST


@pytest.mark.parametrize(
    "bidder", [call_tables.bidder(), Bidder((NATURAL, NATURAL))], ids=["SAYC", "natural floor"]
)
def test_own_statements_hold_the_hand(bidder: Bidder) -> None:
    """A statement is short and tells what is known, and read back it holds the hand.

    Few hands lie outside what the rules of their calls show: mostly last resorts.
    """
    calls = checked_calls(bidder, bid_groups(bidder, deals=150, seed=4, common=0), 10_000)
    made = sum(one.count for one in calls)
    assert made > 1000
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

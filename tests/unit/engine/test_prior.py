"""Facts and statements as a sampler."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.constraints import HandConstraint, HardFacts, Reliability, Statement
from bluechip_bot.constraints.batch import hcp, lengths
from bluechip_bot.engine.prior import FactError, LayoutPrior, make_prior
from bluechip_bot.formats.problem import PlayProblem, parse_problem
from bluechip_bot.model import Card, Hand, Seat
from solver import SolverError

HOLD_UP = """{"contract": "3NT", "declarer": "S",
  "deal": {"declarer_hand": "A72.AK4.A63.J843", "dummy_hand": "865.Q52.K74.KQT9"},
  "cards_played": ["SK", "S5", "S4"]}"""


@pytest.fixture
def problem() -> PlayProblem:
    """A declarer who has seen the opening lead."""
    return parse_problem(HOLD_UP)


@pytest.fixture
def facts(problem: PlayProblem) -> HardFacts:
    """What he sees."""
    return HardFacts.of(problem.board, problem.observer)


def said(seat: Seat, text: str, reliability: Reliability = Reliability.OPPONENT_CALL) -> Statement:
    """A statement whose source is its text."""
    return Statement(seat, HandConstraint.parse(text), text, reliability)


def hands(prior: LayoutPrior, seat: Seat, n: int = 300) -> np.ndarray:
    """Drawn hands of a seat as dealt."""
    drawn = prior.sampler.draw(n, 1).worlds[:, seat]
    return drawn | np.uint64(prior.facts.played[seat])


def test_statements_hold_in_every_layout(facts: HardFacts) -> None:
    """Points, lengths and cards stated of both hidden hands hold together, as dealt."""
    prior = make_prior(
        facts,
        [
            said(Seat.WEST, "5-9 HCP, 5+ S; has SQ SJ"),
            said(Seat.EAST, "3+ H; lacks DQ"),
        ],
    )
    west, east = hands(prior, Seat.WEST), hands(prior, Seat.EAST)
    assert prior.relaxed == ()
    assert np.all((hcp(west) >= 5) & (hcp(west) <= 9))
    assert np.all(lengths(west)[:, 0] >= 5)
    assert all(Card.parse("SQ") in Hand(mask) for mask in west.tolist())
    assert np.all(lengths(east)[:, 1] >= 3)
    assert not any(Card.parse("DQ") in Hand(mask) for mask in east.tolist())
    assert len(np.unique(west)) > 200


def test_the_least_reliable_gives_way(facts: HardFacts) -> None:
    """Of statements that contradict each other, those of lower rank are left out, and told."""
    statements = [
        said(Seat.WEST, "0-3 HCP", Reliability.STRANGER_CALL),
        said(Seat.WEST, "8+ HCP", Reliability.PARTNER_CALL),
        said(Seat.WEST, "5+ H", Reliability.SIGNAL),
        said(Seat.WEST, "4+ S", Reliability.OPPONENT_CALL),
        said(Seat.WEST, "0-4 H", Reliability.DECLARED),
    ]
    prior = make_prior(facts, statements)
    west = hands(prior, Seat.WEST)
    assert set(prior.relaxed) == {"0-3 HCP", "5+ H"}
    assert np.all(hcp(west) >= 8)
    assert np.all(lengths(west)[:, 0] >= 4)
    assert np.all(lengths(west)[:, 1] <= 4)


def test_contradictions_between_hands(facts: HardFacts) -> None:
    """What two hands cannot hold together counts as a contradiction too."""
    prior = make_prior(
        facts,
        [said(Seat.WEST, "12+ HCP", Reliability.PARTNER_CALL), said(Seat.EAST, "10+ HCP")],
    )
    assert prior.relaxed == ("10+ HCP",)


def test_statements_about_visible_hands_say_nothing(facts: HardFacts) -> None:
    """Dummy's and declarer's calls are not looked at by declarer."""
    prior = make_prior(facts, [said(Seat.NORTH, "20+ HCP"), said(Seat.SOUTH, "0 HCP")])
    assert prior.relaxed == ()


@pytest.mark.parametrize(
    ("seat", "text", "named"),
    [
        (Seat.WEST, "has CK", "West cannot hold CK"),
        (Seat.EAST, "has S4 SK", "East cannot hold SK"),
        (Seat.EAST, "has S8", "East cannot hold S8"),
    ],
)
def test_a_card_in_two_hands(facts: HardFacts, seat: Seat, text: str, named: str) -> None:
    """A card declared to be where it is not is an error that names it."""
    with pytest.raises(FactError, match=named):
        make_prior(facts, [said(seat, text, Reliability.DECLARED)])


@pytest.mark.parametrize("order", [1, -1])
def test_a_card_declared_for_two_hands(facts: HardFacts, order: int) -> None:
    """A hidden card declared to be in both hands is an error, whatever else is said of them."""
    both = [
        said(Seat.WEST, "0-3 HCP; has H9", Reliability.DECLARED),
        said(Seat.EAST, "has H9", Reliability.DECLARED),
        said(Seat.WEST, "20+ HCP", Reliability.DECLARED),
    ]
    with pytest.raises(FactError, match=r"H9, declared to be with"):
        make_prior(facts, both[::order])


def test_cards_without_room(facts: HardFacts) -> None:
    """So is a card of a suit that was shown out of, or one more than the hand has room for."""
    out = evolve(facts, void=(0, 1 << Card.parse("HJ").suit, 0, 0))
    with pytest.raises(FactError, match="HJ: he has shown out"):
        make_prior(out, [said(Seat.EAST, "has HJ", Reliability.DECLARED)])
    west = " ".join(map(str, list(Hand(facts.hidden))[:12]))
    with pytest.raises(FactError, match="he has room for 12"):
        make_prior(
            facts,
            [
                said(Seat.WEST, f"has {west}", Reliability.DECLARED),
                said(Seat.WEST, f"has {list(Hand(facts.hidden))[12]}", Reliability.DECLARED),
            ],
        )


def test_a_read_card_that_cannot_be_is_left_out(facts: HardFacts) -> None:
    """The same from a reading is a contradiction, not an error."""
    assert make_prior(facts, [said(Seat.WEST, "has CK")]).relaxed == ("has CK",)


def test_impossible_facts(facts: HardFacts) -> None:
    """Facts that contradict each other are told apart from statements."""
    wrong = HardFacts(
        facts.held, facts.played, facts.hidden | facts.held[0] & -facts.held[0], facts.vacant,
        facts.void,
    )  # fmt: skip
    with pytest.raises(SolverError, match="North"):
        make_prior(wrong, [])


def test_predicates_weigh(facts: HardFacts) -> None:
    """A layout that breaks a predicate counts next to nothing."""
    prior = make_prior(facts, [said(Seat.WEST, "is balanced"), said(Seat.EAST, "is 2+ aces")])
    sample = prior.sampler.draw(500, 3)
    dealt = sample.worlds | np.array(prior.facts.played, dtype=np.uint64)
    logs = prior.log_predicates(dealt)
    balanced = [max(Hand(mask).lengths) <= 5 and min(Hand(mask).lengths) >= 2
                for mask in dealt[:, Seat.WEST].tolist()]  # fmt: skip
    assert np.all(logs[~np.array(balanced)] < -10)
    assert np.any(logs < 0)
    assert np.all(logs[logs > -10] == 0)

"""The bidder who thinks."""

from __future__ import annotations

import pytest
from attrs import evolve

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.config import load_config
from bluechip_bot.engine import SearchLimits
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.model import PASS, Board, BoardError, Hand, Seat, Vulnerability, four
from bluechip_bot.simulation.estimate import load_networks
from bluechip_bot.simulation.settings import CallMargins, SimulationSettings
from bluechip_bot.simulation.thinker import CallDeliberation, CallQuestion, CallThinker
from support.boards import after
from support.settings import INFERENCE

PATIENT = SearchLimits(budget=60.0, worlds=24)
OPTIONS = load_config(SimulationSettings)
NETWORKS = load_networks()


def asked(
    sayc: Partnership,
    calls: str,
    cards: str,
    *,
    vulnerable: str = "None",
    dealer: Seat = Seat.NORTH,
) -> CallQuestion:
    """The question of a hand after some calls."""
    board = after(Board.begin(1, dealer, Vulnerability.parse(vulnerable)), calls)
    hands = four(Hand.parse(cards) if seat is board.auction.turn else None for seat in Seat)
    return CallQuestion(evolve(board, hands=hands), sayc, seed=11)


def think(
    question: CallQuestion, options: SimulationSettings = OPTIONS, limits: SearchLimits = PATIENT
) -> CallDeliberation:
    """What a new thinker finds."""
    return CallThinker(options, INFERENCE, NETWORKS, memory_mb=8).choose(question, limits)


def call_of(found: CallDeliberation) -> str:
    """The call."""
    return str(found.choice.call)


@pytest.mark.parametrize(
    ("calls", "cards", "right"),
    [
        ("1NT P", "KQ4.A73.KJ62.QJ5", {"4NT"}),
        ("1H X P", "Q84.KQJT95.3.J62", {"P"}),
        ("1NT", "KJ4.Q73.A962.Q85", {"P"}),
        ("1H P 2H 4S", "K5.AQJ63.KQ4.973", {"P", "X"}),  # the five level is the opponents'
    ],
)
def test_clear_positions(sayc: Partnership, calls: str, cards: str, right: set[str]) -> None:
    """Thought finds the call, or leaves it as the book has it."""
    assert call_of(think(asked(sayc, calls, cards))) in right


def test_a_departure_is_told(sayc: Partnership) -> None:
    """Partner preempts: game is better than the book's pass, and the record says by how much."""
    question = asked(sayc, "1H 3S P", "92.983.AK54.A742", vulnerable="NS", dealer=Seat.EAST)
    found = think(question)
    assert found.record is not None
    book, *_ = found.record.candidates
    assert book.call == PASS
    assert call_of(found) == "4S"
    assert found.choice.reason == "better by simulation"
    game = next(one for one in found.record.candidates if str(one.call) == "4S")
    assert game.motive == "end"
    assert game.advantage > 0


def test_an_answer_needs_no_thought(sayc: Partnership) -> None:
    """Partner has asked for aces; so it is with the first opening."""
    answer = think(asked(sayc, "1S P 3S P 4NT P", "A832.K74.Q63.J52"))
    assert (call_of(answer), answer.record) == ("5D", None)
    assert think(asked(sayc, "", "AQ652.KQ4.Q73.K2")).record is None
    # A policy may have met a question too seldom.
    learned = partnership("learned", "learned")
    answer = think(asked(learned, "1S P 3S P 4NT P", "A832.K74.Q63.J52"))
    assert answer.record is not None
    assert len(answer.record.candidates) > 1


def test_the_record_says_why(sayc: Partnership) -> None:
    """Candidates with their gains and an auction each."""
    found = think(asked(sayc, "1NT P", "Q84.K95.QJ74.J63"))
    assert found.record is not None
    assert found.record.layouts == 24
    book, *rivals = found.record.candidates
    assert (book.motive, book.imps) == ("book", 0.0)
    assert rivals
    for one in found.record.candidates:
        assert one.auction.split()[:3] == ["1NT", "P", str(one.call)]
        assert one.auction.endswith("P P P")


def test_equal_questions_have_equal_answers(sayc: Partnership) -> None:
    """Whatever the thinker was asked before, and in whichever seat, for layouts and a seed."""
    thinker = CallThinker(OPTIONS, INFERENCE, NETWORKS, memory_mb=8)
    question = asked(sayc, "1S 2H P P", "AQ652.4.KJ7.A984")
    first = thinker.choose(question, PATIENT)
    turned = asked(sayc, "1S 2H P P", "AQ652.4.KJ7.A984", dealer=Seat.EAST)
    assert call_of(thinker.choose(turned, PATIENT)) == call_of(first)
    again = thinker.choose(question, PATIENT)
    assert first.record is not None
    assert again.record is not None
    assert first.choice == again.choice
    assert evolve(first.record, seconds=0.0) == evolve(again.record, seconds=0.0)


def test_a_margin_that_nothing_reaches(sayc: Partnership) -> None:
    """The book's call stands."""
    proud = CallMargins(nearby=99, end=99, double=99, slam=99)
    for calls, cards in (("1NT P", "Q84.K95.QJ74.J63"), ("1S 2H P P", "AQ652.4.KJ7.A984")):
        question = asked(sayc, calls, cards)
        found = think(question, SimulationSettings(margins=proud))
        assert found.record is not None
        assert found.choice.call == found.record.candidates[0].call


def test_the_book_bids_when_time_runs_out(sayc: Partnership) -> None:
    """There is none at all, or the clock jumps before all auctions are bid to their ends."""
    question = asked(sayc, "1S 2H P P", "AQ652.4.KJ7.A984")
    book = question.position.choose(question.hand)
    assert think(question, limits=SearchLimits(budget=0.0)).choice == book
    times = iter(range(0, 100_000, 30))
    thinker = CallThinker(
        OPTIONS, INFERENCE, NETWORKS, memory_mb=8, clock=lambda: float(next(times))
    )
    found = thinker.choose(question, PATIENT)
    assert found.record is None
    assert found.choice == book


def test_less_time_is_for_fewer_layouts(sayc: Partnership) -> None:
    """Their number is limited by the settings; there are always enough to leave the book."""
    question = asked(sayc, "1NT P", "Q84.K95.QJ74.J63")
    still = CallThinker(OPTIONS, INFERENCE, NETWORKS, memory_mb=8, clock=lambda: 0.0)
    limits = (
        SearchLimits(budget=0.3),
        SearchLimits(budget=20.0),
        SearchLimits(budget=60.0, worlds=50_000),
    )
    records = [still.choose(question, one).record for one in limits]
    short, long, many = (0 if one is None else one.layouts for one in records)
    assert OPTIONS.solved <= short < long == many == OPTIONS.layouts


def test_the_hand_must_be_known(sayc: Partnership) -> None:
    """Else there is nothing to choose by."""
    board = after(Board.begin(1), "1NT P")
    with pytest.raises(BoardError, match="hand of South is unknown"):
        think(CallQuestion(board, sayc))

"""The bidder who thinks, and the rivals of the book's call."""

from __future__ import annotations

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.config import load_config
from bluechip_bot.engine import SearchLimits
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.model import PASS, Board, BoardError, Hand, Seat, Vulnerability, four
from bluechip_bot.simulation.estimate import load_networks
from bluechip_bot.simulation.settings import CallMargins, SimulationSettings
from bluechip_bot.simulation.thinker import CallDeliberation, CallQuestion, CallThinker, RivalCall
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
    """Partner preempts: game is better than the book's pass, and the record says why."""
    question = asked(sayc, "1H 3S P", "92.983.AK54.A742", vulnerable="NS", dealer=Seat.EAST)
    found = think(question)
    assert found.record is not None
    assert found.record.layouts == 24
    book, *_ = found.record.candidates
    assert (book.call, book.motive, book.imps) == (PASS, "book", 0.0)
    assert call_of(found) == "4S"
    assert found.choice.reason == "better by simulation"
    for one in found.record.candidates:
        assert one.auction.startswith(f"1H 3S P {one.call} ")
        assert one.auction.endswith("P P P")
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
    """The budget is zero, or the clock passes it before all auctions are bid to their ends."""
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
    options = evolve(OPTIONS, layouts=32)
    still = CallThinker(options, INFERENCE, NETWORKS, memory_mb=8, clock=lambda: 0.0)
    limits = (
        SearchLimits(budget=0.3),
        SearchLimits(budget=20.0),
        SearchLimits(budget=60.0, worlds=50_000),
    )
    records = [still.choose(question, one).record for one in limits]
    short, long, many = (0 if one is None else one.layouts for one in records)
    assert options.solved <= short < long == many == options.layouts


def test_the_hand_must_be_known(sayc: Partnership) -> None:
    """Else there is nothing to choose by."""
    board = after(Board.begin(1), "1NT P")
    with pytest.raises(BoardError, match="hand of South is unknown"):
        think(CallQuestion(board, sayc))


def rival(estimate: float, gains: list[float], margin: float = 0.5, layouts: int = 64) -> RivalCall:
    """A rival with the same estimate on all layouts, solved on some."""
    found = RivalCall(np.full(layouts, estimate), margin, SimulationSettings())
    found.gains += gains
    return found


def test_a_call_that_gains_nothing_is_no_better() -> None:
    """Whatever has been solved."""
    for number in (0, 8, 64):
        assert rival(0.0, [0.0] * number).advantage < 0


def test_more_layouts_bring_it_nearer_to_the_mean() -> None:
    """The prior holds a few lucky layouts down."""
    found = [rival(0.0, [3.0] * number).advantage for number in (0, 2, 8, 32, 64)]
    assert found == sorted(found)
    assert found[-1] < 3.0 - 0.5
    assert rival(0.0, [3.0] * 6400, layouts=6400).advantage == pytest.approx(2.5, abs=0.05)


def test_solved_layouts_correct_the_estimate() -> None:
    """An estimate that promises what is not there is believed less with each layout."""
    found = [rival(4.0, [-1.0] * number).advantage for number in (0, 4, 16, 64)]
    assert found == sorted(found, reverse=True)
    assert found[0] > 0 > found[-1]


def test_risk_falls_with_layouts_and_distance() -> None:
    """What could be lost is small where the gain is clear, and where much has been solved."""
    gains = [2.0, -1.0] * 32
    risks = [rival(0.5, gains[:number]).risk for number in (4, 16, 64)]
    assert risks == sorted(risks, reverse=True)
    assert rival(0.5, [-9.0] * 16).risk < rival(0.5, [0.5] * 16).risk


def test_margin_and_mean() -> None:
    """The margin is taken off; the mean is of what was solved, or else the estimate."""
    less, more = (rival(1.0, [2.0] * 16, margin).advantage for margin in (0.25, 1.25))
    assert less - more == pytest.approx(1.0)
    assert rival(1.5, []).mean == 1.5
    assert rival(1.5, [2.0, 4.0]).mean == 3.0

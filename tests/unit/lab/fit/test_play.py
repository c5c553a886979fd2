"""The fit of the weights, the worth of rules, and the measure of the true layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.engine import make_prior
from bluechip_bot.inference import evidence
from bluechip_bot.inference.auction import AuctionSettings
from bluechip_bot.inference.choice import MODELS
from bluechip_bot.inference.play import likelihoods
from bluechip_bot.inference.records import AuctionRecord, read_records
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.lab.fit.decisions import decisions, gather
from bluechip_bot.lab.fit.logit import fitted
from bluechip_bot.lab.fit.rules import Worth, refitted, worths
from bluechip_bot.lab.fit.truth import Moment, decisions_of, moment, stage_table
from bluechip_bot.model import Board, BoardError, Seat
from support.collection import found, whole

MakeBoard = Callable[[int], Board]


def boards(finished_board: MakeBoard, count: int) -> list[Board]:
    """Boards played to the end, at random."""
    return [board for board in map(finished_board, range(3 * count)) if board.play][:count]


def records(finished_board: MakeBoard, count: int) -> list[AuctionRecord]:
    """The same as records, every other one held out."""
    return [
        AuctionRecord("jack", board, (), held_out=bool(index % 2))
        for index, board in enumerate(boards(finished_board, count))
    ]


def test_arrays_and_objects_agree(finished_board: MakeBoard) -> None:
    """The likelihoods of a board add up to what the arrays of the fit say of the same cards."""
    play = evolve(PlaySettings(), floor=0.0)
    settings = InferenceSettings(play=evolve(play, partner_signal_trust=play.signal_trust))
    for board in boards(finished_board, 6):
        record = AuctionRecord("some", board, (), held_out=False)
        found = gather([record])
        total = 0.0
        for model, group in found.items():
            data = decisions(model, group, Agreements())
            total += data.log_chosen(settings.play.weights(model)).sum()
        seats = [seat for seat in Seat if seat is not board.dummy]
        single = 0.0
        for seat in seats:
            hidden = next(other for other in seats if other is not seat)
            for item in likelihoods(board, hidden, settings):
                hand = board.hands[seat]
                if item.seat is seat and hand is not None:
                    single += item.log(np.array([hand.mask], dtype=np.uint64))[0]
        assert single == pytest.approx(total, abs=1e-3)


def made_up(truth: list[float], count: int, seed: int) -> tuple[Any, Any, Any]:
    """Choices among two to five alternatives by known weights: chosen, rows and first rows."""
    chance = np.random.default_rng(seed)
    sizes = chance.integers(2, 6, count)
    first = np.cumsum(sizes) - sizes
    rows = chance.integers(0, 2, (sizes.sum(), len(truth))).astype(np.float32)
    utility = rows @ np.array(truth) + chance.gumbel(size=len(rows))
    best = [at + np.argmax(part) for at, part in zip(first, np.split(utility, first[1:]))]  # noqa: B905
    return rows[best], rows, first


def test_the_fit_finds_the_weights() -> None:
    """Choices made by known weights give those weights back."""
    truth = [1.5, -1.0, 0.0, 0.5]
    found = fitted(*made_up(truth, 8000, 1), np.ones(8000), 2.0)
    assert found.tolist() == pytest.approx(truth, abs=0.12)


@pytest.mark.parametrize(
    ("importance", "ridge", "low", "high"),
    [(1.0, 2.0, 1.6, 2.2), (1.0, 1e4, 0.0, 0.2), (0.0, 2.0, 0.0, 1e-9)],
)
def test_the_ridge_shrinks(importance: float, ridge: float, low: float, high: float) -> None:
    """A large penalty leaves little; decisions without importance do not count."""
    found = fitted(*made_up([2.0], 500, 2), np.full(500, importance), ridge)
    assert low <= found[0] <= high


def test_worth_is_a_mean_with_its_error() -> None:
    """The mean in bits, weighted; the standard error of equal weights is the usual one."""
    nats = np.log(2) * np.array([0.0, 2.0, 0.0, 2.0])
    worth = Worth.of(nats, np.ones(4))
    assert worth is not None
    assert worth.count == 4
    assert [worth.mean, worth.error] == pytest.approx([1.0, 0.5])
    assert Worth.of(nats, np.zeros(4)) is None


def test_random_cards_teach_nothing(finished_board: MakeBoard) -> None:
    """Fitted to cards played at random, the weights explain new ones no better than chance."""
    found = gather(records(finished_board, 160))
    settings = refitted(found, PlaySettings())
    whole = [worth for worth in worths(found, settings) if worth.rule == "all"]
    assert [worth.model for worth in whole] == list(MODELS)
    for worth in whole:
        assert worth.robots is not None
        assert worth.robots.mean < 4 * worth.robots.error


ROBOTS = ("jack", "qb_vs_ben_2024", "robots_misc")
PATHS = {
    "sample": found("auctions/bluechip_bot.jsonl.gz")[:1],
    "whole": [path for name in ROBOTS for path in whole(f"auctions/{name}.jsonl.gz")],
}


@pytest.mark.parametrize("collection", [name for name, paths in PATHS.items() if paths])
def test_the_defaults_explain_robots(collection: str) -> None:
    """On held-out boards of robots every model is better than a card at random."""
    paths = PATHS[collection]
    found = gather(record for path in paths for record in read_records(path))
    for worth in worths(found, PlaySettings()):
        if worth.rule == "all":
            robots = worth.robots or worth.sources["bluechip_bot"]
            assert robots is not None
            assert robots.mean > 0, worth.model


def test_the_truth_without_evidence(finished_board: MakeBoard) -> None:
    """Without calls and cards the true layout is as likely as any that the facts allow."""
    silent = InferenceSettings(AuctionSettings(on=False), PlaySettings(on=False))
    board = boards(finished_board, 1)[0]
    for now, seat in list(decisions_of(board))[::7]:
        result = moment(now, seat, silent, n=8)
        assert result.calls == pytest.approx(0.0, abs=1e-9)
        assert result.cards == pytest.approx(0.0, abs=1e-9)
        assert result.size == pytest.approx(1.0)


def test_the_measure_is_posterior_over_prior(finished_board: MakeBoard) -> None:
    """Late in the play the bits are exactly those of Bayes' rule over all layouts."""
    board = boards(finished_board, 1)[0]
    settings = InferenceSettings()
    now, seat = list(decisions_of(board))[-12]
    result = moment(now, seat, settings, n=5000)
    known = evidence(now.seen_by(seat), seat, settings)
    sample = make_prior(known.facts, ()).sampler.enumerate(5000)
    assert sample is not None
    every = sample.worlds | np.array(now.played, dtype=np.uint64)
    assert len(every) > 1
    weights = np.ones(len(every))
    for statement in known.statements:
        if known.facts.vacant[statement.seat]:
            weights *= statement.constraint.weights(every[:, statement.seat])
    for likelihood in known.likelihoods:
        weights *= np.exp(likelihood.log(every[:, likelihood.seat]))
    truth = np.array([hand.mask for hand in board.hands if hand is not None], dtype=np.uint64)
    (at,) = np.flatnonzero((every == truth).all(axis=1))
    bits = np.log2(weights[at] / weights.mean())
    assert result.calls + result.cards == pytest.approx(bits, abs=1e-6)
    with pytest.raises(BoardError):
        moment(now.seen_by(seat), seat, settings)


def test_the_moments_of_a_board(finished_board: MakeBoard) -> None:
    """Each player who decides is asked once in a trick, dummy never."""
    for board in boards(finished_board, 5):
        found = [(now.play.trick_number, seat) for now, seat in decisions_of(board) if now.play]
        assert len(set(found)) == len(found)
        assert all(seat is not board.dummy for _, seat in found)
        assert len(found) == 3 * 13


def test_the_stage_table() -> None:
    """A line for each role and trick that occurred, with mean and number."""
    moments = [
        Moment("declarer", 2, 1.0, 0.5, 0.5, relaxed=False),
        Moment("declarer", 2, -0.5, -0.5, 0.7, relaxed=True),
    ]
    line, whole = stage_table(moments)
    assert line.startswith("declarer  trick  2  +0.25")
    assert "below 0 in  50%" in line
    assert "relaxed 50.0%" in line
    assert line.endswith("n 2")
    assert whole.startswith("declarer  all")

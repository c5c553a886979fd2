"""The fit of the weights of the play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.inference.choice import MODELS
from bluechip_bot.inference.evidence import likelihoods
from bluechip_bot.inference.records import AuctionRecord, read_records
from bluechip_bot.inference.settings import InferenceSettings, PlaySettings
from bluechip_bot.lab.fit.logit import fitted, log_sums
from bluechip_bot.lab.fit.play import FITTED_TO, ModelDecisions, decisions, gather, refitted
from bluechip_bot.model import Board, Seat
from support.collection import found, whole
from support.settings import INFERENCE

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


def log_chosen(data: ModelDecisions, weights: Mapping[str, float]) -> Any:
    """float64[decisions]: the logarithm of the probability of each choice."""
    row = np.array([weights.get(key, 0.0) for key in data.keys], dtype=np.float32)
    utility = np.asarray(data.features @ row + data.offset, dtype=np.float64)
    return utility[data.chosen] - log_sums(utility, data.first)[0]


def test_arrays_and_objects_agree(finished_board: MakeBoard) -> None:
    """The likelihoods of a board add up to what the arrays of the fit say of the same cards."""
    play = evolve(INFERENCE.play, floor=0.0)
    settings = InferenceSettings(play=evolve(play, partner_signal_trust=play.signal_trust))
    for board in boards(finished_board, 6):
        record = AuctionRecord("some", board, (), held_out=False)
        found = gather([record])
        total = 0.0
        for model, group in found.items():
            data = decisions(model, group, Agreements())
            total += log_chosen(data, settings.play.weights(model)).sum()
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


def gains(records: Iterable[AuctionRecord], settings: PlaySettings) -> dict[str, Any]:
    """By how much the rules raise the logarithm of the probability of each choice, by model."""
    found = {}
    for model, acts in gather(records).items():
        data = decisions(model, acts, Agreements())
        trusting = evolve(settings, trust=1.0).weights(model)
        found[model] = log_chosen(data, trusting) - log_chosen(data, {})
    return found


def test_random_cards_teach_nothing(finished_board: MakeBoard) -> None:
    """Fitted to cards played at random, the weights explain new ones no better than chance."""
    sample = records(finished_board, 60)
    settings = refitted(gather(sample), INFERENCE.play)
    found = gains((one for one in sample if one.held_out), settings)
    assert set(found) == set(MODELS)
    for model, each in found.items():
        assert each.mean() < 4 * each.std() / len(each) ** 0.5, model


ROBOTS = ("jack", "qb_vs_ben_2024", "robots_misc")
PATHS = {
    "sample": found("auctions/bluechip_bot.jsonl.gz")[:1],
    "whole": [path for name in ROBOTS for path in whole(f"auctions/{name}.jsonl.gz")],
}


@pytest.mark.parametrize(
    "collection",
    ["sample", *(pytest.param("whole", marks=pytest.mark.slow) for _ in PATHS["whole"][:1])],
)
def test_the_defaults_explain_robots(collection: str) -> None:
    """On boards that no weight was fitted to, every model is better than a card at random."""
    every = (record for path in PATHS[collection] for record in read_records(path))
    unfitted = (one for one in every if one.held_out or one.source not in FITTED_TO)
    found = {model: each.mean() for model, each in gains(unfitted, INFERENCE.play).items()}
    assert min(found.values()) > 0, found

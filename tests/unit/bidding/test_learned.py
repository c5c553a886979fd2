"""Positions of a policy: its calls, what they show, and the rest of an auction."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.explanation import NO_WORDS, CallSetting
from bluechip_bot.bidding.explanation.understanding import understand
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.limits import resolved_boxes
from bluechip_bot.bidding.language.rulebook import Rulebook
from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.reading.softness import default_profiles
from bluechip_bot.bidding.system.system import SwitchError, load
from bluechip_bot.config import conf_dir
from bluechip_bot.constraints import batch
from bluechip_bot.lab.train.examples import random_hands
from bluechip_bot.model import Auction, Call, Hand, Seat, Side, Vulnerability
from bluechip_bot.policy.network import save_network
from bluechip_bot.policy.policy import Policy, PolicyTurn
from bluechip_bot.simulation.continuation import continuations
from support.bidding import auction
from support.policies import random_network

_NONE = Vulnerability.NONE


@pytest.fixture(scope="module")
def bidder() -> Bidder:
    """Both sides bid by policies of random weights."""
    books = (Rulebook((), policy=Policy(random_network(seed))) for seed in (1, 2))
    north, east = books
    return Bidder((north, east))


def test_the_most_probable_call_is_made(bidder: Bidder) -> None:
    """One hand or many; the reason says how probable it is."""
    position = bidder.position(auction("1C P 1S"), _NONE)
    hands = random_hands(30, np.random.default_rng(1))[:, 0]
    chances = position.probabilities(hands)
    np.testing.assert_allclose(chances.sum(axis=1), 1, rtol=1e-5)
    assert position.choose_many(hands).tolist() == chances.argmax(axis=1).tolist()
    for hand, row in zip(hands.tolist(), chances, strict=True):
        choice = position.choose(Hand(hand))
        assert choice.call == row.argmax()
        assert choice.reason.startswith(f"policy {row.max():.0%}")
        others = [row[call] for call in choice.runners_up]
        assert others == sorted(others, reverse=True)


@pytest.mark.parametrize("text", ["", "1C P", "1C P 2H X"])
def test_what_a_call_shows_holds_the_hands_that_make_it(bidder: Bidder, text: str) -> None:
    """Of fresh hands, by their probability, 95 % lie within the limits that are said."""
    position = bidder.position(auction(text), _NONE)
    fresh = random_hands(3000, np.random.default_rng(7))[:, 0]
    chances = position.probabilities(fresh)
    if len(position.state.meanings) >= 4:  # his first call was made, too
        first = bidder.position(auction(""), _NONE).probabilities(fresh)
        chances = chances * first[:, [position.state.meanings[0].call]]
    call = Call(int(chances.sum(axis=0).argmax()))
    boxes = [box for one in position.conditions(call) for box in resolved_boxes(one)]
    inside = np.array([any(box.contains(Hand(one)) for box in boxes) for one in fresh.tolist()])
    assert np.average(inside, weights=chances[:, call]) > 0.9
    said = position.statement(call)
    assert len(said) < 120
    assert understand(said, CallSetting.of(position.state, call)) is not None
    assert position.exact(call)


@pytest.mark.parametrize("error", [0.0, 0.01, 0.3])
@pytest.mark.parametrize("book", [0.0, 0.4])
def test_readings_are_likelihoods(bidder: Bidder, error: float, book: float) -> None:
    """A hand's weight is the probability of the call, mixed with the rules' and its own share."""
    made = auction("1C P 1S P 2D")
    reading = bidder.read(made, _NONE)[Seat.NORTH]
    hands = random_hands(4000, np.random.default_rng(2))[:, 0]
    one = bidder.position(auction(""), _NONE).probabilities(hands)[:, Call.parse("1C")]
    by_policy = np.log((1 - error) * one + max(error, 1e-9) * (one.mean() + 0.01))
    softness = evolve(default_profiles().unknown, error=error, rebid_error=0.5, book=book)
    rules = Bidder((NATURAL, NATURAL)).read(made, _NONE)[Seat.NORTH].calls[0]
    features, values = HandFeatures(hands), batch.features(hands)
    by_rules = np.maximum(rules.log_grades(values, softness), np.log(0.02))
    replayed = rules.log_replay(features, softness)
    by_rules += 0 if replayed is None else replayed
    wanted = book * by_rules + (1 - book) * by_policy
    call = reading.calls[0]
    by_policy_and_book = call.log_replay(features, softness)
    assert by_policy_and_book is not None
    found = call.log_grades(values, softness) + by_policy_and_book
    np.testing.assert_allclose(found - found[0], wanted - wanted[0], atol=0.1)
    drawn = np.log(call.union(softness).weights(hands))
    np.testing.assert_allclose(drawn, call.log_grades(values, softness), atol=1e-9)
    assert drawn.min() >= np.log(0.02) - 1e-9


@pytest.mark.parametrize("text", ["", "1C P", "P 1D X"])
def test_every_layout_is_bid_as_at_a_table(bidder: Bidder, text: str) -> None:
    """All at once, each layout ends as if its four hands had bid one after the other."""
    made, layouts = auction(text), random_hands(12, np.random.default_rng(3))
    found: dict[int, Auction] = {}
    for branch in continuations(bidder, Side.NS, PolicyTurn(made, _NONE), layouts, NO_WORDS):
        assert branch.auction.is_over
        found |= dict.fromkeys(branch.rows.tolist(), branch.auction)
    assert sorted(found) == list(range(12))
    for row, deal in enumerate(layouts.tolist()):
        alone = made
        while not alone.is_over:
            alone = alone.with_call(bidder.choose(Hand(deal[alone.turn]), alone, _NONE).call)
        assert found[row] == alone


def test_a_policy_has_no_switches() -> None:
    """A switch of its book's rules would change nothing, and is refused."""
    path = conf_dir() / "systems" / "learned.toml"
    with pytest.raises(SwitchError, match="learned has no switch 'transfers': a policy makes"):
        load(path, {"transfers": False}, check=False)


def test_a_system_with_weights(tmp_path: Path) -> None:
    """The file of a system names the weights beside it; a base hands them on."""
    save_network(random_network(), tmp_path / "own.npz")
    (tmp_path / "own.toml").write_text('policy = "own.npz"\n')
    (tmp_path / "heir.toml").write_text('base = "own"\n')
    assert load(tmp_path / "own.toml").book.policy is not None
    assert load(tmp_path / "heir.toml").book.policy is not None
    assert NATURAL.policy is None


def test_a_system_without_its_weights(tmp_path: Path) -> None:
    """The message names both files, and the place."""
    (tmp_path / "own.toml").write_text('name = "Own"\npolicy = "own.npz"\n')
    with pytest.raises(SystemFileError, match=r"own\.toml:2:1: .*own\.npz: No such file"):
        load(tmp_path / "own.toml")

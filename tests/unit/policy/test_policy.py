"""A policy at a table: the hands behind its calls."""

from __future__ import annotations

import numpy as np
import pytest

from bluechip_bot.constraints import batch
from bluechip_bot.lab.train.examples import random_hands
from bluechip_bot.model import Auction, Call, Seat, Vulnerability
from bluechip_bot.policy.policy import Policy, PolicyTurn
from support.boards import auction_of
from support.policies import random_network


def _distribution(policy: Policy, text: str) -> tuple[np.ndarray, np.ndarray]:
    """Means of features over the hands behind calls: drawn, and by weighing random hands."""
    auction = auction_of(text, Seat.EAST)
    drawn = policy.hands(auction, Vulnerability.NS)
    hands = random_hands(60_000, np.random.default_rng(5))[:, 0]
    logs = np.zeros(len(hands))
    for index in range((len(auction.calls) - 1) % 4, len(auction.calls), 4):
        turn = PolicyTurn(Auction(auction.dealer, auction.calls[:index]), Vulnerability.NS)
        logs += policy.log_chances(turn, auction.calls[index], hands)
    weights = np.exp(logs - logs.max())
    wanted = np.average(batch.features(hands), axis=0, weights=weights)
    return batch.features(drawn).mean(axis=0), wanted


@pytest.mark.parametrize("text", ["1H", "P P 3NT", "1H P 2H P 4S", "1C X P 1S P 2C P 2NT P 4D"])
def test_the_hands_behind_calls(text: str) -> None:
    """They are distributed as random hands that the policy's probabilities weigh."""
    drawn, wanted = _distribution(Policy(random_network(4)), text)
    assert (np.abs(drawn - wanted) < [0.7, 0.25, 0.25, 0.25, 0.25]).all(), (drawn, wanted)


def test_the_same_question_has_the_same_answer() -> None:
    """Whatever was asked before."""
    network = random_network()
    one, other = Policy(network), Policy(network)
    other.hands(auction_of("1C P 1S", Seat.EAST), Vulnerability.BOTH)
    auction = auction_of("1C P 1S P 2S", Seat.EAST)
    hands = one.hands(auction, Vulnerability.BOTH)
    assert np.array_equal(hands, other.hands(auction, Vulnerability.BOTH))
    assert (np.bitwise_count(hands) == 13).all()


def test_hands_do_not_depend_on_the_compass() -> None:
    """A board turned round the table has the same hands behind its calls."""
    policy, calls = Policy(random_network()), auction_of("1C P 1S P 2S").calls
    hands = policy.hands(Auction(Seat.EAST, calls), Vulnerability.EW)
    turned = policy.hands(Auction(Seat.SOUTH, calls), Vulnerability.NS)
    assert np.array_equal(hands, turned)


def test_probabilities_and_their_logarithms_agree() -> None:
    """An illegal call has the least logarithm that is used."""
    policy, turn = Policy(random_network()), PolicyTurn(auction_of("1S"), Vulnerability.NONE)
    hands = np.array([0x1FFF, 0x1FFF << 13], np.uint64)
    chances = policy.probabilities(turn, hands)
    for call in (Call.parse("P"), Call.parse("2H")):
        logs = policy.log_chances(turn, call, hands)
        np.testing.assert_allclose(np.exp(logs), chances[:, call], rtol=1e-4)
    assert (policy.log_chances(turn, Call.parse("1C"), hands) < -50).all()

"""Where the examples of a training come from: a book, policies, or records of real boards."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.lab.bidding.side import partnership
from bluechip_bot.lab.train.examples import Examples, bid_tree, random_hands
from bluechip_bot.lab.train.folder import TrainingError, TrainingFolder
from bluechip_bot.lab.train.options import ExampleOptions
from bluechip_bot.lab.train.recorded import recorded_examples
from bluechip_bot.lab.train.softened import bid_softly
from bluechip_bot.model import Vulnerability
from bluechip_bot.policy.network import PolicyNetwork
from bluechip_bot.policy.weights import load_network

_USE = 0
"""The use of a seed for examples."""


def write_examples(folder: TrainingFolder, options: ExampleOptions, seed: int, number: int) -> int:
    """Write a file of examples, unless it is there; return how many examples it holds.

    Raises:
        AuctionRecordError, FormatError, FormatNameError: if a file of records cannot be read.
        ConfigError: if a system is not there or cannot be used.
        OSError: if the file cannot be written.
        TrainingError: if a system has no policy, or a file of records no board of use.
        WeightsError: if weights cannot be used.
    """
    file = folder.examples(number)
    if file.exists():
        return len(Examples.load(file).calls)
    examples = _examples(options, seed, number)
    file.parent.mkdir(exist_ok=True)
    examples.save(file)
    return len(examples.calls)


def _examples(options: ExampleOptions, seed: int, number: int) -> Examples:
    if options.records:
        return recorded_examples(options.records, held=number == 0)
    rng = np.random.default_rng([seed, _USE, number])
    hands = random_hands(options.deals, rng)
    if options.policies:
        policies = [policy_named(name) for name in options.policies]
        vulnerable = rng.integers(4, size=len(hands)).astype(np.uint8)
        return bid_softly(policies, hands, vulnerable, options.exchanged, rng)
    book = partnership(options.system, options.system).ours.book
    bidder = Bidder((book, book))
    return bid_tree(bidder, hands, Vulnerability(number % 4), options, rng)


def policy_named(name: str) -> PolicyNetwork:
    """The network of a system, or of a file of weights that ends in `.npz`.

    Raises:
        ConfigError: if the system is not there or cannot be used.
        TrainingError: if it has no policy.
        WeightsError: if the weights cannot be used.
    """
    if name.endswith(".npz"):
        return load_network(Path(name))
    policy = partnership(name, name).ours.book.policy
    if policy is None:
        raise TrainingError(f"{name} is no policy: its rules make the calls; name one that is")
    return policy.network

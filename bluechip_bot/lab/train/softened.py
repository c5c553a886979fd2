"""Examples of players who bid nearly as policies do: each call is that of a hand close by.

A stranger's system differs from ours by a point here and a card there, and so does his judgement.
What a policy calls with a hand from which some cards were exchanged is soft in all of these, so
that a network that learns such calls reads strangers whom it has never met.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from bluechip_bot.lab.train.examples import Examples, Words
from bluechip_bot.policy.network import PolicyNetwork
from bluechip_bot.policy.tables import Tables

_MOST: Final = 6
"""Cards exchanged at most."""


def bid_softly(
    policies: Sequence[PolicyNetwork],
    hands: Words,
    vulnerable: npt.NDArray[np.uint8],
    exchanged: float,
    rng: np.random.Generator,
) -> Examples:
    """The calls of hands close by on many deals, which are bid on with these calls.

    Args:
        policies: each side of a deal bids by one of them.
        hands: uint64[n, 4], from the dealer on.
        vulnerable: uint8[n], bit 0 for the dealer's side.
        exchanged: the mean number of cards exchanged before a call, geometric.
        rng: which policies bid, and which cards are exchanged.
    """
    tables = Tables(hands, vulnerable)
    bidders = rng.integers(len(policies), size=(len(hands), 2))
    parts: list[Examples] = []
    while len(rows := tables.rows()):
        seats = tables.turns()[rows]
        counts = np.minimum(rng.geometric(1 / (1 + exchanged), len(rows)) - 1, _MOST)
        near = tables.hands.copy()
        near[rows, seats] = nearby(near[rows, seats], counts, rng)
        seen, legal = tables.dealt(near).observe(rows), tables.legal(rows)
        calls = np.zeros(len(rows), np.int8)
        for number, policy in enumerate(policies):
            mine = bidders[rows, seats & 1] == number
            calls[mine] = policy.logits(seen[mine], legal[mine]).argmax(axis=1)
        parts.append(Examples(tables.observe(rows), legal, calls))
        tables.step(rows, calls)
    return Examples.together(parts)


def nearby(hands: Words, counts: npt.NDArray[np.int64], rng: np.random.Generator) -> Words:
    """Hands from which some cards each are exchanged for others: uint64[n] from uint64[n]."""
    held = hands[:, np.newaxis] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
    # Random orders of the deck in which the cards held come first.
    decks = np.argsort(rng.random((len(hands), 52)) - held, axis=1).astype(np.uint64)
    found = hands.copy()
    for index in range(_MOST):
        some = counts > index
        found[some] ^= np.uint64(1) << decks[some, index]
        found[some] ^= np.uint64(1) << decks[some, 13 + index]
    return found

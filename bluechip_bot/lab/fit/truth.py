"""How much the evidence raises the probability of the true layout over the hard facts alone.

At each decision of a recorded board, layouts are drawn from the statements of the calls and
weighed by the likelihoods of the cards played. The measure is the log2 of the probability of the
true layout over its probability if all layouts that the hard facts allow are equally likely: 0 for
show-outs alone, and higher is better. The part of the calls is exact, by counting. The part of the
cards and of the replayed calls is estimated from the layouts drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

import numpy as np
from attrs import frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.engine import make_prior
from bluechip_bot.inference.evidence import evidence
from bluechip_bot.inference.settings import InferenceSettings
from bluechip_bot.model import Board, BoardError, Seat

_FLOOR = Partnership()
ROLES = ("declarer", "leader", "partner")
"""The deciding players: declarer, the opening leader and the opening leader's partner."""


@frozen
class Moment:
    """A decision of a real board, and the gain of the true layout there.

    Attributes:
        role: one of `ROLES`.
        trick: the number of the trick, 1..13.
        calls: the bits from the calls.
        cards: the bits that the cards played and the replay of the calls add.
        size: the effective share of the layouts drawn, 0 to 1.
        relaxed: whether contradicted evidence was left out.
    """

    role: str
    trick: int
    calls: float
    cards: float
    size: float
    relaxed: bool


def moment(  # noqa: PLR0913 - the position and the accuracy
    board: Board,
    seat: Seat,
    settings: InferenceSettings,
    partnership: Partnership = _FLOOR,
    *,
    n: int = 400,
    seed: int = 0,
) -> Moment:
    """The gain of the true layout by an observer's evidence.

    Args:
        board: a board in play with all four hands.
        seat: the observer.
        settings: the settings of the inference.
        partnership: the systems of both sides, as the observer knows them.
        n: the number of layouts to draw.
        seed: the seed of the draw.

    Raises:
        BoardError: if a hand is unknown or the board is not in play.
    """
    hands = [hand.mask for hand in board.hands if hand is not None]
    if board.play is None or len(hands) != 4:
        raise BoardError(f"board {board.number}: four hands and a contract are needed")
    known = evidence(board.seen_by(seat), seat, settings, partnership)
    prior = make_prior(known.facts, known.statements)
    truth = np.array([hands], dtype=np.uint64)
    now = truth & ~np.array(board.played, dtype=np.uint64)
    share = float(prior.sampler.weigh(now)[0]) / prior.sampler.mass
    drawn = prior.sampler.draw(n, seed)  # all layouts with their weights if there are at most n
    dealt = np.vstack([truth, drawn.worlds | np.array(board.played, dtype=np.uint64)])
    logs = np.zeros(len(dealt))
    for likelihood in known.likelihoods:
        logs += likelihood.log(dealt[:, likelihood.seat])
    weights = drawn.weights * np.exp(logs[1:] - logs.max())
    cards = (logs[0] - logs.max() - np.log(weights.mean())) / np.log(2)
    contract = board.play.contract
    leader = "leader" if seat is contract.leader else "partner"
    return Moment(
        "declarer" if seat is contract.declarer else leader,
        board.play.trick_number,
        float(np.log2(share * prior.sampler.layouts)),
        float(cards),
        float(weights.sum() ** 2 / (weights @ weights)) / len(weights),
        bool(prior.relaxed),
    )


def decisions_of(board: Board) -> Iterator[tuple[Board, Seat]]:
    """Yield the board and the player at each player's first decision in each trick."""
    if board.play is None or None in board.hands:
        return
    done: set[tuple[int, Seat]] = set()
    for at in range(len(board.play.cards)):
        now = board.until(at)
        assert now.play is not None
        decider, trick = now.decider, now.play.trick_number
        if decider is not None and (trick, decider) not in done:
            done.add((trick, decider))
            yield now, decider


def stage_table(moments: Iterable[Moment]) -> Iterator[str]:
    """Yield lines of text: the mean bits by role and trick, with standard errors."""
    groups: dict[tuple[str, int], list[Moment]] = defaultdict(list)
    for item in moments:
        groups[item.role, item.trick].append(item)
        groups[item.role, 0].append(item)
    for role in ROLES:
        for trick in (*range(1, 14), 0):
            if found := groups[role, trick]:
                yield f"{role:9} {f'trick {trick:2}' if trick else 'all     '} {_line(found)}"


def _line(found: list[Moment]) -> str:
    calls = np.array([item.calls for item in found])
    cards = np.array([item.cards for item in found])
    total = calls + cards
    error = total.std() / np.sqrt(len(total))
    relaxed = sum(item.relaxed for item in found) / len(found)
    return (
        f"{total.mean():+6.2f} +-{error:4.2f} bits: calls {calls.mean():+6.2f}, cards "
        f"{cards.mean():+6.2f}; below 0 in {(total < 0).mean():4.0%}; effective "
        f"{np.mean([item.size for item in found]):4.0%}; relaxed {relaxed:.1%}; n {len(found)}"
    )

"""The card engine: a board and what is known of the hands go in, a card comes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from attrs import field, frozen

from bluechip_bot.engine.knowledge import Knowledge
from bluechip_bot.engine.pool import WorldPool
from bluechip_bot.model import Board, BoardError, Card, Hand, Play, Seat
from solver import DoubleDummySolver, SearchStopped
from solver.pimc import Question, Ranking, WorldSolver, rank_cards

DEFAULT_WORLDS: Final = 40
DEFAULT_BUDGET: Final = 1.0
DEFAULT_MEMORY_MB: Final = 64
_RATE: Final = 5000
"""Worlds that may be wanted for each second of the budget: to weigh them takes time, too."""


class Solver(WorldSolver, Protocol):
    """What the engine needs of its solver."""

    def stop(self) -> None:
        """Make the running call and all later ones raise `SearchStopped`."""
        ...

    def clear_stop(self) -> None:
        """Take `stop` back."""
        ...


@frozen
class CardChoice:
    """A card and how it was found.

    Attributes:
        card: the card.
        record: values that JSON can hold. `method` is "pimc", or "forced" when all legal cards are
            equal; `worlds` (solved), `wanted`, `seconds`. With "pimc" also `target` (tricks the
            side wants from here), `slid` (whether tricks alone decided), `sample` (where the worlds
            come from, see `Worlds.record`) and `cards`: the legal cards, best first, each with the
            share of the weight of the worlds in which the target is reached and the mean tricks in
            `counted` of it (None if that is 0).
    """

    card: Card
    record: Mapping[str, Any] = field(hash=False)


class CardEngine:
    """Chooses cards by perfect-information Monte Carlo.

    It owns one solver, whose table lives from card to card, and the worlds of a board. One thread
    may use it at a time; `stop` may be called from any.

    Args:
        memory_mb: size of the solver's table.
        solver: the solver; one is made if none is given.
        clock: the time in seconds, from any origin.
    """

    def __init__(
        self,
        memory_mb: int = DEFAULT_MEMORY_MB,
        *,
        solver: Solver | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._solver: Solver = DoubleDummySolver(memory_mb) if solver is None else solver
        self._clock = clock
        self._pool = WorldPool()

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has."""
        self._solver.stop()

    def choose(  # noqa: PLR0913 - a question in full
        self,
        board: Board,
        seat: Seat,
        evidence: Knowledge,
        *,
        budget: float = DEFAULT_BUDGET,
        worlds: int = DEFAULT_WORLDS,
        seed: int = 0,
    ) -> CardChoice | None:
        """The card to play, from the hand whose turn it is; None if no world was solved in time.

        With time enough for all worlds the same arguments give the same card.

        Args:
            board: the board, at a card.
            seat: who decides: declarer for dummy's cards.
            evidence: what the seat knows of the hands.
            budget: seconds after which the search is stopped, by a timer.
            worlds: layouts of the hidden hands to judge the cards by, at most.
            seed: where the choice of the layouts begins.

        Raises:
            BoardError: if no card is wanted from this seat, or the hand to play from is unknown.
            FactError: if a declared card cannot be where it is declared to be.
            SolverError: if the hard facts contradict each other.
        """
        play = board.play
        if play is None or board.decider is not seat:
            raise BoardError(f"board {board.number}: {seat} is not to play a card")
        started = self._clock()
        legal = board.legal_cards
        if _one_class(legal, play):
            record = {"method": "forced", "worlds": 0, "wanted": worlds, "seconds": 0.0}
            return CardChoice(min(legal, key=int), record)
        question = _question(play)
        self._solver.clear_stop()
        timer = threading.Timer(max(0.0, budget), self._solver.stop)
        timer.daemon = True
        timer.start()
        try:
            wanted = min(worlds, max(DEFAULT_WORLDS, int(_RATE * budget)))
            sample = self._pool.worlds(board, seat, evidence, wanted, seed % 2**64)
            ranking = rank_cards(
                self._solver,
                sample.hands,
                question,
                clock=self._clock,
                deadline=started + budget,
                weights=sample.counts,
            )
        except SearchStopped:
            return None
        finally:
            # Joined, so that a late timer cannot stop the next search.
            timer.cancel()
            timer.join()
        record = {
            "method": "pimc",
            "worlds": ranking.worlds,
            "counted": round(ranking.counted / ranking.weight, 4),
            "wanted": worlds,
            "seconds": round(self._clock() - started, 4),
            "target": question.target,
            "slid": ranking.slid,
            "sample": sample.record,
            "cards": _values(ranking),
        }
        return CardChoice(Card(int(ranking.cards[0])), record)


def _question(play: Play) -> Question:
    """What is asked: the side to play wants to make the contract, or to defeat it."""
    contract = play.contract
    side = play.turn.side
    wanted = contract.target if side is contract.declarer.side else 14 - contract.target
    cards = [int(card) for card in play.trick.cards]
    return Question(int(contract.strain), int(play.leader), cards, wanted - play.won[side])


def _one_class(legal: Hand, play: Play) -> bool:
    """Whether no card lies between the legal ones that could make a difference (or one is legal).

    Cards of complete tricks are gone; the rest, the current trick's included, still count.
    """
    low, high = min(legal, key=int), max(legal, key=int)
    if low.suit is not high.suit:
        return False
    gone = Hand.of(play.cards[: len(play.cards) // 4 * 4])
    return all(card in legal or card in gone for card in map(Card, range(low, high)))


def _values(ranking: Ranking) -> dict[str, list[float | None]]:
    """By card, best first: the share of worlds in which the target is reached, and mean tricks."""
    counted = ranking.counted
    return {
        str(Card(int(card))): [
            round(int(reached) / ranking.weight, 4),
            round(int(tricks) / counted, 3) if counted else None,
        ]
        for card, reached, tricks in zip(
            ranking.cards, ranking.reached, ranking.tricks, strict=True
        )
    }

"""The seam to the solver: boards and evidence go in, cards and double-dummy tables come out.

Nothing else of the bot imports `solver`; its arrays do not leave this file but for the tables.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from bluechip_bot.model import Board, BoardError, Card, Deal, Hand, Play, Seat, Strain
from solver import DoubleDummySolver, SearchStopped, solve_many
from solver.pimc import Question, Ranking, WorldSolver, rank_cards
from solver.worlds import Worlds, deal_worlds

DEFAULT_WORLDS: Final = 40
DEFAULT_BUDGET: Final = 1.0
DEFAULT_MEMORY_MB: Final = 64


class Facts(Protocol):
    """What is known of the four hands (`inference.Evidence`); see there."""

    @property
    def held(self) -> Sequence[int]:
        """The cards known to be in each hand now, as masks."""
        ...

    @property
    def played(self) -> Sequence[int]:
        """The cards that each seat has played, as masks."""
        ...

    @property
    def hidden(self) -> int:
        """The cards whose place is unknown, as a mask."""
        ...

    @property
    def vacant(self) -> Sequence[int]:
        """How many of them each seat holds."""
        ...

    @property
    def void(self) -> Sequence[int]:
        """For each seat the suits that it has shown to lack, bit number = suit."""
        ...

    @property
    def lengths(self) -> Sequence[Sequence[tuple[int, int]]]:
        """For each seat the fewest and most cards in S H D C, as dealt."""
        ...

    @property
    def hcp(self) -> Sequence[tuple[int, int]]:
        """For each seat the fewest and most high-card points, as dealt."""
        ...


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
            side wants from here), `slid` (whether tricks alone decided), `layouts` (how many are
            possible), `relaxed` (whether the ranges read from the auction could not be kept) and
            `cards`: the legal cards, best first, each with the share of worlds in which the target
            is reached and the mean tricks in `counted` of them (None if that is 0).
    """

    card: Card
    record: Mapping[str, Any] = field(hash=False)


class CardEngine:
    """Chooses cards by perfect-information Monte Carlo.

    It owns one solver, whose table lives from card to card. One thread may use it at a time; `stop`
    may be called from any.

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

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has."""
        self._solver.stop()

    def choose(  # noqa: PLR0913 - a question in full
        self,
        board: Board,
        seat: Seat,
        evidence: Facts,
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
            SolverError: if the hard facts of the evidence contradict each other.
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
            sample = _sample(evidence, worlds, seed)
            ranking = rank_cards(
                self._solver,
                sample.hands,
                question,
                clock=self._clock,
                deadline=started + budget,
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
            "counted": ranking.counted,
            "wanted": worlds,
            "seconds": round(self._clock() - started, 4),
            "target": question.target,
            "slid": ranking.slid,
            "layouts": sample.layouts,
            "relaxed": sample.relaxed,
            "cards": _values(ranking),
        }
        return CardChoice(Card(int(ranking.cards[0])), record)


class DoubleDummy:
    """Answers for positions in which every card is known. One thread may use it at a time.

    Args:
        memory_mb: size of the solver's table.
    """

    def __init__(self, memory_mb: int = 128) -> None:
        self._solver = DoubleDummySolver(memory_mb)

    def table(self, deal: Deal) -> npt.NDArray[np.int8]:
        """int8[5, 4]: the tricks of declarer's side, by strain S H D C NT and declarer N E S W."""
        return self._solver.table([hand.mask for hand in deal.hands])

    def cards(
        self, hands: Sequence[Hand], strain: Strain, leader: Seat, trick: Sequence[Card] = ()
    ) -> dict[Card, int]:
        """The tricks that the mover's side takes from here, the current one included, by card.

        Args:
            hands: what N E S W still hold, the cards of the current trick taken out.
            strain: the trump suit, or notrump.
            leader: who led, or leads, the current trick.
            trick: the cards played to it, in order.

        Raises:
            SolverError: if there is no such position; a `ValueError` that names the fact.
        """
        masks = [hand.mask for hand in hands]
        tricks = self._solver.card_tricks(masks, int(strain), int(leader), list(map(int, trick)))
        return {Card(card): count for card, count in tricks.items()}


def double_dummy_tables(
    deals: Iterable[Deal], *, threads: int = 1, memory_mb: int = 128
) -> npt.NDArray[np.int8]:
    """int8[n, 5, 4]: the table of each deal, as `DoubleDummy.table` says.

    Args:
        deals: the deals.
        threads: worker threads.
        memory_mb: size of each thread's table.
    """
    hands = ([hand.mask for hand in deal.hands] for deal in deals)
    return solve_many(hands, threads=threads, memory_mb=memory_mb)


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


def _sample(evidence: Facts, worlds: int, seed: int) -> Worlds:
    return deal_worlds(
        worlds,
        evidence.hidden,
        evidence.vacant,
        held=evidence.held,
        played=evidence.played,
        shown_out=evidence.void,
        lengths=evidence.lengths,
        hcp=evidence.hcp,
        seed=seed % 2**64,
    )


def _values(ranking: Ranking) -> dict[str, list[float | None]]:
    """By card, best first: the share of worlds in which the target is reached, and mean tricks."""
    counted = ranking.counted
    return {
        str(Card(int(card))): [
            round(int(reached) / ranking.worlds, 4),
            round(int(tricks) / counted, 3) if counted else None,
        ]
        for card, reached, tricks in zip(
            ranking.cards, ranking.reached, ranking.tricks, strict=True
        )
    }

"""The question that an engine answers, and its limits of time and size.

The player makes a `Question` and its `SearchLimits` once for a decision. Both travel unchanged from
there to the vote of the worlds and to alpha-mu.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from attrs import Attribute, field, frozen

from bluechip_bot.constraints import Evidence
from bluechip_bot.engine.payoff import ContractStake
from bluechip_bot.model import Board, BoardError, Card, Play, Seat
from bluechip_bot.model.scoring import SCORINGS, Scoring
from solver.core.tricks import TrickState, touching_groups

DEFAULT_BUDGET: Final = 1.0
_PATIENCE: Final = 5.0
"""Seconds beyond its budget that a search without a clock may take for its first layouts."""
_PACK: Final = (1 << 52) - 1

Rating: TypeAlias = Callable[[Sequence[Card]], Sequence[float]]
"""Rates some legal cards; higher is better, minus infinity is no opinion."""


class QuestionError(ValueError):
    """A question or limit has an impossible value; the text names the value."""


def _scoring(_: Question, __: Attribute[Scoring], value: str) -> None:
    if value not in SCORINGS:
        raise QuestionError(f"scoring must be one of {', '.join(SCORINGS)}, not {value!r}")


def _word(seed: int) -> int:
    return seed % 2**64


@frozen(eq=False)
class Question:
    """A card for a seat to choose, with all that the answer may depend on except the limits.

    Attributes:
        board: the board when a card is to be played; hands that the seat does not see are ignored.
        seat: the player who decides: declarer for dummy's cards.
        evidence: what the seat knows about the hidden hands, hard facts included.
        scoring: the scoring by which tricks are valued.
        seed: the seed for the choice of layouts; taken modulo 2**64.
        tie_break: rates cards of equal value: a defender's agreements, or declarer's plan.
        trust: the weight of the tie-break in the vote: the share of the layouts that each unit of
            its rating counts for. With 0 it only decides between cards of equal value.
        move_order: rates cards that alpha-mu is to search first. It changes no value, only what has
            been searched when time is up.

    Raises:
        BoardError: if the seat is not to play a card, or the hand to play from is unknown.
        QuestionError: if the scoring is unknown.
    """

    board: Board
    seat: Seat
    evidence: Evidence = field(repr=False)
    scoring: Scoring = field(default="imps", kw_only=True, validator=_scoring)
    seed: int = field(default=0, kw_only=True, converter=_word)
    tie_break: Rating | None = field(default=None, kw_only=True)
    trust: float = field(default=0.0, kw_only=True)
    move_order: Rating | None = field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        board = self.board
        if board.play is None or board.decider is not self.seat or not board.legal_cards:
            raise BoardError(f"board {board.number}: {self.seat} is not to play a card")

    @property
    def play(self) -> Play:
        """The play so far."""
        return self.board.card_play

    @property
    def leads_first(self) -> bool:
        """Whether the card to choose is the opening lead."""
        return not self.play.cards

    @property
    def observer(self) -> Seat | None:
        """The defender who decides; None if declarer does."""
        return None if self.stake.declares else self.seat

    @property
    def concealed(self) -> bool:
        """Whether the opponents do not see the hand to play from."""
        return self.board.turn is not self.board.dummy

    @cached_property
    def stake(self) -> ContractStake:
        """The tricks that the side to play has to win."""
        declarer = self.play.contract.declarer
        return ContractStake.of(self.play, vulnerable=self.board.vulnerability.includes(declarer))

    @cached_property
    def state(self) -> TrickState:
        """The trick, with the target from here, in the solver's form."""
        play = self.play
        cards = [int(card) for card in play.trick.cards]
        return TrickState(int(play.contract.strain), int(play.leader), cards, self.stake.target)

    @cached_property
    def groups(self) -> Sequence[Sequence[int]]:
        """The legal cards in groups of touching cards, low to high."""
        hands = np.zeros(4, dtype=np.uint64)
        turn, own = self.play.turn, sum(card.mask for card in self.board.legal_cards)
        hands[turn] = own
        hands[(turn + 1) % 4] = _PACK & ~own & ~sum(self.board.played)
        return touching_groups(hands, self.state)

    @cached_property
    def promising(self) -> Sequence[int]:
        """The legal cards on which `move_order` has an opinion, the best first."""
        if self.move_order is None:
            return []
        cards = sorted(card for group in self.groups for card in group)
        ratings = dict(zip(cards, self.move_order([Card(card) for card in cards]), strict=True))
        rated = (card for card in cards if ratings[card] > -math.inf)
        return sorted(rated, key=lambda card: -ratings[card])


def _seconds(_: SearchLimits, limit: Attribute[Any], value: float | None) -> None:
    if value is not None and not (math.isfinite(value) and value >= 0):
        raise QuestionError(f"{limit.name} must be a number of seconds, 0 or more, not {value!r}")


def _at_least(least: int) -> Callable[[SearchLimits, Attribute[Any], int | None], None]:
    def check(_: SearchLimits, limit: Attribute[Any], value: int | None) -> None:
        if value is not None and (type(value) is not int or value < least):
            raise QuestionError(f"{limit.name} must be a whole number from {least}, not {value!r}")

    return check


@frozen(kw_only=True)
class SearchLimits:
    """How long, how widely and how deeply a question may be searched.

    With `worlds` and `depth` given, and time enough for both, equal questions have equal answers.
    Where a limit is None, time alone limits the search.

    Attributes:
        budget: seconds for the decision.
        most: seconds that a close decision may take. None means the budget, and that no clock runs
            at the table: a search that is slowed down by a busy machine then gets some seconds more
            for its first layouts.
        worlds: the most layouts of the hidden hands by which cards are judged.
        depth: the most cards of its own that the side looks ahead; for a plan, stratagems in a row.
        votes: with alpha-mu, the most layouts that vote before the search.

    Raises:
        QuestionError: if a limit is negative, not finite or not whole.
    """

    budget: float = field(default=DEFAULT_BUDGET, validator=_seconds)
    most: float | None = field(default=None, validator=_seconds)
    worlds: int | None = field(default=None, validator=_at_least(1))
    depth: int | None = field(default=None, validator=_at_least(0))
    votes: int | None = field(default=None, validator=_at_least(1))

    @property
    def longest(self) -> float:
        """The time after which the answer is due, in seconds."""
        return max(self.budget, self.most or 0.0)

    @property
    def stop_after(self) -> float:
        """The time after which whatever still runs is stopped, in seconds."""
        return self.longest + (_PATIENCE if self.most is None else 0.0)

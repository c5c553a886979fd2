"""What was said of the calls of an auction: alerts and words of the callers, operator overrides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

from attrs import evolve, field, frozen

from bluechip_bot.bidding.auction.meaning import Meaning
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.explanation.overrides import NO_OVERRIDES, Overrides, SeatedTeams
from bluechip_bot.bidding.language.syntax import Condition
from bluechip_bot.model.board import Board
from bluechip_bot.model.cards import Side


@frozen
class Said:
    """What was said of one call.

    Attributes:
        text: the words; may be empty.
        alert: whether the call was alerted.
        override: what the operator says that it means, or None.
    """

    text: str = ""
    alert: bool = False
    override: Condition | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it changes nothing."""
        return not self.text.strip() and not self.alert and self.override is None


SILENCE: Final = Said()
"""Nothing said."""


@frozen
class Words:
    """What was said of all calls.

    Attributes:
        calls: what the callers said, by the index of the call.
        overrides: what the operator says, whoever calls.
        teams: who sits where, for the overrides.
    """

    calls: Mapping[int, Said] = field(factory=dict)
    overrides: Overrides = NO_OVERRIDES
    teams: SeatedTeams = field(factory=SeatedTeams)

    @classmethod
    def of(
        cls,
        board: Board,
        side: Side,
        overrides: Overrides = NO_OVERRIDES,
        teams: SeatedTeams | None = None,
    ) -> Self:
        """What the players of one side, the opponents, said of their calls on a board."""
        alerted = frozenset(board.alerts)
        texts = dict(board.explanations)
        told = {
            index: Said(texts.get(index, ""), index in alerted)
            for index in sorted(alerted | texts.keys())
            if board.auction.caller(index).side is side
        }
        return cls(told, overrides, SeatedTeams() if teams is None else teams)

    @classmethod
    def of_all(cls, board: Board) -> Self:
        """What all four players said of their calls on a board."""
        ns, ew = (cls.of(board, side) for side in Side)
        return cls({**ns.calls, **ew.calls})

    def at(self, state: AuctionState, told: Meaning) -> Said:
        """What was said of a call of the player to call, `told` being its meaning without that."""
        said = self.calls.get(len(state.meanings), SILENCE)
        override = self.overrides.find(self.teams, state, told)
        return said if override is None else evolve(said, override=override.meaning)

    def agrees(self, other: Self, index: int) -> bool:
        """Whether both say the same of the call with an index."""
        return (
            self.calls.get(index) == other.calls.get(index)
            and self.overrides == other.overrides
            and self.teams == other.teams
        )


NO_WORDS: Final = Words()
"""Nothing said of any call."""

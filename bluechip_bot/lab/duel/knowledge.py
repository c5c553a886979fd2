"""The knowledge of a duel's players: set conditions, or what the auction, lead and cards show.

The conditions are a contract by South, and what the bidding has shown of North and South. Deals are
made to fit the same ranges that the defenders know. Cazenave and Ventos (*The αμ Search Algorithm
for the Game of Bridge*, 2021) play 3NT after 1NT-3NT and 7NT without giving their ranges.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, Literal

from attrs import evolve, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.bidding.system.system import NATURAL
from bluechip_bot.config import SearchConfig
from bluechip_bot.constraints import (
    Box,
    Evidence,
    HandConstraint,
    HardFacts,
    Likelihood,
    Reliability,
    Statement,
)
from bluechip_bot.inference import InferenceSettings, card_fits, evidence
from bluechip_bot.lab.duel.lead import LeadLikelihood, LeadRule
from bluechip_bot.model import Board, Call, Card, Deal, PlannedBoard, Seat, Vulnerability
from bluechip_bot.player.assembly import PlayerAssembly


class DuelPlanError(ValueError):
    """A contender, contract or source of deals cannot be used; the message names it."""


@frozen
class DuelConditions:
    """The conditions of all deals of a duel: the auction, the hands it shows, and the lead rule."""

    calls: str
    north: HandConstraint
    south: HandConstraint
    lead: LeadRule

    def begin(self, number: int, deal: Deal) -> Board:
        """Return a deal after the auction, with all hands known and nobody vulnerable."""
        calls = tuple(map(Call.parse, self.calls.split()))
        return PlannedBoard(number, Seat.SOUTH, Vulnerability.NONE, deal, calls).begin()


def _notrump_opening() -> HandConstraint:
    """Return the hands that open 1NT: 15-17, 4-3-3-3, 4-4-3-2 or 5-3-3-2, no five-card major."""
    shapes = [
        shape
        for shape in product(range(2, 5), range(2, 5), range(2, 6), range(2, 6))
        if sum(shape) == 13 and shape.count(2) <= 1
    ]
    boxes = (Box((15, 17), ((s, s), (h, h), (d, d), (c, c))) for s, h, d, c in shapes)
    return HandConstraint.of(*boxes)


CONDITIONS: Final[Mapping[str, DuelConditions]] = {
    "3NT": DuelConditions(
        "1NT P 3NT P P P",
        north=HandConstraint.parse("10-15 HCP, 1-3 S, 1-3 H, 1-5 D, 1-5 C"),
        south=_notrump_opening(),
        lead="fourth",
    ),
    "4S": DuelConditions(
        "1S P 4S P P P",
        north=HandConstraint.parse("8-12 HCP, 3-4 S, 1-5 H, 1-5 D, 1-5 C"),
        south=HandConstraint.parse("13-17 HCP, 5-6 S, 1-4 H, 1-5 D, 1-5 C"),
        lead="fourth",
    ),
    "7NT": DuelConditions(
        "7NT P P P",
        north=HandConstraint.parse("15-17 HCP, 2-6 S, 2-6 H, 2-6 D, 2-6 C"),
        south=HandConstraint.parse("18-20 HCP, 2-6 S, 2-6 H, 2-6 D, 2-6 C"),
        lead="passive",
    ),
}
"""The conditions of each contract."""

_NO_SYSTEMS: Final = Partnership(
    ours=evolve(NATURAL, agreements=Agreements(attitude="none", count="none"))
)
"""The systems of a duel with conditions: they have no signals."""


@cache
def _settings(part: Literal["auction", "play"], file: str) -> InferenceSettings:
    """Return a file's settings (empty: the default) with evidence from `part` alone."""
    settings = PlayerAssembly(search=SearchConfig(inference=file)).inference
    other = "auction" if part == "play" else "play"
    return evolve(settings, **{other: evolve(getattr(settings, other), on=False)})


@frozen
class DuelKnowledge:
    """The knowledge of a seat: the meaning of the calls, and the rule of the lead, if any.

    With `play_inference`, more is concluded from the cards played than that a hand is out of a
    suit. `inference` is the file of the settings for that; empty for the default.
    """

    calls: DuelConditions | Partnership
    lead: LeadRule | None = None
    play_inference: bool = False
    inference: str = ""

    def of(self, board: Board, seat: Seat) -> Evidence:
        """Return the evidence of a seat other than dummy's. Hands it does not see are ignored."""
        calls, cards = self.calls, _settings("play", self.inference)
        if isinstance(calls, DuelConditions):
            said = tuple(
                Statement(one, hand, f"{one}'s calls", Reliability.OPPONENT_CALL)
                for one, hand in ((Seat.NORTH, calls.north), (Seat.SOUTH, calls.south))
            )
            known = Evidence(HardFacts.of(board, seat), said, ())
            calls = _NO_SYSTEMS
        else:
            known = evidence(board, seat, _settings("auction", self.inference), calls)
        likelihoods: tuple[Likelihood, ...] = ()
        if self.play_inference:
            likelihoods = evidence(board, seat, cards, calls).likelihoods
        contract, play = board.contract, board.play
        if self.lead and contract and play and play.cards and seat is not contract.leader:
            # The rule's likelihood in place of the inference's.
            lead = LeadLikelihood(contract.leader, play.cards[0], contract.strain, self.lead)
            likelihoods = (lead, *likelihoods[1:])
        return evolve(known, likelihoods=(*known.likelihoods, *likelihoods))

    def fits(self, board: Board, cards: Sequence[Card]) -> list[float]:
        """Return each card's log probability for a defender who signals by the side's agreements.

        Under `DuelConditions` there are no agreements.
        """
        systems = _NO_SYSTEMS if isinstance(self.calls, DuelConditions) else self.calls
        settings = _settings("play", self.inference)
        return card_fits(board, cards, settings, systems.ours.agreements)

"""The game of bridge as values: cards, calls, play, the board and its score. Pure."""

from bluechip_bot.model.board import Board, Phase, PlannedBoard
from bluechip_bot.model.calls import DOUBLE, PASS, REDOUBLE, Auction, Call, Contract, calls_to
from bluechip_bot.model.cards import (
    Card,
    Deal,
    Hand,
    Seat,
    Side,
    Strain,
    Suit,
    Vulnerability,
    dealer_of_board,
    four,
)
from bluechip_bot.model.decision import PLAN, Decision, DecisionError, DecisionRequest
from bluechip_bot.model.decision_record import (
    CallRecord,
    CardRecord,
    ComparedCall,
    ComparedCard,
    PlanSummary,
    SampleSummary,
)
from bluechip_bot.model.errors import BoardError, IllegalCallError, IllegalPlayError, ModelError
from bluechip_bot.model.events import Called, Dealt, DummyShown, Event, Played
from bluechip_bot.model.play import Play, Trick
from bluechip_bot.model.scoring import duplicate_score, imps, side_score

__all__ = [
    "DOUBLE",
    "PASS",
    "PLAN",
    "REDOUBLE",
    "Auction",
    "Board",
    "BoardError",
    "Call",
    "CallRecord",
    "Called",
    "Card",
    "CardRecord",
    "ComparedCall",
    "ComparedCard",
    "Contract",
    "Deal",
    "Dealt",
    "Decision",
    "DecisionError",
    "DecisionRequest",
    "DummyShown",
    "Event",
    "Hand",
    "IllegalCallError",
    "IllegalPlayError",
    "ModelError",
    "Phase",
    "PlanSummary",
    "PlannedBoard",
    "Play",
    "Played",
    "SampleSummary",
    "Seat",
    "Side",
    "Strain",
    "Suit",
    "Trick",
    "Vulnerability",
    "calls_to",
    "dealer_of_board",
    "duplicate_score",
    "four",
    "imps",
    "side_score",
]

"""Finesses, leads towards honours, the drop and safety plays, in end positions.

South declares three notrump unless the case says otherwise; hands are spades, hearts, diamonds and
clubs from dots, the defenders' cards are what `out` names.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import frozen

from bluechip_bot.planning.declarer import PlannedCard
from bluechip_bot.planning.tree.node import NodeKind, PlanNode
from support.planning import STAGES, Ending


@frozen
class Case:
    """An end position.

    Attributes:
        declarer: South's hand.
        dummy: North's hand.
        out: what the defenders hold.
        need: tricks that are missing.
        best: cards of which one must be led or played.
        method: a method that must be in the line; empty for any.
        value: the least chance of the contract.
        lead: who leads or led.
        known: cards that West and that East is known to hold.
        played: the cards of the trick in progress.
        contract: what is played.
    """

    declarer: str
    dummy: str
    out: str
    need: int
    best: str
    method: str = ""
    value: float = 0.0
    lead: str = "S"
    known: tuple[str, str] = ("", "")
    played: str = ""
    contract: str = "3NT-S"


def plan(case: Case) -> PlannedCard:
    """The card and the plan, without a limit of time, for making the contract."""
    found: PlannedCard = Ending(
        case.declarer, case.dummy, case.out, case.need, trick=f"{case.lead} {case.played}",
        opening="C", known=case.known, contract=case.contract,
    ).choose(len(STAGES))  # fmt: skip
    return found


def methods(node: PlanNode) -> Iterator[str]:
    """The methods of the best line, in all branches."""
    edges = node.edges[:1] if node.kind is NodeKind.CHOICE else node.edges
    for edge in edges:
        yield from (step.method for step in edge.path)
        yield from methods(edge.node)


FINESSES = [
    # A plain finesse, in three suits and from both hands.
    Case("32.A..", "AQ.2..", "KJT.KQJ..", 3, "S2 S3 HA", "finesse", 0.49),
    Case("A.AQ..", "2.32..", ".KJT.KQJ.", 3, "H2 H3 S2", "finesse", 0.49, "N"),
    Case("..KJ4.2", "..A2.43", "..QT98.KQJT", 3, "D2 DA", "", 0.49, "N"),
    # No finesse where the top tricks are enough and the defenders can run a suit.
    Case("32.AKQ..", "AQ.432..", "KJT..KJ.AKQJT", 4, "SA S2 S3 HA HK HQ", "", 0.99),
    # Nor where the king is known to be behind the tenace: it may fall.
    Case("32.A..", "AQ.2..", "KJT.KQJ..", 3, "S2 S3 HA", "", 0.0, "S", ("", "SK")),
    # Cross first: the hand opposite the tenace has to lead.
    Case("54.A..", "AQ.2..", "KJT.KQJ..", 3, "H2", "finesse", 0.49, "N"),
    Case(".T9.A.", ".KJ.2.", ".AQ.KQJT.", 2, "D2", "", 0.2, "N"),
    # Two cards missing: the lowest card of the tenace first.
    Case("432.AK..", "AQT.32..", "KJ987.QJT98..", 4, "S2 S3 HA HK", "deep finesse", 0.7),
    Case("432.AK..", "AJT.32..", "KQ987.QJT98..", 4, "S2 S3 HA HK", "deep finesse", 0.7),
    Case(".AK.432.", ".32.AJ9.", ".QJT98.KQT87.", 4, "D2 D3 D4 HA HK", "deep finesse", 0.3),
    # In third hand.
    Case("43.AK..", "AQT.32..", "KJ98.QJT98..", 4, "ST", "", 0.6, "S", ("", ""), "S2 S7"),
    Case("43.AK..", "AJ9.32..", "KQT8.QJT98..", 4, "S9", "", 0.3, "S", ("", ""), "S2 S7"),
    # In third hand with the king before the queen: no finesse against it.
    Case("43.AK..", "AQ5.32..", "JT98.QJT98..", 5, "SA", "", 0.0, "S", ("", ""), "S2 SK"),
]

HONOURS = [
    Case("32.A..", "K4.2..", "AQJ.KQJ..", 2, "S2 S3 HA", "lead towards an honour", 0.49),
    Case("A.K4.A.", "2.32.2.", ".AQJT.KQJT.", 3, "", "lead towards an honour", 0.35, "N"),
    # East rises with the ace if he can then cash what beats the contract.
    Case("A.K4..", "2.32..", ".AQJ.KQJ.", 2, "H2 H3 S2", "lead towards an honour", 0.05, "N"),
    Case("432.AQ..", "KQ5.K2..", "AJT9.JT987.2.", 4, "", "lead towards an honour", 0.3, "N"),
    # Two honours missing: once for each of ours.
    Case("432.AK..", "QJ5.32..", "AKT98.QJT98..", 3, "S2 S3 HA HK", "lead towards an honour", 0.6),
    # The ace is known to be behind the king.
    Case("32.A..", "K4.2..", "AQJ.KQJ..", 1, "S2 S3 HA", "", 0.99, "S", ("", "SA")),
    # The honour that is led, with its equals beside it.
    Case("QJT.A..", "A32.2..", "K9876.KQJ..", 4, "SQ SJ ST HA", "", 0.5),
    Case("A32.2..", "JT9.A..", "KQ8765.KQ..", 3, "SJ ST S9 HA", "run an honour", 0.7, "N"),
    # The wrong hand: nothing to run without a card beside it.
    Case("Q32.A..", "A54.2..", "KJT98.KQJ..", 3, "S2 S3 HA SA S4", "lead towards an honour", 0.4),
]  # fmt: skip

TWO_WAYS = [
    Case("AT3.2..", "KJ2.A..", "Q98765.KQ..", 4, "", "", 0.99, "S", ("SQ", "")),
    Case("AT3.A..", "KJ2.2..", "Q98765.KQ..", 4, "", "", 0.99, "S", ("", "SQ")),
    Case(".KJ2.A.", ".AT3.2.", ".Q98765.KQ.", 4, "", "", 0.99, "N", ("HQ", "")),
    # A trick may be lost to the defender without hearts, whichever he is: finesse into his hand.
    Case("AT32..A.", "KJ54..2.", "Q9876.AKQJ.3.", 4, "S2 S3 ST SA", "", 0.99, "S",
         ("HA HK HQ HJ", "")),
    Case("AT32..A.", "KJ54..2.", "Q9876.AKQJ.3.", 4, "", "", 0.99, "S",
         ("", "HA HK HQ HJ")),
    Case(".AT32..A", ".KJ54..2", "AKQJ.Q9876..3", 4, "H4 H5 HK HJ", "", 0.99, "N",
         ("", "SA SK SQ SJ")),
]  # fmt: skip

DROPS = [
    # Nine cards: the queen falls or is alone more often than it is in place.
    Case("AKJ32...", "7654.A..", "QT98.KQJT98..", 5, "SA SK HA S4", "", 0.5),
    # Eleven cards without the king.
    Case(".AQ2..", ".J54..", ".KT..AKQJ", 3, "HA", "", 0.5),
    # Eight cards: one top first, for the queen may be alone.
    Case("AKJ2.2..", "T543.A..", "Q9876.KQJT9..", 5, "SA SK HA H2 S3", "", 0.42),
    Case("..AKQT.", "..543.2", "..J98762.KQ", 4, "DA DK DQ", "play for the drop", 0.5),
]

SAFETY = [
    # The honour of the hand with two of them first, wherever that hand is.
    Case("QT853.A..", "AK94.32..", "J762.KQJT98.KQ.", 6, "S3 S5 S8 ST", "", 0.99),
    Case("AK94.32..", "QT853.A..", "J762.KQJT98.KQ.", 6, "SA SK", "", 0.99),
    Case(".QT853.A.", ".AK94.32.", ".J762.KQJT98.KQ", 6, "HA HK", "", 0.99, "N"),
    # Three of four tricks are enough: not the finesse that loses to a queen alone.
    Case("AJ32.A..", "K954.3..", "QT876.KQJT9..", 4, "", "", 0.98),
    # All the tricks are needed: the finesse of the queen it is.
    Case("AKJ42...", "653.32..", "QT987.KQJT9..", 5, "S3 S5 S6", "", 0.3, "N"),
]


@pytest.mark.parametrize("case", [*FINESSES, *HONOURS, *TWO_WAYS, *DROPS, *SAFETY])
def test_first_card_and_method(case: Case) -> None:
    """The card, the method and the chance that a good player finds."""
    chosen = plan(case)
    if case.best:
        assert str(chosen.card) in case.best.split()
    assert not case.method or case.method in set(methods(chosen.plan.root))
    assert chosen.value >= case.value

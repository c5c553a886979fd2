"""Declarer's plan, told among the thoughts of a board."""

from __future__ import annotations

from collections.abc import Sequence

from bluechip_bot.formats.record import Remark
from bluechip_bot.model import PLAN, Board


def plan_of(board: Board, remarks: Sequence[Remark]) -> Remark | None:
    """The plan that declarer made when dummy had gone down; None if he told none.

    It is that of his side's first card for which he told one. The text is the plan alone.
    """
    made = len(board.auction.calls)
    for remark in remarks:
        if remark.after > made and remark.text.startswith(PLAN):
            return Remark(remark.after, remark.text.removeprefix(PLAN))
    return None


def besides(plan: Remark | None, remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """The remarks without a plan that is shown by itself."""
    if plan is None:
        return tuple(remarks)
    told = Remark(plan.after, PLAN + plan.text)
    return tuple(remark for remark in remarks if remark != told)

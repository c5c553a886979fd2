"""Declarer's plans, told among the thoughts of a board."""

from __future__ import annotations

from collections.abc import Sequence

from bluechip_bot.formats.record import Remark
from bluechip_bot.model import PLAN, Board


def plans_of(board: Board, remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """The plans that declarer made in the play, in order; the text is the plan alone.

    A plan holds until the next one. One that says the same as the one before is left out.
    """
    made = len(board.auction.calls)
    plans: list[Remark] = []
    for remark in remarks:
        if remark.after > made and remark.text.startswith(PLAN):
            text = remark.text.removeprefix(PLAN)
            if not plans or plans[-1].text != text:
                plans.append(Remark(remark.after, text))
    return tuple(plans)


def besides(board: Board, remarks: Sequence[Remark]) -> tuple[Remark, ...]:
    """The remarks that are not declarer's plans."""
    made = len(board.auction.calls)
    return tuple(one for one in remarks if one.after <= made or not one.text.startswith(PLAN))

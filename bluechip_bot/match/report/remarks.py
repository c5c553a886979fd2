"""Commentary on a board in one room: what was thought at its calls and cards."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from bluechip_bot.match.record.record import FinishedBoard
from bluechip_bot.match.report.marks import call_mark, card_mark


def remarks_by_place(finished: FinishedBoard) -> dict[int, tuple[str, ...]]:
    """The remarks by how many calls and cards had been made before them."""
    found: dict[int, tuple[str, ...]] = {}
    for remark in finished.remarks:
        found[remark.after] = (*found.get(remark.after, ()), remark.text)
    return found


def remark_list(finished: FinishedBoard) -> str:
    """The remarks as a list that opens on a click, and is open on paper; empty without remarks."""
    if not finished.remarks:
        return ""
    actions = dict(enumerate(_actions(finished), 1))
    items = "".join(
        f"<li><b>{actions.get(place, '')}</b> {'; '.join(map(escape, said))}</li>"
        for place, said in sorted(remarks_by_place(finished).items())
    )
    return f'<details class="thoughts"><summary>Thoughts</summary><ol>{items}</ol></details>'


def _actions(finished: FinishedBoard) -> Iterator[str]:
    """Yield the calls and cards with who made them."""
    board = finished.board
    for index, call in enumerate(board.auction.calls):
        yield f"{board.dealer.plus(index).letter} {call_mark(call)}"
    for trick in () if board.play is None else board.play.tricks:
        for step, card in enumerate(trick.cards):
            yield f"{trick.leader.plus(step).letter} {card_mark(card)}"

"""Small pieces of HTML: cards, calls, contracts, numbers, tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from bluechip_bot.match.record.record import FinishedBoard
from bluechip_bot.model import Call, Card, Contract, Hand, Strain

SIGNS: Final = "♠♥♦♣"
_CLASSES: Final = "shdc"


def suit_mark(suit: int, ranks: str = "") -> str:
    """A suit's sign in its colour, and what comes after it."""
    return f'<span class="{_CLASSES[suit]}">{SIGNS[suit]}</span>{ranks}'


def strain_mark(strain: Strain) -> str:
    """A suit's sign, or NT."""
    return "NT" if strain.suit is None else suit_mark(strain.suit)


def card_mark(card: Card) -> str:
    """A card, `♥K`."""
    return suit_mark(card.suit, card.rank_letter)


def call_mark(call: Call) -> str:
    """A call, `1♥` or `P`."""
    return f"{call.level}{strain_mark(call.strain)}" if call.is_bid else str(call)


def contract_mark(contract: Contract | None) -> str:
    """A contract and its declarer, `4♥X S`."""
    if contract is None:
        return "passed out"
    doubled = "X" * contract.doubled
    return f"{contract.level}{strain_mark(contract.strain)}{doubled} {contract.declarer.letter}"


def result_mark(finished: FinishedBoard) -> str:
    """Contract, declarer, and tricks over or under it: `4♥X S =`, `3NT N −2`."""
    contract = contract_mark(finished.contract)
    if finished.contract is None or finished.tricks is None:
        return contract
    return f"{contract} {signed(finished.tricks - finished.contract.target) or '='}"


def hand_mark(hand: Hand | None) -> str:
    """A hand as four lines; `?` where it is not known."""
    if hand is None:
        return "?"
    return "<br>".join(suit_mark(suit, f" {hand.suit_text(suit) or '–'}") for suit in range(4))


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign, a true minus; empty for zero without digits."""
    if not digits and not round(number):
        return ""
    shown = f"{number:+.{digits}f}"
    return (f"{0:.{digits}f}" if not float(shown) else shown).replace("-", "−")


def titled(*texts: str) -> str:
    """The attribute that shows texts under the pointer, a line each; empty without a text."""
    told = "\n".join(filter(None, texts))
    return f' title="{escape(told)}"' if told else ""


def table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1, name: str = ""
) -> str:
    """A table whose first columns are text and the others numbers; cells are HTML.

    Args:
        headings: plain text.
        rows: HTML.
        texts: how many columns are text.
        name: a class of the table.
    """
    classes = ["" if index < texts else ' class="n"' for index in range(len(headings))]
    head = "".join(
        f'<th{kind} scope="col">{escape(heading)}</th>'
        for kind, heading in zip(classes, headings, strict=True)
    )
    body = "".join(
        f"<tr>{''.join(f'<td{kind}>{cell}</td>' for kind, cell in zip(classes, row, strict=True))}"
        "</tr>\n"
        for row in rows
    )
    kind = f' class="{name}"' if name else ""
    return f"<table{kind}><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>"

"""A convention card as text for a terminal and as a page of HTML that stands alone."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Final

from markupsafe import Markup, escape

from bluechip_bot.bidding.system.card import CardContext, CardRow, ConventionCard
from bluechip_bot.pages.svg import element
from bluechip_bot.pages.template import page_environment

_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_SUIT: Final = re.compile(r"!(oM|om|[SHDCMmXYZ])")
_VARIABLES: Final = (
    "M and m are a major and a minor, oM and om the other one; X, Y and Z are any suits. "
    "Calls in brackets are the opponents'. Alerted calls have a star."
)


def card_text(card: ConventionCard, width: int = 100) -> str:
    """The card as text; no line is longer than the width, except for a longer word."""
    lines = [card.name, "=" * len(card.name), ""]
    lines += [f"  {name:<18}{value}" for name, value in card.options]
    lines += ["", *wrap(_VARIABLES, width)]
    for family in card.families:
        lines += ["", "", family.title.upper(), "-" * len(family.title)]
        for context in family.contexts:
            lines += ["", *_heading(context, width)]
            for row in context.rows:
                lines += _row_lines(row, width)
    return "\n".join(lines) + "\n"


def card_html(card: ConventionCard) -> str:
    """The card as a page of HTML that needs no other file."""
    environment = page_environment("bluechip_bot.cli", {"marked": _marked})
    return environment.get_template("card.html").render(card=card, key=_VARIABLES)


def _heading(context: CardContext, width: int) -> list[str]:
    title = _plain(context.title)
    condition = f"  [{context.condition}]" if context.condition else ""
    return wrap(title + condition, width - 2, initial_indent="  ", subsequent_indent="    ")


def _row_lines(row: CardRow, width: int) -> list[str]:
    head = f"    {_plain(row.call)}{'*' if row.alert else ''}"
    told = ": ".join(filter(None, (row.name, _plain(row.shows))))
    notes = f"  ({_plain(', '.join(row.notes))})" if row.notes else ""
    text = (told + notes).strip() or "anything else"
    return wrap(text, width, initial_indent=f"{head:<16}  ", subsequent_indent=" " * 18)


def _plain(text: str) -> str:
    return _SUIT.sub(lambda found: _SIGNS.get(found[1], found[1]), text)


def _marked(text: str) -> Markup:
    """A text with the signs of its suits in their colours."""
    pieces = _SUIT.split(text)
    return Markup().join(
        _mark(piece) if index % 2 else escape(piece) for index, piece in enumerate(pieces)
    )


def _mark(name: str) -> Markup:
    if name not in _SIGNS:
        return element("i", name)
    return element("span", _SIGNS[name], class_=name.casefold())

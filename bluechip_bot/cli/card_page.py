"""A convention card as text for a terminal and as a page of HTML that stands alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from textwrap import wrap
from typing import Final

from bluechip_bot.bidding.system.card import CardContext, CardRow, ConventionCard

_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CLASSES: Final = {"S": "s", "H": "h", "D": "d", "C": "c"}
_SUIT: Final = re.compile(r"!(oM|om|[SHDCMmXYZ])")
_VARIABLES: Final = (
    "M and m are a major and a minor, oM and om the other one; X, Y and Z are any suits. "
    "Calls in brackets are the opponents'. Alerted calls have a star."
)
_STYLE: Final = """
:root { color-scheme: light; }
body { font: 15px/1.45 Georgia, "Times New Roman", serif; color: #1c1c1c; background: #f4f1ea;
  margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 2rem 3rem; background: #fffefb; }
h1 { font-size: 2rem; margin: 0 0 .3rem; }
h2 { font-size: 1.3rem; margin: 2rem 0 .4rem; padding-bottom: .15rem;
  border-bottom: 2px solid #2f5d50; color: #2f5d50; }
h3 { font-size: 1rem; margin: 1.1rem 0 .3rem; }
h3 small { font-weight: normal; color: #666; }
p.key, nav { color: #555; font-size: .9rem; }
nav a { color: #2f5d50; margin-right: .9rem; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .6rem 0;
  font-size: .9rem; }
dt { color: #555; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; }
td { padding: .2rem .6rem .2rem 0; vertical-align: top; border-top: 1px solid #e6e1d5; }
td.call { width: 7.5rem; font-weight: bold; white-space: nowrap; }
td.notes { width: 12rem; color: #555; font-style: italic; }
.alert { color: #b45309; } .name { font-weight: bold; }
.h, .d { color: #c1121f; } .s, .c { color: #111; }
@media print { body, main { background: #fff; } nav { display: none; }
  section { break-inside: auto; } h2, h3 { break-after: avoid; } tr { break-inside: avoid; } }
""".strip()


def card_text(card: ConventionCard, width: int = 100) -> str:
    """The card as lines of at most so many characters, but for words that are longer."""
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
    title = escape(f"{card.name}: convention card")
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}</title>",
            f"<style>\n{_STYLE}\n</style>",
            "</head>",
            "<body>",
            "<main>",
            *_body(card),
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


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


def _body(card: ConventionCard) -> Iterator[str]:
    yield f"<h1>{escape(card.name)}</h1>"
    yield f'<p class="key">{escape(_VARIABLES)}</p>'
    links = "".join(
        f'<a href="#f{number}">{escape(family.title)}</a> '
        for number, family in enumerate(card.families)
    )
    yield f"<nav>{links.strip()}</nav>"
    if card.options:
        pairs = (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in card.options)
        yield f"<dl>{''.join(pairs)}</dl>"
    for number, family in enumerate(card.families):
        yield f'<section id="f{number}">'
        yield f"<h2>{escape(family.title)}</h2>"
        for context in family.contexts:
            yield from _context(context)
        yield "</section>"


def _context(context: CardContext) -> Iterator[str]:
    small = f" <small>{escape(context.condition)}</small>" if context.condition else ""
    if context.title or small:
        yield f"<h3>{_marked(context.title)}{small}</h3>"
    yield "<table>"
    for row in context.rows:
        star = '<span class="alert" title="alert">*</span>' if row.alert else ""
        name = f'<span class="name">{escape(row.name)}</span>' if row.name else ""
        shows = _marked(row.shows) or ("" if name else "anything else")
        told = ": ".join(filter(None, (name, shows)))
        yield (
            f'<tr><td class="call">{_marked(row.call)}{star}</td><td>{told}</td>'
            f'<td class="notes">{_marked(", ".join(row.notes))}</td></tr>'
        )
    yield "</table>"


def _marked(text: str) -> str:
    """A text escaped, with the signs of its suits."""

    def sign(found: re.Match[str]) -> str:
        name = found[1]
        if name not in _SIGNS:
            return f"<i>{name}</i>"
        return f'<span class="{_CLASSES[name]}">{_SIGNS[name]}</span>'

    return _SUIT.sub(sign, escape(text))

"""`bluechip-bot system`: check and list bidding systems, and print their convention cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap
from typing import Final

import click
from markupsafe import Markup, escape
from rich.text import Text

from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.system.card import LABEL, ConventionCard, convention_card
from bluechip_bot.bidding.system.check import gaps
from bluechip_bot.bidding.system.listing import (
    ListedCall,
    ListedContext,
    SystemListing,
    system_listing,
)
from bluechip_bot.bidding.system.system import System, extended, load
from bluechip_bot.cli.bidding_input import (
    BiddingInputError,
    system_names,
    system_of,
    system_path,
    systems_dir,
)
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.ranges import WholeNumber
from bluechip_bot.cli.terminal import print_table
from bluechip_bot.model.diagram import SUIT_SIGNS
from bluechip_bot.pages.svg import element
from bluechip_bot.pages.template import page_environment

_SUIT_NAME: Final = re.compile(r"!(oM|om|[SHDCMmXYZ])")
_RANGE: Final = "\u2060–\u2060"
"""The dash of a range, after which no line of a page ends."""
_VARIABLES: Final = (
    "M and m are a major and a minor, oM and om the other one; X, Y and Z are any suits. "
    "Calls in brackets are the opponents'. Alerted calls have a star."
)
_KEY: Final = (
    "M and m are a major and a minor, oM and om the other one. Calls in brackets are the "
    "opponents'. Alerted calls have a star. Numbers alone are high-card points, pts count "
    "distribution. GF is forcing to game."
)


@click.group("system")
def command() -> None:
    """Check and print bidding systems, of conf/systems or your own."""


@command.command("check")
@click.argument("file", type=click.Path(dir_okay=False), metavar="FILE.toml|FILE.bid")
@click.option(
    "--system", metavar="SYSTEM", help="For a rule file: check it as an addition to this system."
)
@click.option(
    "--gaps", "with_gaps", is_flag=True, help="Also list contexts that leave hands to the floor."
)
def _check(file: str, system: str | None, with_gaps: bool) -> None:  # noqa: FBT001
    """Check a system, or a file of rules.

    A rule file is checked together with the system of the folder above that includes it. Any other
    rule file is checked as an addition to --system, by default SAYC. Errors are printed with file,
    line and column. Remarks name asking bids without answers over interference.

    Exit status: 0 usable, 2 not usable.
    """
    path = Path(file)
    try:
        found = _loaded(path, system)
        click.echo(f"{path.name}: all rules are compared, which may take half a minute", err=True)
        found = found.compared()
    except SystemFileError as error:
        raise Failure("\n".join(map(str, (error, *error.more)))) from None
    rules = sum(len(section.rules) for section in found.book.sections)
    for remark in found.remarks:
        click.echo(f"remark: {remark}")
    if with_gaps:
        for gap in gaps(found.book):
            click.echo(f"gap: {gap}")
    noted = f", {len(found.remarks)} remarks" if found.remarks else ""
    contexts = len(found.book.sections)
    click.echo(f"{path.name}: usable; {found.name} has {rules} rules in {contexts} contexts{noted}")


def _loaded(path: Path, system: str | None) -> System:
    """Load the system in a file, or the one that a rule file belongs to; rules are not compared."""
    if path.suffix == ".toml":
        if system is not None:
            raise BiddingInputError(f"--system goes with a .bid file, {path.name} is a system")
        return load(path, check=False)
    if path.suffix != ".bid":
        raise BiddingInputError(f"{path}: a .toml or .bid file expected")
    if not path.is_file():
        raise BiddingInputError(f"{path}: no such file")
    if system is None:
        for owner in sorted(path.resolve().parent.parent.glob("*.toml")):
            if f'"{path.stem}"' in owner.read_text(encoding="utf-8", errors="replace"):
                return load(owner, check=False)
    return extended(system_of(system or "sayc"), path)


@command.command("list")
def _list() -> None:
    """List the systems that can be given by name, and their switches."""
    rows: list[list[str | Text]] = []
    broken = []
    for name in system_names():
        try:
            system = load(system_path(name), check=False)
        except SystemFileError as error:
            broken.append(str(error))
            rows.append([name, Text("not usable", "red"), "", str(error)])
            continue
        count = sum(len(section.rules) for section in system.book.sections)
        switches = ", ".join(f"{key} = {_value(value)}" for key, value in system.options.items())
        rows.append([name, system.name, str(count), switches])
    print_table(("name", "system", "rules", "switches"), rows)
    click.echo(f"folder: {systems_dir()}")
    if broken:
        raise Failure("\n".join(broken))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value)


@command.command("card")
@click.argument("system", metavar="SYSTEM")
@click.option("--all", "whole", is_flag=True, help="All rules, by file, instead of two pages.")
@click.option("--html", type=click.Path(dir_okay=False), help="Write a page of HTML; - is stdout.")
@click.option("--width", type=WholeNumber(60), default=100, help="Columns of the card.")
def _card(system: str, whole: bool, html: str | None, width: int) -> None:  # noqa: FBT001
    """Print the convention card of a system, two pages made from its rules.

    SYSTEM is a name that `system list` shows, or a .toml file. Each line has a position and what
    calls show there, by the rules. The page of HTML prints on two sheets of A4. With --all, all
    rules are printed. Rules that are switched off are left out.
    """
    found = system_of(system, "SYSTEM")
    if whole:
        listing = system_listing(found)
        page = {"listing": listing, "key": _VARIABLES}
        text = _page("listing.html", page) if html else _listing_text(listing, width)
    else:
        card = convention_card(found)
        page = {"card": card, "key": _KEY}
        text = _page("card.html", page) if html else _card_text(card, width)
    if html in (None, "-"):
        click.echo(text, nl=False)
    else:
        Path(html).write_text(text, encoding="utf-8")
        click.echo(html)


def _card_text(card: ConventionCard, width: int) -> str:
    """The card as text in lines of at most `width` characters, unless a word is longer."""
    lines: list[str] = []
    for number, page in enumerate(card.pages, start=1):
        lines += [""] * (number > 1) + [f"{card.name} ({number}/{len(card.pages)})"]
        lines += wrap(_KEY, width) if number == 1 else []
        for section in page:
            lines.append(f"-- {section.title.upper()} ".ljust(width, "-"))
            for row in section.rows:
                indent = f"{_plain(row.label):<{LABEL - 1}} "
                lines += wrap(
                    _plain(row.text), width, initial_indent=indent, subsequent_indent=" " * LABEL
                )
    return "\n".join(lines) + "\n"


def _listing_text(listing: SystemListing, width: int) -> str:
    """All rules as text in lines of at most `width` characters, unless a word is longer."""
    lines = [listing.name, "=" * len(listing.name), ""]
    lines += [f"  {name:<18}{value}" for name, value in listing.options]
    lines += ["", *wrap(_VARIABLES, width)]
    for file in listing.files:
        lines += ["", "", file.title.upper(), "-" * len(file.title)]
        for context in file.contexts:
            lines += ["", *_heading(context, width)]
            for row in context.rows:
                lines += _row_lines(row, width)
    return "\n".join(lines) + "\n"


def _page(template: str, values: Mapping[str, object]) -> str:
    """A page of HTML that needs no other file."""
    environment = page_environment("bluechip_bot.cli", {"marked": _marked})
    return environment.get_template(template).render(values)


def _heading(context: ListedContext, width: int) -> list[str]:
    title = _plain(context.title)
    condition = f"  [{context.condition}]" if context.condition else ""
    return wrap(title + condition, width - 2, initial_indent="  ", subsequent_indent="    ")


def _row_lines(row: ListedCall, width: int) -> list[str]:
    head = f"    {_plain(row.call)}{'*' if row.alert else ''}"
    told = ": ".join(filter(None, (row.name, _plain(row.shows))))
    notes = f"  ({_plain(', '.join(row.notes))})" if row.notes else ""
    text = (told + notes).strip() or "anything else"
    return wrap(text, width, initial_indent=f"{head:<16}  ", subsequent_indent=" " * 18)


def _plain(text: str) -> str:
    return _SUIT_NAME.sub(lambda found: SUIT_SIGNS.get(found[1], found[1]), text)


def _marked(text: str) -> Markup:
    """The text with the signs of its suits in their colours."""
    pieces = _SUIT_NAME.split(text)
    return Markup().join(
        _mark(piece) if index % 2 else escape(piece.replace("–", _RANGE))
        for index, piece in enumerate(pieces)
    )


def _mark(name: str) -> Markup:
    if name not in SUIT_SIGNS:
        return element("i", name)
    return element("span", SUIT_SIGNS[name], class_=name.casefold())

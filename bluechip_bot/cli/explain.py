"""`bluechip-bot explain`: what each call of an auction shows, and what is known of each hand."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import click
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation.known import NOTHING, KnownHand
from bluechip_bot.bidding.explanation.title import suit_name
from bluechip_bot.cli import options
from bluechip_bot.cli.bidding_input import (
    auction_of,
    seat_of,
    system_of,
    vulnerability_of,
    words_of,
)
from bluechip_bot.cli.terminal import table_console
from bluechip_bot.constraints import Range
from bluechip_bot.model import Seat
from bluechip_bot.model.cards import SUIT_LETTERS
from bluechip_bot.model.diagram import SUIT_SIGNS
from bluechip_bot.service.auction import AuctionMeaning

_RED: Final = "HD"


@click.command("explain")
@options.DEALER
@options.VULNERABILITY
@click.option("--auction", metavar='"1NT P 2C"', required=True, help="The calls, dealer's first.")
@click.option(
    "--system-ns", metavar="SYSTEM", default="sayc", show_default=True, help="North-South's system."
)
@click.option(
    "--system-ew", metavar="SYSTEM", default="sayc", show_default=True, help="East-West's system."
)
@click.option("--exact", is_flag=True, help="All limits of calls, and the outer limits of hands.")
@options.JSON
def command(  # noqa: PLR0913, PLR0917 - an option each
    dealer: str,
    vul: str,
    auction: str,
    system_ns: str,
    system_ew: str,
    exact: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> None:
    """Print what each call of an auction shows.

    What follows for the four hands is printed, too.
    A system is a name or a .toml file. A call that no rule makes is read as natural. What a call
    shows is told in a line, as the opponents are told it; --exact adds the limits of each rule that
    makes it. The limits of a hand are those of all its calls together. The outer limits are wider;
    the bot assumes that no hand lies beyond them.

    The keys of the --json output are `calls` (each with `seat`, `call`, `explanation`, `exact`,
    `alert`, `rules` as file:line, `boxes`, one of which holds, and `tags`), `seats` (by letter:
    `hcp` and the suits as [least, most], `points`, `also`, `outer`) and `state` (of the player to
    call).

    Exit status: 0 done, 2 wrong usage, an impossible auction, or an unusable system.
    """
    begin = seat_of(dealer, "--dealer")
    vulnerability = vulnerability_of(vul, "--vul")
    calls = auction_of(begin, words_of(auction), "--auction")
    first = system_of(system_ns, "--system-ns")
    second = first if system_ns == system_ew else system_of(system_ew, "--system-ew")
    meaning = AuctionMeaning.of(Bidder((first.book, second.book)), calls, vulnerability)
    if as_json:
        click.echo(json.dumps(meaning.as_dict()))
        return
    console = table_console()
    console.print(f"[b]{calls.dealer}[/b] dealt, vulnerable: {vulnerability}")
    console.print(_calls_table(meaning.calls, exact=exact))
    console.print(_seats_table(meaning.hands, exact=exact))
    console.print(", ".join(map(_fact_text, meaning.state.items())))


def _calls_table(rows: Sequence[Mapping[str, Any]], *, exact: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("player", "call", "", "shows", "rule"):
        table.add_column(name, overflow="fold")
    for row in rows:
        rule = ", ".join(row["rules"]) or "[dim]natural floor[/dim]"
        alert = Text("alert", "yellow") if row["alert"] else Text("")
        shows = f"{row['explanation']}\n{row['exact']}" if exact else row["explanation"]
        seat = str(Seat.parse(row["seat"]))
        table.add_row(seat, _symbols(row["call"]), alert, _symbols(shows), rule)
    return table


def _seats_table(hands: Sequence[KnownHand], *, exact: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("hand", "HCP"):
        table.add_column(name)
    for letter in SUIT_LETTERS:
        table.add_column(Text(SUIT_SIGNS[letter], "red" if letter in _RED else ""), justify="right")
    table.add_column("also", overflow="fold")
    if exact:
        table.add_column("outer limits", overflow="fold")
    for seat, hand in zip(Seat, hands, strict=True):
        spans = [_span(hand.box.hcp, 37), *(_span(span, 13) for span in hand.lengths)]
        also = ", ".join(hand.also) or ("" if any(spans) else NOTHING)
        outer = [_symbols(str(hand.outer))] if exact else []
        table.add_row(str(seat), *spans, _symbols(also), *outer)
    return table


def _span(span: Range, most: int) -> str:
    low, high = span
    if low == high:
        return str(low)
    if span == (0, most):
        return ""
    return f"{low}+" if high == most else f"{low}-{high}"


def _symbols(text: str) -> Text:
    """The text with each `!S` replaced by the sign of the suit; hearts and diamonds are red."""
    found = Text()
    for index, part in enumerate(re.split(r"!([SHDC])", text)):
        sign = SUIT_SIGNS[part] if index % 2 else part
        found.append(sign, "red" if index % 2 and part in _RED else "")
    return found


def _fact_text(fact: tuple[str, str]) -> str:
    """A fact in words, suits by name."""
    name, value = fact
    if name == "agreed":
        value = suit_name(SUIT_LETTERS.index(value))
    return f"{name}: {value}".replace("_", " ")

"""`bluechip-bot explain`: what each call of an auction shows, and what is known of each hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import click
from rich.text import Text

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation.known import NOTHING, KnownHand
from bluechip_bot.bidding.explanation.title import suit_name
from bluechip_bot.cli import options
from bluechip_bot.cli.bidding_input import system_of, words_of
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.terminal import print_table
from bluechip_bot.constraints import Range
from bluechip_bot.model import ModelError, Seat
from bluechip_bot.model.cards import SUIT_LETTERS
from bluechip_bot.model.diagram import SUIT_SIGNS
from bluechip_bot.service.auction import AuctionMeaning
from bluechip_bot.service.call import called_board

_RED: Final = "HD"


@click.command("explain")
@options.DEALER
@options.VULNERABILITY
@click.option("--auction", metavar='"1NT P 2C"', required=True, help="The calls, dealer's first.")
@click.option("--system-ns", metavar="SYSTEM", default="sayc", help="North-South's system.")
@click.option("--system-ew", metavar="SYSTEM", default="sayc", help="East-West's system.")
@click.option("--exact", is_flag=True, help="All limits of calls, and the outer limits of hands.")
@options.JSON
def command(  # noqa: PLR0913 - an option each
    *,
    dealer: str,
    vul: str,
    auction: str,
    system_ns: str,
    system_ew: str,
    exact: bool,
    as_json: bool,
) -> None:
    """Print what each call of an auction shows.

    What follows for the four hands is printed, too. A system is a name or a .toml file. A call that
    no rule makes is read as natural. What a call shows is one line, as it is explained to the
    opponents; --exact adds the limits of each rule that makes it. The limits of a hand are those of
    all its calls together. The outer limits are wider; the bot assumes that no hand lies beyond
    them.

    The keys of the --json output are `calls` (each with `seat`, `call`, `explanation`, `exact`,
    `alert`, `rules` as file:line, `boxes` (sets of limits; the hand meets at least one) and
    `tags`), `seats` (by letter: `hcp` and the suits as [least, most], `points`, `also`, `outer`)
    and `state` (of the player to call).

    Exit status: 0 done, 2 wrong usage, an impossible auction, or an unusable system.
    """
    try:
        board = called_board(dealer, vul, words_of(auction))
    except ModelError as error:
        raise Failure(f"--{error}") from None
    calls, vulnerability = board.auction, board.vulnerability
    first = system_of(system_ns, "--system-ns")
    second = first if system_ns == system_ew else system_of(system_ew, "--system-ew")
    meaning = AuctionMeaning.of(Bidder((first.book, second.book)), calls, vulnerability)
    if as_json:
        click.echo(json.dumps(meaning.as_dict()))
        return
    click.echo(f"{calls.dealer} dealt, vulnerable: {vulnerability}")
    print_table(("player", "call", "", "shows", "rule"), _call_rows(meaning.calls, exact=exact))
    suits = [Text(SUIT_SIGNS[each], "red" if each in _RED else "") for each in SUIT_LETTERS]
    outer = ["outer limits"] if exact else []
    rows = _seat_rows(meaning.hands, exact=exact)
    print_table(["hand", "HCP", *suits, "also", *outer], rows, right=range(2, 6))
    facts = dict(meaning.state)
    if "agreed" in facts:
        facts["agreed"] = suit_name(SUIT_LETTERS.index(facts["agreed"]))
    click.echo(", ".join(f"{name}: {value}".replace("_", " ") for name, value in facts.items()))


def _call_rows(
    rows: Sequence[Mapping[str, Any]], *, exact: bool
) -> Iterator[tuple[str | Text, ...]]:
    for row in rows:
        rule = ", ".join(row["rules"]) or Text("natural floor", "dim")
        alert = Text("alert" if row["alert"] else "", "yellow")
        shows = f"{row['explanation']}\n{row['exact']}" if exact else row["explanation"]
        yield str(Seat.parse(row["seat"])), _symbols(row["call"]), alert, _symbols(shows), rule


def _seat_rows(hands: Sequence[KnownHand], *, exact: bool) -> Iterator[list[str | Text]]:
    for seat, hand in zip(Seat, hands, strict=True):
        spans = [_span(hand.box.hcp, 37), *(_span(span, 13) for span in hand.lengths)]
        also = ", ".join(hand.also) or ("" if any(spans) else NOTHING)
        outer = [_symbols(str(hand.outer))] if exact else []
        yield [str(seat), *spans, _symbols(also), *outer]


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

"""What the bidding commands are given: hands, auctions and systems, with errors that say where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bluechip_bot.bidding.system.system import System, load
from bluechip_bot.config import conf_dir
from bluechip_bot.model import Auction, Call, Hand, IllegalCallError, ModelError, Seat
from bluechip_bot.model.vulnerability import Vulnerability


class BiddingInputError(ValueError):
    """A hand, seat, auction or system that cannot be; the message says where."""


def hand_of(text: str, where: str) -> Hand:
    """A hand of thirteen cards written S.H.D.C.

    Raises:
        BiddingInputError: if it is none.
    """
    try:
        hand = Hand.parse(text)
    except ModelError as error:
        raise BiddingInputError(f"{where}: {error}") from None
    if len(hand) != 13:
        raise BiddingInputError(
            f"{where}: {text!r} has {len(hand)} cards (thirteen expected, as AKQ95.AT3.KJ2.97)"
        )
    return hand


def seat_of(text: str, where: str) -> Seat:
    """The seat N, E, S or W.

    Raises:
        BiddingInputError: if it is none.
    """
    try:
        return Seat.parse(text)
    except ModelError as error:
        raise BiddingInputError(f"{where}: {error} (N, E, S or W expected)") from None


def vulnerability_of(text: str, where: str) -> Vulnerability:
    """The vulnerability None, NS, EW or All.

    Raises:
        BiddingInputError: if it is none.
    """
    try:
        return Vulnerability.parse(text)
    except ModelError as error:
        raise BiddingInputError(f"{where}: {error} (None, NS, EW or All expected)") from None


def auction_of(dealer: Seat, calls: Iterable[str], where: str) -> Auction:
    """The auction of some calls, the dealer's first.

    Raises:
        BiddingInputError: if a text is no call, or a call is not legal.
    """
    auction = Auction(dealer)
    for number, text in enumerate(calls, start=1):
        try:
            auction = auction.with_call(Call.parse(text))
        except IllegalCallError as error:
            raise BiddingInputError(f"{where}, call {number}: {error}") from None
        except ModelError as error:
            expected = "P, X, XX or 1C to 7NT expected"
            raise BiddingInputError(f"{where}, call {number}: {error} ({expected})") from None
    return auction


def open_auction_of(dealer: Seat, calls: Iterable[str], where: str) -> Auction:
    """The same of an auction in which somebody is to call.

    Raises:
        BiddingInputError: if it is none, or over.
    """
    auction = auction_of(dealer, calls, where)
    if auction.is_over:
        raise BiddingInputError(f"{where}: the auction is over, nobody is to call")
    return auction


def words_of(text: str) -> Sequence[str]:
    """The calls of an auction in one text, between blanks, commas or dashes."""
    return text.replace(",", " ").replace("-", " ").split()


def systems_dir() -> Path:
    """The folder of the systems that have names."""
    return conf_dir() / "systems"


def system_names() -> list[str]:
    """The names of the systems in the folder."""
    return sorted(path.stem for path in systems_dir().glob("*.toml"))


def system_path(name: str, where: str = "--system") -> Path:
    """The file of a system, given by name or by path.

    Raises:
        BiddingInputError: if there is none.
    """
    path = Path(name)
    if path.suffix != ".toml":
        path = systems_dir() / f"{name.casefold()}.toml"
    if not path.is_file():
        known = ", ".join(system_names())
        raise BiddingInputError(
            f"{where}: no system {name!r} (there are {known}; or the path of a .toml file)"
        )
    return path


def system_of(name: str, where: str = "--system") -> System:
    """A system by name or by path.

    Raises:
        BiddingInputError: if there is none.
        SystemFileError: if it cannot be used.
    """
    return load(system_path(name, where), check=False)

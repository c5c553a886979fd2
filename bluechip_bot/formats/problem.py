"""Positions of the play as one player sees them, as JSON: one object a file.

For example, with declarer to play to the first trick from the closed hand::

    {
      "name": "hold-up", "contract": "3NT", "declarer": "S", "vulnerable": "None",
      "deal": {"declarer_hand": "A72.AK4.A63.J843", "dummy_hand": "865.Q52.K74.KQT9"},
      "opening_lead": "SK", "cards_played": ["SK", "S5", "S4"], "to_play": "S",
      "constraint_spec": {"W": {"has": ["SK", "SQ", "SJ"], "len": {"S": [5, 13]}}}
    }

`deal` may also name hands by seat (`"E": "KQJ.."`); the hand of a defender who is to decide is
given in this way. The optional `auction` (a list of calls, or a text with spaces, from `dealer` on)
is read for what it says of the hands; without it an auction that says nothing is made up:
declarer's bid and passes. Other keys are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.model import (
    Board,
    Call,
    Called,
    Card,
    Contract,
    Dealt,
    Hand,
    ModelError,
    Phase,
    Played,
    Seat,
    Vulnerability,
)
from bluechip_bot.quoting import quoted

_HANDS: Final = ("declarer_hand", "dummy_hand")
_SIZE: Final = 1 << 20
"""Longest file that is read, in bytes."""


class ProblemError(ValueError):
    """A text that is not a position; the message names the key and the offending value."""


@frozen
class PlayProblem:
    """A position of the play, seen by the player who decides.

    Attributes:
        name: what it is called; may be empty.
        observer: who decides: declarer for dummy's cards.
        has_auction: whether the auction is real, not made up from the contract.
    """

    name: str
    board: Board
    observer: Seat
    has_auction: bool
    constraints: Mapping[Seat, Mapping[str, Any]]


def read_problem(path: Path) -> PlayProblem:
    """Read the position in a file; raises ProblemError if the file does not hold a position."""
    with path.open("rb") as file:
        data = file.read(_SIZE + 1)
    if len(data) > _SIZE:
        raise ProblemError(f"longer than {_SIZE} bytes")
    try:
        return parse_problem(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ProblemError(f"not UTF-8 at byte {error.start}") from None


def parse_problem(text: str) -> PlayProblem:
    """Parse a position written in JSON; raises ProblemError if the text is not a position."""
    try:
        data = parse_json(text)
    except DataFormatError as error:
        raise ProblemError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        raise ProblemError(f"an object is expected, not {quoted(data)}")
    contract = _contract(data)
    board = _auction(data, contract, _dealt(data, contract))
    board = _play(data, board)
    return PlayProblem(
        _text(data, "name", ""),
        board,
        _observer(data, board),
        data.get("auction") is not None,
        _constraints(data),
    )


def problem_of(board: Board, name: str = "") -> dict[str, Any]:
    """A position in the play as an object for JSON, which `parse_problem` reads."""
    play = board.card_play
    contract, turn = play.contract, play.turn
    return {
        "name": name,
        "contract": contract.bid,
        "declarer": contract.declarer.letter,
        "vulnerable": str(board.vulnerability),
        "dealer": board.dealer.letter,
        "auction": list(map(str, board.auction.calls)),
        "deal": {seat.letter: str(board.hands[seat]) for seat in Seat if board.hands[seat]},
        "cards_played": list(map(str, play.cards)),
        "to_play": turn.letter,
    }


@contextmanager
def _reading(key: str) -> Iterator[None]:
    """Context manager that turns a `ModelError` into a `ProblemError` that names the key."""
    try:
        yield
    except ModelError as error:
        raise ProblemError(f"{key}: {error}") from None


def _contract(data: Mapping[str, Any]) -> Contract:
    text, declarer = _text(data, "contract"), _text(data, "declarer")
    with _reading("contract"):
        contract = Contract.parse(f"{text}-{Seat.parse(declarer).letter}")
    if "dummy" in data and _seat(data, "dummy") is not contract.dummy:
        raise ProblemError(f"dummy: {contract.dummy.letter} expected, not {data['dummy']!r}")
    return contract


def _dealt(data: Mapping[str, Any], contract: Contract) -> Board:
    deal = _needed(data, "deal")
    if not isinstance(deal, Mapping):
        raise ProblemError(f"deal: an object is expected, not {quoted(deal)}")
    vulnerability = Vulnerability.NONE
    if "vulnerable" in data:
        with _reading("vulnerable"):
            vulnerability = Vulnerability.parse(_text(data, "vulnerable"))
    dealer = _seat(data, "dealer") if data.get("dealer") is not None else contract.declarer
    board = Board.begin(1, dealer, vulnerability)
    for key, value in deal.items():
        if key == "format":
            continue
        seat = contract.declarer if key == _HANDS[0] else contract.dummy
        with _reading(f"deal.{key}"):
            seat = seat if key in _HANDS else Seat.parse(key)
            board = board.apply(Dealt(seat, Hand.parse(str(value))))
    return board


def _auction(data: Mapping[str, Any], contract: Contract, board: Board) -> Board:
    calls = data.get("auction")
    if calls is None:
        if board.dealer is not contract.declarer:
            raise ProblemError("dealer: without an auction it is not looked at; leave it out")
        bid = f"{contract.level}{contract.strain}"
        doubled = (["X"], ["X", "P", "P", "XX"])[contract.doubled - 1] if contract.doubled else []
        calls = [bid, *doubled, "P", "P", "P"]
    for index, text in enumerate(_strings(calls, "auction")):
        with _reading(f"auction[{index}]"):
            board = board.apply(Called(board.auction.turn, Call.parse(text)))
    if board.contract != contract:
        raise ProblemError(f"auction: ends in {board.contract or 'no contract'}, not {contract}")
    return board


def _play(data: Mapping[str, Any], board: Board) -> Board:
    cards = _strings(data.get("cards_played", []), "cards_played")
    lead = data.get("opening_lead")
    for index, text in enumerate(cards or ([str(lead)] if lead is not None else [])):
        turn = board.turn
        if turn is None or board.phase is not Phase.PLAY:
            raise ProblemError(f"cards_played[{index}]: the play is over")
        with _reading(f"cards_played[{index}]"):
            board = board.apply(Played(turn, Card.parse(text)))
    if lead is not None and board.play is not None and str(board.play.cards[0]) != str(lead):
        raise ProblemError(f"opening_lead: {lead!r}, but {board.play.cards[0]} was played first")
    return board


def _observer(data: Mapping[str, Any], board: Board) -> Seat:
    turn, observer = board.turn, board.decider
    if turn is None or observer is None:
        raise ProblemError("cards_played: nobody is to play")
    if "to_play" in data and _seat(data, "to_play") is not turn:
        raise ProblemError(f"to_play: {turn.letter} expected, not {data['to_play']!r}")
    seen = board.seen_by(observer)
    needed = {observer} | ({board.dummy} if board.play and board.play.cards else set())
    for seat in needed:
        if seat is not None and seen.hands[seat] is None:
            raise ProblemError(f"deal: {observer} is to decide and sees {seat}: give that hand")
    return observer


def _constraints(data: Mapping[str, Any]) -> dict[Seat, Mapping[str, Any]]:
    spec = data.get("constraint_spec") or {}
    if not isinstance(spec, Mapping):
        raise ProblemError(f"constraint_spec: an object is expected, not {quoted(spec)}")
    found = {}
    for key, value in spec.items():
        with _reading("constraint_spec"):
            seat = Seat.parse(key)
        if not isinstance(value, Mapping):
            raise ProblemError(f"constraint_spec.{key}: an object is expected, not {quoted(value)}")
        found[seat] = value
    return found


def _needed(data: Mapping[str, Any], key: str) -> Any:
    if data.get(key) is None:
        raise ProblemError(f"{key}: this key is missing; every position has it")
    return data[key]


def _text(data: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = _needed(data, key) if default is None else data.get(key, default)
    if not isinstance(value, str):
        raise ProblemError(f"{key}: a text is expected, not {quoted(value)}")
    return value


def _seat(data: Mapping[str, Any], key: str) -> Seat:
    with _reading(key):
        return Seat.parse(_text(data, key))


def _strings(value: object, key: str) -> Sequence[str]:
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ProblemError(f"{key}: a list of texts is expected, not {quoted(value)}")
    return words

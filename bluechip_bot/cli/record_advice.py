"""A call or card of a recorded board: what the player knew, what he did, and what we would do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
from attrs import asdict, evolve, frozen

from bluechip_bot.api.bot import Bot, ChosenCall, ChosenCard
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.records import read_records
from bluechip_bot.cli.unread import ProblemPrinter
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.postmortem import card_values
from bluechip_bot.model import Board, BoardError, Call, Card, Seat
from bluechip_bot.model.diagram import with_signs

_MEMORY_MB: Final = 64
_HANDS: Final = ("lead", "second hand", "third hand", "fourth hand")


def place_of(text: str) -> int:
    """The number of a card of the play from `9`, or from trick and place in it, as `3.1`.

    Raises:
        Failure: if it is neither.
    """
    trick, point, place = text.partition(".")
    if trick.isdecimal() and not point and 1 <= int(trick) <= 52:
        return int(trick)
    if trick.isdecimal() and place in {*"1234"} and 1 <= int(trick) <= 13:
        return 4 * int(trick) - 4 + int(place)
    raise Failure(f"--card: {text!r}: 1 to 52, or trick and place as 3.2, expected")


@frozen
class RecordMoment:
    """A call or card of a board.

    Attributes:
        name: the file and the board.
        record: the board.
        board: the board before the call or card.
        number: that of the call or of the card, from 1.
        made: the call or card; None if the record ends before it.
    """

    name: str
    record: BoardRecord
    board: Board
    number: int
    made: Call | Card | None

    @classmethod
    def of_card(cls, name: str, record: BoardRecord, number: int) -> RecordMoment:
        """The moment before a card.

        Raises:
            Failure: if the play has no such card.
        """
        board, cards = record.replayed, _cards(record.replayed)
        if board.play is None:
            raise Failure(f"{name}: no play is recorded; its calls: --call")
        if number > min(len(cards) + 1, 52):
            raise Failure(f"{name}: no card {number}: {len(cards)} cards were played")
        made = cards[number - 1] if number <= len(cards) else None
        return cls(name, record, board.until(number - 1), number, made)

    @classmethod
    def of_call(cls, name: str, record: BoardRecord, number: int) -> RecordMoment:
        """The moment before a call.

        Raises:
            Failure: if the auction has no such call.
        """
        board, calls = record.board, record.board.auction.calls
        if number > len(calls) + (not board.auction.is_over):
            raise Failure(f"{name}: no call {number}: {len(calls)} calls were made")
        made = calls[number - 1] if number <= len(calls) else None
        return cls(name, record, board.before_call(number - 1), number, made)

    @property
    def is_made_up(self) -> bool:
        """Whether the auction is made up from the contract."""
        return self.record.replay is not None and self.board.play is not None

    @property
    def decider(self) -> Seat:
        """The player who decides: declarer for dummy's cards."""
        seat = self.board.decider
        assert seat is not None
        return seat

    def heading(self) -> str:
        """Where it is, and who decides."""
        turn, decider = self.board.turn, self.decider
        who = " ".join(filter(None, [f"{decider},", self.record.name(decider)])).rstrip(",")
        of_dummy = "" if turn is decider else f", for {turn}"
        what = f"call {self.number}"
        if self.board.play is not None:
            trick, place = divmod(self.number - 1, 4)
            what = f"card {self.number}, trick {trick + 1}, {_HANDS[place]}"
        return f"{self.name}, {what}: {who} decides{of_dummy}"


def moment_of(
    path: Path, board: int | None, room: str | None, place: tuple[str, int], unread: ProblemPrinter
) -> RecordMoment:
    """A call or card of a file.

    Args:
        board: the number of the board; None if the file has one board.
        room: `open` or `closed`, where the file has both; None for any.
        place: `card` or `call`, and its number.

    Raises:
        Failure: if there is no such board or card, or more than one board.
        OSError, FormatError, FormatNameError: if the file cannot be read.
    """
    found = [
        record
        for record in read_records(path, unread)
        if board in {None, record.board.number} and room in {None, record.room.casefold()}
    ]
    name = str(path) if board is None else f"{path}, board {board}"
    if not found:
        unread.more()
        in_room = f" of the {room} room" if room else ""
        raise Failure(f"{path}: no board{'' if board is None else f' {board}'}{in_room}")
    if len(found) > 1:
        option = "--board" if board is None else "--room"
        rooms = {record.room for record in found}
        if board is not None and len(rooms) < len(found):
            option = "a file with one of them"
        raise Failure(f"{name}: {len(found)} boards: give {option}")
    kind, number = place
    name = f"{path}, board {found[0].board.number}"
    return (RecordMoment.of_card if kind == "card" else RecordMoment.of_call)(
        name, found[0], number
    )


def advice(moment: RecordMoment, bot: Bot, seed: int) -> dict[str, Any]:
    """The advice on a moment, as values for JSON.

    Raises:
        BoardError: if a hand that the player sees is not known.
    """
    board = moment.board
    if board.play is None:
        kind, ours = "call", _of_call(bot.call(board, seed=seed), moment)
    else:
        chosen = bot.play(board, seed=seed, made_up=moment.is_made_up)
        kind, ours = "card", _of_card(chosen, moment)
    shown = {} if moment.is_made_up else bot.shown(board)
    seen = board.seen_by(moment.decider)
    return {
        "board": board.number,
        kind: moment.number,
        "seat": moment.decider.letter,
        "player": moment.record.name(moment.decider),
        "auction": list(map(str, board.auction.calls)),
        "played": list(map(str, _cards(board))),
        "shown": {seat.letter: shown.get(seat, "") for seat in Seat if not seen.hands[seat]},
        "made": None if moment.made is None else str(moment.made),
        **ours,
    }


def _of_call(found: ChosenCall, moment: RecordMoment) -> dict[str, Any]:
    gains = {str(call): gain for call, gain in found.gains.items()}
    ours, made = gains.get(str(found.call)), gains.get(str(moment.made))
    loss = None if ours is None or made is None else round(ours - made, 2)
    return {
        "ours": str(found.call),
        "shows": found.meaning,
        "reason": found.reason,
        "rule": found.rule,
        "others": list(map(str, found.others)),
        "gains": gains,
        "loss": loss,
    }


def _of_card(found: ChosenCard, moment: RecordMoment) -> dict[str, Any]:
    makes: Mapping[Card, int] = {}
    if None not in moment.board.hands:
        makes = card_values(moment.board, DoubleDummy(_MEMORY_MB).cards)[-1]
    contract, turn = moment.board.contract, moment.board.turn
    assert contract is not None
    assert turn is not None
    sign = 1 if turn.side is contract.declarer.side else -1
    best = max((sign * made for made in makes.values()), default=0)
    worths = {one.card: one.value for one in found.cards}
    ours = worths.get(found.card)
    made = worths.get(moment.made) if isinstance(moment.made, Card) else None
    return {
        "ours": str(found.card),
        "reason": found.reason,
        "plan": found.plan,
        "cards": [{**asdict(one), "card": str(one.card)} for one in found.cards],
        "loss": None if made is None or ours is None else round(ours - made, 4),
        "makes": {str(card): tricks for card, tricks in makes.items()},
        "cost": {str(card): best - sign * tricks for card, tricks in makes.items()},
    }


def text(moment: RecordMoment, told: Mapping[str, Any]) -> str:
    """The advice for people."""
    lines = [moment.heading(), "", *_known(moment, told), ""]
    made = told["made"] or "nothing: the record ends here"
    lines += [f"made:     {with_signs(made)}", f"we would: {with_signs(told['ours'])}"]
    shows = told.get("shows")
    lines += [f"shows:    {with_signs(shows)}"] if shows else []
    rule = f" ({told['rule']})" if told.get("rule") else ""
    lines += [f"because:  {with_signs(told['reason'])}{rule}"]
    if plan := told.get("plan"):
        lines += ["", click.wrap_text(plan)]
    lines += ["", *(_call_lines(told) if "gains" in told else _card_lines(told))]
    return "\n".join(lines).rstrip()


def _known(moment: RecordMoment, told: Mapping[str, Any]) -> Iterator[str]:
    """Yield what the player knew."""
    seen = moment.board.seen_by(moment.decider)
    if moment.is_made_up:
        yield "The record has no auction: calls that lead to the contract stand for it."
    yield from str(evolve(seen, explanations=(), alerts=())).splitlines()
    yield ""
    yield "What the calls showed:"
    for letter, shown in told["shown"].items():
        yield f"  {Seat.parse(letter)}: {with_signs(shown) or 'nothing known'}"


def _call_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield what simulation and rules say of other calls."""
    for call, gain in told["gains"].items():
        yield with_signs(f"{call:<4} {gain:+.2f} IMPs by simulation")
    if told["loss"]:
        yield f"by our layouts the call made is {told['loss']:+.2f} IMPs behind ours"
    if told["others"]:
        yield with_signs(f"other calls that the rules allow: {' '.join(told['others'])}")


def _card_lines(told: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each card: by our layouts, and double dummy."""
    worths = {one["card"]: one for one in told["cards"]}
    yield "card   by our layouts           double dummy"
    for card in dict.fromkeys((*worths, *told["makes"])):
        marks = [mark for mark, name in (("made", "made"), ("ours", "ours")) if told[name] == card]
        one = worths.get(card)
        layouts = "" if one is None else _worth(one)
        double = ""
        if card in told["makes"]:
            lost = told["cost"][card]
            double = f"declarer makes {told['makes'][card]}" + (f", costs {lost}" if lost else "")
        line = f"{card:<6} {layouts:<24} {double:<26} {', '.join(marks)}"
        yield with_signs(line.rstrip())


def _worth(one: Mapping[str, Any]) -> str:
    if one["value"] is None:
        return "not judged"
    tricks = "" if one["tricks"] is None else f", {one['tricks']:.1f} tricks"
    return f"{'' if one['exact'] else 'at most '}{100 * one['value']:.0f} %{tricks}"


def _cards(board: Board) -> Sequence[Card]:
    return () if board.play is None else board.play.cards


def advise(moment: RecordMoment, bot: Bot, seed: int, *, as_json: bool) -> str:
    """The advice as it is printed.

    Raises:
        Failure: if a hand that the player sees is not known.
    """
    try:
        told = advice(moment, bot, seed)
    except BoardError as error:
        reason = str(error).removeprefix(f"board {moment.board.number}: ")
        raise Failure(f"{moment.name}: {reason}") from None
    return json.dumps(told) if as_json else text(moment, told)

"""Boards as LIN: one line for each, under a title that describes the match."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final
from urllib.parse import quote

from attrs import evolve

from bluechip_bot.formats.lin.codec import LinCommand, LinFile
from bluechip_bot.formats.lin.reader import CARRIED, SCORINGS, SEATS, SIDES
from bluechip_bot.formats.record import ROOMS, BoardRecord
from bluechip_bot.model import DOUBLE, PASS, REDOUBLE, Call, Hand
from bluechip_bot.model.cards import SUIT_LETTERS

VIEWER: Final = "https://www.bridgebase.com/tools/handviewer.html?lin="
"""The address of a page that shows the board whose LIN follows."""
_SCORINGS: Final = {name.casefold(): letter.upper() for letter, name in SCORINGS.items()}
_LETTERS: Final = {side: letter for letter, side in reversed(SIDES.items())}
_CALLS: Final = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")


def file_of(records: Iterable[BoardRecord]) -> LinFile:
    """The LIN file of some boards; hands that are not known are left empty.

    `|` in a text becomes `/`, a comma in a name or title becomes a space.
    """
    boards = list(records)
    rooms = bool(boards) and all(record.room in ROOMS for record in boards)
    commands: list[LinCommand] = []
    before: Sequence[str] = ()
    for record in boards:
        facts = [record.fact(name) for name in CARRIED]
        # A title holds for all boards below it, also for those that have none of their own.
        if facts != before and (rooms or carried(record) or any(before)):
            commands.append(_title(facts, boards))
            if rooms and not before:
                commands.append(_results(boards))
        before = facts
        commands += _board_commands(record)
    return LinFile(tuple(commands))


def viewer_link(record: BoardRecord) -> str:
    """The address of BridgeBase's page that shows a board; commentary is left out."""
    shown = evolve(record, board=record.replayed, remarks=())
    return VIEWER + quote("".join(map(str, _board_commands(shown))), safe=",!")


def carried(record: BoardRecord) -> frozenset[str]:
    """The names, in lower case, of those facts of a board that a LIN file can hold."""
    names = [name for name in CARRIED if record.fact(name)]
    if record.fact("Scoring").casefold() not in _SCORINGS and "Scoring" in names:
        names.remove("Scoring")
    # The scoring alone is no reason to write a title.
    alone = names == ["Scoring"] and record.room not in ROOMS
    return frozenset() if alone else frozenset(name.casefold() for name in names)


def _title(facts: Sequence[str], boards: Sequence[BoardRecord]) -> LinCommand:
    numbers = [record.board.number for record in boards]
    event, stage, scoring, home, home_carry, visit, visit_carry = facts
    parts = (
        *(event, stage, _SCORINGS.get(scoring.casefold(), "I")),
        *(str(min(numbers)), str(max(numbers))),
        *(home, home_carry or "0", visit, visit_carry or "0"),
    )
    return LinCommand("vg", ",".join(map(_word, parts)) + ",")


def _results(boards: Sequence[BoardRecord]) -> LinCommand:
    """The command `rs`: both rooms' results from the first to the last board, empty if unknown."""
    rooms = {(record.board.number, record.room): record for record in boards}
    numbers = [record.board.number for record in boards]
    first, last = min(numbers), max(numbers)
    shown = range(first, min(last, first + 999) + 1)
    codes = [_result_code(rooms.get((number, room))) for number in shown for room in ROOMS]
    return LinCommand("rs", ",".join(codes))


def _result_code(record: BoardRecord | None) -> str:
    """A result in the notation of `rs`: `4HE=`, `3NSx-1`, `PASS`."""
    if record is None or not record.is_scored:
        return ""
    contract = record.contract
    if contract is None or record.result is None:
        return "PASS"
    over = record.result - contract.target
    strain = str(contract.strain)[0]
    margin = f"{over:+d}" if over else "="
    return f"{contract.level}{strain}{contract.declarer.letter}{'x' * contract.doubled}{margin}"


def _board_commands(record: BoardRecord) -> list[LinCommand]:
    board = record.board
    names = ",".join(_word(record.names[seat]) for seat in SEATS)
    commands = [LinCommand("pn", names)]
    if record.room in ROOMS:
        commands.append(LinCommand("qx", f"{record.room[0].casefold()}{board.number}"))
    commands += [
        LinCommand("st"),
        LinCommand("md", _deal(record)),
        LinCommand("rh"),
        LinCommand("ah", f"Board {board.number}"),
        LinCommand("sv", _LETTERS[board.vulnerability]),
    ]
    remarks: dict[int, list[str]] = {}
    for remark in record.remarks:
        remarks.setdefault(remark.after, []).append(remark.text)
    commands += _remarks(remarks.pop(0, ()))
    texts = dict(board.explanations)
    for index, call in enumerate(board.auction.calls):
        alert = "!" if index in board.alerts else ""
        commands.append(LinCommand("mb", _call(call) + alert))
        if text := _text(texts.get(index, "")):
            commands.append(LinCommand("an", text))
        commands += _remarks(remarks.pop(index + 1, ()))
    commands.append(LinCommand("pg"))
    made = len(board.auction.calls)
    cards = board.play.cards if board.play is not None else ()
    for index, card in enumerate(cards, 1):
        commands.append(LinCommand("pc", str(card)))
        commands += _remarks(remarks.pop(made + index, ()))
        if index % 4 == 0:
            commands.append(LinCommand("pg"))
    if record.result is not None and _is_claim(record):
        commands.append(LinCommand("mc", str(record.result)))
    return commands


def _is_claim(record: BoardRecord) -> bool:
    """Whether the result can be written as a claim: the play so far can still lead to it."""
    play = record.board.play
    if play is None or len(play.cards) == 52 or play.contract != record.contract:
        return False
    lost = play.won[play.contract.declarer.side.other]
    return record.result is not None and play.declarer_tricks <= record.result <= 13 - lost


def _remarks(texts: Iterable[str]) -> Iterable[LinCommand]:
    return [LinCommand("nt", clean) for text in texts if (clean := _text(text))]


def _deal(record: BoardRecord) -> str:
    dealer = SEATS.index(record.board.dealer) + 1
    hands = [record.board.hands[seat] for seat in SEATS]
    return str(dealer) + ",".join("" if hand is None else _hand(hand) for hand in hands)


def _hand(hand: Hand) -> str:
    return "".join(letter + hand.suit_text(suit) for suit, letter in enumerate(SUIT_LETTERS))


def _call(call: Call) -> str:
    return _CALLS[call] if not call.is_bid else f"{call.level}{str(call.strain)[0]}"


def _text(text: str) -> str:
    return _CONTROL.sub(" ", text).replace("|", "/").strip()


def _word(text: str) -> str:
    return _text(text).replace(",", " ")

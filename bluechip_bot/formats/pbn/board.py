"""Between a record of a PBN file and a board of the model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from attrs import evolve

from bluechip_bot.formats.pbn.record import (
    UNKNOWN,
    Entry,
    Note,
    PbnError,
    PbnRecord,
    Section,
    Tag,
    call_symbol,
)
from bluechip_bot.formats.pbn.writer import MANDATORY
from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.model import (
    Board,
    BoardError,
    Called,
    Contract,
    Dealt,
    Hand,
    ModelError,
    Play,
    Played,
    Seat,
    Side,
    Vulnerability,
    dealer_of_board,
)
from bluechip_bot.model.cards import hands_text

_NAMES: Final = ("West", "North", "East", "South")
ALERT: Final = "Alert."
"""How the note of an alerted call begins; alone where nothing was said."""
_SCORE: Final = re.compile(r"(?:(NS|EW)\s*)?([+-]?\d{1,6})(?:\s+(?:NS|EW)\s*[+-]?\d{1,6})?", re.I)
_SPELLED: Final = {name.casefold(): name for name in MANDATORY}
# What a record tells in a place of its own, and not among its facts.
_PLACED: Final = frozenset(
    (
        *(name.casefold() for name in _NAMES),
        *("board", "dealer", "vulnerable", "deal", "declarer", "contract", "result", "room"),
        *("score", "auction", "play"),
    )
)


def record_from_board(  # noqa: PLR0913, PLR0917 - a record in full
    board: Board,
    names: Mapping[Seat, str],
    event: str = "",
    room: str = "",
    tags: Mapping[str, str] | None = None,
    remarks: Sequence[Remark] = (),
) -> PbnRecord:
    """The record of a finished board: the fifteen tags of the export format, others, sections.

    Args:
        board: over, with all hands known or all cards played.
        names: the players; a seat left out is `?`.
        event: the Event tag.
        room: `Open` or `Closed`; no tag when empty.
        tags: further tags in their order, such as `{"Date": "2026.01.31", "HomeTeam": "A"}`; a
            tag of the fifteen keeps its place.
        remarks: commentary on calls and cards, such as what the player thought.

    Raises:
        BoardError: if the board is not over or its deal is not known.
    """
    board.score()
    north, east, south, west = (names.get(seat, "") for seat in Seat)
    facts = {"Event": event, "Scoring": "IMP", **(tags or {})}
    told = BoardRecord.of_board(_with_all_hands(board))
    told = evolve(told, names=(north, east, south, west), room=room, remarks=tuple(remarks))
    return pbn_record(evolve(told, facts=tuple(facts.items())))


def pbn_record(told: BoardRecord) -> PbnRecord:
    """The PBN record of a board: the fifteen tags of the export format, others, sections."""
    board, contract = told.board, told.contract
    facts = {_SPELLED.get(name.casefold(), name): value for name, value in told.facts if value}
    declarer = "?" if contract is None else contract.declarer.letter
    result = "?" if told.result is None else str(told.result)
    values = {
        "Event": "?",
        "Site": "?",
        "Date": "?",
        "Board": str(board.number),
        **{name: told.name(Seat.parse(name)) or "?" for name in _NAMES},
        "Dealer": board.dealer.letter,
        "Vulnerable": str(board.vulnerability),
        "Deal": hands_text(board.hands, board.dealer) if any(board.hands) else "?",
        "Scoring": "?",
        "Declarer": "" if told.is_passed_out else declarer,
        "Contract": "Pass" if told.is_passed_out else "?" if contract is None else contract.bid,
        "Result": "" if told.is_passed_out else result,
        **({"Room": told.room} if told.room else {}),
        **({"Score": f"NS {told.score()}"} if told.is_scored else {}),
        **facts,
    }
    remarks = _remarks(told.remarks)
    made = len(board.auction.calls)
    written = [Tag(name, value) for name, value in values.items()]
    if made or 0 in remarks:
        section = _auction_section(board, remarks)
        tag = Tag("Auction", board.dealer.letter, section, comments=remarks.get(0, ()))
        written.append(tag)
    if board.play is not None:
        section = _play_section(board.play, remarks, made, is_claimed=told.result is not None)
        written.append(Tag("Play", board.play.contract.leader.letter, section))
    return PbnRecord(tuple(written))


def _remarks(remarks: Sequence[Remark]) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for remark in remarks:
        found[remark.after] = (*found.get(remark.after, ()), remark.text)
    return found


def _with_all_hands(board: Board) -> Board:
    """The board with the hands that the play has shown whole.

    Raises:
        BoardError: if a hand stays unknown.
    """
    complete = board.play is not None and board.play.is_over
    north, east, south, west = (
        Hand(board.played[seat]) if hand is None and complete else hand
        for seat, hand in enumerate(board.hands)
    )
    if north is None or east is None or south is None or west is None:
        raise BoardError(f"board {board.number}: the deal is not known")
    return evolve(board, hands=(north, east, south, west))


def _auction_section(board: Board, remarks: Mapping[int, tuple[str, ...]]) -> Section:
    numbers: dict[str, int] = {}
    texts = dict(board.explanations)
    entries = []
    for index, call in enumerate(board.auction.calls):
        text = texts.get(index, "").strip()
        if index in board.alerts:
            text = f"{ALERT} {text}".strip()
        number = numbers.setdefault(text, len(numbers) + 1) if text else 0
        entries.append(Entry(call_symbol(call), note=number, comments=remarks.get(index + 1, ())))
    if entries and not board.auction.is_over:
        entries.append(Entry("+"))
    notes = tuple(Note(number, text) for text, number in numbers.items())
    return Section(tuple(entries), notes)


def _play_section(
    play: Play, remarks: Mapping[int, tuple[str, ...]], made: int, *, is_claimed: bool
) -> Section:
    entries: list[Entry] = []
    for number, trick in enumerate(play.tricks):
        begin = made + 4 * number + 1
        said = {
            trick.leader.plus(step): remarks.get(begin + step, ())
            for step in range(len(trick.cards))
        }
        cards = trick.by_seat()
        columns = (play.contract.leader.plus(step) for step in range(4))
        entries += (
            Entry(str(cards[seat]), comments=said[seat]) if seat in cards else Entry("-")
            for seat in columns
        )
    return Section(tuple(entries), ended=is_claimed and not play.is_over)


def board_record(record: PbnRecord, default_number: int | None = None) -> BoardRecord:
    """What a record tells of its board, auction and play replayed by the rules.

    Raises:
        PbnError: as `board_from_record`.
    """
    board = board_from_record(record, default_number)
    return evolve(told_result(record, board), remarks=_commentary(record, board))


def told_result(record: PbnRecord, board: Board) -> BoardRecord:
    """What a record tells of a board, commentary aside; a result that its tags tell counts."""
    reached = board.contract
    over = board.play is not None and board.play.is_over
    contract = record.contract if reached is None else reached
    passed_out = board.auction.is_passed_out or (reached is None and record.is_passed_out)
    result = None if contract is None else record.result
    if over and board.play is not None:
        result = board.play.declarer_tricks
    north, east, south, west = (_told(record.get(str(seat))) for seat in Seat)
    facts = tuple(
        (tag.name, tag.value)
        for tag in record.tags
        if tag.name.casefold() not in _PLACED and not tag.rows and _told(tag.value)
    )
    names = (north, east, south, west)
    room = _told(record.get("Room")).capitalize()
    told = BoardRecord(board, contract, passed_out, result, names, room, facts=facts)
    return evolve(told, told_score=_score(record, contract), line=record.line)


def _score(record: PbnRecord, contract: Contract | None) -> int | None:
    """The North-South score that the tag Score tells; without a side it is declarer's."""
    match = _SCORE.fullmatch(record.get("Score").strip())
    if match is None:
        return None
    side, points = match.groups()
    declarers = contract is not None and contract.declarer.side is Side.EW
    east_west = side.upper() == "EW" if side else declarers
    return -int(points) if east_west else int(points)


def _told(value: str) -> str:
    return "" if value.strip() in UNKNOWN else value


def _commentary(record: PbnRecord, board: Board) -> tuple[Remark, ...]:
    """The comments of a record, and the notes of cards, each at its moment."""
    said = [(0, text) for text in record.comments]
    made = 0
    for tag in record.tags:
        said += [(made, text) for text in tag.comments]
        if tag.name.casefold() == "auction" and tag.section is not None:
            for index, entry in enumerate(tag.section.entries):
                said += [(index + 1, text) for text in entry.comments]
            made = len(board.auction.calls)
    play = record.play
    for index, (_, _, entry) in enumerate(record.plays):
        note = "" if play is None else play.note(entry.note)
        texts = (*entry.comments, note)
        said += [(len(board.auction.calls) + index + 1, text) for text in texts if text]
    return tuple(Remark(after, text) for after, text in sorted(said, key=lambda each: each[0]))


def board_from_record(record: PbnRecord, default_number: int | None = None) -> Board:
    """The board that a record tells of, its auction and play replayed by the rules.

    Hidden hands stay unknown. The play ends at its first unknown card, so that a claimed board is
    not over. Dealer and vulnerability follow from the number where the record lacks them.

    Args:
        record: what was read.
        default_number: the number of a record without one.

    Raises:
        PbnError: if there is no number, if a call or card is illegal, or if Contract, Declarer or
            Result are not what the auction and the play came to.
    """
    number = default_number if record.number is None else record.number
    if number is None:
        raise PbnError(record.line, "", "no [Board] tag")
    board = dealt_board(record, number)
    if record.deal is None:
        board = _with_known_hands(board, record)
    board = _with_calls(board, record)
    _check_contract(board, record)
    board = _with_cards(board, record)
    _check_result(board, record)
    return board


def dealt_board(record: PbnRecord, number: int) -> Board:
    """The board of a record before its first call, its hands known if its deal is complete.

    Dealer and vulnerability follow from the number where the record lacks them.
    """
    dealer, vulnerability = record.dealer, record.vulnerability
    return Board.begin(
        number,
        dealer_of_board(number) if dealer is None else dealer,
        Vulnerability.of_board(number) if vulnerability is None else vulnerability,
        record.deal,
    )


def _with_known_hands(board: Board, record: PbnRecord) -> Board:
    tag = record.tag("Deal")
    for seat, hand in zip(Seat, record.hands, strict=True):
        if hand is not None and tag is not None:
            try:
                board = board.apply(Dealt(seat, hand))
            except ModelError as error:
                raise tag.error(str(error)) from None
    return board


def _with_calls(board: Board, record: PbnRecord) -> Board:
    section = record.auction
    for entry in () if section is None else section.entries:
        call = entry.call
        if entry.symbol == "+":
            break
        if call is None or entry.irregular:
            raise entry.error("an irregular call")
        explanation = "" if section is None else section.note(entry.note)
        alert = explanation.startswith(ALERT)
        if alert:
            explanation = explanation.removeprefix(ALERT).strip()
        try:
            board = board.apply(Called(board.auction.turn, call, explanation, alert))
        except ModelError as error:
            raise entry.error(str(error)) from None
    return board


def _with_cards(board: Board, record: PbnRecord) -> Board:
    play = record.play
    for entry in () if play is None else play.entries:
        if entry.irregular:
            raise entry.error("an irregular card")
    for seat, card, entry in record.plays:
        if not board.auction.is_over:
            raise entry.error("a card without a finished auction")
        try:
            board = board.apply(Played(seat, card))
        except ModelError as error:
            raise entry.error(str(error)) from None
    return board


def _check_contract(board: Board, record: PbnRecord) -> None:
    if not board.auction.is_over:
        return
    tag = record.tag("Contract")
    told, reached = record.contract, board.contract
    if tag is not None and (
        (record.is_passed_out and reached is not None) or (told is not None and told != reached)
    ):
        raise tag.error(f"the auction came to {reached or 'a pass-out'}")


def _check_result(board: Board, record: PbnRecord) -> None:
    tag, told = record.tag("Result"), record.result
    if tag is None or told is None or board.play is None:
        return
    won = board.play.declarer_tricks
    lost = board.play.won[board.play.contract.declarer.side.other]
    if not won <= told <= 13 - lost:
        raise tag.error(f"declarer has won {won} tricks and lost {lost}")

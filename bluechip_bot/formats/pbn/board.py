"""Conversion between records of a PBN file and boards of the model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Final

from attrs import evolve, frozen

from bluechip_bot.formats.error import FormatError, errors_at
from bluechip_bot.formats.pbn.file import PbnFile
from bluechip_bot.formats.pbn.reader import problems_of
from bluechip_bot.formats.pbn.record import (
    UNKNOWN,
    Note,
    PbnCell,
    PbnRecord,
    Section,
    Tag,
    call_symbol,
)
from bluechip_bot.formats.pbn.writer import MANDATORY, export_form
from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.model import (
    Board,
    BoardError,
    Called,
    Contract,
    Dealt,
    Hand,
    Play,
    Played,
    Seat,
    Side,
    Vulnerability,
    calls_to,
    dealer_of_board,
    four,
)
from bluechip_bot.model.cards import hands_text

_NAMES: Final = ("West", "North", "East", "South")
ALERT: Final = "Alert."
"""The first word of an alerted call's note; alone where the alert has no text."""
_MOST_NOTES: Final = 32
"""The number of notes that the standard allows an auction; further texts become comments."""
_SCORE: Final = re.compile(r"(?:(NS|EW)\s*)?([+-]?\d{1,6})(?:\s+(?:NS|EW)\s*[+-]?\d{1,6})?", re.I)
_SPELLED: Final = {name.casefold(): name for name in MANDATORY}
# The tags that have a place of their own in a record, and are not among its facts.
_PLACED: Final = frozenset(
    (
        *(name.casefold() for name in _NAMES),
        *("board", "dealer", "vulnerable", "deal", "declarer", "contract", "result", "room"),
        *("score", "auction", "play"),
    )
)

# What a record says of its auction, and of the play of the contract.
_OF_PLAY: Final = frozenset(
    (
        *("auction", "auctiontimetable", "contract", "declarer", "play", "playtimetable", "result"),
        *("score", "scoreimp", "scoremp", "scorepercentage", "scorerubber", "scorerubberhistory"),
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
    """The record of a finished board: the fifteen mandatory tags, others, the auction and play.

    Args:
        board: a board that is over, with all hands known or all cards played.
        names: the players; a seat left out is `?`.
        room: `Open` or `Closed`; no tag when empty.
        tags: further tags in their order, such as `{"Date": "2026.01.31", "HomeTeam": "A"}`; a
            tag of the fifteen keeps its place.
        remarks: commentary on calls and cards, such as what the player thought.
    """
    board.score()
    facts = {"Event": event, "Scoring": "IMP", **(tags or {})}
    record = evolve(
        BoardRecord.of_board(_with_all_hands(board)),
        names=four(names.get(seat, "") for seat in Seat),
        facts=tuple(facts.items()),
        room=room,
        remarks=tuple(remarks),
    )
    return pbn_record(record)


def pbn_record(told: BoardRecord) -> PbnRecord:
    """The PBN record of a board: the fifteen mandatory tags, others, the auction and play."""
    board, contract = told.board, told.contract
    facts = {_SPELLED.get(name.casefold(), name): value for name, value in told.facts if value}
    declarer = "?" if contract is None else contract.declarer.letter
    result = "?" if told.result is None else str(told.result)
    values = {
        "Event": "?",
        "Site": "?",
        "Date": "?",
        "Board": str(board.number),
        **{name: told.names[Seat.parse(name)] or "?" for name in _NAMES},
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


def with_auction(record: PbnRecord, bid: BoardRecord, systems: Mapping[str, str]) -> PbnRecord:
    """A record in export form with the auction of `bid`, whose contract is not played yet.

    Tags about the old contract and its play are dropped. All other tags, and all comments on tags,
    stay; `systems` are further tags.
    """
    told = {tag.name.casefold(): tag for tag in record.tags}
    made = {tag.name.casefold(): tag for tag in pbn_record(bid).tags if tag.name != "Play"}
    said = [text for name in ("auction", "play") if name in told for text in told[name].comments]
    made["auction"] = evolve(made["auction"], comments=(*said, *made["auction"].comments))
    kept = {
        name: tag
        for name, tag in told.items()
        if name not in _OF_PLAY and (tag.rows or tag.value.strip() not in UNKNOWN)
    }
    named = {name.casefold(): Tag(name, value) for name, value in systems.items()}
    tags = {**made, **kept, **named}
    return export_form(evolve(record, tags=tuple(tags.values())))


def _remarks(remarks: Sequence[Remark]) -> dict[int, tuple[str, ...]]:
    """The texts of remarks by the number of calls and cards before them."""
    moments = {remark.after for remark in remarks}
    return {at: tuple(each.text for each in remarks if each.after == at) for at in moments}


def _with_all_hands(board: Board) -> Board:
    """The board with all hands, taken from the play if it is complete; else raises BoardError."""
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
        comments = remarks.get(index + 1, ())
        if text and text not in numbers and len(numbers) == _MOST_NOTES:
            comments, text = (text, *comments), ""
        number = numbers.setdefault(text, len(numbers) + 1) if text else 0
        entries.append(PbnCell(call_symbol(call), note=number, comments=comments))
    if entries and not board.auction.is_over:
        entries.append(PbnCell("+"))
    notes = tuple(Note(number, text) for text, number in numbers.items())
    return Section(tuple(entries), notes)


def _play_section(
    play: Play, remarks: Mapping[int, tuple[str, ...]], made: int, *, is_claimed: bool
) -> Section:
    entries: list[PbnCell] = []
    for number, trick in enumerate(play.tricks):
        begin = made + 4 * number + 1
        cells = [
            PbnCell(str(card), comments=remarks.get(begin + step, ()))
            for step, card in enumerate(trick.cards)
        ]
        # The columns begin with the opening leader, the cards of a trick with its leader.
        turn = (trick.leader - play.contract.leader) % 4
        row = [*cells, *[PbnCell("-")] * (4 - len(cells))]
        entries += row[4 - turn :] + row[: 4 - turn]
    return Section(tuple(entries), ended=is_claimed and not play.is_over)


def board_record(record: PbnRecord, default_number: int | None = None) -> BoardRecord:
    """Read the board of a record, its auction and play replayed by the rules.

    Hidden hands stay unknown. The play ends at its first unknown card, so that a claimed board is
    not over. Where the file marks something as irregular, or has no auction that leads to its
    contract, the board ends there, and `omitted` says so; the result is that of the tags.

    Raises:
        FormatError: if there is no number, if a call or card is illegal, or if Contract, Declarer
            or Result are not what the auction and the play came to.
    """
    number = default_number if record.number is None else record.number
    if number is None:
        raise FormatError(record.line, "", "no [Board] tag")
    omitted: list[FormatError] = []
    dealt = dealt_board(record, number)
    if record.deal is None:
        dealt = _with_known_hands(dealt, record, omitted)
    board = _with_calls(dealt, record, omitted)
    is_regular = not record.get("Declarer").strip().startswith("^")
    if is_regular:
        _check_contract(board, record)
    replay = None
    if record.play.entries:
        if board.auction.is_over and is_regular:
            board = _with_cards(board, record, omitted)
        else:
            replay = _with_a_made_up_auction(dealt, board, record, omitted)
    played = board if replay is None else replay
    _check_result(played, record)
    remarks = _commentary(record, board)
    return evolve(
        _told_result(record, played),
        board=board,
        replay=replay,
        omitted=tuple(omitted),
        remarks=remarks,
    )


def _told_result(record: PbnRecord, board: Board) -> BoardRecord:
    """Return a board, replayed as far as possible, with the result and facts of its record."""
    reached, contract = board.contract, record.contract
    if reached is not None and (contract is None or not record.is_irregular):
        contract = reached
    passed_out = board.auction.is_passed_out or (reached is None and record.is_passed_out)
    result = None if contract is None else record.result
    if result is None and board.play is not None and board.play.is_over:
        result = board.play.declarer_tricks
    told = BoardRecord(board, contract, passed_out, result)
    return evolve(_with_facts(record, told), told_score=_score(record, contract))


def _with_facts(record: PbnRecord, told: BoardRecord) -> BoardRecord:
    """Add names, room and line to a board, and tags without a place of their own as facts."""
    names = four(_told(record.get(str(seat))) for seat in Seat)
    facts = tuple(
        (tag.name, tag.value)
        for tag in record.tags
        if tag.name.casefold() not in _PLACED and not tag.rows and _told(tag.value)
    )
    room = _told(record.get("Room")).capitalize()
    return evolve(told, names=names, room=room, facts=facts, line=record.line)


@frozen
class PbnBoard:
    """A record as a board, read as far as a caller asks; `default` is its number if it has none."""

    record: PbnRecord
    default: int

    @property
    def problems(self) -> list[FormatError]:
        """The parts that could not be read or understood, or are not written as they should be."""
        return [*problems_of(self.record), *self.record.warnings]

    def dealt(self) -> BoardRecord:
        """The board before its first call; neither auction and play nor the result are looked at.

        A label that is not a number does no harm: the board has its default number.
        """
        number = _number(self.record)
        board = dealt_board(self.record, self.default if number is None else number)
        if self.record.deal is None:
            board = _with_known_hands(board, self.record, [])
        return _with_facts(self.record, BoardRecord(board))

    def scored(self) -> BoardRecord:
        """The board with its result.

        The tags Contract, Declarer and Result are enough: auction and play are looked at only where
        these are missing, so that irregular ones do no harm.
        """
        record = self.record
        board = dealt_board(record, self.default if record.number is None else record.number)
        told = _told_result(record, board)
        has_more = bool(record.auction.entries or record.play.entries)
        return self.whole() if has_more and not (told.is_scored or record.is_unfinished) else told

    def whole(self) -> BoardRecord:
        """The whole board, see `board_record`."""
        for problem in problems_of(self.record):
            raise problem
        return board_record(self.record, self.default)


def boards_in(file: PbnFile) -> list[PbnBoard]:
    """The boards of a file; a board without a number gets its place, or the next free number."""
    numbers = [_number(record) for record in file.records]
    taken = set(numbers)
    boards = []
    for place, (record, number) in enumerate(zip(file.records, numbers, strict=True), 1):
        default = place
        if number is None:
            default = next(free for free in count(place) if free not in taken)
            taken.add(default)
        boards.append(PbnBoard(record, default))
    return boards


def _number(record: PbnRecord) -> int | None:
    """The board number of a record; None if it is missing, or a label that is not a number."""
    try:
        return record.number
    except FormatError:
        return None


def _score(record: PbnRecord, contract: Contract | None) -> int | None:
    """The North-South score by the tag Score; a score without a side is declarer's."""
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
    """The comments of a record, and the notes on cards, each after its call or card.

    Remarks on calls and cards that the board does not hold come at its end.
    """
    said = [(0, text) for text in record.comments]
    calls = len(board.auction.calls)
    made = 0
    for tag in record.tags:
        said += [(made, text) for text in tag.comments]
        if tag.name.casefold() == "auction":
            for index, entry in enumerate(tag.section.entries):
                said += [(min(index + 1, calls), text) for text in entry.comments]
            made = calls
    cards = 0 if board.play is None else len(board.play.cards)
    for index, (_, _, entry) in enumerate(record.plays):
        texts = (*entry.comments, record.play.note(entry.note))
        said += [(calls + min(index + 1, cards), text) for text in texts if text]
    return tuple(Remark(after, text) for after, text in sorted(said, key=lambda each: each[0]))


def _with_a_made_up_auction(
    dealt: Board, called: Board, record: PbnRecord, omitted: list[FormatError]
) -> Board | None:
    """The board with its cards after a made-up auction; None without cards or a contract."""
    plays, contract, section = record.plays, record.contract, record.auction
    if not plays:
        return None
    is_open = called.auction.is_over or not section.entries or section.ended
    if not is_open and not record.is_irregular:
        raise plays[0][2].error("a card without a finished auction")
    reason = "cards without an auction to their contract"
    omitted.append(plays[0][2].error(reason))
    if contract is None or plays[0][0] is not contract.leader:
        return None
    board = dealt
    for call in calls_to(contract, board.dealer):
        board = board.apply(Called(board.auction.turn, call))
    return _with_cards(board, record, omitted)


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


def _with_known_hands(board: Board, record: PbnRecord, omitted: list[FormatError]) -> Board:
    tag = record.tag("Deal")
    if tag is None:
        return board
    sizes = {len(hand) for hand in record.hands if hand is not None}
    if sizes and sizes != {13} and not record.calls:
        omitted.append(tag.error(f"an end position of {max(sizes)} cards"))
        return board
    for seat, hand in zip(Seat, record.hands, strict=True):
        if hand is not None:
            with errors_at(tag.error):
                board = board.apply(Dealt(seat, hand))
    return board


def _with_calls(board: Board, record: PbnRecord, omitted: list[FormatError]) -> Board:
    for entry in record.auction.entries:
        call = entry.call
        if entry.symbol == "+":
            break
        if call is None or entry.irregular:
            omitted.append(entry.error("an irregular call"))
            break
        explanation = record.auction.note(entry.note)
        alert = explanation.startswith(ALERT)
        if alert:
            explanation = explanation.removeprefix(ALERT).strip()
        with errors_at(entry.error):
            board = board.apply(Called(board.auction.turn, call, explanation, alert))
    return board


def _with_cards(board: Board, record: PbnRecord, omitted: list[FormatError]) -> Board:
    for seat, card, entry in record.plays:
        if entry.irregular:
            omitted.append(entry.error("an irregular card"))
            break
        with errors_at(entry.error):
            board = board.apply(Played(seat, card))
    return board


def _check_contract(board: Board, record: PbnRecord) -> None:
    if not board.auction.is_over:
        return
    tag, reached = record.tag("Contract"), board.contract
    told = None if record.is_passed_out else record.contract or reached
    if tag is not None and told != reached:
        raise tag.error(f"the auction came to {reached or 'a pass-out'}")


def _check_result(board: Board, record: PbnRecord) -> None:
    tag, told = record.tag("Result"), record.tagged_tricks
    is_agreed = tag is not None and tag.value.strip().startswith("^")
    if tag is None or told is None or board.play is None or is_agreed or record.is_unfinished:
        return
    won = board.play.declarer_tricks
    lost = board.play.won[board.play.contract.declarer.side.other]
    if not won <= told <= 13 - lost:
        raise tag.error(f"declarer has won {won} tricks and lost {lost}")

"""Between a record of a PBN file and a board of the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bluechip_bot.formats.pbn_record import (
    Entry,
    Note,
    PbnError,
    Record,
    Section,
    Tag,
    call_symbol,
)
from bluechip_bot.model import (
    Board,
    BoardError,
    Called,
    Deal,
    Dealt,
    Hand,
    ModelError,
    Play,
    Played,
    Seat,
    Vulnerability,
    dealer_of_board,
)

_NAMES: Final = ("West", "North", "East", "South")


def record_from_board(
    board: Board,
    names: Mapping[Seat, str],
    event: str = "",
    room: str = "",
    tags: Mapping[str, str] | None = None,
) -> Record:
    """The record of a finished board: the fifteen tags of the export format, others, sections.

    Args:
        board: over, with all hands known or all cards played.
        names: the players; a seat left out is `?`.
        event: the Event tag.
        room: `Open` or `Closed`; no tag when empty.
        tags: further tags in their order, such as `{"Date": "2026.01.31", "HomeTeam": "A"}`; a
            tag of the fifteen keeps its place.

    Raises:
        BoardError: if the board is not over or its deal is not known.
    """
    contract, play = board.contract, board.play
    score = board.score()
    values = {
        "Event": event or "?",
        "Site": "?",
        "Date": "?",
        "Board": str(board.number),
        **{name: names.get(Seat.parse(name), "?") for name in _NAMES},
        "Dealer": board.dealer.letter,
        "Vulnerable": str(board.vulnerability),
        "Deal": _deal_of(board).text(board.dealer),
        "Scoring": "IMP",
        "Declarer": "" if contract is None else contract.declarer.letter,
        "Contract": "Pass" if contract is None else contract.bid,
        "Result": "" if play is None else str(play.declarer_tricks),
        **({"Room": room} if room else {}),
        "Score": f"NS {score}",
        **(tags or {}),
    }
    written = [Tag(name, value) for name, value in values.items()]
    written.append(Tag("Auction", board.dealer.letter, _auction_section(board)))
    if play is not None:
        written.append(Tag("Play", play.contract.leader.letter, _play_section(play)))
    return Record(tuple(written))


def _deal_of(board: Board) -> Deal:
    complete = board.play is not None and board.play.is_over
    hands = [
        Hand(board.played[seat]) if hand is None and complete else hand
        for seat, hand in enumerate(board.hands)
    ]
    north, east, south, west = hands
    if north is None or east is None or south is None or west is None:
        raise BoardError(f"board {board.number}: the deal is not known")
    return Deal((north, east, south, west))


def _auction_section(board: Board) -> Section:
    numbers: dict[str, int] = {}
    texts = dict(board.explanations)
    entries = []
    for index, call in enumerate(board.auction.calls):
        text = texts.get(index, "").strip()
        number = numbers.setdefault(text, len(numbers) + 1) if text else 0
        entries.append(Entry(call_symbol(call), note=number))
    notes = tuple(Note(number, text) for text, number in numbers.items())
    return Section(tuple(entries), notes)


def _play_section(play: Play) -> Section:
    entries: list[Entry] = []
    for trick in play.tricks:
        cards = trick.by_seat()
        columns = (play.contract.leader.plus(step) for step in range(4))
        entries += (Entry(str(cards[seat]) if seat in cards else "-") for seat in columns)
    return Section(tuple(entries))


def board_from_record(record: Record, default_number: int | None = None) -> Board:
    """The board that a record tells of, its auction and play replayed by the rules.

    Hidden hands stay unknown. The play ends at its first unknown card, so that a claimed board is
    not over. Dealer and vulnerability follow from the number where they are not told.

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
    dealer, vulnerability = record.dealer, record.vulnerability
    dealer = dealer_of_board(number) if dealer is None else dealer
    if vulnerability is None:
        vulnerability = Vulnerability.of_board(number)
    board = Board.begin(number, dealer, vulnerability, record.deal)
    if record.deal is None:
        board = _with_known_hands(board, record)
    board = _with_calls(board, record)
    _check_contract(board, record)
    board = _with_cards(board, record)
    _check_result(board, record)
    return board


def _with_known_hands(board: Board, record: Record) -> Board:
    tag = record.tag("Deal")
    for seat, hand in zip(Seat, record.hands, strict=True):
        if hand is not None and tag is not None:
            try:
                board = board.apply(Dealt(seat, hand))
            except ModelError as error:
                raise tag.error(str(error)) from None
    return board


def _with_calls(board: Board, record: Record) -> Board:
    section = record.auction
    for entry in () if section is None else section.entries:
        call = entry.call
        if entry.symbol == "+":
            break
        if call is None or entry.irregular:
            raise entry.error("an irregular call")
        explanation = "" if section is None else section.note(entry.note)
        try:
            board = board.apply(Called(board.auction.turn, call, explanation))
        except ModelError as error:
            raise entry.error(str(error)) from None
    return board


def _with_cards(board: Board, record: Record) -> Board:
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


def _check_contract(board: Board, record: Record) -> None:
    if not board.auction.is_over:
        return
    tag = record.tag("Contract")
    told, reached = record.contract, board.contract
    if tag is not None and (
        (record.is_passed_out and reached is not None) or (told is not None and told != reached)
    ):
        raise tag.error(f"the auction came to {reached or 'a pass-out'}")


def _check_result(board: Board, record: Record) -> None:
    tag, told = record.tag("Result"), record.result
    if tag is None or told is None or board.play is None:
        return
    won = board.play.declarer_tricks
    lost = board.play.won[board.play.contract.declarer.side.other]
    if not won <= told <= 13 - lost:
        raise tag.error(f"declarer has won {won} tricks and lost {lost}")

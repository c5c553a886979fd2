"""Boards as JSON for pages, and the hands that viewers see.

A document holds texts, numbers and lists alone. A page needs no rules of bridge: the document says
whose card each was, who won each trick and whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from attrs import evolve

from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.match.record.spoken import spoken
from bluechip_bot.model import (
    PLAN,
    Board,
    Call,
    Called,
    Card,
    Hand,
    Phase,
    Played,
    Seat,
    Vulnerability,
    four,
)

Document = dict[str, Any]
"""An object of JSON."""


Reads = Callable[[str, Board, Call], str]
"""The meaning of a call by its side's system, given the room, the board before it and the call."""


class BoardSight(Enum):
    """The parts of a board that a viewer may see."""

    PUBLIC = "public"
    """Dummy from the opening lead on; all hands and thoughts once the board is over."""
    OPERATOR = "operator"
    """All that is known."""


def board_document(
    board: Board,
    sight: BoardSight = BoardSight.OPERATOR,
    seconds: Sequence[float] = (),
    remarks: Sequence[Remark] = (),
    shows: Sequence[str] = (),
) -> Document:
    """A board as an object of JSON for pages.

    Args:
        seconds: the time for each call and card, in order; may be shorter than these, or empty.
        shows: what each call shows by its side's system; may be shorter than these, or empty.

    Returns:
        `number`; `dealer` (a letter); `vul`; `hands` of N E S W as dealt, None where hidden;
        `calls`, each with `seat`, `call`, `text` as explained at the table, `alert`, `shows` and
        `seconds`; `cards`, each with `seat`, `card` and `seconds`; `won`, who won each whole trick;
        `turn` and `decider` (letters, or None when over); the keys of `outcome_of`; `thoughts`,
        each a list of the number of calls and cards before it, its words, and the thought as it is
        logged, or an empty text if that is the same; `plans` of declarer, each with the number of
        calls and cards before it.
    """
    is_over = board.phase is Phase.OVER
    is_open = is_over or sight is BoardSight.OPERATOR
    hands = (played_out(board).hands if is_over else board.hands) if is_open else _shown(board)
    times = {index: round(time, 2) for index, time in enumerate(seconds)}
    plans, others = plans_apart(board, remarks if is_open else ())
    return {
        "number": board.number,
        "dealer": board.dealer.letter,
        "vul": str(board.vulnerability),
        "hands": [None if hand is None else str(hand) for hand in hands],
        "calls": list(_calls(board, times, shows)),
        "cards": list(_cards(board, times)),
        "won": list(_won(board)),
        "turn": _letter(board.turn),
        "decider": _letter(board.decider),
        **outcome_of(BoardRecord.of_board(board)),
        "thoughts": [_thought(remark) for remark in others],
        "plans": [list(plan) for plan in plans],
    }


def statements(board: Board, read: Callable[[Board, Call], str], first: int = 0) -> Iterator[str]:
    """Yield what `read` says that each call shows, from the call with index `first` on."""
    for index in range(first, len(board.auction.calls)):
        yield read(board.before_call(index), board.auction.calls[index])


def board_of(document: Mapping[str, Any]) -> Board:
    """The board that a document describes."""
    board = Board.begin(
        int(document["number"]),
        Seat.parse(document["dealer"]),
        Vulnerability.parse(document["vul"]),
    )
    hands = four(None if text is None else Hand.parse(text) for text in document["hands"])
    board = evolve(board, hands=hands)
    for told in document["calls"]:
        call = Call.parse(told["call"])
        event = Called(Seat.parse(told["seat"]), call, told["text"], bool(told["alert"]))
        board = board.apply(event)
    for told in document["cards"]:
        board = board.apply(Played(Seat.parse(told["seat"]), Card.parse(told["card"])))
    return board


def played_out(board: Board) -> Board:
    """The board, with each unknown hand that has played all its cards filled in."""
    hands = (
        Hand(mask) if hand is None and len(Hand(mask)) == 13 else hand
        for hand, mask in zip(board.hands, board.played, strict=True)
    )
    return evolve(board, hands=four(hands))


def actions_of(board: Board) -> tuple[Call | Card, ...]:
    """The calls and cards of a board so far, in order."""
    cards = () if board.play is None else board.play.cards
    return (*board.auction.calls, *cards)


def result_document(board: Board) -> Document:
    """The result of a finished board: `contract`, `tricks`, `over`, `score` and `lead`."""
    record = BoardRecord.of_board(board)
    lead = None if record.lead is None else str(record.lead)
    told = outcome_of(record)
    return {"contract": told["contract"], "lead": lead, **told["result"]}


def outcome_of(record: BoardRecord) -> Document:
    """The contract and the result of a board, as far as they are known.

    Returns:
        `contract` with `bid` and `declarer`, or None; `passed`, whether it was passed out; `result`
        with `tricks`, `over` (above the contract) and `score` of North-South, or None.
    """
    contract, result, over = record.contract, None, None
    if contract is not None and record.result is not None:
        over = record.result - contract.target
    if record.is_scored:
        result = {"tricks": record.result, "over": over, "score": record.score()}
    played = {"bid": contract.bid, "declarer": contract.declarer.letter} if contract else None
    return {"contract": played, "passed": record.is_passed_out, "result": result}


def _shown(board: Board) -> tuple[Hand | None, ...]:
    """The hands that the public sees: dummy's after the opening lead; None for all others."""
    has_led = board.play is not None and board.play.cards
    dummy = board.dummy if has_led else None
    return tuple(hand if dummy == seat else None for seat, hand in enumerate(board.hands))


def _thought(remark: Remark) -> list[int | str]:
    words = spoken(remark.text)
    return [remark.after, words, "" if words == remark.text else remark.text]


def _calls(board: Board, times: Mapping[int, float], shows: Sequence[str]) -> Iterator[Document]:
    texts = dict(board.explanations)
    for index, call in enumerate(board.auction.calls):
        yield {
            "seat": board.auction.caller(index).letter,
            "call": str(call),
            "text": texts.get(index, ""),
            "alert": index in board.alerts,
            "shows": shows[index] if index < len(shows) else "",
            "seconds": times.get(index),
        }


def _cards(board: Board, times: Mapping[int, float]) -> Iterator[Document]:
    index = len(board.auction.calls)
    for trick in () if board.play is None else board.play.tricks:
        for seat, card in trick.by_seat().items():
            yield {"seat": seat.letter, "card": str(card), "seconds": times.get(index)}
            index += 1


def _won(board: Board) -> Iterator[str]:
    if board.play is not None:
        for trick in board.play.tricks:
            if trick.is_complete:
                yield trick.winner(board.play.contract.strain).letter


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter


def plans_apart(
    board: Board, remarks: Sequence[Remark]
) -> tuple[list[tuple[int, str]], list[Remark]]:
    """Separate declarer's plans, each with the number of calls and cards before it, from the rest.

    A plan holds until the next one. A plan that says the same as the one before is left out.
    """
    made = len(board.auction.calls)
    plans: list[tuple[int, str]] = []
    others = []
    for remark in remarks:
        text = remark.text.removeprefix(PLAN)
        if remark.after <= made or text == remark.text:
            others.append(remark)
        elif not plans or plans[-1][1] != text:
            plans.append((remark.after, text))
    return plans, others

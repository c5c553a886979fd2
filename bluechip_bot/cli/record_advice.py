"""A call or card of a recorded board: what the player knew and did, and what we would do."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import click
from attrs import asdict, evolve, frozen

from bluechip_bot.api.bot import Bot, ChosenCall, ChosenCard
from bluechip_bot.api.doubledummy import DoubleDummyTable
from bluechip_bot.cli.failure import Failure
from bluechip_bot.cli.records import read_records
from bluechip_bot.cli.terminal import ProblemPrinter
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.match.analysis.postmortem import card_values
from bluechip_bot.match.record.spoken import spoken
from bluechip_bot.model import Board, BoardError, Call, Called, Card, Phase, Seat, Side, imps
from bluechip_bot.model.diagram import with_signs
from bluechip_bot.model.scoring import side_score

_MEMORY_MB: Final = 64
MoveKind: TypeAlias = Literal["call", "card"]

_HANDS: Final = ("lead", "second hand", "third hand", "fourth hand")


def place_of(text: str) -> int:
    """The number of a card in the play, given as `9`, or as trick and place in the trick, `3.1`."""
    trick, point, place = text.partition(".")
    if trick.isdecimal() and not point and 1 <= int(trick) <= 52:
        return int(trick)
    if trick.isdecimal() and place in {*"1234"} and 1 <= int(trick) <= 13:
        return 4 * int(trick) - 4 + int(place)
    raise Failure(f"--card: {text!r}: 1 to 52, or trick and place as 3.2, expected")


@frozen
class RecordMoment:
    """The moment before a call or card of a recorded board.

    `name` names the file and the board. `number` counts the calls, or the cards, from 1, and `made`
    is the call or card of that number; None if the record ends before it.
    """

    name: str
    record: BoardRecord
    board: Board
    number: int
    made: Call | Card | None

    @classmethod
    def of(cls, name: str, record: BoardRecord, kind: MoveKind, number: int) -> RecordMoment:
        """The moment before the call or card with this number, from 1."""
        moves: Sequence[Call | Card]
        before: Callable[[int], Board]
        if kind == "call":
            board, moves = record.board, record.board.auction.calls
            most = len(moves) + (not board.auction.is_over)
            before = board.before_call
        else:
            board, moves = record.replayed, _cards(record.replayed)
            if board.play is None:
                raise Failure(f"{name}: no play is recorded; its calls: --call")
            most = min(len(moves) + 1, 52)
            before = board.until
        if number > most:
            done = "played" if kind == "card" else "made"
            raise Failure(f"{name}: no {kind} {number}: {len(moves)} {kind}s were {done}")
        made = moves[number - 1] if number <= len(moves) else None
        return cls(name, record, before(number - 1), number, made)

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
        """A line with the place in the file and the player who decides."""
        turn, decider = self.board.turn, self.decider
        who = ", ".join(filter(None, [str(decider), self.record.names[decider]]))
        of_dummy = "" if turn is decider else f", for {turn}"
        what = f"call {self.number}"
        if self.board.play is not None:
            trick, place = divmod(self.number - 1, 4)
            what = f"card {self.number}, trick {trick + 1}, {_HANDS[place]}"
        return f"{self.name}, {what}: {who} decides{of_dummy}"


def moment_of(
    path: Path,
    board: int | None,
    room: str | None,
    place: tuple[MoveKind, int],
    unread: ProblemPrinter,
) -> RecordMoment:
    """The moment before a call or card of a board in a file.

    `board` may be None if the file has a single board, and `room` if it has the board only once.
    """
    found = [
        record
        for record in read_records(path, unread)
        if board in {None, record.board.number} and room in {None, record.room.casefold()}
    ]
    number = "" if board is None else f" {board}"
    if not found:
        unread.more()
        in_room = f" of the {room} room" if room else ""
        raise Failure(f"{path}: no board{number}{in_room}")
    if len(found) > 1:
        option = "--board" if board is None else "--room"
        if board is not None and len({record.room for record in found}) < len(found):
            option = "a file with one of them"
        name = f"{path}, board{number}" if number else path
        raise Failure(f"{name}: {len(found)} boards: give {option}")
    return RecordMoment.of(f"{path}, board {found[0].board.number}", found[0], *place)


def advise(moment: RecordMoment, bot: Bot, system: str, seed: int, *, as_json: bool) -> str:
    """The advice on a moment, as the text that is printed; see `advice`."""
    try:
        found = advice(moment, bot, system, seed)
    except BoardError as error:
        reason = str(error).removeprefix(f"board {moment.board.number}: ")
        raise Failure(f"{moment.name}: {reason}") from None
    return json.dumps(found) if as_json else _text(moment, found)


def advice(moment: RecordMoment, bot: Bot, system: str, seed: int) -> dict[str, Any]:
    """The advice of `bot` on a moment, as values for JSON; `system` is what it bids by."""
    board, seat = moment.board, moment.decider
    if board.play is None:
        call = bot.call(board, seed=seed)
        meant = bot.meaning(board, moment.made) if isinstance(moment.made, Call) else ""
        results = _results(moment, call.call, system)
        kind, ours = "call", {**_of_call(call, moment), "meant": meant, "double_dummy": results}
    else:
        chosen = bot.play(board, seed=seed, made_up=moment.is_made_up)
        kind, ours = "card", _of_card(chosen, moment)
    shown = {} if moment.is_made_up else bot.shown(board)
    seen = board.seen_by(seat)
    return {
        "board": board.number,
        kind: moment.number,
        "seat": seat.letter,
        "player": moment.record.names[seat],
        "auction": list(map(str, board.auction.calls)),
        "played": list(map(str, _cards(board))),
        "shown": {each.letter: shown.get(each, "") for each in Seat if not seen.hands[each]},
        "made": None if moment.made is None else str(moment.made),
        **ours,
    }


def _of_call(found: ChosenCall, moment: RecordMoment) -> dict[str, Any]:
    gains = {str(call): gain for call, gain in found.gains.items()}
    return {
        "ours": str(found.call),
        "shows": found.meaning,
        "reason": found.reason,
        "rule": found.rule,
        "others": list(map(str, found.others)),
        "gains": gains,
        "loss": _loss(gains, str(found.call), moment, 2),
    }


def _results(moment: RecordMoment, ours: Call, system: str) -> dict[str, Any]:
    """The double-dummy results of the auction made, and of that after our call.

    The system alone bids all four hands after our call. `cost` is the IMPs that the call made loses
    between the two. Empty if a hand or the end of the auction is not known.
    """
    board, made = moment.board, moment.record.board
    if None in board.hands or not made.auction.is_over:
        return {}
    table = DoubleDummyTable.of(board.deal, DoubleDummy(_MEMORY_MB))
    book = Bot(system=system, opponents=system, think=False)
    other = board.apply(Called(board.auction.turn, ours))
    while other.phase is Phase.AUCTION:
        other = other.apply(Called(other.auction.turn, book.call(other).call))
    results = _result(made, table), _result(made if ours == moment.made else other, table)
    lost = results[1]["score"] - results[0]["score"]
    return {
        "made": results[0],
        "ours": results[1],
        "par": table.par(board.vulnerability, board.dealer).score,
        "cost": imps(lost if moment.decider.side is Side.NS else -lost),
    }


def _result(board: Board, table: DoubleDummyTable) -> dict[str, Any]:
    contract, calls = board.contract, list(map(str, board.auction.calls))
    if contract is None:
        return {"auction": calls, "contract": None, "tricks": None, "score": 0}
    tricks = table[contract.strain, contract.declarer]
    score = side_score(contract, tricks, board.vulnerability)
    return {"auction": calls, "contract": str(contract), "tricks": tricks, "score": score}


def _of_card(found: ChosenCard, moment: RecordMoment) -> dict[str, Any]:
    makes: Mapping[Card, int] = {}
    if None not in moment.board.hands:
        makes = card_values(moment.board, DoubleDummy(_MEMORY_MB).cards)[-1]
    play = moment.board.card_play
    sign = 1 if play.turn.side is play.contract.declarer.side else -1
    best = max((sign * made for made in makes.values()), default=0)
    worths = {str(one.card): one.value for one in found.cards}
    return {
        "ours": str(found.card),
        "reason": found.reason,
        "plan": found.plan,
        "cards": [{**asdict(one), "card": str(one.card)} for one in found.cards],
        "loss": _loss(worths, str(found.card), moment, 4),
        "makes": {str(card): tricks for card, tricks in makes.items()},
        "cost": {str(card): best - sign * tricks for card, tricks in makes.items()},
    }


def _loss(
    values: Mapping[str, float | None], ours: str, moment: RecordMoment, digits: int
) -> float | None:
    """The value of our move less that of the move made, rounded; None if either is not judged."""
    best, made = values.get(ours), values.get(str(moment.made))
    return None if best is None or made is None else round(best - made, digits)


def _text(moment: RecordMoment, found: Mapping[str, Any]) -> str:
    lines = [moment.heading(), "", *_known(moment, found["shown"]), ""]
    made = found["made"] or "nothing: the record ends here"
    lines.append(f"made:     {with_signs(made)}")
    if meant := found.get("meant"):
        lines.append(f"shows:    {with_signs(meant)}")
    lines.append(f"we would: {with_signs(found['ours'])}")
    if (shows := found.get("shows")) and found["ours"] != found["made"]:
        lines.append(f"shows:    {with_signs(shows)}")
    rule = f" ({found['rule']})" if found.get("rule") else ""
    lines.append(f"because:  {with_signs(spoken(found['reason']))}{rule}")
    if plan := found.get("plan"):
        lines += ["", click.wrap_text(plan)]
    lines += ["", *(_call_lines(found) if "gains" in found else _card_lines(found))]
    return "\n".join(lines).rstrip()


def _known(moment: RecordMoment, shown: Mapping[str, str]) -> Iterator[str]:
    seen = moment.board.seen_by(moment.decider)
    if moment.is_made_up:
        yield "The record has no auction: calls that lead to the contract stand for it.\n"
    yield from str(evolve(seen, explanations=(), alerts=())).splitlines()
    yield ""
    yield "What the calls showed:"
    for letter, text in shown.items():
        yield f"  {Seat.parse(letter)}: {with_signs(text) or 'nothing known'}"


def _call_lines(found: Mapping[str, Any]) -> Iterator[str]:
    for call, gain in found["gains"].items():
        yield with_signs(f"{call:<4} {gain:+.2f} IMPs by simulation")
    if found["loss"]:
        yield f"by our layouts the call made is {found['loss']:.2f} IMPs behind ours"
    if results := found["double_dummy"]:
        yield f"double dummy: {_contract(results['made'])}; par N/S {results['par']:+d}"
        if found["ours"] != found["made"]:
            calls = with_signs(" ".join(results["ours"]["auction"]))
            yield f"after ours, bid on by the system: {_contract(results['ours'])} ({calls})"
            yield f"so the call made cost {results['cost']} IMPs, by one auction of many"
    if found["others"]:
        yield with_signs(f"other calls that the rules allow: {' '.join(found['others'])}")


def _contract(result: Mapping[str, Any]) -> str:
    if result["contract"] is None:
        return "passed out"
    return with_signs(f"{result['contract']} makes {result['tricks']}, N/S {result['score']:+d}")


def _card_lines(found: Mapping[str, Any]) -> Iterator[str]:
    worths = {one["card"]: one for one in found["cards"]}
    yield "card   by our layouts           double dummy"
    for card in dict.fromkeys((*worths, *found["makes"])):
        marks = ", ".join(name for name in ("made", "ours") if found[name] == card)
        layouts = _worth(worths[card]) if card in worths else ""
        double = ""
        if card in found["makes"]:
            lost = found["cost"][card]
            double = f"declarer makes {found['makes'][card]}" + (f", costs {lost}" if lost else "")
        yield with_signs(f"{card:<6} {layouts:<24} {double:<26} {marks}".rstrip())


def _worth(one: Mapping[str, Any]) -> str:
    if one["value"] is None:
        return "not judged"
    tricks = "" if one["tricks"] is None else f", {one['tricks']:.1f} tricks"
    return f"{'' if one['exact'] else 'at most '}{100 * one['value']:.0f} %{tricks}"


def _cards(board: Board) -> Sequence[Card]:
    return () if board.play is None else board.play.cards

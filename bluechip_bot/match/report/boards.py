"""The boards on the page: the table of all of them, and the biggest swings card by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate

from bluechip_bot.match.analysis.postmortem import CardCost
from bluechip_bot.match.analysis.roles import Role, Studies, Study, parts_of
from bluechip_bot.match.record.record import ROOMS, FinishedBoard, MatchRecord, Pair, Room, team_of
from bluechip_bot.match.report.marks import (
    call_mark,
    card_mark,
    hand_mark,
    result_mark,
    signed,
    table,
    titled,
)
from bluechip_bot.match.report.remarks import remark_list, remarks_by_place
from bluechip_bot.model import PASS, Board, Card, Seat, Side

_COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_BIGGEST = 8


def board_table(record: MatchRecord, studies: Studies) -> str:
    """All boards, a line for each room, with the running total."""
    heads = (
        ("Board", "Dlr", "Vul", "Room", "Auction", "Contract", "Lead"),
        ("Tricks", "DD", "N/S", "IMPs", "Running"),
    )
    cells = "".join(f'<th scope="col">{head}</th>' for head in heads[0])
    cells += "".join(f'<th scope="col" class="n">{head}</th>' for head in heads[1])
    running = accumulate(pair.swing for pair in record.pairs)
    bodies = [
        _board_rows(((ROOMS[0], pair.open), (ROOMS[1], pair.closed)), studies, pair.swing, total)
        for pair, total in zip(record.pairs, running, strict=True)
    ]
    bodies += [_board_rows((one,), studies, None, None) for one in record.unpaired]
    return (
        f'<div class="wide"><table class="boards"><thead><tr>{cells}</tr></thead>\n'
        f"{''.join(bodies)}</table></div>"
    )


def _board_rows(
    rooms: Sequence[tuple[Room, FinishedBoard]],
    studies: Studies,
    swing: int | None,
    running: int | None,
) -> str:
    board, span = rooms[0][1].board, f' rowspan="{len(rooms)}"'
    first = "".join(
        f"<td{span}>{text}</td>"
        for text in (board.number, board.dealer.letter, board.vulnerability)
    )
    last = "".join(
        f'<td class="n"{span}>{"" if value is None else signed(value) or "0"}</td>'
        for value in (swing, running)
    )
    rows = []
    for index, (room, finished) in enumerate(rooms):
        middle = _room_cells(room, finished, studies.get((room, finished.number)))
        whole = f"{first}{middle}{last}" if index == 0 else middle
        kind = ' class="open"' if len(rooms) > 1 and index == 0 else ""
        rows.append(f"<tr{kind}>{whole}</tr>\n")
    return f"<tbody>{''.join(rows)}</tbody>\n"


def _room_cells(room: Room, finished: FinishedBoard, study: Study | None) -> str:
    lead = "" if finished.lead is None else card_mark(finished.lead)
    tricks = "" if finished.tricks is None else str(finished.tricks)
    value = "" if study is None or study.value is None else str(study.value)
    return (
        f'<td>{room}</td><td class="calls">{auction_line(finished.board)}</td>'
        f'<td class="nowrap">{result_mark(finished)}</td><td class="nowrap">{lead}</td>'
        f'<td class="n">{tricks}</td><td class="n">{value}</td>'
        f'<td class="n">{signed(finished.score()) or "0"}</td>'
    )


def auction_line(board: Board) -> str:
    """The calls in one line, without the passes that end the auction."""
    calls = list(board.auction.calls)
    if board.auction.is_passed_out:
        return "passed out"
    while calls and calls[-1] == PASS:
        calls.pop()
    return " ".join(map(call_mark, calls))


def biggest_swings(record: MatchRecord, studies: Studies) -> str:
    """The boards with the biggest swings: cards, auctions, play, and what cards cost."""
    pairs = sorted((pair for pair in record.pairs if pair.swing), key=lambda pair: -abs(pair.swing))
    return "\n".join(_swing(pair, record.teams, studies) for pair in pairs[:_BIGGEST])


def _swing(pair: Pair, teams: tuple[str, str], studies: Studies) -> str:
    winner = 0 if pair.swing > 0 else 1
    board = pair.open.board
    about = f"dealer {board.dealer}, vulnerable: {board.vulnerability}"
    rooms = "".join(
        _room(room, pair.room(room), teams, studies.get((room, pair.number))) for room in ROOMS
    )
    return (
        f'<section class="swing" id="board-{pair.number}"><h3>Board {pair.number}: '
        f'<span class="name-{"ab"[winner]}">{escape(teams[winner])}</span> '
        f"{abs(pair.swing)} IMPs</h3>\n{_parts(pair, teams, studies)}"
        f'<div class="pair">{_diagram(pair, about)}{rooms}</div></section>'
    )


def _diagram(pair: Pair, about: str) -> str:
    hands = [
        mine if mine is not None else theirs
        for mine, theirs in zip(pair.open.board.hands, pair.closed.board.hands, strict=True)
    ]
    if not any(hands):
        return f'<p class="note">{about}</p>'
    cells = "".join(f'<div class="{seat.letter}">{hand_mark(hands[seat])}</div>' for seat in Seat)
    middle = about.replace(", ", "<br>")
    return f'<div class="deal">{cells}<div class="mid">{middle}</div></div>'


def _parts(pair: Pair, teams: tuple[str, str], studies: Studies) -> str:
    """A sentence on where the swing comes from."""
    parts = parts_of(pair, studies)
    if parts is None:
        return ""
    said = []
    for role in Role:
        for team in (None, 0, 1):
            total = sum(part.imps for part in parts if (part.role, part.team) == (role, team))
            if total:
                who = "" if team is None else f" of {escape(teams[team])}"
                said.append(f"{role.value}{who} {signed(total, 1)}")
    text = ", ".join(said) or "nothing that one card decided"
    return f'<p class="note">IMPs for {escape(teams[0])}: {text}</p>'


def _room(room: Room, finished: FinishedBoard, teams: tuple[str, str], study: Study | None) -> str:
    north, east = teams[team_of(room, Side.NS)], teams[team_of(room, Side.EW)]
    value = "" if study is None or study.value is None else f", double dummy {study.value} tricks"
    costs = () if study is None else study.costs
    return (
        f'<div class="room"><h4>{room.capitalize()} room: {result_mark(finished)}, '
        f"N/S {signed(finished.score()) or 0}{value}</h4>"
        f'<p class="note">N/S {escape(north)}, E/W {escape(east)}</p>'
        f"{_auction(finished)}{_play(finished, costs)}{remark_list(finished)}</div>"
    )


def _auction(finished: FinishedBoard) -> str:
    board = finished.board
    if not board.auction.calls:
        return ""
    explanations, thoughts = dict(board.explanations), remarks_by_place(finished)
    cells = [""] * _COLUMNS.index(board.dealer)
    for index, call in enumerate(board.auction.calls):
        told = explanations.get(index, "")
        alert = "*" if index in board.alerts or told else ""
        said = titled(told, *thoughts.get(index + 1, ()))
        cells.append(f"<span{said}>{call_mark(call)}{alert}</span>")
    cells += [""] * (-len(cells) % 4)
    rows = [cells[start : start + 4] for start in range(0, len(cells), 4)]
    return table([seat.letter for seat in _COLUMNS], rows, texts=4, name="auction")


def _play(finished: FinishedBoard, costs: Sequence[CardCost]) -> str:
    if finished.board.play is None or not finished.board.play.cards:
        return ""
    headings = ["", "lead", *(seat.letter for seat in _COLUMNS)]
    rows = _trick_rows(finished, costs)
    if costs:
        headings.append("makes")
    return table(headings, rows, texts=6, name="play")


def _trick_rows(finished: FinishedBoard, costs: Sequence[CardCost]) -> Iterator[list[str]]:
    play = finished.board.play
    assert play is not None
    thoughts, made = remarks_by_place(finished), len(finished.board.auction.calls)
    for index, trick in enumerate(play.tricks):
        cards = trick.by_seat()
        if not cards:
            return
        winner = trick.winner(play.contract.strain) if trick.is_complete else None
        lost = {cost.seat: cost.cost for cost in costs[4 * index : 4 * index + 4]}
        row = [str(index + 1), trick.leader.letter]
        for seat in _COLUMNS:
            card = cards.get(seat)
            place = made + 4 * index + (seat - trick.leader) % 4 + 1
            said = thoughts.get(place, ())
            won = seat is winner
            row.append("" if card is None else _card(card, lost.get(seat, 0), said, won=won))
        if costs:
            row.append(str(costs[4 * index + len(cards) - 1].makes))
        yield row


def _card(card: Card, cost: int, thoughts: Sequence[str], *, won: bool) -> str:
    shown = f'<span class="won">{card_mark(card)}</span>' if won else card_mark(card)
    if not cost:
        return f"<span{titled(*thoughts)}>{shown}</span>" if thoughts else shown
    title = titled(f"cost {cost}", *thoughts)
    return f'<span class="cost"{title}>{shown}<sup>−{cost}</sup></span>'

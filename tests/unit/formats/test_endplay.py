"""Our PBN and LIN against endplay's: each reads what the other writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bluechip_bot.formats import pbn
from bluechip_bot.formats.boards import FileFormat
from bluechip_bot.formats.conversion import convert
from bluechip_bot.formats.lin.codec import parse_file
from bluechip_bot.formats.lin.reader import boards_of
from bluechip_bot.formats.lin.writer import file_of
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.model import Board, Phase


@pytest.fixture(scope="module")
def parsers() -> Iterator[dict[str, ModuleType]]:
    """The codecs of endplay, which names suits by letters in these tests."""
    config = pytest.importorskip("endplay.config")
    with config.suppress_unicode():
        yield {name: pytest.importorskip(f"endplay.parsers.{name}") for name in ("lin", "pbn")}


@pytest.fixture(scope="module")
def finished(finished_board: Callable[[int], Board]) -> list[Board]:
    """Random boards, one of them passed out, one redoubled."""
    drawn = [finished_board(seed) for seed in range(20)]
    assert any(board.contract is None for board in drawn)
    assert any(board.contract is not None and board.contract.doubled == 2 for board in drawn)
    return drawn


@pytest.fixture(scope="module")
def records(finished: list[Board]) -> list[BoardRecord]:
    """Their records, the last five broken off with a claim."""
    found = []
    for board in (*finished[:15], *(board.until(17) for board in finished[15:])):
        result = None
        if board.play is not None:
            result = board.play.declarer_tricks + (52 - len(board.play.cards)) // 4
        found.append(BoardRecord.of_board(board, result))
    return found


def ours(record: BoardRecord, *, from_lin: bool = True) -> dict[str, object]:
    """The facts of our record on which both programs must agree.

    Endplay counts the tricks of a LIN board without a claim wrongly, so they are not compared.
    """
    board, contract = record.board, record.contract
    counts = contract is not None and not (from_lin and board.phase is Phase.OVER)
    return {
        "number": board.number,
        "dealer": board.dealer.letter,
        "vulnerable": str(board.vulnerability),
        "deal": [str(hand) for hand in board.hands],
        "calls": [str(call) for call in board.auction.calls],
        "said": {index: text for index, text in board.explanations if text},
        "cards": [] if board.play is None else [str(card) for card in board.play.cards],
        "contract": contract and f"{contract.bid} {contract.declarer.letter}",
        "result": record.result if counts else None,
        "score": record.score(contract.declarer.side) if contract and counts else None,
    }


def theirs(board: Any, *, from_lin: bool = True) -> dict[str, object]:
    """What both programs must agree on, from endplay's board."""
    deal, contract, passed = board.deal, board.contract, board.contract.is_passout()
    said = ((index, bid.announcement) for index, bid in enumerate(board.auction))
    counts = not passed and (board.claimed or not from_lin)
    return {
        "number": board.board_num,
        "dealer": board.dealer.abbr,
        "vulnerable": ["None", "All", "NS", "EW"][board.vul],
        "deal": [hand.to_pbn() for hand in (deal.north, deal.east, deal.south, deal.west)],
        "calls": [
            bid_text(bid) if hasattr(bid, "level") else bid.penalty.abbr.upper() or "P"
            for bid in board.auction
        ],
        # Of PBN endplay keeps the escapes of quotes.
        "said": {index: text.replace('\\"', '"') for index, text in said if text},
        "cards": [f"{card.suit.abbr}{card.rank.abbr}" for card in board.play],
        "contract": None
        if passed
        else f"{bid_text(contract)}{contract.penalty.abbr.upper()} {contract.declarer.abbr}",
        "result": contract.level + 6 + contract.result if counts else None,
        "score": contract.score(board.vul) if counts else None,
    }


def bid_text(bid: Any) -> str:
    """A bid of endplay's as ours is written."""
    return f"{bid.level}{'NT' if bid.denom.abbr in {'N', 'NT'} else bid.denom.abbr}"


def in_pbn(boards: list[Board]) -> str:
    """Our file of the boards."""
    return pbn.dumps(pbn.record_from_board(board, {}, "Cup", "Open") for board in boards)


def test_pbn(parsers: dict[str, ModuleType], finished: list[Board]) -> None:
    """Endplay reads what we write, and we read what it writes of that, as the same boards."""
    expected = [ours(BoardRecord.of_board(board), from_lin=False) for board in finished]
    read = parsers["pbn"].loads(in_pbn(finished))
    assert [theirs(board, from_lin=False) for board in read] == expected
    again = map(pbn.board_record, pbn.loads(parsers["pbn"].dumps(read)))
    assert [ours(record, from_lin=False) for record in again] == expected


def test_lin(parsers: dict[str, ModuleType], records: list[BoardRecord]) -> None:
    """The same in LIN."""
    expected = list(map(ours, records))
    read = parsers["lin"].loads(file_of(records).text())
    assert list(map(theirs, read)) == expected
    assert list(map(ours, boards_of(parse_file(parsers["lin"].dumps(read))))) == expected


def test_endplay_reads_comments_and_tables_of_ours(
    parsers: dict[str, ModuleType], finished: list[Board]
) -> None:
    """Comments at tags, unknown tags and tables do not disturb endplay."""
    record = pbn.record_from_board(finished[0], {}, tags={"Weather": "wet"})
    table = pbn.Tag("ScoreTable", "Rank;Score", rows=("1 50", "2 -50"))
    tags = (pbn.Tag("Generator", "ours", comments=("of\ntwo lines",)), *record.tags, table)
    (board,) = parsers["pbn"].loads(pbn.dumps([pbn.PbnRecord(tags, ("first of all",))]))
    expected = ours(BoardRecord.of_board(finished[0]), from_lin=False)
    assert theirs(board, from_lin=False) == expected
    assert board.info["Weather"] == "wet"
    assert board.info["ScoreTable"]["rows"] == [["1", "50"], ["2", "-50"]]


def test_endplay_reads_what_is_converted(
    parsers: dict[str, ModuleType], records: list[BoardRecord], tmp_path: Path
) -> None:
    """Files that are converted, both ways, are read by endplay as the same boards."""
    path, target = tmp_path / "a.lin", tmp_path / "a.pbn"
    path.write_text(file_of(records).text())
    target.write_bytes(convert(path, FileFormat.LIN, FileFormat.PBN).data)
    back = convert(target, FileFormat.PBN, FileFormat.LIN).data
    for data, name in ((target.read_bytes(), "pbn"), (back, "lin")):
        from_lin = name == "lin"
        read = parsers[name].loads(data.decode("latin-1").replace("\r\n", "\n"))
        found = [theirs(board, from_lin=from_lin) for board in read]
        assert found == [ours(record, from_lin=from_lin) for record in records]

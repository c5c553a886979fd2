"""Our LIN against endplay's: each reads what the other writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bluechip_bot.formats.boards import FileFormat
from bluechip_bot.formats.conversion import convert
from bluechip_bot.formats.lin.codec import parse_file
from bluechip_bot.formats.lin.reader import boards_of
from bluechip_bot.formats.lin.writer import file_of
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.model import Board, Phase
from support.endplay import facts_of_ours, facts_of_theirs


@pytest.fixture(scope="module")
def parsers() -> Iterator[dict[str, ModuleType]]:
    """The codecs of endplay, which names suits by letters in these tests."""
    config = pytest.importorskip("endplay.config")
    with config.suppress_unicode():
        yield {name: pytest.importorskip(f"endplay.parsers.{name}") for name in ("lin", "pbn")}


@pytest.fixture(scope="module")
def boards(finished_board: Callable[[int], Board]) -> list[Board]:
    """Random boards, some of them passed out, some claimed."""
    drawn = [finished_board(seed) for seed in range(40)]
    drawn += [finished_board(seed).until(17) for seed in range(40, 60)]
    assert any(board.contract is None for board in drawn)
    return drawn


def ours(record: BoardRecord, *, from_lin: bool = True) -> dict[str, object]:
    """What both programs must agree on, from our record.

    Of a board that LIN tells without a claim endplay counts the tricks wrongly: none are compared.
    """
    played_out = record.board.phase is Phase.OVER
    return {
        **facts_of_ours(record.board),
        "declarer": None if record.contract is None else record.contract.declarer.letter,
        "result": None if from_lin and played_out else record.result,
    }


def theirs(board: Any, *, from_lin: bool = True) -> dict[str, object]:
    """What both programs must agree on, from endplay's board."""
    contract, passed = board.contract, board.contract.is_passout()
    counts = not passed and (board.claimed or not from_lin)
    return {
        **facts_of_theirs(board),
        "declarer": None if passed else contract.declarer.abbr,
        "result": contract.level + 6 + contract.result if counts else None,
    }


def records_of(boards: list[Board]) -> list[BoardRecord]:
    """Records of boards, those broken off with a claim."""
    records = []
    for board in boards:
        result = None
        if board.play is not None:
            result = board.play.declarer_tricks + (52 - len(board.play.cards)) // 4
        records.append(BoardRecord.of_board(board, result))
    return records


def test_endplay_reads_what_we_write(parsers: dict[str, ModuleType], boards: list[Board]) -> None:
    """Deal, auction, explanations, play, contract and result are equal, board for board."""
    records = records_of(boards)
    read = parsers["lin"].loads(file_of(records).text())
    assert [theirs(board) for board in read] == [ours(record) for record in records]


def test_we_read_what_endplay_writes(parsers: dict[str, ModuleType], boards: list[Board]) -> None:
    """What endplay writes of them comes back as the same boards."""
    records = records_of(boards)
    text = parsers["lin"].dumps(parsers["lin"].loads(file_of(records).text()))
    again = boards_of(parse_file(text))
    assert [ours(record) for record in again] == [ours(record) for record in records]


@pytest.mark.parametrize("target", list(FileFormat))
def test_endplay_reads_what_is_converted(
    parsers: dict[str, ModuleType], boards: list[Board], tmp_path: Path, target: FileFormat
) -> None:
    """Files that are converted, both ways, are read by endplay as the same boards."""
    records = records_of(boards)
    path = tmp_path / "a.lin"
    path.write_text(file_of(records).text())
    pbn = tmp_path / "a.pbn"
    pbn.write_bytes(convert(path, FileFormat.LIN, FileFormat.PBN).data)
    source = pbn if target is FileFormat.LIN else path
    source_format = FileFormat.of_path(source)
    text = convert(source, source_format, target).data.decode("latin-1")
    from_lin = target is FileFormat.LIN
    read = parsers[target.value].loads(text.replace("\r\n", "\n"))
    found = [theirs(board, from_lin=from_lin) for board in read]
    assert found == [ours(record, from_lin=from_lin) for record in records]

"""Our PBN against endplay's: each reads what the other writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import pytest

from bluechip_bot.formats import pbn
from bluechip_bot.model import PASS, Board
from support.endplay import facts_of_ours, facts_of_theirs, strain_text


@pytest.fixture(scope="module")
def endplay_pbn() -> Iterator[ModuleType]:
    """The codec of endplay, which names suits by letters in these tests."""
    config = pytest.importorskip("endplay.config")
    with config.suppress_unicode():
        yield pytest.importorskip("endplay.parsers.pbn")


def ours(board: Board) -> dict[str, object]:
    """What both programs must agree on, from our board."""
    contract, play = board.contract, board.play
    return {
        **facts_of_ours(board),
        "contract": "Pass" if contract is None else f"{contract.bid} {contract.declarer.letter}",
        "over": 0 if play is None else play.declarer_tricks - play.contract.target,
        "score": 0 if contract is None else board.score(contract.declarer.side),
    }


def theirs(board: Any) -> dict[str, object]:
    """What both programs must agree on, from endplay's board."""
    contract, passed = board.contract, board.contract.is_passout()
    bid = "Pass"
    if not passed:
        bid = f"{contract.level}{strain_text(contract.denom)}{contract.penalty.abbr.upper()}"
        bid += f" {contract.declarer.abbr}"
    return {
        **facts_of_theirs(board),
        "contract": bid,
        "over": 0 if passed else contract.result,
        "score": contract.score(board.vul),
    }


def our_text(boards: list[Board]) -> str:
    """Our file of the boards."""
    return pbn.dumps(pbn.record_from_board(board, {}, "Cup", "Open") for board in boards)


@pytest.fixture(scope="module")
def boards(finished_board: Callable[[int], Board]) -> list[Board]:
    """Random boards, one of them passed out."""
    drawn = [finished_board(seed) for seed in range(60)]
    assert any(board.auction.calls == (PASS,) * 4 for board in drawn)
    assert any(board.contract is not None and board.contract.doubled == 2 for board in drawn)
    return drawn


def test_endplay_reads_what_we_write(endplay_pbn: ModuleType, boards: list[Board]) -> None:
    """Deal, auction, alerts, play, contract, result and score are equal, board for board."""
    read = endplay_pbn.loads(our_text(boards))
    assert [theirs(board) for board in read] == [ours(board) for board in boards]


def test_we_read_what_endplay_writes(endplay_pbn: ModuleType, boards: list[Board]) -> None:
    """What endplay writes of them comes back as the same boards."""
    text = endplay_pbn.dumps(endplay_pbn.loads(our_text(boards)))
    again = [pbn.board_record(record).board for record in pbn.loads(text)]
    assert [ours(board) for board in again] == [ours(board) for board in boards]


def test_endplay_reads_comments_and_tables_of_ours(
    endplay_pbn: ModuleType, boards: list[Board]
) -> None:
    """Comments at tags, unknown tags and tables do not disturb endplay."""
    record = pbn.record_from_board(boards[0], {}, tags={"Weather": "wet"})
    table = pbn.Tag("ScoreTable", "Rank;Score", rows=("1 50", "2 -50"))
    tags = (pbn.Tag("Generator", "ours", comments=("of\ntwo lines",)), *record.tags, table)
    text = pbn.dumps([pbn.PbnRecord(tags, ("first of all",))])
    (board,) = endplay_pbn.loads(text)
    assert theirs(board) == ours(boards[0])
    assert board.info["Weather"] == "wet"
    assert board.info["ScoreTable"]["rows"] == [["1", "50"], ["2", "-50"]]

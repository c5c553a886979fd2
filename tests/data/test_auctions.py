"""All recorded auctions replayed by the rules of the model, against what the records say."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.formats.lin.codec import parse_file as parse_lin
from bluechip_bot.formats.lin.reader import boards_of
from bluechip_bot.formats.lin.writer import file_of
from bluechip_bot.formats.pbn import dumps, loads
from bluechip_bot.formats.pbn.board import board_record, pbn_record
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.model import Board, Call, Called, Card, Deal, Played, Seat, Vulnerability
from support.collection import FOLDERS, SAMPLE, graded

# Where the tag Result of the source tells fewer tricks than declarer had won when it broke off.
WRONG_RESULTS = {("experts2012.jsonl.gz", 2782)}


def lines(path: Path, step: int = 1) -> Iterator[dict[str, Any]]:
    """The records of a file, or the first of so many."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, islice(file, 0, None, step))


def replayed(told: dict[str, Any], number: int) -> Board:
    """The board of a record, every call and card judged by the model."""
    board = Board.begin(
        number,
        Seat.parse(told["dealer"]),
        Vulnerability.parse(told["vul"]),
        Deal.parse("N:" + told["deal"]),
    )
    said = told["explained"] or {}
    for index, text in enumerate(told["auction"]):
        call = Call.parse(text)
        assert str(call) == text
        assert board.auction.is_legal(call)
        board = board.apply(Called(board.auction.turn, call, said.get(str(index), "").strip()))
    for text in told["play"] or ():
        assert board.turn is not None
        board = board.apply(Played(board.turn, Card.parse(text)))
    return board


def disagreement(told: dict[str, Any], board: Board) -> str:
    """What the model says otherwise than the record; empty where nothing."""
    contract = board.contract
    bid = None if contract is None else contract.bid
    declarer = None if contract is None else contract.declarer.letter
    if not board.auction.is_over:
        return "the auction is not over"
    if board.auction.is_passed_out != (told["contract"] is None):
        return "passed out or not"
    if (bid, declarer) != (told["contract"], told["declarer"]):
        return f"{bid} by {declarer}, not {told['contract']} by {told['declarer']}"
    play = board.play
    if told["complete_play"] and (play is None or not play.is_over):
        return "the play is not over"
    result = told["result"]
    if play is None or result is None or told["last_trick_filled"]:
        return ""
    lost = play.won[play.contract.declarer.side.other]
    fits = play.declarer_tricks <= result <= 13 - lost
    return "" if fits else f"{play.declarer_tricks} tricks won, {lost} lost, {result} told"


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("folder", graded(FOLDERS))
def test_recorded_auctions_agree_with_the_model(folder: Path) -> None:
    """Legality, contract, declarer and tricks of every board of every file are the model's."""
    boards = 0
    for path in sorted((folder / "auctions").glob("*.jsonl.gz")):
        for number, told in enumerate(lines(path), 1):
            found = disagreement(told, replayed(told, number))
            is_known = (path.name, number) in WRONG_RESULTS
            assert bool(found) == is_known, (path.name, number, found)
            boards += 1
    assert boards == (36 if folder == SAMPLE else 28_155)


def through_both(record: BoardRecord) -> tuple[BoardRecord, BoardRecord]:
    """A record written and read again, as PBN and as LIN."""
    (pbn,) = loads(dumps([pbn_record(record)]))
    (lin,) = boards_of(parse_lin(file_of([record]).text()))
    return board_record(pbn), lin


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("folder", graded(FOLDERS))
def test_recorded_boards_survive_both_formats(folder: Path) -> None:
    """Auction, explanations and play are the same after PBN, auction and play after LIN."""
    boards = 0
    for path in sorted((folder / "auctions").glob("*.jsonl.gz")):
        for number, told in enumerate(lines(path, 1 if folder == SAMPLE else 7), 1):
            board = replayed(told, number)
            # A call said to be alerted and no more is an alert without words.
            if any(text.startswith("Alert.") for _, text in board.explanations):
                continue
            pbn, lin = through_both(BoardRecord.of_board(board))
            assert pbn.board == board, (path.name, number)
            assert lin.board.play == board.play
            assert lin.board.auction == board.auction
            assert (pbn.contract, pbn.result) == (lin.contract, lin.result)
            boards += 1
    assert boards > (30 if folder == SAMPLE else 3500)

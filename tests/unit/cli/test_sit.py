"""`sit`: what is wrong with its options, and the commands that answer for its page."""

from __future__ import annotations

import json
from collections.abc import Callable
from unittest.mock import Mock

import pytest

from bluechip_bot.cli import serve
from bluechip_bot.cli.failure import Failure
from bluechip_bot.config import BiddingConfig, SearchConfig, document
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.record.document import board_document, board_of
from bluechip_bot.model import Board, Phase
from support.commands import invoke


def test_a_claim_is_judged(finished_board: Callable[[int], Board]) -> None:
    """By the rest of the cards, or null; what is no board is an error."""
    board = finished_board(0).until(44)
    asked = {"board": board_document(board), "side": 0, "tricks": 0}
    done = invoke("values", read=json.dumps(asked))
    assert done.exit_code == 0
    assert len(json.loads(done.output)) == 8
    done = invoke("values", read=json.dumps({**asked, "tricks": 9}))
    assert json.loads(done.output) is None
    for wrong in ("", json.dumps({**asked, "side": 7})):
        assert invoke("values", read=wrong).exit_code != 0


def test_a_board_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, finished_board: Callable[[int], Board]
) -> None:
    """The error is given once, with its board; the end of the session knows it."""
    writer = Mock()
    writer.write.side_effect = [OSError("full"), None]
    monkeypatch.setattr(serve, "PbnWriter", lambda _: writer)
    record, board = serve.SessionRecord("out.pbn"), finished_board(0)
    error = record.note(board, {})
    assert error == f"board {board.number} is not written: full"
    assert record.note(board, {}) == ""
    with pytest.raises(Failure, match=f"2 boards finished; {error}"):
        record.report(None)


def test_bots_play_a_deal() -> None:
    """From the first call to the last card, each call with what it shows."""
    dealt = boards_from_seed(3, 1)[0].dealt()
    settings = {**document(SearchConfig()), "bidding": document(BiddingConfig(our="sayc"))}
    sides = [f"--{side}={json.dumps(settings)}" for side in ("ns", "ew")]
    limits = ("--engine", "random", "--seconds", "0.1", "--seed", "1")
    done = invoke("bots", *sides, *limits, read=json.dumps(board_document(dealt)))
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    played = board_of(told)
    assert played.phase is Phase.OVER
    assert played.hands == dealt.hands
    assert any(call["shows"] for call in told["calls"])

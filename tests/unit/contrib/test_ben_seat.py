"""The seat of ben that bids as it is given, without ben."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.formats.pbn.writer import dumps
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.boards.source import auction_records
from bluechip_bot.model import Call

SEAT = runpy.run_path(str(Path(__file__).parents[3] / "contrib" / "ben_seat.py"))
CALLS = ("PASS", "PASS", "1N", "X", "XX", "PASS", "PASS", "PASS")


def test_auctions_of_a_match() -> None:
    """Each board of auctions.pbn has its calls, in ben's words."""
    boards = boards_from_seed(1, 3)
    words = ("P P 1NT X XX P P P", "1C P P P")
    planned = [
        evolve(board, calls=tuple(map(Call.parse, text.split())))
        for board, text in zip(boards[1:], words, strict=True)
    ]
    text = dumps(auction_records([boards[0], *planned]))
    assert SEAT["given_calls"](text) == {2: CALLS, 3: ("1C", "PASS", "PASS", "PASS")}


@pytest.mark.parametrize(
    ("made", "call"),
    [
        ("", "PASS"),
        ("PAD_START PASS PASS", "1N"),
        ("PASS PASS 1N", "X"),
        ("PASS 1C", None),
        (" ".join(CALLS), None),
    ],
)
def test_the_next_call(made: str, call: str | None) -> None:
    """It follows those made, as long as they are the given ones."""
    assert SEAT["next_call"](CALLS, made.split()) == call


class Bidder:
    """Stands for ben's bidder."""

    def bid(self, _auction: list[str]) -> str:
        """Return what ben bids by itself."""
        return "ben's own"


def test_the_bidder_is_all_that_is_replaced() -> None:
    """A given board is bid as given; on another one, and after another call, ben bids."""

    class Client:
        board_number = "0"

        async def bidding(self) -> list[Any]:
            bidder = module.botbidder.BotBid()
            return [bidder.bid(auction) for auction in (["PASS", "PASS"], ["1C"])]

    def response(bid: str, **_: object) -> str:
        return bid

    module = SimpleNamespace(
        botbidder=SimpleNamespace(BotBid=Bidder), TMClient=Client, BidResp=response
    )
    client = SEAT["seat_of"](module, {2: CALLS})()
    for number, first in (("2", "1N"), ("5", "ben's own")):
        client.board_number = number
        with pytest.raises(StopIteration) as ended:  # the coroutine waits for nothing
            client.bidding().send(None)
        assert ended.value.value == [first, "ben's own"]

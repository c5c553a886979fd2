"""The system "floor": totality over deals and absurd auctions."""

from collections.abc import Collection
from pathlib import Path

import numpy as np
import pytest

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.language.condition import check
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.scene import AUCTION_SUITS, LITERAL_SUITS, VARIABLES
from bluechip_bot.bidding.language.template import check_call
from bluechip_bot.bidding.position import CallChoice
from bluechip_bot.bidding.system.system import load
from bluechip_bot.config import conf_dir
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import PASS, Board, Call, Called, Deal, Hand, Phase, Seat, Vulnerability

BOOK = load(conf_dir() / "systems" / "floor.toml", check=False).book
BIDDER = Bidder((BOOK, BOOK))


def choose(hand: Hand, board: Board) -> CallChoice:
    """Return the choice of the player to call."""
    return BIDDER.choose(hand, board.auction, board.vulnerability)


@pytest.mark.parametrize("path", sorted((conf_dir() / "systems" / "natural").glob("*.bid")))
def test_every_word_of_the_rules_is_known(path: Path) -> None:
    """Rules that no auction of the other tests reaches have no wrong word either."""
    suits = {"called", "answer", "own", "contract", *LITERAL_SUITS, *AUCTION_SUITS, *VARIABLES}
    for section in parse(path.read_text(encoding="utf-8"), path.name):
        for when in section.context.whens:
            check(when.condition, frozenset(suits))
        for rule in section.rules:
            check_call(rule, frozenset(suits))
            check(rule.need, frozenset(suits))
            check(rule.silent, frozenset(suits))


def test_explanation_belongs_to_artificial_calls() -> None:
    """A transfer is explained, an opening is not."""
    board = Board.begin(1, Seat.NORTH, Vulnerability.NONE)
    opening = choose(Hand.parse("AQ4.KJ6.K932.A83"), board)
    assert opening.explanation == ""
    for text in ("1NT", "P"):
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    transfer = choose(Hand.parse("KJ762.872.873.94"), board)
    assert transfer.explanation == "transfer to spades: 5+ spades"


def finish(deal: Deal, number: int, generator: np.random.Generator, bots: Collection[int]) -> None:
    """Bid a deal, random calls from the seats that are no bots; check every call of the bots."""
    board = Board.begin(number, deal=deal)
    while board.phase is Phase.AUCTION:
        seat = board.auction.turn
        if seat in bots:
            made = choose(deal[seat], board).call
            state = BIDDER.position(board.auction, board.vulnerability).state
            # No pass may be a forced one, but to sit for a takeout double.
            assert made != PASS or not state.must_act or state.live_takeout, str(board.auction)
        else:
            made = random_call(board, generator)
        board = board.apply(Called(seat, made))
    assert board.auction.is_over


def random_call(board: Board, generator: np.random.Generator) -> Call:
    """Return a pass half of the time, else one of the lower legal calls."""
    legal = board.auction.legal_calls
    if generator.random() < 0.5:
        return PASS
    return legal[min(int(generator.exponential(4)), len(legal) - 1)]


@pytest.mark.parametrize(
    ("count", "seed"), [(40, 12), pytest.param(5000, 14, marks=pytest.mark.slow)]
)
def test_random_callers_are_survived(count: int, seed: int) -> None:
    """Among random callers, or four bots, calls are legal and forced calls are made."""
    generator = np.random.default_rng(seed)
    for planned in boards_from_seed(seed, count):
        bots = ({0, 2}, {1, 3}, {0, 1, 2}, {3}, {0, 1, 2, 3})[planned.number % 5]
        finish(planned.deal, planned.number, generator, bots)

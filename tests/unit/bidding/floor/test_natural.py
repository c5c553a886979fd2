"""The system "floor": example hands, and totality over deals and absurd auctions."""

from collections.abc import Collection

import numpy as np
import pytest

from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.floor.natural import CallChoice
from bluechip_bot.bidding.system.system import load
from bluechip_bot.config import conf_dir
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import (
    PASS,
    Board,
    Call,
    Called,
    Deal,
    Hand,
    Phase,
    Seat,
    Vulnerability,
)

BOOK = load(conf_dir() / "systems" / "floor.toml", check=False).book
BIDDER = Bidder((BOOK, BOOK))


def choose(hand: Hand, board: Board) -> CallChoice:
    """Return the choice of the player to call."""
    return BIDDER.choose(hand, board.auction, board.vulnerability)


def call(hand: str, auction: str = "", vulnerability: str = "None") -> str:
    """Return the text of the call that a hand makes after an auction from North."""
    board = Board.begin(1, Seat.NORTH, Vulnerability.parse(vulnerability))
    for text in auction.split():
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    return str(choose(Hand.parse(hand), board).call)


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("AQ952.K4.A76.832", "1S"),
        ("AK952.KQ874.A7.3", "1S"),
        ("A4.KQ876.K32.832", "1H"),
        ("A4.KQ87.K32.J832", "1C"),
        ("AQ74.KJ6.K32.J83", "1C"),
        ("KQ74.KJ64.AJ3.83", "1D"),
        ("AQ4.KJ6.K932.A83", "1NT"),
        ("AQ4.KJ6.AK32.QJ8", "2NT"),
        ("AKQ4.AKJ6.AK3.J8", "2C"),
        ("AKQT876.AKQ4.A3.", "2C"),
        ("KQJ876.32.Q87.32", "2S"),
        ("32.KQJ8765.Q87.3", "3H"),
        ("2.KQJ87654.Q87.3", "4H"),
        ("Q32.J876.K87.A32", "P"),
    ],
)
def test_openings(hand: str, expected: str) -> None:
    """Openings follow the system: majors of five, 15-17 notrump, strong 2C, weak twos."""
    assert call(hand) == expected


@pytest.mark.parametrize(
    ("auction", "hand", "expected"),
    [
        ("1S P", "Q32.K876.A8732.4", "3S"),
        ("1S P", "Q32.K876.J8732.4", "2S"),
        ("1S P", "AQ32.K876.A873.4", "2NT"),
        ("1S P", "J2.K876.Q873.943", "1NT"),
        ("1S P", "J2.K8.AKJ73.Q943", "2D"),
        ("1H P", "KJ32.87.Q873.943", "1S"),
        ("1C P", "KJ32.Q872.873.94", "1H"),
        ("1C P", "J32.872.8732.943", "P"),
        ("1NT P", "KJ762.872.873.94", "2H"),
        ("1NT P", "KJ76.A872.J73.94", "2C"),
        ("1NT P", "K76.A87.Q873.Q94", "3NT"),
        ("1NT P", "K76.987.Q873.Q94", "P"),
        ("2NT P", "KJ762.872.873.94", "3H"),
        ("2C P", "J762.872.8753.94", "2D"),
    ],
)
def test_answers(auction: str, hand: str, expected: str) -> None:
    """Raises, new suits and the notrump structure."""
    assert call(hand, auction) == expected


@pytest.mark.parametrize(
    ("auction", "hand", "expected"),
    [
        ("1D", "AQJ76.872.87.A94", "1S"),
        ("1D", "AQ76.KJ72.8.A942", "X"),
        ("1D", "AQ7.KJ7.KJ8.QT94", "1NT"),
        ("1D", "KQJ876.32.87.432", "2S"),
        ("1D", "Q76.KJ72.876.A94", "P"),
        ("1D X P", "Q876.J72.8764.94", "1S"),
        ("1D X P", "8.J72.KQJ976.K94", "P"),
        ("1D X P", "KQ876.A72.87.K94", "4S"),
        ("1D 1S", "K7.KJ72.872.A942", "X"),
        ("1D 1S P", "K76.J7.8732.A942", "2S"),
    ],
)
def test_competition(auction: str, hand: str, expected: str) -> None:
    """Overcalls, takeout doubles and the answers to them."""
    assert call(hand, auction) == expected


@pytest.mark.parametrize(
    ("auction", "hand", "expected"),
    [
        ("1NT P 2C P", "AQ4.KJ65.K93.A83", "2H"),
        ("1NT P 2H P", "AQ4.KJ65.K93.A83", "2S"),
        ("1NT P 2H P 2S P", "KJ762.A72.K73.94", "3NT"),
        ("1NT P 2H P 2S P 3NT P", "AQ4.KJ65.93.AK83", "4S"),
        ("1C P 1S P", "KJ64.A7.93.A8643", "2S"),
        ("1C P 1S P", "J4.AQ7.KQ32.J864", "1NT"),
        ("1H P 2NT P", "KJ4.AQ743.K8.J64", "4H"),
        ("1S P 3S P 4NT P", "KJ64.A743.8.A643", "5H"),
        ("2C P 2D P", "AKQ4.AKJ6.AJ3.98", "2NT"),
    ],
)
def test_rebids(auction: str, hand: str, expected: str) -> None:
    """Conventions are completed on both sides."""
    assert call(hand, auction) == expected


def test_blackwood_sign_off_is_respected() -> None:
    """The player asked for aces passes the asker's five of a suit."""
    auction = "1S P 3S P 4NT P 5D P 5S P"
    assert call("KJ64.A743.85.Q43", auction) == "P"


def test_explanation_belongs_to_artificial_calls() -> None:
    """A transfer is explained, an opening is not."""
    board = Board.begin(1, Seat.NORTH, Vulnerability.NONE)
    opening = choose(Hand.parse("AQ4.KJ6.K932.A83"), board)
    assert opening.explanation == ""
    for text in ("1NT", "P"):
        board = board.apply(Called(board.auction.turn, Call.parse(text)))
    transfer = choose(Hand.parse("KJ762.872.873.94"), board)
    assert transfer.explanation == "transfer to spades: 5+ spades"
    assert transfer.exact == "transfer to spades: 5+ !S; !S not shorter than !H"


def finish(deal: Deal, number: int, generator: np.random.Generator, bots: Collection[int]) -> Board:
    """Bid a deal, random calls from the seats that are no bots; check every call of the bots."""
    board = Board.begin(number, deal=deal)
    while board.phase is Phase.AUCTION:
        seat = board.auction.turn
        if seat in bots:
            made = choose(deal[seat], board).call
            if made == PASS:
                check_pass(board)
        else:
            made = random_call(board, generator)
        board = board.apply(Called(seat, made))
    return board


def check_pass(board: Board) -> None:
    """No pass may be a forced one: to sit for a takeout double is allowed."""
    state = BIDDER.position(board.auction, board.vulnerability).state
    assert not state.must_act or state.live_takeout, str(board.auction)


def random_call(board: Board, generator: np.random.Generator) -> Call:
    """Return a pass half of the time, else one of the lower legal calls."""
    legal = board.auction.legal_calls
    if generator.random() < 0.5:
        return PASS
    return legal[min(int(generator.exponential(4)), len(legal) - 1)]


def self_play(count: int, seed: int) -> None:
    """Bid deals by four bots."""
    for planned in boards_from_seed(seed, count):
        number, deal = planned.number, planned.deal
        board = finish(deal, number, np.random.default_rng(seed), set(Seat))
        assert board.auction.is_over


def against_random(count: int, seed: int) -> None:
    """Bid deals by two or three bots among random callers."""
    generator = np.random.default_rng(seed)
    for planned in boards_from_seed(seed, count):
        number, deal = planned.number, planned.deal
        bots = ({0, 2}, {1, 3}, {0, 1, 2}, {3})[number % 4]
        board = finish(deal, number, generator, bots)
        assert board.auction.is_over


def test_self_play_is_total() -> None:
    """In self-play every auction ends, every call is legal, no forced call is passed."""
    self_play(150, 11)


def test_random_callers_are_survived() -> None:
    """Whatever the others call, the bots' calls are legal and their forced calls are made."""
    against_random(150, 12)


@pytest.mark.slow
def test_self_play_is_total_on_many_deals() -> None:
    """The same on 5,000 deals."""
    self_play(5000, 13)


@pytest.mark.slow
def test_random_callers_are_survived_on_many_deals() -> None:
    """The same on 2,000 deals."""
    against_random(2000, 14)

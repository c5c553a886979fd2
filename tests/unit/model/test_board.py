"""The board reducer: what is accepted, what is refused, what each seat sees."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import (
    PASS,
    Board,
    BoardError,
    Call,
    Called,
    Card,
    Deal,
    Dealt,
    DummyShown,
    Event,
    Hand,
    IllegalCallError,
    IllegalPlayError,
    ModelError,
    Phase,
    Played,
    Seat,
    Side,
    Vulnerability,
)
from support.boards import after

DEAL = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432")
MakeBoard = Callable[[int], Board]


def in_play(calls: str = "7NT P P P") -> Board:
    """A board that North plays, East to lead."""
    return after(Board.begin(1, deal=DEAL), calls)


def events_of(board: Board) -> list[Event]:
    """The calls and cards of a board as events."""
    events: list[Event] = [
        Called(board.auction.caller(index), call, dict(board.explanations).get(index, ""))
        for index, call in enumerate(board.auction.calls)
    ]
    for trick in board.play.tricks if board.play else ():
        events += [Played(seat, card) for seat, card in trick.by_seat().items()]
    return events


def test_phases() -> None:
    """A board goes from the auction to the play and ends with the 52nd card, or is passed out."""
    board = Board.begin(1, deal=DEAL)
    assert (board.phase, board.turn, board.decider) == (Phase.AUCTION, Seat.NORTH, Seat.NORTH)
    assert board.contract is None
    assert board.dummy is None
    board = in_play()
    assert (board.phase, board.turn, board.dummy) == (Phase.PLAY, Seat.EAST, Seat.SOUTH)
    passed = after(Board.begin(1), "P P P P")
    assert (passed.phase, passed.turn, passed.decider) == (Phase.OVER, None, None)
    assert passed.score() == 0


def test_declarer_decides_for_dummy() -> None:
    """When dummy is to play the decider is declarer, else whose turn it is."""
    board = in_play()
    assert (board.turn, board.decider) == (Seat.EAST, Seat.EAST)
    board = after(board, cards="ST")
    assert (board.turn, board.decider) == (Seat.SOUTH, Seat.NORTH)
    board = after(board, cards="S3 S2")
    assert (board.turn, board.decider) == (Seat.NORTH, Seat.NORTH)


def test_rotation_is_the_default() -> None:
    """Dealer and vulnerability follow from the number unless given."""
    board = Board.begin(7)
    assert (board.dealer, board.vulnerability) == (Seat.SOUTH, Vulnerability.BOTH)
    board = Board.begin(7, Seat.EAST, Vulnerability.NONE)
    assert (board.dealer, board.vulnerability) == (Seat.EAST, Vulnerability.NONE)


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), seat=st.sampled_from(Seat))
def test_a_players_board_agrees_with_the_full_board(
    finished_board: MakeBoard, seed: int, seat: Seat
) -> None:
    """Fed the events that he sees, a player knows what `seen_by` tells of the full board."""
    final = finished_board(seed)
    hands = final.hands
    full = Board.begin(final.number, deal=Deal(hands))  # type: ignore[arg-type]
    mine = Board.begin(final.number)
    hand = hands[seat]
    assert hand is not None
    mine = mine.apply(Dealt(seat, hand))
    assert mine == full.seen_by(seat)
    for event in events_of(final):
        full, mine = full.apply(event), mine.apply(event)
        shown = full.play is not None and len(full.play.cards) == 1
        if shown and full.dummy not in (None, seat):
            dummy = hands[full.dummy or 0]
            assert dummy is not None
            mine = mine.apply(DummyShown(dummy))
        assert mine == full.seen_by(seat)
        assert (mine.phase, mine.turn, mine.decider) == (full.phase, full.turn, full.decider)
        # What is hidden from the player is what the other hands hold.
        others = Hand(0)
        for other in Seat:
            rest = full.remaining(other)
            assert rest is not None
            if mine.hands[other] is None:
                others |= rest
        assert mine.hidden == others
        if full.phase is Phase.PLAY and mine.hands[full.turn or 0] is not None:
            assert mine.legal_cards == full.legal_cards
    assert full == final
    assert mine.score() == final.score()


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10_000), choice=st.randoms(use_true_random=False))
def test_illegal_events_leave_the_board_usable(
    finished_board: MakeBoard, seed: int, choice: random.Random
) -> None:
    """Any event at any time is legal by the rules or raises a ModelError; then play goes on."""
    final = finished_board(seed)
    board = Board.begin(final.number, deal=Deal(final.hands))  # type: ignore[arg-type]
    for event in events_of(final):
        seat = Seat(choice.randrange(4))
        card = Card(choice.randrange(52))
        call = Call(choice.randrange(38))
        before = board
        for wrong in (
            Called(seat, call),
            Played(seat, card),
            DummyShown(DEAL[0]),
            Dealt(seat, DEAL[1]),
        ):
            legal = allowed(board, wrong)
            try:
                board.apply(wrong)
            except ModelError:
                assert not legal, wrong
            else:
                assert legal, wrong
        assert board == before
        board = board.apply(event)
    assert board == final
    with pytest.raises(IllegalCallError):
        board.apply(Called(Seat.NORTH, PASS))
    with pytest.raises(IllegalPlayError):
        board.apply(Played(Seat.NORTH, Card(0)))


def allowed(board: Board, event: Event) -> bool:
    """Whether the rules allow an event on a board of which all hands are known."""
    match event:
        case Called(seat, call):
            return (
                board.phase is Phase.AUCTION and board.turn is seat and board.auction.is_legal(call)
            )
        case Played(seat, card):
            return board.phase is Phase.PLAY and board.turn is seat and card in board.legal_cards
        case DummyShown(hand):
            return board.dummy is not None and board.hands[board.dummy] == hand
        case Dealt(seat, hand):
            return not board.auction.calls and board.hands[seat] == hand


def test_followers_and_discards() -> None:
    """Legal cards follow suit where possible; void of the suit, any card is legal."""
    board = after(in_play(), cards="ST S3")
    assert [str(card) for card in board.legal_cards] == ["S2"]
    board = after(board, cards="S2 SA SK S7 S4")
    assert board.turn is Seat.WEST
    assert len(board.legal_cards) == 12
    board = after(board, cards="H2")
    assert board.void == (0, 0, 0, 1)


def test_cards_refused_from_unknown_hands() -> None:
    """A card that another hand holds, or of a suit shown out, cannot come from a hidden hand."""
    board = in_play().seen_by(Seat.NORTH)
    with pytest.raises(IllegalPlayError, match="which North holds"):
        board.apply(Played(Seat.EAST, Card.parse("SA")))
    board = board.apply(Played(Seat.EAST, Card.parse("ST"))).apply(DummyShown(DEAL[Seat.SOUTH]))
    board = after(board, cards="S3 H2 SA SK S9 S4")
    with pytest.raises(IllegalPlayError, match="showing out of S"):
        board.apply(Played(Seat.WEST, Card.parse("S2")))
    assert board.apply(Played(Seat.WEST, Card.parse("H3"))).turn is Seat.NORTH


def card(seat: Seat, text: str) -> Played:
    """A card of a seat."""
    return Played(seat, Card.parse(text))


NORTH_DEALT = Dealt(Seat.NORTH, DEAL[Seat.NORTH])
REFUSED: list[tuple[Board, Event, str]] = [
    (in_play(), card(Seat.SOUTH, "S3"), "out of turn"),
    (in_play(), card(Seat.EAST, "SA"), "not in the hand"),
    (after(in_play(), cards="ST"), card(Seat.SOUTH, "H8"), "revoke"),
    (after(in_play(), cards="ST S3 S2 SA"), card(Seat.NORTH, "SA"), "played before"),
    (Board.begin(1), card(Seat.NORTH, "S2"), "no card"),
    (Board.begin(1), Called(Seat.EAST, PASS), "out of turn"),
    (after(Board.begin(1), "1D"), Called(Seat.EAST, Call.parse("1C")), "may not call"),
    (in_play(), Called(Seat.NORTH, PASS), "auction is over"),
    (Board.begin(1).apply(NORTH_DEALT), Dealt(Seat.EAST, DEAL[Seat.NORTH]), "with both"),
    (Board.begin(1), Dealt(Seat.EAST, Hand.parse("AKQJ.AKQ.AKQ.")), "holds 10 cards"),
    (Board.begin(1).apply(NORTH_DEALT), Dealt(Seat.NORTH, DEAL[Seat.EAST]), "before, now"),
    (after(Board.begin(1), "P"), NORTH_DEALT, "after the first call"),
    (after(Board.begin(1), "P"), DummyShown(DEAL[Seat.NORTH]), "without a contract"),
]
ERRORS = {Called: IllegalCallError, Played: IllegalPlayError}


@pytest.mark.parametrize(("board", "event", "part"), REFUSED, ids=[part for _, _, part in REFUSED])
def test_events_refused(board: Board, event: Event, part: str) -> None:
    """Each event that the rules, or what is known, do not allow has its error and its reason."""
    with pytest.raises(ERRORS.get(type(event), BoardError), match=part):
        board.apply(event)


def test_a_hand_may_be_dealt_twice() -> None:
    """The same hand again changes nothing."""
    board = Board.begin(1).apply(NORTH_DEALT)
    assert board.apply(NORTH_DEALT) == board


def test_dummy_must_hold_what_it_has_played() -> None:
    """Dummy's cards, shown late, must hold the card that it has played and no suit it lacked."""
    board = after(after(Board.begin(1), "7NT P P P"), cards="ST S3")
    with pytest.raises(BoardError, match="has played S3"):
        board.apply(DummyShown(DEAL[Seat.WEST]))
    board = after(after(Board.begin(1), "7NT P P P"), cards="ST H8")
    with pytest.raises(BoardError, match="after showing out of S"):
        board.apply(DummyShown(DEAL[Seat.SOUTH]))


def test_legal_cards_need_a_known_hand_and_the_play() -> None:
    """Before the play, or from a hidden hand, legal cards cannot be told."""
    with pytest.raises(BoardError, match="no card"):
        _ = Board.begin(1, deal=DEAL).legal_cards
    with pytest.raises(BoardError, match="unknown"):
        _ = in_play().seen_by(Seat.SOUTH).legal_cards


def test_score_of_a_finished_board(finished_board: MakeBoard) -> None:
    """The sides' scores are opposite; an unfinished board has none."""
    board = finished_board(2)
    assert board.score(Side.NS) == -board.score(Side.EW)
    with pytest.raises(BoardError, match="not over"):
        in_play().score()


def test_alerts_and_explanations_are_kept() -> None:
    """Each has its call's index: an alert with words or without, words alone, neither."""
    board = Board.begin(1).apply(Called(Seat.NORTH, Call.parse("1C"), alert=True))
    board = board.apply(Called(Seat.EAST, Call.parse("1NT"), "15-17"))
    board = board.apply(Called(Seat.SOUTH, Call.parse("2C"), "majors", alert=True))
    board = board.apply(Called(Seat.WEST, PASS))
    assert board.alerts == (0, 2)
    assert board.explanations == ((1, "15-17"), (2, "majors"))


CALLS = tuple(map(Call.parse, ("P", "1NT", "P", "3NT", "P", "P", "P")))


@pytest.mark.parametrize(
    ("made", "text"),
    [
        ("", ""),
        ("P 1NT P", ""),
        ("P 1NT P 3NT P P P", ""),
        ("P 1NT X", "South called X where P is given"),
        ("1C 1NT", "North called 1C where P is given"),
    ],
)
def test_departure(made: str, text: str) -> None:
    """The first call that is not the one given is named with its caller."""
    (free,) = boards_from_seed(5, 1)
    board = free.dealt()
    for call in map(Call.parse, made.split()):
        board = board.apply(Called(board.auction.turn, call))
    assert (evolve(free, calls=CALLS).departure(board), free.departure(board)) == (text, "")

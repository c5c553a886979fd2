"""Boards of random deals, boards after more calls and cards, and finished boards before."""

from __future__ import annotations

import random

from attrs import evolve

from bluechip_bot.model import (
    Auction,
    Board,
    Call,
    Called,
    Card,
    Deal,
    Decision,
    DecisionRequest,
    Hand,
    Phase,
    PlannedBoard,
    Played,
    Seat,
    four,
)


def random_board(number: int, chance: random.Random) -> Board:
    """A board with a random deal, before the first call."""
    return Board.begin(number, deal=Deal.of_pack(chance.sample(range(52), 52)))


def random_boards(count: int, chance: random.Random) -> list[Board]:
    """Boards 1 to `count` with random deals."""
    return [random_board(number, chance) for number in range(1, count + 1)]


def at_card(finished: Board, cards: int) -> Board:
    """A finished board after so many cards, without what was said of the calls."""
    return evolve(finished, explanations=(), alerts=()).until(cards)


def after(board: Board, calls: str = "", cards: str = "") -> Board:
    """A board after more calls, and after more cards."""
    for word in calls.split():
        board = board.apply(Called(board.auction.turn, Call.parse(word)))
    for word in cards.split():
        assert board.turn is not None
        board = board.apply(Played(board.turn, Card.parse(word)))
    return board


def answer_from(board: Board, request: DecisionRequest) -> Decision:
    """The call or card that a finished board has at the request's place."""
    asked = request.board
    if asked.phase is Phase.AUCTION:
        return Decision(request.id, board.auction.calls[len(asked.auction.calls)])
    assert board.play is not None
    assert asked.play is not None
    return Decision(request.id, board.play.cards[len(asked.play.cards)])


def random_answer(request: DecisionRequest) -> Decision:
    """A legal call or card that depends on seed and place alone; auctions are short."""
    board = request.board
    cards = len(board.play.cards) if board.play else 0
    chance = random.Random(f"{request.seed} {len(board.auction.calls)} {cards}")
    if board.phase is Phase.AUCTION:
        calls = board.auction.legal_calls
        call = chance.choice(calls[:2] if chance.random() < 0.7 else calls)
        return Decision(request.id, call, explanation=chance.choice(["", "5+ S; 8-16 HCP"]))
    return Decision(request.id, chance.choice(list(board.legal_cards)))


def auction_of(calls: str, dealer: Seat = Seat.NORTH) -> Auction:
    """An auction of these calls."""
    return Auction(dealer, tuple(map(Call.parse, calls.split())))


def dealt(board: Board) -> Board:
    """The board before its first call."""
    return planned_of(board).dealt()


def planned_of(board: Board, calls: tuple[Call, ...] = ()) -> PlannedBoard:
    """The plan of a board all of whose hands are known."""
    deal = Deal(four(hand or Hand() for hand in board.hands))
    return PlannedBoard(board.number, board.dealer, board.vulnerability, deal, calls)

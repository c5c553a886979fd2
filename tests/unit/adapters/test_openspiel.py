"""Actions, observations and players by OpenSpiel's own game, which is the oracle."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")
import pyspiel
from open_spiel.python.policy import UniformRandomPolicy

from bluechip_bot import Table, random_board
from bluechip_bot.adapters.actions import IllegalActionError, action_mask, after, move_of
from bluechip_bot.adapters.observation import observation
from bluechip_bot.adapters.openspiel import PlayerBot, SpielPlayer, StateError, board_of, state_of
from bluechip_bot.model import Board, Phase, Seat, Vulnerability
from bluechip_bot.player import Player
from bluechip_bot.player.chance import RandomPlayer

_HIGHEST_BID = 62
"""Of the bids of random auctions: 2C. They would end at the seven level otherwise."""


def dealt(seed: int, **settings: Any) -> Any:
    """A state of the game before the first call."""
    game = pyspiel.load_game("bridge", {"use_double_dummy_result": False, **settings})
    state, chance = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_is_the_same_by_our_rules(seed: int) -> None:
    """Turns, legal actions, observations and scores are OpenSpiel's, at every seat."""
    state = dealt(seed, dealer_vul=bool(seed & 1), non_dealer_vul=bool(seed & 2))
    board, chance = board_of(state), random.Random(seed)
    while True:
        for seat in Seat if len(state.history()) % 3 == seed % 3 or state.is_terminal() else ():
            if board.contract is None and board.phase is Phase.OVER:
                break  # nothing of ours looks at a board that is passed out
            theirs = np.array(state.observation_tensor(seat), np.float32)
            ours = observation(board.seen_by(seat), seat)
            assert np.flatnonzero(ours != theirs).tolist() == []
        if state.is_terminal():
            break
        assert board.decider == state.current_player()
        legal = state.legal_actions()
        assert np.flatnonzero(action_mask(board)).tolist() == legal
        action = chance.choice([one for one in legal if one <= _HIGHEST_BID] or legal)
        state.apply_action(action)
        board = after(board, action)
    assert not action_mask(board).any()
    assert board == board_of(state)
    assert [board.score(seat.side) for seat in Seat] == state.returns()


def test_dealer_and_vulnerability() -> None:
    """They are those of the game's parameters."""
    for dealer, ours, theirs, vulnerability in (
        (Seat.NORTH, False, False, Vulnerability.NONE),
        (Seat.EAST, True, False, Vulnerability.EW),
        (Seat.WEST, False, True, Vulnerability.NS),
        (Seat.SOUTH, True, True, Vulnerability.BOTH),
    ):
        board = board_of(dealt(1, dealer=int(dealer), dealer_vul=ours, non_dealer_vul=theirs))
        assert (board.dealer, board.vulnerability) == (dealer, vulnerability)


def test_a_state_shows_a_seat_what_it_sees() -> None:
    """The seat's observation is that of its board, by any dealer; hidden hands are not."""
    board = Table(["random"] * 4, seed=2).play(random_board(7, seed=3))
    for cards in (0, 1, 17, 47):
        seen = board.until(cards)
        seat = seen.decider
        assert seat is not None
        state = state_of(seen.seen_by(seat), seat, seed=5)
        player = (seat - board.dealer) % 4
        assert state.current_player() == player
        assert state.observation_tensor(player) == observation(seen, seat).tolist()
        assert state.legal_actions() == np.flatnonzero(action_mask(seen)).tolist()
    assert board_of(state_of(board.until(0), Seat.SOUTH, seed=5)).hands != board.hands


def test_our_players_are_bots() -> None:
    """OpenSpiel's own evaluation plays a game with them to its end, alike each time."""
    bots = [PlayerBot(RandomPlayer(), seed=seat) for seat in range(4)]
    returns = [pyspiel.evaluate_bots(dealt(4), bots, 11) for _ in range(2)]
    assert returns[0] == returns[1]
    assert returns[0][0] == -returns[0][1] == returns[0][2] != 0


@pytest.mark.parametrize(
    "make",
    [
        lambda game, player: pyspiel.make_uniform_random_bot(player, 3),
        lambda game, player: UniformRandomPolicy(game),
    ],
)
def test_their_bots_and_policies_are_players(make: Any) -> None:
    """They play a board at our table with ours, alike each time."""
    players: list[Player | str] = ["random", SpielPlayer(make), "random", SpielPlayer(make)]
    boards = [Table(players, seed=1).play(random_board(2, seed=8)) for _ in range(2)]
    assert boards[0] == boards[1]
    assert boards[0].play is not None
    assert boards[0].play.is_over


def test_what_is_no_board() -> None:
    """A state of another game, or before the deal, and a number that is no action are refused."""
    for state in (
        pyspiel.load_game("tic_tac_toe").new_initial_state(),
        pyspiel.load_game("bridge").new_initial_state(),
    ):
        with pytest.raises(StateError, match="a state of `bridge` with all cards dealt expected"):
            board_of(state)
    for number in (-1, 90):
        with pytest.raises(IllegalActionError, match=f"no action is {number}"):
            move_of(number)


def test_an_unknown_hand_is_not_observed() -> None:
    """A board without the seat's hand is an error that names it."""
    with pytest.raises(ValueError, match="board 1: the hand of East is not known"):
        observation(Board.begin(1), Seat.EAST)

"""OpenSpiel's game `bridge`: our players as its bots, and its bots and policies at our table."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pyspiel

from bluechip_bot.adapters.actions import CARDS, action_of, after, asked, move_of
from bluechip_bot.api.bot import NO_LIMIT
from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.engine import draw_layouts
from bluechip_bot.model import (
    Board,
    Call,
    Card,
    Deal,
    Decision,
    DecisionRequest,
    ModelError,
    Seat,
    Vulnerability,
)
from bluechip_bot.player import Player


class StateError(ModelError):
    """A state cannot be turned into a board: another game, or cards are still to be dealt."""


class PlayerBot(pyspiel.Bot):
    """A player as a bot of OpenSpiel.

    The player sees only what its seat would see at the table. One player may serve several bots.

    Args:
        player: the player who decides, such as a `Bot`.
        seed: the player's seed.
        seconds: the player's time for a call or a card.
    """

    def __init__(self, player: Player, *, seed: int = 0, seconds: float = NO_LIMIT) -> None:
        super().__init__()
        self._player: Final = player
        self._seed: Final = seed
        self._seconds: Final = seconds

    def step(self, state: Any) -> int:
        """Return the player's action in a state.

        Raises:
            StateError: if nobody is to call or play.
            ModelError: if the player's answer is not legal.
        """
        request = asked(board_of(state), self._seed, self._seconds)
        decision = self._player.decide(request)
        request.check(decision)
        return action_of(decision.action)

    def restart_at(self, state: Any) -> None:
        """Do nothing: an answer depends on the state alone."""


class SpielPlayer:
    """A bot or a policy of OpenSpiel as a player, for a `Table` or a match.

    The hands that its seat does not see are dealt at random, in agreement with the cards played:
    a bot that looks at them gains nothing. The game's player 0 is the dealer, player 1 the dealer's
    left-hand opponent.

    Args:
        make: called with a game and the number of the player to act; returns a bot (an object with
            `step`) or a policy (with `action_probabilities`), which answers the request.
    """

    def __init__(self, make: Callable[[Any, int], Any]) -> None:
        self._make: Final = make

    def decide(self, request: DecisionRequest) -> Decision:
        """Return the bot's answer, or one drawn from the policy with the request's seed.

        Raises:
            IllegalActionError: if the answer is not an action of the game.
        """
        state = state_of(request.board, request.seat, request.seed)
        actor = self._make(state.get_game(), state.current_player())
        if hasattr(actor, "step"):
            action = actor.step(state)
        else:
            shares = actor.action_probabilities(state)
            chance = random.Random(f"{request.seed} {request.board.made}")  # noqa: S311 - a game
            (action,) = chance.choices([*shares], [*shares.values()])
        return Decision(request.id, move_of(int(action)))

    def stop(self) -> None:
        """Do nothing: a bot cannot be stopped."""


def board_of(state: Any) -> Board:
    """Return the board of a state, with all hands.

    Raises:
        StateError: if the state is of another game, or cards are still to be dealt.
    """
    game = state.get_game()
    name, history = game.get_type().short_name, state.history()
    if name != "bridge" or len(history) < CARDS:
        raise StateError(f"a state of `bridge` with all cards dealt expected, not {name}: {state}")
    settings = game.get_parameters()
    dealer = Seat(settings.get("dealer", 0))
    sides = (settings.get("dealer_vul", False), settings.get("non_dealer_vul", False))
    vulnerable = sum(sides[(seat - dealer) % 2] << seat.side for seat in (Seat.NORTH, Seat.EAST))
    deal = Deal.of_pack([move_of(card) for seat in Seat for card in history[seat:CARDS:4]])
    board = Board.begin(1, dealer, Vulnerability(vulnerable), deal)
    for action in history[CARDS:]:
        board = after(board, action)
    return board


def state_of(board: Board, seat: Seat, seed: int) -> Any:
    """Return a state of `bridge` in which a seat sees what it sees of a board.

    The dealer is player 0. The other hands are dealt at random, by `seed`.

    Raises:
        SolverError: if no deal agrees with the cards played.
    """
    known = Evidence(HardFacts.of(board, seat), (), ())
    deal = Deal.of(draw_layouts(known, 1, seed).layouts[0].tolist())
    dealer = board.dealer
    game = pyspiel.load_game(
        "bridge",
        {
            "use_double_dummy_result": False,
            "dealer_vul": board.vulnerability.includes(dealer),
            "non_dealer_vul": board.vulnerability.includes(dealer.lho),
        },
    )
    state = game.new_initial_state()
    for cards in zip(*(deal[dealer.plus(step)] for step in range(4)), strict=True):
        for card in cards:
            state.apply_action(action_of(card))
    moves: list[Call | Card] = [*board.auction.calls, *(board.play.cards if board.play else ())]
    for move in moves:
        state.apply_action(action_of(move))
    return state

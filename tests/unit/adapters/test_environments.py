"""Environments for learners, by their libraries' own conformance tests."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra `pettingzoo` is not installed")
pytest.importorskip("gymnasium", reason="the extra `gymnasium` is not installed")
import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from bluechip_bot import Call, Card, Table, double_dummy, random_board
from bluechip_bot.adapters.actions import CARDS, action_of, move_of
from bluechip_bot.adapters.gymnasium import ILLEGAL, BiddingEnv, PassedOutError, PlayEnv
from bluechip_bot.adapters.judge import BoardJudge, won
from bluechip_bot.adapters.pettingzoo import BridgeEnv
from bluechip_bot.model import Board, Deal, IllegalCallError, Side, Strain, Vulnerability
from bluechip_bot.player.chance import RandomPlayer


def played(board: Board, reward: Any) -> tuple[BridgeEnv, dict[str, float]]:
    """A finished board, played again by its agents, and what each got."""
    env = BridgeEnv(reward)
    env.reset(options={"board": Board.begin(board.number, deal=Deal(board.hands))})  # type: ignore[arg-type]
    assert board.play is not None
    moves: list[Call | Card] = [*board.auction.calls, *board.play.cards]
    for move in moves:
        env.step(action_of(move))
    gains = {agent: env.last()[1] for agent in env.possible_agents}
    return env, env.rewards | {env.agent_selection: gains[env.agent_selection]}


@pytest.mark.filterwarnings("ignore::UserWarning")  # it advises boxes, rendering, other names
@pytest.mark.parametrize("reward", ["imps", "points"])
def test_pettingzoo_accepts_the_game(reward: Any) -> None:
    """Its tests of the interface, of seeds and of pictures pass."""
    api_test(BridgeEnv(reward), num_cycles=200)
    seed_test(lambda: BridgeEnv(reward), num_cycles=100)
    render_test(partial(BridgeEnv, reward))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("Bidding", {"partner": "random", "opponents": "random", "reward": "points"}),
        ("Bidding", {"partner": "random", "opponents": "random"}),
        ("Play", {"bidder": "random", "others": "random"}),
        ("Play", {"bidder": "random", "others": "random", "role": "partner", "reward": "tricks"}),
    ],
)
def test_gymnasium_accepts_the_environments(name: str, settings: dict[str, Any]) -> None:
    """Its checker finds nothing to warn of."""
    name = f"bluechip_bot.adapters.gymnasium:Bluechip{name}-v0"
    check_env(gymnasium.make(name, **settings).unwrapped)


def test_the_rewards_of_a_game() -> None:
    """Each side gets the score, or its IMPs against par."""
    board = Table(["random"] * 4, seed=1).play(random_board(3, seed=9))
    par = double_dummy(Deal(board.hands)).par(board.vulnerability, board.dealer).score  # type: ignore[arg-type]
    env, points = played(board, "points")
    assert env.board.score() == board.score() == points["North"] == -points["West"] != 0
    _, gains = played(board, "imps")
    assert gains["South"] == won(board.score(), par, Side.NS) == -gains["East"] != 0


def test_an_illegal_call_leaves_the_game_as_it_was() -> None:
    """The error says who may not do what."""
    env = BridgeEnv(render_mode="ansi")
    env.reset(options={"board": random_board(1, seed=1)})
    assert env.render() == str(env.board)
    with pytest.raises(IllegalCallError, match="North may not call X"):
        env.step(53)
    assert env.board == random_board(1, seed=1)
    assert not any(env.terminations.values())


def test_an_auction_is_worth_its_contract() -> None:
    """The learner's reward is what the contract that it reached scores double dummy."""
    board, passer = random_board(1, seed=7), AlwaysPass()
    reward: Any
    table = double_dummy(Deal(board.hands))  # type: ignore[arg-type]
    for reward in ("points", "imps"):
        env = BiddingEnv(passer, passer, reward)
        _, info = env.reset(seed=1, options={"board": board})
        assert env.render() is None
        assert info["action_mask"].sum() == 36  # all but the doubles
        assert [info["board"].hands.count(None), env.board.hands.count(None)] == [3, 0]
        _, gained, over, _, info = env.step(np.int64(Call.parse("1NT")))
        assert (over, str(info["board"].contract)) == (True, "1NT by South")
        points = BoardJudge().points(info["board"])
        tricks = table[Strain.NOTRUMP, env.seat]
        assert points == (60 + 30 * (tricks - 6) if tricks > 6 else 50 * (tricks - 7))
        par = table.par(Vulnerability.NONE, board.dealer).score
        assert gained == (points if reward == "points" else won(points, par, Side.NS))
        assert not info["action_mask"].any()


@pytest.mark.parametrize("role", ["declarer", "leader", "partner"])
@pytest.mark.parametrize("reward", ["imps", "tricks"])
def test_the_play_is_worth_what_it_wins_against_double_dummy(role: Any, reward: Any) -> None:
    """The learner acts for its hand, and declarer for dummy; the reward is its side's."""
    env = PlayEnv(role, RandomPlayer(), RandomPlayer(), reward)
    _, info = env.reset(seed=3)
    own, over = 0, False
    while not over:
        board = info["board"]
        assert board.decider is env.seat
        card = move_of(int(np.flatnonzero(info["action_mask"])[0]))
        assert card in board.legal_cards
        _, gained, over, _, info = env.step(np.int64(action_of(card)))
        own += 1
    assert own == (26 if role == "declarer" else 13)
    play = info["board"].play
    declares = role == "declarer"
    if reward == "tricks":
        gain = play.declarer_tricks - BoardJudge().tricks(info["board"])
        assert gained == (gain if declares else -gain)
    else:
        expected, side = BoardJudge().points(info["board"]), env.seat.side
        assert gained == won(info["board"].score(), expected, side)


def test_an_illegal_action_ends_an_episode() -> None:
    """It costs the most that a board can cost."""
    env = PlayEnv(others="random", bidder="random")
    _, info = env.reset(seed=2)
    action = np.flatnonzero(info["action_mask"] == 0)[0]
    _, gained, over, _, info = env.step(action)
    assert (gained, over, info["illegal"]) == (ILLEGAL, True, True)
    assert env.action_space.n == CARDS


def test_somebody_has_to_bid() -> None:
    """A bidder who always passes is an error, not an endless search for a deal."""
    with pytest.raises(PassedOutError, match="passed out 100 boards in a row"):
        PlayEnv(others="random", bidder=AlwaysPass()).reset(seed=1)


class AlwaysPass(RandomPlayer):
    """A player who never bids."""

    def decide(self, request: Any) -> Any:
        return request.last_resort("a pass will do")

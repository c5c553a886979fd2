"""Bridge as environments of Gymnasium: one learner bids, or plays the cards.

Importing this module registers `BluechipBidding-v0` and `BluechipPlay-v0`:

    gymnasium.make("bluechip_bot.adapters.gymnasium:BluechipBidding-v0")

The observation is float32[571], as `bluechip_bot.adapters.observation` lays it out. `info` has,
from `reset` and `step`:

    action_mask   int8, 1 for each action that is legal; all 0 at the end of an episode
    board         the `Board` as the learner sees it; complete at the end of an episode

Rewards are 0 except at the end of an episode. An action that is not legal ends it at once, with the
reward `ILLEGAL` and `illegal` true in `info`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from bluechip_bot.adapters.actions import CALLS, CARDS, Mask, action_mask, after, decided
from bluechip_bot.adapters.judge import BoardJudge, dealt, won
from bluechip_bot.adapters.observation import SIZE, Observation, observation
from bluechip_bot.api.bot import NO_LIMIT, Bot
from bluechip_bot.api.table import as_player
from bluechip_bot.model import Board, ModelError, Phase, Seat, Side
from bluechip_bot.model.scoring import side_score
from bluechip_bot.player import Player

ILLEGAL: Final = -24.0
"""The reward of an action that is not legal: the most IMPs that a board can cost."""

_MOST_DEALS: Final = 100
"""The boards that may be passed out in a row."""

_Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class PassedOutError(RuntimeError):
    """The bidder passes out every board, so that there is no contract to play."""


class _SeatEpisodes(gymnasium.Env[Observation, np.int64]):
    """An environment in which a learner plays one seat and players play the others.

    `board` has all four hands, also those that the learner does not see, and so has what `render`
    returns.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    board: Board
    seat: Seat

    def __init__(self, actions: range, phase: Phase, render_mode: str | None) -> None:
        self.render_mode = render_mode
        self._actions: Final = actions
        self._phase: Final = phase
        self._judge: Final = BoardJudge()
        self._others: Mapping[Seat, Player] = {}
        self.observation_space = Box(0, 1, (SIZE,), np.float32)
        self.action_space = Discrete(len(actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start an episode.

        Args:
            seed: the seed of the random boards and of the players.
            options: `board`: a board with all hands, to begin with instead of a random one.
        """
        super().reset(seed=seed)
        self._begin((options or {}).get("board"))
        self._go_on()
        return observation(self.board, self.seat), self._info()

    def step(self, action: np.int64) -> _Step:
        """Make the learner's call or play its card, and let the others act."""
        try:
            self.board = after(self.board, self._actions[int(action)])
        except ModelError:
            info = {**self._info(), "illegal": True}
            return observation(self.board, self.seat), ILLEGAL, True, False, info
        self._go_on()
        reward = self._reward() if self._over else 0.0
        return observation(self.board, self.seat), reward, self._over, False, self._info()

    def render(self) -> Any:
        """The board so far, as text; None without `render_mode="ansi"`."""
        return None if self.render_mode is None else str(self.board)

    @property
    def _over(self) -> bool:
        return self.board.phase is not self._phase

    def _info(self) -> dict[str, Any]:
        mask: Mask = np.zeros(len(self._actions), np.int8)
        if self._over:
            return {"action_mask": mask, "board": self.board}
        mask = action_mask(self.board)[self._actions.start : self._actions.stop]
        return {"action_mask": mask, "board": self.board.seen_by(self.seat)}

    def _go_on(self) -> None:
        """Let the others act, until the learner is to act or the episode is over."""
        while not self._over and self.board.decider is not self.seat:
            assert self.board.decider is not None
            self._decided(self._others[self.board.decider])

    def _dealt(self, board: Board | None = None) -> Board:
        """Return a board, by default a random one, and draw a new seed for the players."""
        self._seed = int(self.np_random.integers(2**63))
        return dealt(self.np_random) if board is None else board

    def _decided(self, player: Player) -> None:
        self.board = decided(self.board, player, self._seed, NO_LIMIT)

    def _begin(self, board: Board | None) -> None:
        self.board = self._dealt(board)

    def _reward(self) -> float:
        """The reward of an episode that is over."""
        raise NotImplementedError


class BiddingEnv(_SeatEpisodes):
    """The auction, with the learner in South; an action is a call, 0 (pass) to 37 (7NT).

    Args:
        partner: the player in North: a `Player`, or an engine's name as for `Table`; by default a
            `Bot` that bids by its system alone.
        opponents: the players in East and West; by default as `partner`.
        reward: `imps`, those of North and South against par when the contract is played double
            dummy, or `points`, their score.
        render_mode: `ansi` if `render` is wanted.
    """

    seat = Seat.SOUTH

    def __init__(
        self,
        partner: Player | str | None = None,
        opponents: Player | str | None = None,
        reward: Literal["imps", "points"] = "imps",
        render_mode: str | None = None,
    ) -> None:
        super().__init__(range(CARDS, CARDS + CALLS), Phase.AUCTION, render_mode)
        north = _bidder(partner)
        others = north if opponents is None else _bidder(opponents)
        self._others = {Seat.NORTH: north, Seat.EAST: others, Seat.WEST: others}
        self._rewarded: Final = reward

    def _reward(self) -> float:
        points = self._judge.points(self.board)
        if self._rewarded == "points":
            return float(points)
        return float(won(points, self._judge.par(self.board), Side.NS))


class PlayEnv(_SeatEpisodes):
    """The play of the cards, with one learner; an action is a card, 0 to 51.

    The others bid; a board that is passed out is dealt again. Declarer plays dummy's cards, too.

    Args:
        role: the learner's role: `declarer`, `leader` (who makes the opening lead), or `partner`
            (the leader's partner).
        others: the player in the other seats: a `Player`, or an engine's name as for `Table`.
        bidder: the player who bids for all four; by default a `Bot` that bids by its system alone.
        reward: the gain of the learner's side over double-dummy play: `imps` or `tricks`.
        render_mode: `ansi` if `render` is wanted.
    """

    def __init__(
        self,
        role: Literal["declarer", "leader", "partner"] = "declarer",
        others: Player | str = "pimc",
        bidder: Player | str | None = None,
        reward: Literal["imps", "tricks"] = "imps",
        render_mode: str | None = None,
    ) -> None:
        super().__init__(range(CARDS), Phase.PLAY, render_mode)
        self._role: Final = ("declarer", "leader", "dummy", "partner").index(role)
        self._others = dict.fromkeys(Seat, as_player(others))
        self._bidder: Final = _bidder(bidder)
        self._rewarded: Final = reward

    def _begin(self, board: Board | None) -> None:
        for _ in range(_MOST_DEALS):
            super()._begin(board)
            while self.board.phase is Phase.AUCTION:
                self._decided(self._bidder)
            if self.board.contract is not None:
                break
            board = None
        else:
            raise PassedOutError(f"the bidder has passed out {_MOST_DEALS} boards in a row")
        self.seat = self.board.contract.declarer.plus(self._role)
        self._expected = self._judge.tricks(self.board)

    def _reward(self) -> float:
        play, side = self.board.card_play, self.seat.side
        if self._rewarded == "tricks":
            gain = play.declarer_tricks - self._expected
            return float(gain if side is play.contract.declarer.side else -gain)
        expected = side_score(play.contract, self._expected, self.board.vulnerability)
        return float(won(self.board.score(), expected, side))


def _bidder(player: Player | str | None) -> Player:
    return Bot(think=False) if player is None else as_player(player)


gymnasium.register("BluechipBidding-v0", f"{__name__}:BiddingEnv")
gymnasium.register("BluechipPlay-v0", f"{__name__}:PlayEnv")

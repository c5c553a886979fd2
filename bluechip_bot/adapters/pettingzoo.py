"""Bridge as an environment of PettingZoo, with four agents: the auction, and the play.

An agent's observation is a dictionary:

    observation   float32[571], as `bluechip_bot.adapters.observation` lays it out
    action_mask   int8[90], 1 for each action that is legal; 0 for an agent who is not to act

Its actions are the numbers of `bluechip_bot.adapters.actions`. Declarer plays dummy's cards, too.
Rewards come only at the end of a board. An action that is not legal raises `ModelError`;
`pettingzoo.utils.wrappers.TerminateIllegalWrapper` ends the board instead.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from bluechip_bot.adapters.actions import ACTIONS, action_mask, after
from bluechip_bot.adapters.judge import BoardJudge, dealt, won
from bluechip_bot.adapters.observation import SIZE, observation
from bluechip_bot.model import Board, Phase, Seat, Side

AGENTS: Final = tuple(map(str, Seat))
"""`North`, `East`, `South`, `West`."""


class BridgeEnv(AECEnv):
    """An environment of one board, from the first call to the last card.

    `reset` deals a random board, or takes the one in `options["board"]`: with all hands, before
    the first call.

    Args:
        reward: the reward of each agent: `imps`, those of its side against par (which takes some
            hundredths of a second to find), or `points`, the duplicate score.
        render_mode: `ansi` if `render` is wanted.

    Attributes:
        board: the board so far.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "bluechip_bot_bridge_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, reward: Literal["imps", "points"] = "imps", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.possible_agents = list(AGENTS)
        self.render_mode = render_mode
        self._reward: Final = reward
        self._judge: Final = BoardJudge()
        self._chance = np_random()[0]
        space = Dict(
            {
                "observation": Box(0, 1, (SIZE,), np.float32),
                "action_mask": Box(0, 1, (ACTIONS,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a board."""
        if seed is not None:
            self._chance = np_random(seed)[0]
        board = (options or {}).get("board")
        self.board: Board = dealt(self._chance) if board is None else board
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._choose()

    def render(self) -> str | None:
        """The board so far, with all four hands, as text."""
        return None if self.render_mode is None else str(self.board)

    def close(self) -> None:
        """Do nothing: no window is open."""

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation of an agent, and its mask of legal actions."""
        seat = Seat.parse(agent)
        acts = self.board.decider is seat
        mask = action_mask(self.board) if acts else np.zeros(ACTIONS, np.int8)
        return {"observation": observation(self.board, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the selected agent's call, or play its card.

        Raises:
            ModelError: if the action is not legal; the board stays as it was.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.board = after(self.board, -1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._choose()
        self._accumulate_rewards()

    def _choose(self) -> None:
        """Select the agent that acts next; at the end of the board, give the rewards."""
        if self.board.phase is not Phase.OVER:
            self.agent_selection = str(self.board.decider)
            return
        self.terminations = dict.fromkeys(AGENTS, True)
        points = self.board.score()
        gains = {side: points * (1 if side is Side.NS else -1) for side in Side}
        if self._reward == "imps":
            par = self._judge.par(self.board)
            gains = {side: won(points, par, side) for side in Side}
        self.rewards = {agent: float(gains[Seat.parse(agent).side]) for agent in AGENTS}
        self.agent_selection = AGENTS[0]

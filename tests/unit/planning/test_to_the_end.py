"""Declarer's problems where the first card tells little: the planner plays them to the end.

Double-dummy results make no difference between the cards there, because they let declarer see the
hands later on. The defenders see all cards and play any of their best ones; declarer sees what a
declarer sees, and thinks anew at each of his turns. The rates are those of the line that is right:
an avoidance play or a throw-in does not depend on a guess.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from attrs import evolve, field, frozen

from bluechip_bot.engine import DoubleDummy, Question, WorldPool
from bluechip_bot.formats.problem import PlayProblem, parse_problem
from bluechip_bot.model import Board, Card, Phase, Played
from bluechip_bot.planning.declarer import HtnDeclarer
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.view import DeclarerView
from bluechip_bot.player.assembly import Assembly
from bluechip_bot.service.position import known_of
from support.collection import SAMPLE
from support.planning import PLANNING
from support.playout import best_defence, is_made, layouts

LAYOUTS = 100
SEED = 7
WORLDS = 150
THOUGHT = 5_000
"""Nodes of a plan: some tenths of a second."""
RATES = {"avoidance": 0.95, "elimination": 0.95, "finesse versus cash out": 1.0}
"""The least share of the layouts in which the contract is made, by technique."""


@frozen
class Thinker:
    """A declarer who remembers what he has decided in a position."""

    problem: PlayProblem
    nodes: int
    decided: dict[object, Card] = field(factory=dict)

    def card(self, board: Board) -> Card:
        """His card, on a board of which he sees his own two hands."""
        assert board.play is not None
        key = board.played, board.void, board.play.trick, board.play.declarer_tricks
        if key not in self.decided:
            self.decided[key] = self._chosen(board)
        return self.decided[key]

    def _chosen(self, board: Board) -> Card:
        position = DeclarerView.of(board)
        if len(position.legal) == 1:
            return position.legal[0]
        observer = self.problem.observer
        known = known_of(evolve(self.problem, board=board), Assembly(), cards=False)
        worlds = WorldPool().worlds(Question(board, observer, known, seed=SEED), WORLDS)
        left, right = position.seat(1), position.seat(3)
        rows = zip(worlds.hands.tolist(), worlds.counts.tolist(), strict=True)
        beliefs = Beliefs.of(position, [(hands[left], hands[right], n) for hands, n in rows])
        declarer = HtnDeclarer(lambda: 0.0, PLANNING, nodes=self.nodes)
        return declarer.choose(position, beliefs, budget=1.0, goal="make").card


def made(data: dict[str, Any], number: int) -> int:
    """In how many of so many layouts the contract is made."""
    problem = parse_problem(json.dumps(data))
    thinker, double_dummy = Thinker(problem, THOUGHT), DoubleDummy(64)
    successes = 0
    for seed, dealt in enumerate(layouts(problem, number, SEED)):
        chance, board = Random(seed), dealt
        while board.phase is Phase.PLAY:
            assert board.turn is not None
            if board.turn.side is problem.observer.side:
                card = thinker.card(board.seen_by(problem.observer))
            else:
                card = chance.choice(best_defence(double_dummy, board))
            board = board.apply(Played(board.turn, card))
        successes += is_made(board)
    return successes


def rate(data: dict[str, Any]) -> float:
    """What the technique promises."""
    (found,) = (least for name, least in RATES.items() if data["technique"].startswith(name))
    return found


def position(
    technique: str, contract: str, declarer: str, dummy: str, played: str, lead: str
) -> dict[str, Any]:
    """A problem of South's; West is known to hold the cards of `lead`."""
    cards = played.split()
    return {
        "name": f"{technique}_{contract}_{declarer}",
        "technique": technique,
        "contract": contract,
        "declarer": "S",
        "dummy": "N",
        "vulnerable": "None",
        "deal": {"declarer_hand": declarer, "dummy_hand": dummy},
        "opening_lead": cards[0],
        "cards_played": cards,
        "to_play": "S",
        "constraint_spec": {"W": {"has": lead.split()}},
    }


OWN = [
    # A guess for a queen, and a club to throw them in with.
    position("elimination", "6S", "AQJT5.A4.KJ5.A72", "K9843.K7.AT4.K65", "HQ H7 H2 HA", "HQ HJ"),
    # A suit that costs whoever leads it a trick.
    position("elimination", "4H", "A7.AQJ85.Q74.K62", "K4.KT974.J63.A75", "SQ S4 S2 SA", "SQ SJ"),
    # The third heart has to be ruffed first.
    position("elimination", "6S", "AKJ95.A3.KJ4.A65", "QT87.K84.AT3.K72", "HQ H4 H2 HA", "HQ HJ"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("data", OWN, ids=lambda data: data["name"])
def test_lines_of_play(data: dict[str, Any]) -> None:
    """The contract is made as often as the technique promises."""
    successes = made(data, LAYOUTS)
    assert successes >= rate(data) * LAYOUTS, f"{successes} of {LAYOUTS}"


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_lines_of_the_field() -> None:
    """The positions that others have collected, too."""
    for data in _fusion():
        successes = made(data, LAYOUTS)
        print(f"{data['name']}: {successes} of {LAYOUTS}")
        assert successes >= rate(data) * LAYOUTS, data["name"]


def test_a_line_of_play() -> None:
    """Thrown in, a defender has to solve the guess, whatever he holds."""
    assert made(OWN[0], 2) == 2


def _fusion() -> Iterator[dict[str, Any]]:
    text = (SAMPLE / "play/declarer_problems.json").read_text()
    yield from (data for data in json.loads(text) if data["strategy_fusion"])

"""The vote corrected by deals that are played out."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from attrs import evolve

from bluechip_bot.constraints import HandConstraint, Reliability, Statement
from bluechip_bot.engine import (
    CardEngine,
    EngineSettings,
    Question,
    SearchLimits,
    WorldPool,
    thought_of,
)
from bluechip_bot.engine.race import NO_RACE, VoteRace
from bluechip_bot.engine.rollouts import RolloutVote, hands_shown
from bluechip_bot.engine.settings import RolloutSettings, VoteSettings
from bluechip_bot.engine.timer import DecisionTimer
from bluechip_bot.engine.vote import VoteRanking, rank_cards
from bluechip_bot.inference import evidence
from bluechip_bot.model import Board, Seat
from solver import DoubleDummySolver, SearchStopped
from support.boards import at_card
from support.settings import FLOOR, INFERENCE

MakeBoard = Callable[[int], Board]
_AGES = 1000.0
_WORLDS = 24


class Player:
    """Plays deals out with results that are given: by card, less than double dummy by so much."""

    def __init__(self, less: dict[int, int], halt_after: int = 10**6) -> None:
        self._less, self._left = less, halt_after
        self._solver = DoubleDummySolver(8)
        self.worlds = 0
        self.blind = 0

    def play(self, *where: Any, **_: object) -> npt.NDArray[np.int8]:
        """The double-dummy results, less what is given; one player finds no layout each time."""
        self.blind += 1
        self._left -= 1
        if self._left < 0:
            raise SearchStopped
        found = self._solver.solve_world_cards(*where)
        self.worlds += len(found)
        for card, less in self._less.items():
            found[:, card] -= less
        return found


def _asked(board: Board) -> Question:
    seat = board.decider
    assert seat is not None
    return Question(board.seen_by(seat), seat, evidence(board, seat, INFERENCE, FLOOR), seed=1)


def _corrected(
    question: Question, player: Player, race: VoteRace = NO_RACE, **settings: float
) -> tuple[VoteRanking, VoteRanking]:
    """The vote, and the vote corrected."""
    sample = WorldPool().worlds(question, _WORLDS)
    solver: Any = DoubleDummySolver(8)
    limits = SearchLimits(budget=_AGES, worlds=_WORLDS)
    options = RolloutSettings(**{"margin": 5.0, "doubt": 0.0, **settings})  # type: ignore[arg-type]
    with DecisionTimer(limits, lambda: None, lambda: 0.0) as timer:
        ranking = rank_cards(
            solver, sample.hands, question.state, clock=timer.clock, deadline=timer.deadline,
            weights=sample.counts, race=race,
        )  # fmt: skip
        rollouts: Any = player
        vote = RolloutVote([(solver, rollouts)], question, sample, ranking, timer, options, race)
        return ranking, vote.corrected(_WORLDS)


def _tricks(ranking: VoteRanking) -> dict[int, float]:
    return dict(zip(ranking.cards.tolist(), ranking.tricks.tolist(), strict=True))


def test_cards_that_come_out_worse_fall_behind(finished_board: MakeBoard) -> None:
    """A card that takes two tricks fewer than double dummy loses that much of its mean."""
    question = _asked(at_card(finished_board(3), 20))
    first = question.groups[0]
    player = Player({first[0]: 2})
    player.blind = 5  # What it counted in other decisions.
    before, after = _corrected(question, player, VoteRace(rate=1.0))
    assert after.blind == player.blind - 5 > 0
    assert after.rollouts == len(WorldPool().worlds(question, _WORLDS).hands)
    was, now = _tricks(before), _tricks(after)
    shown = set(after.cards[: after.racing].tolist())
    assert {card for card in shown if was[card] - now[card] == pytest.approx(2)} == shown & {*first}
    assert np.all(np.diff(after.worth[: after.racing]) <= 0)
    assert sorted(after.cards) == sorted(before.cards)


def test_what_is_believed_grows_with_the_layouts(finished_board: MakeBoard) -> None:
    """As many layouts as the doubt: half of the difference counts."""
    question = _asked(at_card(finished_board(3), 20))
    n = len(WorldPool().worlds(question, _WORLDS).hands)
    everything = dict.fromkeys(range(52), 1)
    before, after = _corrected(question, Player(everything), VoteRace(rate=1.0), doubt=float(n))
    was, now = _tricks(before), _tricks(after)
    assert was[int(after.cards[0])] - now[int(after.cards[0])] == pytest.approx(0.5)


def test_only_the_best_cards_of_the_vote_are_played_out(finished_board: MakeBoard) -> None:
    """No more groups of touching cards than the settings say."""
    question = _asked(at_card(finished_board(3), 20))
    assert len(question.groups) > 2
    _, after = _corrected(question, Player({}), cards=2)
    first = {card: group[0] for group in question.groups for card in group}
    assert len({first[card] for card in after.cards[: after.racing].tolist()}) == 2


def test_a_card_that_is_clearly_worse_drops_out(finished_board: MakeBoard) -> None:
    """The race ends before all layouts are played out."""
    question = _asked(at_card(finished_board(3), 20))
    first = question.groups[0]
    worse = {card: 3 for group in question.groups[1:] for card in group}
    _, after = _corrected(question, Player(worse), VoteRace(error=0.01, thinning=0.01, rate=1.0))
    assert set(after.cards[: after.racing].tolist()) == set(first)
    assert 0 < after.rollouts < _WORLDS


def test_a_stop_leaves_what_has_been_played_out(finished_board: MakeBoard) -> None:
    """Without any rollout the vote stands."""
    question = _asked(at_card(finished_board(3), 20))
    before, after = _corrected(question, Player({}, halt_after=0))
    assert after is before
    _, after = _corrected(question, Player({}, halt_after=2))
    assert 0 < after.rollouts < _WORLDS


def test_the_choice_does_not_depend_on_the_threads(finished_board: MakeBoard) -> None:
    """Equal questions have equal answers where numbers limit the search."""
    limits = SearchLimits(budget=_AGES, worlds=20)
    for at in (18, 29):
        question = _asked(at_card(finished_board(3), at))
        records = []
        for threads in (1, 2):
            engine = CardEngine(8, method="recursive", threads=threads)
            choice = engine.choose(question, limits)
            assert choice is not None
            records.append(evolve(choice.record, seconds=0.0))
        assert records[0] == records[1]
        if records[0].rollouts:
            assert records[0].method == "recursive"
            assert f", {records[0].rollouts} played out, " in thought_of(records[0])


@pytest.mark.parametrize("depth", [None, 1])
def test_rollouts_need_neither_a_margin_nor_a_depth(
    finished_board: MakeBoard, depth: int | None
) -> None:
    """The vote leaves them time although cards drop out without a margin, at any depth."""
    settings = EngineSettings(vote=VoteSettings(margin=0.0, share=0.0))
    clock = count(0.0, 0.5).__next__
    engine = CardEngine(8, method="recursive", error=0.0, settings=settings, clock=clock)
    limits = SearchLimits(budget=5.0, most=5.0, depth=depth)
    choice = engine.choose(_asked(at_card(finished_board(3), 20)), limits)
    assert choice is not None
    assert choice.record.worlds == 1
    assert choice.record.rollouts > 0


def test_a_running_rollout_is_stopped(finished_board: MakeBoard) -> None:
    """The engine answers with what there is when it is stopped."""
    engine = CardEngine(8, method="recursive")
    question = _asked(at_card(finished_board(3), 12))
    thinking = engine.think(question, SearchLimits(budget=_AGES, worlds=400))
    assert next(thinking) is not None
    stopper = threading.Timer(0.0, engine.stop)
    stopper.start()
    with pytest.raises(StopIteration) as ended:
        next(thinking)
    stopper.join()
    assert ended.value.value is not None


def test_what_contradicts_something_firmer_is_not_shown() -> None:
    """The boxes of a hand are those of the most reliable statements that agree."""

    def said(text: str, reliability: Reliability) -> Statement:
        return Statement(Seat.EAST, HandConstraint.parse(text), text, reliability)

    weak, firm = said("0-5 HCP", Reliability.SIGNAL), said("12-14 HCP", Reliability.PARTNER_CALL)
    also = said("5-6 S", Reliability.SIGNAL)
    boxes, weights = hands_shown([weak, firm, also])
    assert [one is None for one in boxes] == [True, False, True, True]
    east = boxes[Seat.EAST]
    assert east is not None
    assert east[0].tolist()[:2] == [[12, 14], [5, 6]]
    assert weights[Seat.NORTH] is None

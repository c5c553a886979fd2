"""Declarer's cards by plan, and plans beside a search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from attrs import evolve

from bluechip_bot.engine import CardChoice, CardEngine, Question, SearchLimits
from bluechip_bot.engine.lookahead import LookAhead
from bluechip_bot.inference import evidence
from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import (
    Board,
    Called,
    Card,
    CardRecord,
    ComparedCard,
    Contract,
    DecisionRequest,
    Played,
    Seat,
    calls_to,
)
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.planning import GOALS, DeclarerView, DeclarerViewError, HtnDeclarer
from bluechip_bot.player import make_player
from bluechip_bot.player.planned import (
    PlanningEngine,
    _spread,
    believed,
    chances_of,
    fallback,
    goal_of,
    hint,
    promises,
)
from support.planning import PLANNING, STAGES
from support.settings import FLOOR, INFERENCE, NO_SYSTEM

_JACK = 9
"""A rank."""


def board(number: int, cards: int, contract: str = "3NT-S") -> Board:
    """A board some cards into a contract; the lowest legal cards are played."""
    planned = boards_from_seed(3, 1, number)[0]
    whole = Board.begin(planned.number, Seat.NORTH, planned.vulnerability, planned.deal)
    for call in calls_to(Contract.parse(contract), Seat.NORTH):
        whole = whole.apply(Called(whole.auction.turn, call))
    for _ in range(cards):
        assert whole.play is not None
        whole = whole.apply(Played(whole.play.turn, min(whole.legal_cards, key=int)))
    return whole


def declarers(number: int, contract: str = "3NT-S") -> Board:
    """The same, at the first card from dummy."""
    return board(number, 1, contract).seen_by(Seat.SOUTH)


def asked(seen: Board, seat: Seat, *, seed: int = 1, scoring: Scoring = "imps") -> Question:
    """What a seat is asked."""
    return Question(seen, seat, evidence(seen, seat, INFERENCE, FLOOR), seed=seed, scoring=scoring)


def choose(engine: Any, seen: Board, seat: Seat, depth: int = 1) -> Any:
    """What an engine chooses with few layouts."""
    return engine.choose(
        asked(seen, seat, seed=4), SearchLimits(budget=60.0, worlds=20, depth=depth)
    )


def test_declarer_plans() -> None:
    """Declarer's card is a plan's, with an explanation, and the same whenever it is asked."""
    seen = declarers(1)
    first = choose(PlanningEngine(CardEngine(8), PLANNING), seen, Seat.SOUTH)
    again = choose(PlanningEngine(CardEngine(8), PLANNING), seen, Seat.SOUTH)
    assert first.card in seen.legal_cards
    assert first.record.method == "htn"
    assert first.record.plan.text
    assert first.record.worlds == 20
    assert first.card == first.record.cards[0].card
    assert (first.record.plan, first.record.cards) == (again.record.plan, again.record.cards)


def test_a_planner_tells_his_plan() -> None:
    """Beside a line on the layouts the plan is a thought by itself, as beside a search."""
    player = make_player("htn", {"worlds": 20, "memory_mb": 8, "depth": 1, **NO_SYSTEM})
    decision = player.decide(request(declarers(1), Seat.SOUTH))
    assert isinstance(decision.record, CardRecord)
    assert decision.record.plan is not None
    assert decision.thoughts == ("htn, 20 worlds", f"plan: {decision.record.plan.text}")


def test_layouts_check_the_plan() -> None:
    """The record has the layouts' vote, and the cards in the order of their worth."""
    seen = declarers(2)
    record = choose(PlanningEngine(CardEngine(8), PLANNING), seen, Seat.SOUTH).record
    assert 0 < record.plan.checked <= 20
    worth = [card.worth for card in record.cards]
    assert worth == sorted(worth, reverse=True)
    assert all(0.0 <= card.reached <= 1.0 for card in record.cards)


def test_the_check_has_what_time_is_left() -> None:
    """A close decision's extra time is not added to that of the plan."""
    given: list[SearchLimits] = []

    class Watched(CardEngine):
        def choose(self, question: Question, limits: SearchLimits) -> CardChoice | None:
            given.append(limits)
            return super().choose(question, limits)

    question = asked(declarers(2), Seat.SOUTH)
    limits = SearchLimits(budget=0.2, most=30.0, worlds=20)
    PlanningEngine(Watched(8), PLANNING).choose(question, limits)
    assert given[0].longest < limits.budget


def test_chances_are_no_more_than_plan_and_layouts_say() -> None:
    """What is told of a card is the lesser of the tree's chance and the layouts' share."""
    seen = declarers(2)
    short = hint(CardEngine(8), asked(seen, Seat.SOUTH), PLANNING)
    assert short is not None
    tree = short.planned.chances
    for share in (0.0, 0.3, 1.0):
        voted = [ComparedCard(card, None, reached=share) for card in seen.legal_cards]
        told = chances_of(short.planned, voted)
        assert told == {card: min(chance, share) for card, chance in tree.items()}
    card = short.planned.card
    for share in (0.41, 0.17):
        told_share = round(100 * min(tree[card], share))
        assert f"{told_share} %" in short.explain(card, [ComparedCard(card, None, reached=share)])


def test_promises() -> None:
    """A plan's value is told as a share of the contract; cards without a plan promise less."""
    seen = declarers(2)
    position = DeclarerView.of(seen)
    sample = CardEngine(8).worlds(asked(seen, Seat.SOUTH), 20)
    for goal in GOALS:
        planned = HtnDeclarer(lambda: 0.0, PLANNING, stages=STAGES[:1]).choose(
            position, believed(position, sample), budget=1.0, goal=goal
        )
        question = asked(seen, Seat.SOUTH)
        promise = promises(planned, question, PLANNING.vote)
        ratings = {card: promise(card) for card in seen.legal_cards}
        thought = {other.card for other in planned.root.edges}
        assert max(ratings, key=lambda card: ratings[card]) == planned.card
        touching = {card for group in question.groups if thought & {*group} for card in group}
        least = min(ratings[card] for card in thought)
        assert all(ratings[card] < least for card in set(ratings) - touching)
        if goal == "make":
            assert all(-0.01 < ratings[card] < 1.01 for card in thought)


def test_touching_cards_promise_the_same() -> None:
    """Of touching honours from a concealed hand the highest is played, whichever was planned."""
    question, group = next(
        (question, group)
        for number in range(1, 30)
        for question in [asked(board(number, 3), Seat.SOUTH)]
        for group in question.groups
        if question.concealed and len(group) > 1 and group[-1] % 13 >= _JACK
    )
    spread = _spread({Card(group[0]): 0.5}, question)
    assert sorted(spread) == [Card(card) for card in group]
    assert max(spread, key=lambda card: spread[card]) == group[-1]
    assert max(spread.values()) - min(spread.values()) < 1e-5


@pytest.mark.parametrize(("trust", "layouts_win"), [(0.0, True), (50.0, False)])
def test_a_rating_counts_beside_the_vote(*, trust: float, layouts_win: bool) -> None:
    """What layouts say is added to what the rating is trusted with."""
    question = asked(declarers(2), Seat.SOUTH, scoring="win")
    limits = SearchLimits(budget=60.0, worlds=20)
    best = CardEngine(8).choose(question, limits)
    assert best is not None
    last = best.record.cards[-1].card
    rated = evolve(question, tie_break=lambda cards: [c == last for c in cards], trust=trust)
    chosen = CardEngine(8).choose(rated, limits)
    assert chosen is not None
    assert (chosen.card != last) == layouts_win


def test_defenders_search() -> None:
    """A defender's card is the search's."""
    seen = board(1, 0).seen_by(Seat.WEST)
    planned = choose(PlanningEngine(CardEngine(8), PLANNING), seen, Seat.WEST)
    searched = choose(CardEngine(8), seen, Seat.WEST)
    assert planned.record.method == "pimc"
    assert planned.card == searched.card


def test_depth_limits_the_stratagems() -> None:
    """With no stratagem ahead there is the first stage alone."""
    seen = declarers(2)
    shallow = choose(PlanningEngine(CardEngine(8), PLANNING), seen, Seat.SOUTH, depth=0)
    assert shallow.record.plan.stages == 1


def test_stopped_plan_has_its_first_stage() -> None:
    """Who is stopped while he plans answers with the first stage; undisturbed he goes further."""

    def stopping() -> float:
        engine.stop()
        return 0.0

    seen = declarers(2)
    engine = PlanningEngine(CardEngine(8), PLANNING, clock=stopping)
    assert choose(engine, seen, Seat.SOUTH).record.plan.stages == 1
    undisturbed = PlanningEngine(CardEngine(8), PLANNING, clock=lambda: 0.0)
    assert choose(undisturbed, seen, Seat.SOUTH).record.plan.stages > 1


def test_hint_tells_cards_apart() -> None:
    """Cards that a method thought of are worth more than those that none did."""
    seen = declarers(1)
    short = hint(CardEngine(8), asked(seen, Seat.SOUTH), PLANNING)
    assert short is not None
    cards = list(seen.legal_cards)
    ratings = dict(zip(cards, short.rate(cards), strict=True))
    assert ratings[short.planned.card] == pytest.approx(max(ratings.values()))
    assert short.explain(short.planned.card)
    unthought = [card for card in cards if ratings[card] == float("-inf")]
    assert all(not short.explain(card) for card in unthought)


def test_no_hint_for_a_defender() -> None:
    """There is no plan for those who defend."""
    seen = board(1, 0).seen_by(Seat.WEST)
    assert hint(CardEngine(8), asked(seen, Seat.WEST, scoring="win"), PLANNING) is None


@pytest.mark.parametrize(("scoring", "goal"), [("win", "make"), ("matchpoints", "tricks")])
def test_goal_fits_the_scoring(scoring: Any, goal: str) -> None:
    """A plan wants what the search wants."""
    assert goal_of(scoring) == goal
    assert goal_of("imps") == "imps"


def request(seen: Board, seat: Seat, budget: float = 30.0) -> DecisionRequest:
    """A request for a card."""
    return DecisionRequest(1, seen, seat, budget, 7)


@pytest.mark.parametrize("plans", ["explain", "order"])
def test_search_is_explained(plans: str) -> None:
    """Beside a search's evaluation there is the plan for its card, where a method thought of it."""
    player = make_player("pimc", {"worlds": 20, "memory_mb": 8, "plans": plans, **NO_SYSTEM})
    decisions = [player.decide(request(declarers(n), Seat.SOUTH)) for n in (1, 2, 3)]
    plans_told = [one.thoughts[1:] for one in decisions]
    assert any(plans_told)
    assert all(text.startswith("plan: ") for texts in plans_told for text in texts)


@pytest.mark.parametrize("plans", ["explain", "order"])
def test_plan_orders_the_search(monkeypatch: pytest.MonkeyPatch, plans: str) -> None:
    """Alpha-mu is told what a plan thinks of, the best card first, if that is wanted."""
    orders: list[Sequence[int]] = []
    whole: Callable[[LookAhead], Any] = LookAhead.verdict

    def listening(self: LookAhead) -> Any:
        orders.append(self.question.promising)
        return whole(self)

    monkeypatch.setattr(LookAhead, "verdict", listening)
    seen = declarers(1)
    limits = {"worlds": 20, "depth": 2, "error": 0.0}
    player = make_player("alphamu", {**limits, "memory_mb": 16, "plans": plans, **NO_SYSTEM})
    record = player.decide(request(seen, Seat.SOUTH, 1000.0)).record
    assert isinstance(record, CardRecord)
    assert record.method == "alphamu"
    short = hint(CardEngine(8), asked(seen, Seat.SOUTH, seed=7), PLANNING)
    assert short is not None
    if plans == "explain":
        assert orders == [[]]
    else:
        ratings = short.rate([Card(card) for card in orders[0]])
        assert ratings == sorted(ratings, reverse=True)
        best = max(other.value for other in short.planned.root.edges)
        assert ratings[0] == pytest.approx(best)


def test_defenders_have_no_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody tells a defender what to search first."""
    orders: list[Sequence[int]] = []
    monkeypatch.setattr(LookAhead, "verdict", lambda self: orders.append(self.question.promising))
    player = make_player("alphamu", {"worlds": 20, "memory_mb": 16, "plans": "order", **NO_SYSTEM})
    player.decide(request(board(1, 24).seen_by(Seat.EAST), Seat.EAST, 1000.0))
    assert orders == [[]]


@pytest.mark.parametrize(("plans", "budget"), [("off", 30.0), ("explain", 0.4)])
def test_search_without_a_plan(plans: str, budget: float) -> None:
    """With plans switched off, or little time for a card, a search says what it says of itself."""
    player = make_player("pimc", {"worlds": 20, "memory_mb": 8, "plans": plans, **NO_SYSTEM})
    assert len(player.decide(request(declarers(1), Seat.SOUTH, budget)).thoughts) == 1


def test_wrong_plans_are_told() -> None:
    """An unknown purpose of plans is an error that lists those there are."""
    with pytest.raises(ValueError, match="'off', 'explain', 'order'"):
        make_player("pimc", {"plans": "always"})


@pytest.mark.parametrize("contract", ["3NT-S", "4S-S", "6D-S"])
def test_declarer_falls_back_to_a_plan(contract: str) -> None:
    """Without a search declarer's card is that of a short plan, the same each time."""
    for number in range(1, 6):
        seen = declarers(number, contract)
        decision = fallback(request(seen, Seat.SOUTH), PLANNING)
        assert decision.thoughts == ("no time for a search: the first card of a short plan",)
        assert decision.action == fallback(request(seen, Seat.SOUTH), PLANNING).action


def test_declarer_without_a_plan_has_a_last_resort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no plan can be made, a legal card is played, and the record says why."""

    def refused(*_: object, **__: object) -> None:
        raise DeclarerViewError("no trick left")

    monkeypatch.setattr(HtnDeclarer, "choose", refused)
    asked = request(declarers(1), Seat.SOUTH)
    decision = fallback(asked, PLANNING)
    asked.check(decision)
    assert decision.fallback
    assert decision.reason == "no time for a search, and no plan: no trick left"


def test_broken_hint_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is wrong with a plan, a search goes without it and says why."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no plan")

    monkeypatch.setattr(HtnDeclarer, "choose", broken)
    player = make_player("pimc", {"worlds": 20, "memory_mb": 8, "plans": "order", **NO_SYSTEM})
    decision = player.decide(request(declarers(1), Seat.SOUTH))
    assert isinstance(decision.record, CardRecord)
    assert decision.record.method == "pimc"
    assert decision.errors == ("no plan: RuntimeError: no plan",)
    assert len(decision.thoughts) == 1


def test_hints_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan beside a search has no more stages than are said, whatever the clock."""
    stages: list[int] = []
    whole: Callable[..., Any] = HtnDeclarer.choose

    def counted(self: HtnDeclarer, *arguments: Any, **named: Any) -> Any:
        planned = whole(self, *arguments, **named)
        stages.append(planned.stages)
        return planned

    monkeypatch.setattr(HtnDeclarer, "choose", counted)
    seen = declarers(2)
    hint(CardEngine(8), asked(seen, Seat.SOUTH), PLANNING)
    assert stages
    assert max(stages) <= len(STAGES[:1])

"""The engine that plays declarer's cards by a plan, and the defenders' by search."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from attrs import define, evolve, field, frozen

from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.engine import (
    CardChoice,
    CardEngine,
    Question,
    SearchLimits,
    WorldPool,
    WorldSample,
    plain_card,
)
from bluechip_bot.engine.anytime import Thinking, finished
from bluechip_bot.model import (
    Card,
    CardRecord,
    ComparedCard,
    Decision,
    DecisionRequest,
    Phase,
    PlanSummary,
)
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.planning import (
    Beliefs,
    DeclarerView,
    GoalName,
    HtnDeclarer,
    Plan,
    PlanningError,
    PlanningSettings,
)
from bluechip_bot.planning.declarer import goal_values
from bluechip_bot.planning.settings import PlanVote

_UNPLANNED: Final = "No stratagem leads to this card; it does best in the layouts."
_CONCEALED: Final = 1e-6
"""The difference between touching cards, smaller than any other."""


@define(eq=False)
class PlanningEngine:
    """Plans declarer's play, and defends by search. It can stand in for a `CardEngine`.

    A plan uses only what declarer will see, but it assumes weak defence. Double-dummy play assumes
    the best defence, but lets declarer see all hands. So the layouts vote on the cards, and what
    the plan promises is added to the vote.
    """

    _engine: CardEngine
    _numbers: PlanningSettings
    _clock: Callable[[], float] = field(default=time.monotonic, kw_only=True)
    _stopped: bool = field(default=False, init=False)
    _declarer: HtnDeclarer = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._declarer = HtnDeclarer(self._clock, self._numbers)

    def choose(self, question: Question, limits: SearchLimits) -> CardChoice | None:
        """Return the card to play; None if a search had no time. Errors are those of `think`."""
        return finished(self.think(question, limits))

    def think(self, question: Question, limits: SearchLimits) -> Thinking[CardChoice | None]:
        """Yield the plan's card before the layouts vote on it; return the card of `choose`.

        Errors are those of `CardEngine.think`. A plan is made for `limits.worlds` layouts of the
        hidden hands.
        """
        if question.observer is not None:
            return (yield from self._engine.think(question, limits))
        self._stopped = False
        started = self._clock()
        position = DeclarerView.of(question.board)
        sample = self._engine.worlds(question, limits.worlds or self._numbers.vote.worlds)
        beliefs = believed(position, sample)
        goal = goal_of(question.scoring)
        planned = self._declarer.choose(
            position,
            beliefs,
            budget=self._numbers.vote.time * limits.budget - (self._clock() - started),
            goal=goal,
            depth=limits.depth,
        )

        def chosen(checked: CardChoice | None) -> CardChoice:
            plan = planned if checked is None else _begun_with(planned, checked.card, question)
            record = CardRecord(
                "htn",
                len(sample.hands),
                _compared(plan, checked),
                sample=sample.summary,
                plan=_summary(plan, goal, checked),
                seconds=round(self._clock() - started, 4),
            )
            return CardChoice(plan.card if checked is None else checked.card, record)

        if self._stopped or len(question.groups) == 1:
            return chosen(None)
        yield chosen(None)
        left = max(0.0, limits.budget - (self._clock() - started))
        # What is left is all there is: a vote is not given the extra time of a close decision.
        most = None if limits.most is None else left
        voting = evolve(limits, budget=left, most=most, depth=1)
        # A plan alone made 32 % of the contracts in 3NT, the vote 40 %: its defenders are kind.
        promise, trust = promises(planned, question, self._numbers.vote), self._numbers.vote.trust
        weighed = evolve(question, tie_break=lambda cards: list(map(promise, cards)), trust=trust)
        return chosen(self._engine.choose(weighed, voting))

    def worlds(self, question: Question, n: int) -> WorldSample:
        """Return at most n layouts of the hidden hands, the same as the search's."""
        return self._engine.worlds(question, n)

    def stop(self) -> None:
        """Make a running `choose` return soon, with what it has. May be called from any thread."""
        self._stopped = True
        self._declarer.stop()
        self._engine.stop()


CardChooser = CardEngine | PlanningEngine
"""An engine that chooses cards."""


def promises(planned: Plan, question: Question, vote: PlanVote) -> Callable[[Card], float]:
    """Return a function that gives a card's promise: its value in the plan, rounded to `vote.step`.

    One down is 0 and the contract just made is 1. Touching cards promise the same, but the card
    that shows the opponents least promises more. A card that no method plays promises less than all
    others.
    """
    contract = planned.position.contract
    worth = goal_values(planned.goal, contract, vulnerable=planned.position.vulnerable)
    down, made = worth[contract.target - 1], worth[contract.target]
    shares: dict[Card, float] = {}
    for other in planned.root.edges:
        share = round((other.value - down) / (made - down) / vote.step) * vote.step
        shares[other.card] = max(share, shares.get(other.card, share))
    # The plan's card comes first even where another seems better by less than a tree's error.
    shares[planned.card] = max(shares.values()) + vote.first
    shares = _spread(shares, question)
    unthought = min(shares.values()) - vote.unthought
    return lambda card: shares.get(card, unthought)


def _spread(rated: Mapping[Card, float], question: Question) -> dict[Card, float]:
    """Rate touching cards equally, except that the one that shows opponents least gets more."""
    spread = {}
    for group in question.groups:
        cards = [Card(card) for card in group]
        known = [rated[card] for card in cards if card in rated]
        if known:
            spread.update(dict.fromkeys(cards, max(known)))
            spread[Card(plain_card(group, concealed=question.concealed))] += _CONCEALED
    return spread


def _begun_with(planned: Plan, card: Card, question: Question) -> Plan:
    """Return the plan with `card` first, in place of the touching card that the plan names."""
    thought = {other.card for other in planned.root.edges}
    group = next(group for group in question.groups if card in group)
    equal = next((Card(other) for other in group if Card(other) in thought), card)
    if card in thought or equal == card:
        return planned
    edges = tuple(
        evolve(edge, cards=card.mask) if edge.card == equal else edge for edge in planned.root.edges
    )
    return evolve(planned, root=evolve(planned.root, edges=edges))


def believed(position: DeclarerView, sample: WorldSample) -> Beliefs:
    """Declarer's beliefs, from a sample of layouts."""
    left, right = position.seat(1), position.seat(3)
    rows = zip(sample.hands.tolist(), sample.counts.tolist(), strict=True)
    return Beliefs.of(position, [(hands[left], hands[right], n) for hands, n in rows])


def _compared(planned: Plan, checked: CardChoice | None) -> tuple[ComparedCard, ...]:
    found: dict[Card, ComparedCard] = {}
    for other in planned.root.edges:
        one = ComparedCard(other.card, round(other.value, 4), methods=other.method)
        found.setdefault(other.card, one)
    if checked is None:
        return tuple(found.values())
    return tuple(
        evolve(
            found.get(one.card, ComparedCard(one.card, None)), reached=one.reached, worth=one.worth
        )
        for one in checked.record.cards
        if one.card in found or one.card == checked.card
    )


def _summary(planned: Plan, goal: GoalName, checked: CardChoice | None) -> PlanSummary:
    if checked is None:
        text = planned.explain()
    else:
        chances = chances_of(planned, checked.record.cards)
        text = planned.explain(checked.card, chances=chances) or _UNPLANNED
    return PlanSummary(
        goal,
        text,
        value=round(planned.value, 4),
        complete=planned.root.complete,
        nodes=planned.nodes,
        leaves=planned.root.leaves,
        stages=planned.stages,
        checked=None if checked is None else checked.record.worlds,
    )


def chances_of(planned: Plan, voted: Sequence[ComparedCard]) -> dict[Card, float]:
    """The probability of making the contract, for each card that the plan considered.

    It is the lower of two estimates that tend to be too high: the plan's, which assumes weak
    defence, and that of the layouts, in which declarer sees the hands.
    """
    reached = {one.card: one.reached for one in voted if one.reached is not None}
    return {
        card: min(chance, reached[card])
        for card, chance in planned.chances.items()
        if card in reached
    }


@frozen(eq=False)
class PlanHint:
    """A short plan that accompanies a search: it orders the cards, and explains them."""

    planned: Plan
    question: Question

    def rate(self, cards: Sequence[Card]) -> list[float]:
        """The value of each card in the plan; minus infinity for a card without a method.

        Touching cards have the same value, except that the one that shows opponents least has more.
        """
        worth = {other.card: other.value for other in reversed(self.planned.root.edges)}
        # The plan's card comes first even where another seems better by less than a tree's error.
        worth[self.planned.card] = max(worth.values())
        spread = _spread(worth, self.question)
        return [spread.get(card, float("-inf")) for card in cards]

    def explain(self, card: Card, voted: Sequence[ComparedCard] = ()) -> str:
        """The purpose of a card, in words; empty for a card without a method.

        The results of `voted`, the searched cards if any, cap the chances in the text.
        """
        planned = _begun_with(self.planned, card, self.question)
        chances = chances_of(planned, voted) if voted else None
        return planned.explain(card, chances=chances)


def hint(engine: CardChooser, question: Question, numbers: PlanningSettings) -> PlanHint | None:
    """Make a short plan for declarer; None for a defender, or if only one card is legal.

    It depends on the question alone, not on the time that it takes (some hundredths of a second).

    Args:
        engine: the engine whose layouts the plan is made from.
        numbers: the planner's settings; only the first, smallest tree is searched.
    """
    if question.observer is not None or len(question.board.legal_cards) == 1:
        return None
    position = DeclarerView.of(question.board)
    return PlanHint(_short_plan(position, question, engine, numbers), question)


def _short_plan(
    position: DeclarerView,
    question: Question,
    engine: CardChooser | WorldPool,
    numbers: PlanningSettings,
) -> Plan:
    beliefs = believed(position, engine.worlds(question, numbers.vote.hint))
    # No clock ends it, so that it is always the same.
    declarer = HtnDeclarer(lambda: 0.0, numbers, stages=numbers.tree.limits[:1])
    return declarer.choose(position, beliefs, budget=0.0, goal=goal_of(question.scoring))


def goal_of(scoring: Scoring) -> GoalName:
    """The goal of a plan that corresponds to the scoring of a search."""
    match scoring:
        case "win":
            return "make"
        case "matchpoints":
            return "tricks"
        case "imps" | "points":
            return scoring


_NO_TIME: Final = "no time for a search"


def fallback(request: DecisionRequest, numbers: PlanningSettings) -> Decision:
    """Return a legal answer without a search.

    Declarer plays the first card of a short plan; everybody else, and declarer if no plan can be
    made, answers with the request's last resort. The answer depends on the board alone: the plan
    is limited by its size, not by the clock. This takes milliseconds, too long for a process that
    serves a socket.

    Args:
        numbers: the planner's settings; only the first, smallest tree is searched.
    """
    board, seat = request.board, request.seat
    contract = board.contract
    if board.phase is Phase.AUCTION or contract is None or seat is not contract.declarer:
        return request.last_resort(_NO_TIME)
    try:
        position = DeclarerView.of(board)
        # What is certain of the hidden hands, and no more.
        question = Question(board, seat, Evidence(HardFacts.of(board, seat), (), ()), seed=0)
        card = _short_plan(position, question, WorldPool(), numbers).card
    except PlanningError as error:
        return request.last_resort(f"{_NO_TIME}, and no plan: {error}")
    thoughts = (f"{_NO_TIME}: the first card of a short plan",)
    return Decision(request.id, card, fallback=True, reason=_NO_TIME, thoughts=thoughts)

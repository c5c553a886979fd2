"""The player who bids by rules and simulation, and plays cards by search."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from attrs import define, evolve, field

from bluechip_bot.bidding.explanation import NO_OVERRIDES, CallWords, OverrideFile, SeatedTeams
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.config import Plans
from bluechip_bot.engine import CardChoice, Question, SearchLimits, thought_of
from bluechip_bot.engine.anytime import Thinking, finished, mapped
from bluechip_bot.inference import InferenceSettings, card_fits, evidence
from bluechip_bot.model import PLAN, BoardError, Decision, DecisionRequest, Phase, Side
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.planning import PlanningSettings
from bluechip_bot.player.planned import CardChooser, PlanHint, fallback, hint
from bluechip_bot.simulation import CallDeliberation, CallQuestion, CallThinker, reasons

_HINT_FROM: Final = 0.5
"""Seconds for a card from which a plan is made along with the search: it takes some hundredths."""
_RULE_FROM: Final = 0.1
"""Seconds for a card, by a clock, from which a rule names one first: declarer's takes 0.01 s."""


@define(eq=False)
class SearchPlayer:
    """Bids by rules and simulation, and plays cards by search.

    The same request and enough time give the same call or card.

    Args:
        partnership: returns the systems as our side knows them, given the opponents' team name.
        inference: how evidence is drawn from calls and cards.
        engine: chooses the cards.
        thinker: decides between calls; if None, the rules alone decide.
        worlds: the most layouts of the hidden hands by which calls and cards are judged; None is as
            many as there is time for.
        depth: the most cards that a side looks ahead; None is no limit.
        votes: the most layouts that vote on a card before alpha-mu searches; None is no limit.
        plans: whether declarer's plans explain a search, order it, or are not made.
        overrides: the operator's explanations of calls; the file is read for each request.
    """

    _partnership: Callable[[str], Partnership]
    _inference: InferenceSettings
    _engine: CardChooser
    _thinker: CallThinker | None = None
    _planning: PlanningSettings = field(kw_only=True)
    _scoring: Scoring = field(default="imps", kw_only=True)
    _worlds: int | None = field(default=None, kw_only=True)
    _depth: int | None = field(default=None, kw_only=True)
    _votes: int | None = field(default=None, kw_only=True)
    _plans: Plans = field(default="off", kw_only=True)
    _overrides: OverrideFile | None = field(default=None, kw_only=True)
    _clock: Callable[[], float] = field(default=time.monotonic, kw_only=True)

    def decide(self, request: DecisionRequest) -> Decision:
        """Return the decision of `think`; the errors are the same."""
        return finished(self._answers(request))

    def think(self, request: DecisionRequest) -> Thinking[Decision]:
        """Yield a rule's answer, then better ones; return the decision.

        A decision is the bidder's call, the engine's card, or `fallback` if time was too short.
        Its `errors` are those of the file of overrides, and the reason if a plan failed.

        Raises:
            ModelError: if the seat's hand is unknown, or it is not the one to decide.
        """
        hurried = request.most is not None and request.limit < _RULE_FROM
        if request.board.phase is not Phase.AUCTION and not hurried:
            # A player that is cut off before its first answer would leave the seat's last resort.
            yield fallback(request, self._planning)
        return (yield from self._answers(request))

    def _answers(self, request: DecisionRequest) -> Thinking[Decision]:
        started = self._clock()
        words, errors = self._words(request)
        if request.board.phase is Phase.AUCTION:
            calls = self._call(request, words, started)
            return (yield from mapped(calls, lambda found: _called(request, found, errors)))
        question = self._question(request, self._partnership(request.opponents), words)
        plan = None
        if self._plans != "off" and request.budget >= _HINT_FROM:
            plan = self._hint(question, errors)
        if plan is not None and self._plans == "order":
            question = evolve(question, tie_break=plan.rate, move_order=plan.rate)

        def played(choice: CardChoice | None) -> Decision:
            if choice is None:
                return fallback(request, self._planning)
            return _played(request, choice, plan, errors)

        limits = self._limits(request, self._clock() - started)
        return (yield from mapped(self._engine.think(question, limits), played))

    def deliberate(self, request: DecisionRequest) -> CallDeliberation:
        """Choose the call of `decide`; return it with its rule and the thought behind it."""
        started = self._clock()
        return finished(self._call(request, self._words(request)[0], started))

    def _call(
        self, request: DecisionRequest, words: CallWords, started: float
    ) -> Thinking[CallDeliberation]:
        board, seat = request.board, request.seat
        if board.auction.turn is not seat:
            raise BoardError(f"board {board.number}: it is not {seat}'s turn to call")
        question = CallQuestion(
            board,
            self._partnership(request.opponents),
            words,
            scoring=self._scoring,
            seed=request.seed + len(board.auction.calls),
        )
        if self._thinker is None:
            return CallDeliberation(question.position.choose(question.hand))
        limits = self._limits(request, self._clock() - started)
        return (yield from self._thinker.think(question, limits))

    def _question(
        self, request: DecisionRequest, partnership: Partnership, words: CallWords
    ) -> Question:
        board, seat = request.board, request.seat
        settings = self._inference
        if request.budget < settings.auction.replay_from:
            settings = evolve(settings, auction=evolve(settings.auction, replay=False))
        if request.made_up:
            settings = evolve(settings, auction=evolve(settings.auction, on=False))
        known = evidence(board, seat, settings, partnership, words)
        question = Question(board, seat, known, scoring=self._scoring, seed=request.seed)
        if question.observer is None:
            return question
        agreements = partnership.ours.agreements
        fits = partial(card_fits, board, settings=self._inference, agreements=agreements)
        # At the opening lead layouts say least.
        habit = self._inference.play.habit if question.leads_first else 0.0
        return evolve(question, tie_break=fits, trust=habit)

    def _limits(self, request: DecisionRequest, elapsed: float) -> SearchLimits:
        most = None if request.most is None else max(0.0, request.most - elapsed)
        return SearchLimits(
            budget=max(0.0, request.budget - elapsed),
            most=most,
            worlds=self._worlds,
            depth=self._depth,
            votes=self._votes,
        )

    def _hint(self, question: Question, errors: list[str]) -> PlanHint | None:
        """Make a short plan; None if there is none, or on a failure, which is added to `errors`."""
        try:
            return hint(self._engine, question, self._planning)
        except Exception as error:
            errors.append(f"no plan: {type(error).__name__}: {error}")
            return None

    def _words(self, request: DecisionRequest) -> tuple[CallWords, list[str]]:
        """The explanations of the calls so far, and the errors in the operator's overrides."""
        overrides, errors = NO_OVERRIDES, list[str]()
        if self._overrides is not None:
            overrides, wrong = self._overrides.poll()
            errors = [f"overrides: {one}; the last without errors hold" for one in wrong]
        ours = request.seat.side
        names = ("", request.opponents) if ours is Side.NS else (request.opponents, "")
        teams = SeatedTeams(names, ours)
        return CallWords.of(request.board, ours.other, overrides, teams), errors

    def stop(self) -> None:
        """Make a running `decide` return soon. May be called from another thread."""
        self._engine.stop()
        if self._thinker is not None:
            self._thinker.stop()


def _played(
    request: DecisionRequest, choice: CardChoice, plan: PlanHint | None, errors: Sequence[str]
) -> Decision:
    record, thoughts = choice.record, [thought_of(choice.record)]
    text = record.plan.text if record.plan is not None else ""
    if plan is not None:
        text = plan.explain(choice.card, record.cards) or text
    if text:
        thoughts.append(f"{PLAN}{text}")
    return Decision(
        request.id, choice.card, record=record, errors=tuple(errors), thoughts=tuple(thoughts)
    )


def _called(request: DecisionRequest, found: CallDeliberation, errors: Sequence[str]) -> Decision:
    choice = found.choice
    others = ", ".join(map(str, choice.runners_up))
    thoughts = [choice.reason + (f"; or {others}" if others else "")]
    if found.record is not None:
        thoughts.append(reasons(found.record))
    return Decision(
        request.id,
        choice.call,
        choice.explanation,
        reason=choice.reason,
        record=found.record,
        errors=tuple(errors),
        thoughts=tuple(thoughts),
    )

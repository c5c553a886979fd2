"""The player who bids by rules and plays cards by search."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve

from bluechip_bot.model import BoardError, Decision, DecisionRequest, Phase, Side
from bluechip_bot.player.rule import fallback

if TYPE_CHECKING:  # seats and tables need `fallback` only, not the solver
    from bluechip_bot.bidding.bidder import Bidder
    from bluechip_bot.bidding.explanation import OverrideFile, Words
    from bluechip_bot.bidding.partnership import Partnership
    from bluechip_bot.engine import CardChoice, Knowledge
    from bluechip_bot.inference import InferenceSettings
    from bluechip_bot.player.planned import CardChooser, Hint, Hints


_HINT_FROM: Final = 0.5
"""Seconds for a card from which a plan is made beside the search: it takes some hundredths."""


class SearchPlayer:
    """Bids by rules and plays cards by search.

    The same request and enough time give the same call or card.

    Args:
        partnership: what our side knows of the systems, by the name of the opponents' team.
        inference: how evidence is drawn from calls and cards.
        engine: finds the cards.
        worlds: layouts of the hidden hands to judge a card by, at most; None is as many as there is
            time for.
        depth: cards that a side looks ahead, at most; likewise.
        hints: makes declarer's plans beside the search; None for none.
        orders: whether a plan says which cards are searched first, and tells equal ones apart;
            otherwise it only explains.
        overrides: what the operator says of calls, looked at anew for each request.
        clock: the time in seconds, from any origin.
    """

    def __init__(  # noqa: PLR0913 - the parts of a player
        self,
        partnership: Callable[[str], Partnership],
        inference: InferenceSettings,
        engine: CardChooser,
        *,
        worlds: int | None = None,
        depth: int | None = None,
        hints: Hints | None = None,
        orders: bool = False,
        overrides: OverrideFile | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._partnership = partnership
        self._inference = inference
        self._hurried = evolve(inference, auction=evolve(inference.auction, replay=False))
        self._engine = engine
        self._worlds = worlds
        self._depth = depth
        self._hints = hints
        self._orders = orders
        self._overrides = overrides
        self._clock = clock

    def decide(self, request: DecisionRequest) -> Decision:
        """The bidder's call or the engine's card; `fallback` where there was no time for one.

        The record of a decision holds `overrides` where their file has errors: what and where.

        Raises:
            ModelError: if the seat's hand is unknown, or it is not the one to decide.
        """
        from bluechip_bot.inference import card_fits, evidence

        started = self._clock()
        board, seat = request.board, request.seat
        partnership = self._partnership(request.opponents)
        words, errors = self._words(request)
        said = {"overrides": errors} if errors else {}
        if board.phase is Phase.AUCTION:
            return _called(request, partnership.bidder(seat.side), words, said)
        hurried = request.budget < self._inference.auction.replay_from
        settings = self._hurried if hurried else self._inference
        if request.made_up:
            settings = evolve(settings, auction=evolve(settings.auction, on=False))
        known = evidence(board, seat, settings, partnership, words)
        agreements = partnership.ours.agreements
        contract = board.contract
        hint = self._hint(request, known)
        order = fit = None if hint is None or not self._orders else hint.fits
        if contract is not None and seat.side is not contract.declarer.side:
            fit = partial(card_fits, board, settings=self._inference, agreements=agreements)
        elapsed = self._clock() - started
        card = self._engine.choose(
            board,
            seat,
            known,
            budget=request.budget - elapsed,
            most=None if request.most is None else request.most - elapsed,
            worlds=self._worlds,
            depth=self._depth,
            votes=None,
            seed=request.seed,
            fit=fit,
            order=order,
        )
        return fallback(request) if card is None else _played(request, card, hint, said)

    def _hint(self, request: DecisionRequest, known: Knowledge) -> Hint | None:
        """A short plan, where there is time for one."""
        if self._hints is None or request.budget < _HINT_FROM:
            return None
        return self._hints.hint(request.board, request.seat, known, seed=request.seed)

    def _words(self, request: DecisionRequest) -> tuple[Words, list[str]]:
        """What is said of the calls so far, and the errors of the operator's file."""
        from bluechip_bot.bidding.explanation import NO_OVERRIDES, Teams, Words

        overrides, errors = NO_OVERRIDES, []
        if self._overrides is not None:
            poll = self._overrides.poll()
            overrides, errors = poll.overrides, list(map(str, poll.errors))
        ours = request.seat.side
        names = ("", request.opponents) if ours is Side.NS else (request.opponents, "")
        teams = Teams(names, ours)
        return Words.of(request.board, ours.other, overrides, teams), errors

    def stop(self) -> None:
        """Make a running `decide` return soon. May be called from another thread."""
        self._engine.stop()


def _played(
    request: DecisionRequest, choice: CardChoice, hint: Hint | None, said: Mapping[str, Any]
) -> Decision:
    from bluechip_bot.engine import thought_of

    record, thoughts = dict(choice.record), [thought_of(choice.record)]
    if hint is not None and (plan := hint.explain(choice.card)):
        record["explanation"] = plan
        thoughts.append(f"plan: {plan}")
    return Decision(request.id, choice.card, record={**record, **said}, thoughts=tuple(thoughts))


def _called(
    request: DecisionRequest, bidder: Bidder, words: Words, said: Mapping[str, Any]
) -> Decision:
    board, seat = request.board, request.seat
    hand = board.hands[seat]
    if hand is None:
        raise BoardError(f"board {board.number}: the hand of {seat} is unknown")
    if board.auction.turn is not seat:
        raise BoardError(f"board {board.number}: it is not {seat}'s turn to call")
    choice = bidder.choose(hand, board.auction, board.vulnerability, words)
    others = [str(call) for call in choice.runners_up]
    record = {"reason": choice.reason, "others": others, **said}
    thoughts = (choice.reason, *([f"or {', '.join(others)}"] if others else []))
    return Decision(
        request.id, choice.call, choice.explanation, record=record, thoughts=("; ".join(thoughts),)
    )

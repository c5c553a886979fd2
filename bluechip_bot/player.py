"""The player: from a request to a decision. The one extension point of the bot."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

import numpy as np
from attrs import evolve

from bluechip_bot.config import conf_dir
from bluechip_bot.model import (
    PASS,
    BoardError,
    Decision,
    DecisionRequest,
    Phase,
    Side,
)

if TYPE_CHECKING:  # seats and tables need `fallback` only, not the solver
    from bluechip_bot.bidding.bidder import Bidder
    from bluechip_bot.bidding.explanation import OverrideFile, Words
    from bluechip_bot.bidding.partnership import Partnership
    from bluechip_bot.bidding.settings import Systems
    from bluechip_bot.engine import CardEngine
    from bluechip_bot.inference import InferenceSettings

T = TypeVar("T")

ENGINES: Final = ("alphamu", "pimc", "random")
"""The names that `make_player` knows."""

_PASSES: Final = 0.7
"""How often a `RandomPlayer` passes."""
_LEVEL: Final = 2
"""The highest level at which it bids."""


class UnknownEngine(ValueError):  # noqa: N818 - it says what the name is
    """A name that no engine has.

    Attributes:
        text: the name.
    """

    def __init__(self, text: str) -> None:
        """Keep the name and say which engines there are."""
        self.text = text
        known = ", ".join(ENGINES)
        super().__init__(f"no engine is called {text!r} (there are: {known}, or module:factory)")


class Player(Protocol):
    """Whoever answers requests."""

    def decide(self, request: DecisionRequest) -> Decision:
        """A legal answer to the request, within its budget."""
        ...

    def stop(self) -> None:
        """Make a running `decide` return soon. May be called from another thread."""
        ...


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
        overrides: what the operator says of calls, looked at anew for each request.
        clock: the time in seconds, from any origin.
    """

    def __init__(  # noqa: PLR0913 - the parts of a player
        self,
        partnership: Callable[[str], Partnership],
        inference: InferenceSettings,
        engine: CardEngine,
        *,
        worlds: int | None = None,
        depth: int | None = None,
        overrides: OverrideFile | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._partnership = partnership
        self._inference = inference
        self._hurried = evolve(inference, auction=evolve(inference.auction, replay=False))
        self._engine = engine
        self._worlds = worlds
        self._depth = depth
        self._overrides = overrides
        self._clock = clock

    def decide(self, request: DecisionRequest) -> Decision:
        """The bidder's call or the engine's card; `fallback` where there was no time for one.

        The record of a decision holds `overrides` where their file has errors: what and where.

        Raises:
            ModelError: if the seat's hand is unknown, or it is not the one to decide.
        """
        from bluechip_bot.engine import thought_of
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
        defends = contract is not None and seat.side is not contract.declarer.side
        elapsed = self._clock() - started
        card = self._engine.choose(
            board,
            seat,
            known,
            budget=request.budget - elapsed,
            most=None if request.most is None else request.most - elapsed,
            worlds=self._worlds,
            depth=self._depth,
            seed=request.seed,
            fit=partial(card_fits, board, settings=self._inference, agreements=agreements)
            if defends
            else None,
        )
        return (
            fallback(request)
            if card is None
            else Decision(
                request.id,
                card.card,
                record={**card.record, **said},
                thoughts=(thought_of(card.record),),
            )
        )

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


class RandomPlayer:
    """Any legal call or card, chosen by the request's seed and the place in the board alone.

    It passes seven times in ten and does not bid above two notrump, so that its auctions are short.
    """

    def decide(self, request: DecisionRequest) -> Decision:
        """A legal answer."""
        # The bit generator and its raw numbers are the same in every version of numpy.
        board = request.board
        place = (len(board.auction.calls), len(board.play.cards) if board.play else 0)
        chance = np.random.PCG64(np.random.SeedSequence([request.seed % 2**64, *place]))
        if board.phase is not Phase.AUCTION:
            return Decision(request.id, _any(list(board.legal_cards), chance))
        others = [
            call for call in board.auction.legal_calls if call != PASS and call.level <= _LEVEL
        ]
        if not others or int(chance.random_raw()) < _PASSES * 2**64:
            return Decision(request.id, PASS)
        return Decision(request.id, _any(others, chance))

    def stop(self) -> None:
        """Return at once: no decision takes time."""


def _any(values: Sequence[T], chance: np.random.PCG64) -> T:
    return values[int(chance.random_raw()) % len(values)]


def check_engine(name: str) -> None:
    """Raise unless the name is one of an engine, or of a factory (`module:factory`).

    Raises:
        UnknownEngine: if it is not.
    """
    if name not in ENGINES and not all(name.partition(":")):
        raise UnknownEngine(name)


def check_inference(path: str) -> None:
    """Raise unless a path names a file of inference settings, or is empty.

    Raises:
        SettingsError: if it does not.
    """
    if path:
        from bluechip_bot.inference import load_settings

        load_settings(path)


def check_bidding(path: str, our: str = "", opponents: str = "") -> None:
    """Raise unless a file names settings of the bidding (the defaults when empty) that can be used.

    Args:
        path: the file.
        our: our system, if it is not the file's.
        opponents: the opponents' system, if it is not the file's.

    Raises:
        BiddingSettingsError: if the file is wrong, or a system is unknown or cannot be used.
    """
    _systems(path, our, opponents).partnership()


def _systems(path: str, our: str, opponents: str) -> Systems:
    from bluechip_bot.bidding.settings import Systems, load_bidding

    settings = load_bidding(path or conf_dir() / "bidding.toml")
    settings = evolve(settings, our=our or settings.our, opponents=opponents or settings.opponents)
    # To compare all rules with each other takes long; `bluechip-bot system check` does it.
    return Systems(settings, conf_dir() / "systems", check=False)


def make_player(engine: str, settings: Mapping[str, Any]) -> Player:
    """The player of an engine's name.

    Args:
        engine: one of ENGINES.
        settings: `worlds`, `depth`, `scoring`, `threads`, `memory_mb` and `inference` as in
            `config.SearchConfig`; `bidding`, a table as `config.BiddingConfig`; other keys are not
            looked at.

    Raises:
        UnknownEngine: if no engine has this name.
        ValueError: if a number is not whole, or negative, `scoring` is unknown, or the file of the
            inference or of the bidding is wrong.
    """
    if engine == "random":
        return RandomPlayer()
    if engine not in ENGINES:
        raise UnknownEngine(engine)
    # Here, so that whoever needs no search does not load the solver.
    from bluechip_bot.bidding.explanation import OverrideFile
    from bluechip_bot.engine import DEFAULT_MEMORY_MB, SCORINGS, CardEngine
    from bluechip_bot.inference import InferenceSettings, load_settings

    path = settings.get("inference", "")
    inference = load_settings(path) if path else InferenceSettings()
    scoring = settings.get("scoring", SCORINGS[0])
    if scoring not in SCORINGS:
        raise ValueError(f"scoring must be one of {', '.join(SCORINGS)}, not {scoring!r}")
    bidding = settings.get("bidding", {})
    keys = ("file", "our", "opponents")
    systems = _systems(*(bidding.get(key, "") for key in keys))
    systems.partnership()  # loads all systems, before a board waits
    overrides = systems.settings.overrides
    return SearchPlayer(
        systems.partnership,
        inference,
        CardEngine(
            _whole(settings, "memory_mb") or DEFAULT_MEMORY_MB,
            method="alphamu" if engine == "alphamu" else "pimc",
            scoring=scoring,
            threads=_whole(settings, "threads", 1) or os.cpu_count() or 1,
        ),
        worlds=_whole(settings, "worlds") or None,
        depth=_whole(settings, "depth") or None,
        overrides=OverrideFile(Path(overrides)) if overrides else None,
    )


def _whole(settings: Mapping[str, Any], key: str, default: int = 0) -> int:
    value = settings.get(key, default)
    if type(value) is not int or value < 0:
        raise ValueError(f"{key} must be a whole number, not negative, not {value!r}")
    return value


def fallback(request: DecisionRequest) -> Decision:
    """A legal answer that needs no thought: pass, or the lowest card of the longest legal suit.

    It depends on the board alone, so that it is the same wherever it is computed.
    """
    board = request.board
    if board.phase is Phase.AUCTION:
        return Decision(request.id, PASS, fallback=True)
    cards = list(board.legal_cards)
    lengths = board.legal_cards.lengths
    card = min(cards, key=lambda card: (-lengths[card.suit], card.rank, card.suit))
    return Decision(request.id, card, fallback=True)

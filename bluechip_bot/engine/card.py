"""The card engine: a question goes in, a card comes out."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal

from attrs import evolve

from bluechip_bot.engine.anytime import Thinking, finished, mapped
from bluechip_bot.engine.choice import CardChoice, CardPreference, looked_ahead, voted
from bluechip_bot.engine.lookahead import AlphaMuVerdict, LookAhead
from bluechip_bot.engine.pool import WorldPool, WorldSample, choose_worlds
from bluechip_bot.engine.question import Question, SearchLimits
from bluechip_bot.engine.race import VoteRace
from bluechip_bot.engine.rollouts import RolloutThread, RolloutVote
from bluechip_bot.engine.settings import EngineSettings
from bluechip_bot.engine.timer import DecisionTimer
from bluechip_bot.engine.vote import VoteRanking, rank_cards
from bluechip_bot.model import Card, CardRecord
from solver import AlphaMuSearch, DoubleDummySolver, Rollouts, SearchOptions, SearchStopped

_LEAST_MB: Final = 8
"""The least memory of an alpha-mu search."""
_SETTINGS: Final = EngineSettings()
DEFAULT_ERROR: Final = 0.01

SearchMethod = Literal["alphamu", "recursive", "pimc"]


class CardEngine:
    """Chooses cards by alpha-mu, by recursive Monte Carlo, or by perfect-information Monte Carlo.

    All begin with a vote of the layouts (`vote`); `pimc` ends there. `recursive` corrects it by
    rollouts (`rollouts`), and `alphamu` goes on to look ahead (`lookahead`).

    The engine owns its searches, whose tables live from card to card, and the layouts of a board.
    One thread may use it at a time; `stop` may be called from any.

    Args:
        memory_mb: memory of all tables, in MiB.
        threads: the number of threads that share the work of rollouts and of alpha-mu.
        classes: whether alpha-mu treats touching low cards of hidden hands as one card.
        error: the chance that a card as good as the best one is dropped from the vote each time
            that cards are compared; 0 keeps all to the end.
    """

    def __init__(  # noqa: PLR0913 - each has a default that serves
        self,
        memory_mb: int,
        *,
        method: SearchMethod = "pimc",
        threads: int = 1,
        classes: bool = True,
        error: float = DEFAULT_ERROR,
        settings: EngineSettings = _SETTINGS,
        solver: DoubleDummySolver | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._error = error
        self._settings = settings
        self._pool = WorldPool(settings=settings.layouts)
        half = memory_mb if method != "alphamu" else max(1, memory_mb // 2)
        self._solver = DoubleDummySolver(half) if solver is None else solver
        self._method = method
        self._search: AlphaMuSearch | None = None
        if method == "alphamu":
            # One table for both: alpha-mu uses what the vote of the worlds has found.
            self._search = AlphaMuSearch(
                max(_LEAST_MB, half),
                threads,
                solver=self._solver,
                options=SearchOptions(low_card_classes=classes),
            )
        self._threads: list[RolloutThread] = []
        if method == "recursive":
            size = max(1, int(settings.rollouts.memory * memory_mb))
            options = settings.rollouts
            for one in (self._solver, *(DoubleDummySolver(size) for _ in range(1, threads))):
                rollouts = Rollouts(
                    one,
                    layouts=options.layouts,
                    voting=options.voting,
                    ending=options.ending,
                    bonus=options.bonus,
                )
                self._threads.append((one, rollouts))

    def stop(self) -> None:
        """Make a running `choose` return soon with its best card so far."""
        self._solver.stop()
        for solver, _ in self._threads:
            solver.stop()
        if self._search is not None:
            self._search.stop()

    def choose(self, question: Question, limits: SearchLimits) -> CardChoice | None:
        """Return the card to play; None if no world was solved in time. For errors see `think`."""
        return finished(self.think(question, limits))

    def think(self, question: Question, limits: SearchLimits) -> Thinking[CardChoice | None]:
        """Search as `choose` does, but yield the vote's choice first if more work follows it.

        Raises:
            FactError: if a declared card cannot be where it is declared to be.
            SolverError: if the hard facts contradict each other.
        """
        if len(question.groups) == 1:
            lowest = Card(question.groups[0][0])
            return CardChoice(lowest, CardRecord("forced", 0))
        self._solver.clear_stop()
        for solver, _ in self._threads:
            solver.clear_stop()
        if self._search is not None:
            self._search.clear_stop()
        with DecisionTimer(limits, self.stop, self._clock) as timer:

            def timed(choice: CardChoice | None) -> CardChoice | None:
                if choice is None:
                    return None
                record = evolve(choice.record, seconds=round(timer.elapsed, 4))
                return CardChoice(choice.card, record)

            wanted = self._wanted(question, limits)
            sample = self._sample(question, wanted, whole=limits.worlds is None)
            found = self._choose(question, limits, sample, timer)
            return (yield from mapped(found, timed))

    def worlds(self, question: Question, n: int) -> WorldSample:
        """Return n layouts of the hidden hands, from the pool by which cards are judged.

        They are fewer if some are drawn twice; if few are possible, all of them are returned.

        Raises:
            FactError: if a declared card cannot be where it is declared to be.
            SolverError: if the hard facts contradict each other.
        """
        return self._sample(question, n, whole=True)

    def _wanted(self, question: Question, limits: SearchLimits) -> int:
        """Return the number of layouts to draw: no more than there is time to weigh."""
        vote, lead = self._settings.vote, self._settings.lead
        rate = lead.rate if question.leads_first else vote.rate
        largest = lead.most if question.leads_first else self._settings.alphamu.sizes[-1]
        most = max(vote.least, min(largest, int(rate * limits.budget)))
        votes = most if limits.votes is None else limits.votes
        if limits.worlds is None:
            return votes
        alone = self._search is None or question.leads_first
        worlds = limits.worlds if alone else max(limits.worlds, votes)
        return min(worlds, max(vote.least, int(vote.weighed * limits.budget)))

    def _sample(self, question: Question, wanted: int, *, whole: bool) -> WorldSample:
        """Return at most `wanted` layouts; all if few are possible and `whole` is true."""
        pool = self._pool.pool(question, wanted)
        all_of_them = self._settings.layouts.complete
        return choose_worlds(pool, question, all_of_them if whole and pool.complete else wanted)

    def _choose(
        self, question: Question, limits: SearchLimits, sample: WorldSample, timer: DecisionTimer
    ) -> Thinking[CardChoice | None]:
        looks_ahead = self._search is not None and not question.leads_first and limits.depth != 1
        plays_out = bool(self._threads) and not question.leads_first
        goes_on = looks_ahead or plays_out
        race = self._race(question, goes_on=goes_on)
        try:
            ranking = self._vote(question, limits, sample, timer, race, goes_on=goes_on)
        except SearchStopped:
            return None
        verdict = None
        if goes_on:
            yield self._choice(question, sample, ranking, None)
        if plays_out:
            options = self._settings.rollouts
            vote = RolloutVote(self._threads, question, sample, ranking, timer, options, race)
            ranking = vote.corrected(limits.worlds or len(sample.hands))
        elif looks_ahead:
            verdict, ranking = self._look(question, limits, sample, timer, ranking)
        return self._choice(question, sample, ranking, verdict)

    def _choice(
        self,
        question: Question,
        sample: WorldSample,
        ranking: VoteRanking,
        verdict: AlphaMuVerdict | None,
    ) -> CardChoice:
        """Return the choice by alpha-mu's verdict or, if there is none, by the vote."""
        preference = CardPreference(
            ranking, question.groups, question.tie_break, question.concealed
        )
        record = voted(question, sample, preference)
        record = evolve(record, method=self._method)
        if verdict is not None:
            record = looked_ahead(record, verdict, preference)
        return CardChoice(record.cards[0].card, record)

    def _look(
        self,
        question: Question,
        limits: SearchLimits,
        sample: WorldSample,
        timer: DecisionTimer,
        ranking: VoteRanking,
    ) -> tuple[AlphaMuVerdict | None, VoteRanking]:
        """Return alpha-mu's verdict and the vote; without a verdict, more worlds may vote."""
        assert self._search is not None
        options = self._settings.alphamu
        ahead = LookAhead(self._search, question, sample, ranking, limits, timer, options)
        if len(ahead.groups) == 1:
            return None, ranking
        if ranking.worlds >= min(options.few, len(sample.hands)):
            verdict = ahead.verdict()
            if verdict is not None:
                return verdict, ranking
        # Looking further ahead takes too long: the time left is worth more if it is spent on votes.
        with suppress(SearchStopped):
            race = self._race(question, goes_on=False)
            again = self._vote(question, limits, sample, timer, race, goes_on=False)
            if again.rivals >= ranking.rivals:
                return None, again
        return None, ranking

    def _race(self, question: Question, *, goes_on: bool) -> VoteRace:
        """Return when cards drop out of the vote: later if more work follows (`goes_on`)."""
        options, lead = self._settings.vote, self._settings.lead
        rate = question.stake.rate(question.scoring)
        if question.leads_first and question.scoring == "imps":
            rate = max(rate, lead.trick)
        return VoteRace(
            self._error,
            thinning=max(self._error, 0.0 if goes_on else options.thinning),
            margin=options.margin if goes_on else 0.0,
            rate=rate,
            uncounted=options.uncounted,
            alike=options.alike,
        )

    def _vote(  # noqa: PLR0913 - a question in full
        self,
        question: Question,
        limits: SearchLimits,
        sample: WorldSample,
        timer: DecisionTimer,
        race: VoteRace,
        *,
        goes_on: bool,
    ) -> VoteRanking:
        """Rank the cards by double-dummy results; leave time if more work follows (`goes_on`)."""
        options, lead = self._settings.vote, self._settings.lead
        return rank_cards(
            self._solver,
            sample.hands,
            question.state,
            clock=timer.clock,
            deadline=timer.share(options.share if goes_on else 1.0),
            weights=sample.counts,
            tricks_of=options.least if goes_on and race.rate else 0,
            race=race,
            head_start=_head_start(question),
            asking=lead.asking if question.leads_first else options.asking,
            least=options.unclocked if limits.most is None else 1,
        )


def _head_start(question: Question) -> dict[int, float]:
    """Return each card's bonus from the tie-break, as a share of the layouts; empty for none."""
    if not question.trust or question.tie_break is None:
        return {}
    cards = tuple(question.board.legal_cards)
    ratings = question.tie_break(cards)
    return {card: question.trust * rating for card, rating in zip(cards, ratings, strict=True)}

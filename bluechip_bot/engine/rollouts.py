"""Recursive Monte Carlo: the vote of the layouts, corrected by rollouts of its best cards.

Bouzy, Rimbaud and Ventos, *Recursive Monte Carlo Search for Bridge Card Play* (IEEE CoG 2020). The
vote assumes that everybody sees all hands after the card. The error of that is measured in some of
the layouts: the deal is played out by players who see their own hand and dummy only
(`solver.Rollouts`), and the result is compared with the double-dummy result of the same card in the
same layout. The mean difference corrects the vote, which has many layouts (a control variate; see
P. Glasserman, *Monte Carlo Methods in Financial Engineering*, 2003, section 4.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from attrs import frozen

from bluechip_bot.constraints import HandConstraint, Statement
from bluechip_bot.engine.pool import WorldSample, mixed
from bluechip_bot.engine.question import Question
from bluechip_bot.engine.race import LOOKS, VoteRace, dropped
from bluechip_bot.engine.settings import RolloutSettings
from bluechip_bot.engine.timer import DecisionTimer
from bluechip_bot.engine.vote import VoteRanking, chunks
from bluechip_bot.model import Seat, Side
from solver import DoubleDummySolver, Rollouts, SearchStopped

RolloutThread: TypeAlias = tuple[DoubleDummySolver, Rollouts]
"""The solver and the rollouts of one thread."""
_Results: TypeAlias = npt.NDArray[np.int8]
"""int8[2, n, 52]: tricks of the mover's side by world and card, double dummy and played out."""


@frozen(eq=False)
class RolloutVote:
    """Corrects one vote by rollouts.

    Attributes:
        threads: the threads that share the layouts; results do not depend on their number.
        sample: the layouts, in random order.
        ranking: the vote of the first layouts of the sample.
        timer: the decision's timer; rollouts end at its deadline, or when it stops them.
        settings: how many cards are played out, and how much a rollout counts.
        race: when cards drop out, and what a trick is worth relative to the contract.
    """

    threads: Sequence[RolloutThread]
    question: Question
    sample: WorldSample
    ranking: VoteRanking
    timer: DecisionTimer
    settings: RolloutSettings
    race: VoteRace

    def corrected(self, most: int) -> VoteRanking:
        """Return the corrected vote; the vote itself if one card is left or there was no time.

        `most` layouts or fewer are played out. Cards not played out, or dropped, come last.
        """
        deadline = self.timer.deadline
        heads = self._best_cards()
        if len(heads) == 1 or deadline <= self.timer.clock():
            return self.ranking
        places = [self.ranking.cards.tolist().index(head) for head in heads]
        worth = self.ranking.worth[places]
        racing = list(range(len(heads)))
        change = np.zeros((2, 0, len(heads)), dtype=np.int8)
        blind = self._blind()
        with self.timer.stage(deadline - self.timer.clock()) as flag:
            parts = chunks(min(most, len(self.sample.hands)), self.timer.clock, deadline, 1)
            for part in parts:
                try:
                    found = self._play(part, [heads[at] for at in racing], flag)
                except SearchStopped:
                    break
                new = np.zeros((2, part.stop - part.start, len(heads)), dtype=np.int8)
                new[:, :, racing] = self._changes(found, [heads[at] for at in racing])
                change = np.concatenate([change, new], axis=1)
                if part.stop in LOOKS:
                    racing = self._racing(change[:, :, racing], worth[racing], racing)
                    if len(racing) == 1:
                        break
        done = change.shape[1]
        if not done:
            return self.ranking
        shares = self.sample.counts[:done] / self.sample.counts[:done].sum()
        trust = done / (done + self.settings.doubt)
        share, tricks = trust * (shares @ change[:, :, racing])
        best = {heads[at]: (share[k], tricks[k]) for k, at in enumerate(racing)}
        return self._ranked(best)._replace(rollouts=done, blind=self._blind() - blind)

    def _blind(self) -> int:
        """Return how often a player has found no layout that agrees with the auction."""
        return sum(rollouts.blind for _, rollouts in self.threads)

    def _best_cards(self) -> list[int]:
        """Return the first card of each group that the vote rates nearly as good as the best."""
        ranking = self.ranking
        first = {card: group[0] for group in self.question.groups for card in group}
        least = ranking.worth[0] - self.settings.margin
        racing = zip(ranking.cards.tolist(), ranking.worth, strict=True)
        good = [first[card] for card, worth in [*racing][: ranking.racing] if worth >= least]
        return [*dict.fromkeys(good)][: self.settings.cards]

    def _play(self, part: slice, heads: Sequence[int], flag: npt.NDArray[np.int32]) -> _Results:
        """Play out cards in some layouts; raise `SearchStopped` if time is up before the end."""
        share = -(-(part.stop - part.start) // len(self.threads))
        starts = range(part.start, part.stop, share)
        jobs = [slice(start, min(start + share, part.stop)) for start in starts]
        play = partial(self._play_some, sum(1 << head for head in heads), flag)
        if len(jobs) == 1:
            return play(jobs[0], self.threads[0])
        with ThreadPoolExecutor(len(jobs)) as pool:
            found = list(pool.map(play, jobs, self.threads))
        return np.concatenate(found, axis=1)

    def _play_some(
        self, cards: int, flag: npt.NDArray[np.int32], part: slice, thread: RolloutThread
    ) -> _Results:
        solver, rollouts = thread
        state, question = self.question.state, self.question
        play, facts = question.play, question.evidence.facts
        worlds = self.sample.hands[part]
        where = (worlds, state.trump, state.leader, state.trick)
        need = play.contract.target - play.won[play.contract.declarer.side]
        if play.contract.declarer.side is not Side.NS:
            need = 14 - len(play.cards) // 4 - need
        boxes, weights = hands_shown((*question.evidence.statements, *question.evidence.own))
        played = rollouts.play(
            *where,
            cards,
            declarer=int(play.contract.declarer),
            need=need,
            played=facts.played,
            shown_out=facts.void,
            boxes=boxes,
            weights=weights,
            # Row i of a call adds i: a layout's numbers do not depend on the parts.
            seed=(mixed(question.seed, 67) + part.start) % 2**62,
            stop=flag,
        )
        return np.stack([solver.solve_world_cards(*where, cards), played])

    def _changes(self, found: _Results, heads: Sequence[int]) -> npt.NDArray[np.int8]:
        """Return int8[2, n, k]: rollouts less double dummy, by world and by card of `heads`.

        Row 0 says whether the target is reached (the difference is -1, 0 or 1), row 1 the tricks.
        """
        target = self.question.state.target
        seen, played = found[:, :, heads]
        reached = (played >= target).astype(np.int8) - (seen >= target).astype(np.int8)
        return np.stack([reached, played - seen])

    def _racing(
        self, change: npt.NDArray[np.int8], worth: npt.NDArray[np.float64], racing: Sequence[int]
    ) -> list[int]:
        """Return those of `racing`, indices of cards, that have not dropped out."""
        weights = self.sample.counts[: change.shape[1]]
        out = dropped(self.race, change[0], change[1], weights, worth)
        return [at for at, late in zip(racing, out, strict=True) if not late]

    def _ranked(self, best: dict[int, tuple[float, float]]) -> VoteRanking:
        """Return the vote reordered; `best` has changes (share, tricks) by a group's first card."""
        ranking = self.ranking
        first = {card: group[0] for group in self.question.groups for card in group}
        heads = [first[card] for card in ranking.cards.tolist()]
        late = np.array([head not in best for head in heads])
        more, extra = np.array([best.get(head, (0.0, 0.0)) for head in heads]).T
        share, tricks = ranking.share + more, ranking.tricks + extra
        worth = ranking.worth + (more + self.race.rate * extra)
        order = np.lexsort((np.arange(len(worth)), -np.round(worth, 9), late))
        return ranking._replace(
            cards=ranking.cards[order],
            racing=int((~late).sum()),
            worth=worth[order],
            share=share[order],
            tricks=tricks[order],
            asked=ranking.asked[order],
            won=ranking.won[:, order],
        )


def hands_shown(
    statements: Sequence[Statement],
) -> tuple[list[npt.NDArray[np.int16] | None], list[npt.NDArray[np.float64] | None]]:
    """Return what statements show of each hand: boxes by seat, and their weights by seat.

    Boxes are int16[k, 5, 2], limits of points and lengths, and weights float64[k]; both are None
    for a hand without a statement. A statement that contradicts more reliable ones is left out.
    """
    known: dict[Seat, HandConstraint] = {}
    for statement in sorted(statements, key=lambda one: -one.reliability):
        before = known.get(statement.seat)
        both = statement.constraint if before is None else before.intersect(statement.constraint)
        known[statement.seat] = both or before or statement.constraint
    arrays: list[tuple[Any, Any]] = [
        known[seat].union.arrays() if seat in known else (None, None) for seat in Seat
    ]
    return [boxes for boxes, _ in arrays], [weights for _, weights in arrays]

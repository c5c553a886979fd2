"""Tricks that are sure: what the hand on lead can take from the top without giving up the lead."""

from __future__ import annotations

from typing import Final, NamedTuple

from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.position import DECLARER, DEFENDERS, DUMMY
from bluechip_bot.planning.state import NO_TRUMPS, Game, State, partner

_LIMIT: Final = 120
"""Lines that are looked at; what has been found by then is still sure."""


class Run(NamedTuple):
    """Tricks from the top.

    Attributes:
        tricks: how many.
        cards: what is played, leader's card and his partner's by turns.
    """

    tricks: int
    cards: tuple[int, ...]


def sure_tricks(game: Game, state: State) -> Run:
    """The tricks that our hand on lead can run, however the cards lie, and how.

    Before a trick; a defender who might ruff, or hold the higher card, in a layout that is left
    makes a trick unsure. No more than `_LIMIT` orders are tried, so that in rare blocked positions
    a trick may be missed, never one be invented.
    """
    runner = _Runner(game, state)
    run = game.runs.get(runner.key)
    if run is None:
        run = game.runs[runner.key] = runner.run()
    assert isinstance(run, Run)
    return run


class _Runner:
    """A search among our own cards; the defenders follow with the worst there may be."""

    def __init__(self, game: Game, state: State) -> None:
        self._trumps = game.trumps
        self._leader = state.round.leader
        self._hands = (state.declarer, state.dummy)
        self._tops = [game.top_out(state, suit) for suit in range(4)]
        self._longest = [game.longest(state, suit) for suit in range(4)]
        self._safe = [_safe_rounds(game, state, suit) for suit in range(4)]
        self._drawn = game.trumps == NO_TRUMPS or self._tops[game.trumps] < 0
        self.key = (
            self._leader, self._hands, *self._tops, *self._longest, *self._safe,
        )  # fmt: skip
        self._seen: dict[tuple[int, int, int, tuple[int, ...]], Run] = {}
        self._nodes = 0

    def run(self) -> Run:
        declarer, dummy = self._hands
        return self._search(self._leader, declarer, dummy, (0, 0, 0, 0))

    def _search(self, leader: int, declarer: int, dummy: int, rounds: tuple[int, ...]) -> Run:
        key = (leader, declarer, dummy, rounds)
        known = self._seen.get(key)
        if known is not None:
            return known
        self._nodes += 1
        best = Run(0, ())
        bound = self._bound(declarer, dummy, rounds)
        if bound and self._nodes <= _LIMIT:
            for lead, answer, winner in self._tricks(leader, declarer, dummy, rounds):
                played = (1 << lead) | (1 << answer)
                own, other = declarer & ~played, dummy & ~played
                suit = lead // 13
                later = (*rounds[:suit], rounds[suit] + 1, *rounds[suit + 1 :])
                if best.tricks and self._bound(own, other, later) < best.tricks:
                    continue
                rest = self._search(winner, own, other, later)
                if rest.tricks + 1 > best.tricks:
                    best = Run(rest.tricks + 1, (lead, answer, *rest.cards))
                    if best.tricks == bound:
                        break
        self._seen[key] = best
        return best

    def _bound(self, declarer: int, dummy: int, rounds: tuple[int, ...]) -> int:
        """No more tricks than this can be had."""
        total, short = 0, False
        for suit in range(4):
            own, other = declarer >> 13 * suit & SUIT_MASK, dummy >> 13 * suit & SUIT_MASK
            longer = max(own.bit_count(), other.bit_count())
            masters = self._masters(own | other, suit, rounds[suit]).bit_count()
            if masters + rounds[suit] < self._longest[suit]:
                longer = min(longer, masters)
            if suit != self._trumps:
                longer = min(longer, self._safe[suit] - rounds[suit])
                short |= own.bit_count() != other.bit_count()
            total += longer
        if self._trumps != NO_TRUMPS and short:
            own, other = declarer >> 13 * self._trumps, dummy >> 13 * self._trumps
            total += min((own & SUIT_MASK).bit_count(), (other & SUIT_MASK).bit_count())
        return min(total, declarer.bit_count())

    def _masters(self, ranks: int, suit: int, rounds: int) -> int:
        if rounds >= self._longest[suit]:
            return ranks
        return ranks & ~((2 << self._tops[suit]) - 1)

    def _tricks(
        self, leader: int, declarer: int, dummy: int, rounds: tuple[int, ...]
    ) -> list[tuple[int, int, int]]:
        """The tricks that are sure now: lead, partner's card, winner; the plainest first."""
        own, other = (declarer, dummy) if leader == DECLARER else (dummy, declarer)
        found: list[tuple[int, int, int, int]] = []
        for suit in range(4):
            mine, his = own >> 13 * suit & SUIT_MASK, other >> 13 * suit & SUIT_MASK
            if mine and (rounds[suit] < self._safe[suit] or suit == self._trumps):
                found += self._suit_tricks(leader, suit, mine, his, other, rounds[suit])
        found.sort()
        return [trick[1:] for trick in found]

    def _suit_tricks(  # noqa: PLR0913, PLR0917 - a suit in two hands
        self, leader: int, suit: int, mine: int, his: int, other: int, rounds: int
    ) -> list[tuple[int, int, int, int]]:
        base, over = 13 * suit, partner(leader)
        masters = self._masters(mine, suit, rounds)
        his_masters = self._masters(his, suit, rounds)
        lowest, found = base + _low(mine), []
        if masters:
            lead = base + _high(mine)
            if his:
                # Short hands first: who cashes from the long one blocks the suit.
                rank = 0 if mine.bit_count() <= his.bit_count() else 2
                found.append((rank, lead, base + _low(his), leader))
            elif other:
                found.append((3, lead, self._discard(other, over), leader))
        if his_masters:
            high = base + _high(his)
            rank = 1 if his.bit_count() <= mine.bit_count() else 3
            found.append((rank, lowest, high, over))
            if masters and _high(his) > _high(mine) and mine & (mine - 1):
                found.append((4, base + _high(mine), high, over))
        elif not his and self._ruffs(other, suit):
            ruff = 13 * self._trumps + _low(other >> 13 * self._trumps & SUIT_MASK)
            found.append((5, lowest, ruff, over))
        return found

    def _ruffs(self, other: int, suit: int) -> bool:
        if self._trumps in (NO_TRUMPS, suit):
            return False
        trumps = other >> 13 * self._trumps & SUIT_MASK
        return bool(trumps) and (self._drawn or _low(trumps) > self._tops[self._trumps])

    def _discard(self, hand: int, player: int) -> int:
        """The card that partner can best spare."""
        del player

        def cost(card: int) -> tuple[bool, int]:
            suit = card // 13
            master = card % 13 > self._tops[suit]
            return (master or suit == self._trumps, -(hand >> 13 * suit & SUIT_MASK).bit_count())

        lows = [
            13 * suit + _low(ranks) for suit in range(4) if (ranks := hand >> 13 * suit & SUIT_MASK)
        ]
        return min(lows, key=cost)


def _safe_rounds(game: Game, state: State, suit: int) -> int:
    """The rounds of a suit that no defender can ruff, in any layout that is left."""
    trumps, beliefs = game.trumps, game.beliefs
    if trumps == NO_TRUMPS:
        return 13
    able = []
    for defender in DEFENDERS:
        alive = beliefs.narrow(state.alive, trumps, game.holds(state, defender, trumps))
        if beliefs.weight(alive):
            able.append((defender, alive))
    if not able:
        return 13
    for rounds in range(13):
        for defender, alive in able:
            long = game.long(state, defender, suit, rounds + 1)
            if beliefs.weight(beliefs.exclude(alive, suit, long)):
                return rounds
    return 13


def _low(ranks: int) -> int:
    return (ranks & -ranks).bit_length() - 1


def _high(ranks: int) -> int:
    return ranks.bit_length() - 1


__all__ = ["DUMMY", "Run", "sure_tricks"]

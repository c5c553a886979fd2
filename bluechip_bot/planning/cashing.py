"""Tricks that are sure: taken from the top without giving up the lead, or with high trumps."""

from __future__ import annotations

from typing import Final, NamedTuple

from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.belief import Alive
from bluechip_bot.planning.position import DECLARER, DEFENDERS
from bluechip_bot.planning.state import NO_TRUMPS, Game, State, partner

_LIMIT: Final = 120
"""Lines that are looked at; what has been found by then is still sure."""
_ALL: Final = 13
"""Rounds of a suit: all that there can be."""


class Run(NamedTuple):
    """Tricks that are sure.

    Attributes:
        tricks: how many.
        cards: what is played, leader's card and his partner's by turns, as long as the lead is
            kept; high trumps may win more tricks later.
    """

    tricks: int
    cards: tuple[int, ...]


def sure_tricks(game: Game, state: State) -> Run:
    """The tricks that our hand on lead can run, and what is sure after it, however the cards lie.

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
    """A search among our own cards; the defenders follow with the worst there may be.

    Rounds are counted as they are led, ruffed ones too; `loose` counts the tricks to which a
    defender who holds trumps may have thrown a card of any suit, which makes every other suit
    safe for one round less.
    """

    def __init__(self, game: Game, state: State) -> None:
        self._trumps = game.trumps
        self._leader = state.round.leader
        self._hands = (state.declarer, state.dummy)
        self._tops = [game.top_out(state, suit) for suit in range(4)]
        self._longest = [game.longest(state, suit) for suit in range(4)]
        self._safe = _safe_rounds(game, state, self._tops)
        self.key = (self._leader, self._hands, *self._tops, *self._longest, self._safe)
        self._seen: dict[tuple[int, int, int, tuple[int, ...], int], Run] = {}
        self._nodes = 0

    def run(self) -> Run:
        declarer, dummy = self._hands
        return self._search(self._leader, declarer, dummy, (0, 0, 0, 0), 0)

    def _search(
        self, leader: int, declarer: int, dummy: int, rounds: tuple[int, ...], loose: int
    ) -> Run:
        key = (leader, declarer, dummy, rounds, loose)
        known = self._seen.get(key)
        if known is not None:
            return known
        self._nodes += 1
        # High trumps of one hand win a trick each, whoever leads.
        best = Run(max(self._high_trumps(hand, rounds) for hand in (declarer, dummy)), ())
        bound = self._bound(declarer, dummy, rounds)
        if bound and self._nodes <= _LIMIT:
            hands = (declarer, dummy) if leader == DECLARER else (dummy, declarer)
            for lead, answer in self._tricks(*hands, rounds, loose):
                played = (1 << lead) | (1 << answer)
                own, other = declarer & ~played, dummy & ~played
                suit = lead // 13
                later = (*rounds[:suit], rounds[suit] + 1, *rounds[suit + 1 :])
                if best.cards and self._bound(own, other, later) < best.tricks:
                    continue
                winner = partner(leader) if self._beats(answer, lead) else leader
                free = loose + (rounds[suit] >= self._safe_rounds(suit, rounds, loose))
                rest = self._search(winner, own, other, later, free)
                if rest.tricks + 1 > best.tricks - (not best.cards):
                    best = Run(rest.tricks + 1, (lead, answer, *rest.cards))
                    if best.tricks == bound:
                        break
        self._seen[key] = best
        return best

    def _bound(self, declarer: int, dummy: int, rounds: tuple[int, ...]) -> int:
        """No more tricks than this can be had."""
        total, trumps = 0, 0
        if self._trumps != NO_TRUMPS:
            own, other = declarer >> 13 * self._trumps, dummy >> 13 * self._trumps
            trumps = (own & SUIT_MASK).bit_count() + (other & SUIT_MASK).bit_count()
        for suit in range(4):
            own, other = declarer >> 13 * suit & SUIT_MASK, dummy >> 13 * suit & SUIT_MASK
            longer = max(own.bit_count(), other.bit_count())
            masters = self._masters(own | other, suit, rounds[suit]).bit_count()
            ruffs = trumps if suit != self._trumps else 0
            if masters + ruffs + rounds[suit] < self._longest[suit]:
                longer = min(longer, masters)
            total += longer
        if self._trumps != NO_TRUMPS:
            own, other = declarer >> 13 * self._trumps, dummy >> 13 * self._trumps
            total += min((own & SUIT_MASK).bit_count(), (other & SUIT_MASK).bit_count())
        return min(total, declarer.bit_count())

    def _high_trumps(self, hand: int, rounds: tuple[int, ...]) -> int:
        if self._trumps == NO_TRUMPS:
            return 0
        ranks = hand >> 13 * self._trumps & SUIT_MASK
        return self._masters(ranks, self._trumps, rounds[self._trumps]).bit_count()

    def _masters(self, ranks: int, suit: int, rounds: int) -> int:
        if rounds >= self._longest[suit]:
            return ranks
        return ranks & ~((2 << self._tops[suit]) - 1)

    def _safe_rounds(self, suit: int, rounds: tuple[int, ...], loose: int) -> int:
        """Up to this round of a suit every defender who may hold a trump follows."""
        if self._trumps in {NO_TRUMPS, suit}:
            return _ALL
        drawn = rounds[self._trumps]
        safe = self._safe[drawn][suit] if drawn < len(self._safe) else _ALL
        return safe if safe == _ALL else safe - loose

    def _beats(self, answer: int, lead: int) -> bool:
        if answer // 13 == lead // 13:
            return answer > lead
        return answer // 13 == self._trumps

    def _tricks(
        self, mine: int, his: int, rounds: tuple[int, ...], loose: int
    ) -> list[tuple[int, int]]:
        """The tricks that are sure now, as lead and partner's card; the plainest first."""
        found: list[tuple[int, int, int]] = []
        for suit in range(4):
            if own := mine >> 13 * suit & SUIT_MASK:
                safe = rounds[suit] < self._safe_rounds(suit, rounds, loose)
                found += self._suit_tricks(suit, own, his, rounds, safe=safe)
        found.sort()
        return [trick[1:] for trick in found]

    def _suit_tricks(
        self, suit: int, mine: int, hand: int, rounds: tuple[int, ...], *, safe: bool
    ) -> list[tuple[int, int, int]]:
        base = 13 * suit
        masters = self._masters(mine, suit, rounds[suit]) if safe else 0
        low, high = base + _low(mine), base + _high(mine)
        his = hand >> base & SUIT_MASK
        found = []
        if not his:
            if masters and hand:
                answer = self._discard(hand)
                found.append((3, high, answer))
            if self._trumps not in {NO_TRUMPS, suit}:
                found += [(5, low, ruff) for ruff in self._ruffs(hand, rounds, safe=safe)]
            return found
        his_masters = self._masters(his, suit, rounds[suit]) if safe else 0
        longer = mine.bit_count() > his.bit_count()
        his_low, his_high = base + _low(his), base + _high(his)
        if masters and his_low < high:
            # Short hands first: who cashes from the long one blocks the suit.
            found.append((2 if longer else 0, high, his_low))
        if his_masters and his_high > low:
            found.append((1 if longer else 3, low, his_high))
            if masters and low < high < his_high:
                found.append((4, high, his_high))
        return found

    def _ruffs(self, hand: int, rounds: tuple[int, ...], *, safe: bool) -> list[int]:
        """The trump that partner ruffs with: any if all follow, else one that cannot be beaten."""
        base = 13 * self._trumps
        trumps = hand >> base & SUIT_MASK
        if not safe:
            trumps = self._masters(trumps, self._trumps, rounds[self._trumps])
        return [base + _low(trumps)] if trumps else []

    def _discard(self, hand: int) -> int:
        """The card that partner can best spare."""

        def cost(card: int) -> tuple[bool, bool, int]:
            suit = card // 13
            master = card % 13 > self._tops[suit]
            return (suit == self._trumps, master, -(hand >> 13 * suit & SUIT_MASK).bit_count())

        lows = [
            13 * suit + _low(ranks) for suit in range(4) if (ranks := hand >> 13 * suit & SUIT_MASK)
        ]
        return min(lows, key=cost)


def _safe_rounds(game: Game, state: State, tops: list[int]) -> tuple[tuple[int, ...], ...]:
    """By rounds of trumps led, the rounds of each suit that no defender can ruff, in any layout.

    From the round of trumps on that is not in it, no defender has one.
    """
    trumps, beliefs = game.trumps, game.beliefs
    if trumps == NO_TRUMPS or tops[trumps] < 0:
        return ()
    found: list[tuple[int, ...]] = []
    for drawn in range(state.left):
        able = []
        for defender in DEFENDERS:
            where = game.long(state, defender, trumps, drawn + 1)
            alive = beliefs.narrow(state.alive, trumps, where)
            if beliefs.weight(alive):
                able.append((defender, alive))
        if not able:
            break
        found.append(tuple(_followed(game, state, suit, able) for suit in range(4)))
    return tuple(found)


def _followed(game: Game, state: State, suit: int, able: list[tuple[int, Alive]]) -> int:
    """The rounds of a suit to which all of some defenders follow in all of their layouts."""
    if suit == game.trumps or not state.both(suit):
        return 0
    beliefs, fewest = game.beliefs, _ALL
    for defender, alive in able:
        for rounds in range(state.left):
            long = game.long(state, defender, suit, rounds + 1)
            if beliefs.weight(beliefs.exclude(alive, suit, long)):
                # What he has thrown before may have been of this suit.
                fewest = min(fewest, max(0, rounds - game.thrown(state, defender)))
                break
    return fewest


def _low(ranks: int) -> int:
    return (ranks & -ranks).bit_length() - 1


def _high(ranks: int) -> int:
    return ranks.bit_length() - 1

"""Discovery: learn the lie of the side suits before guessing where a card is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from bluechip_bot.planning.methods.finesse import CROSSING
from bluechip_bot.planning.methods.outlook import danger, missing, survives
from bluechip_bot.planning.methods.task import Catalogue, Task, Way, play
from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import LEFT, OURS

DISCOVERY = Catalogue()
_OPEN: Final = 0.1
"""A card is a guess if each defender has it with at least this probability."""
_DROPS: Final = 8
"""With this many cards in a suit, a missing queen may be played to drop."""
_ROUNDS: Final = 3
"""Cards that each hand needs for a top card to be cashed before the finesse."""
_MORE: Final = Task("discover more")
_SAFE: Final = 0.1
"""What it is worth, in tricks, that a finesse can lose to the safe hand only."""
_FIRST: Final = 0.05
"""What a play must promise beyond the better finesse to come before it."""
_TELLS: Final = 0.01
"""Worth of each card of the hand on lead: long suits tell most."""


class _Guess(NamedTuple):
    """A card that may be caught on either side.

    Attributes:
        key: the card.
        chance: how likely the left defender has it.
        length: the cards of the longer hand in its suit.
        tops: our cards above it.
    """

    key: int
    chance: float
    length: int
    tops: int

    def gain(self, table: Table, chance: float, *, safe: bool = False) -> float:
        """The tricks expected of a finesse beyond the top cards, at most as many as are missing.

        Args:
            table: the position.
            chance: how likely it wins.
            safe: whether it can only be lost to a defender who does no harm with the lead.
        """
        more, wanted = max(1, self.length - self.tops), missing(table)
        gain = chance * min(more, wanted)
        if table.needed < table.state.left:
            # Who may lose the lead has the other tricks of the suit even if the finesse fails.
            kept = 1.0 if safe else survives(table, self.key // 13, self.key)
            gain += (1 - chance) * kept * min(more - 1, wanted)
        return gain


@DISCOVERY.method("play on", "discovery")
def discover(table: Table) -> Iterator[Way]:
    """Cash winners of other suits while a guess is open: the voids and lengths seen tell more."""
    yield from _winners(table)


def _winners(table: Table) -> Iterator[Way]:
    """The winners that can be cashed without harm while a card has to be guessed."""
    guess = _guess(table)
    if guess is None or danger(table) is not None:
        return
    key = guess.key
    worth = guess.gain(table, max(guess.chance, 1 - guess.chance))
    for suit in table.suits:
        if (
            suit in (key // 13, table.trumps)
            or not table.out(suit)
            or not _harmless(table, guess, suit)
        ):
            continue
        here, there = table.masters(table.turn, suit), table.masters(table.other, suit)
        low = table.lowest(table.turn, suit)
        gain = worth + _FIRST + _TELLS * table.length(table.turn, suit)
        longer = table.length(table.turn, suit) > table.length(table.other, suit)
        if here and not (there and longer):
            card = 13 * suit + here.bit_length() - 1
            yield Way((play(card), Task("play low"), _MORE), gain, suit, key)
        elif there and low >= 0:
            card = 13 * suit + there.bit_length() - 1
            yield Way((play(low), Task("win with", (card,)), _MORE), gain, suit, key)


@DISCOVERY.method("discover more", "discovery")
def discover_more(table: Table) -> Iterator[Way]:
    """Cash the next winner."""
    yield from sorted(_winners(table), key=lambda way: -way.gain)[:1]


@DISCOVERY.method("discover more", "guess")
def discovered(table: Table) -> Iterator[Way]:
    """Nothing more can be learnt: take the likelier finesse, or do something else."""
    if next(_winners(table), None) is None:
        yield from sorted(_finesses(table, avoid=-1), key=lambda way: -way.gain)
        yield Way(())


@DISCOVERY.method("play on", "two-way finesse")
def two_way_finesse(table: Table) -> Iterator[Way]:
    """Finesse against the likelier defender, once nothing more can be learnt."""
    if danger(table) is None and next(_winners(table), None) is None:
        yield from _finesses(table, avoid=-1)


@DISCOVERY.method("play on", "avoidance: finesse into the safe hand")
def finesse_into_the_safe_hand(table: Table) -> Iterator[Way]:
    """Take the finesse that can lose only to the harmless defender."""
    found = danger(table)
    if found is not None and table.needed < table.state.left:
        yield from _finesses(table, avoid=found.defender)


def _finesses(table: Table, avoid: int) -> Iterator[Way]:
    """The finesses for the card to be guessed, but for one that a defender (-1 for none) wins."""
    guess = _guess(table)
    if guess is None:
        return
    suit, key = guess.key // 13, 1 << guess.key % 13
    second = (table.out(suit) ^ key).bit_length() - 1
    for leader in OURS:
        over, left = partner(leader), (leader + 1) % 4
        low = table.lowest(leader, suit)
        between = table.ranks(over, suit) & key - 1 & ~((1 << second + 1) - 1)
        if partner(left) == avoid or not between or not table.masters(over, suit):
            continue
        chance = guess.chance if left == LEFT else 1 - guess.chance
        gain = guess.gain(table, chance, safe=avoid >= 0)
        tasks: tuple[Task, ...]
        mine = table.ranks(leader, suit) & key - 1 & ~((1 << second + 1) - 1)
        enough = (table.state.both(suit) >> second + 1).bit_count() > guess.length
        if mine and enough and avoid < 0:
            # High cards enough for all rounds: an honour led may stay on lead.
            card = 13 * suit + mine.bit_length() - 1
            tasks = (play(card), Task("run two", (card, guess.key)))
        else:
            card = 13 * suit + between.bit_length() - 1
            tasks = (play(low), Task("finesse two", (card, guess.key)))
            top = table.masters(leader, suit)
            if top and min(table.length(player, suit) for player in OURS) >= _ROUNDS:
                # The card may be alone, or the other defender void.
                tasks = (play(13 * suit + top.bit_length() - 1), Task("play low"), *tasks)
        if avoid >= 0:
            gain += _SAFE
        if leader != table.turn:
            tasks, gain = (Task("get to", (leader,)), *tasks), gain - CROSSING
        yield Way(tasks, gain, suit, guess.key, left)


def _guess(table: Table) -> _Guess | None:
    """A card that may be caught on either side, and how likely the left defender has it."""
    for suit in table.suits:
        out = table.out(suit)
        if not out or suit == table.trumps:
            continue
        top = out.bit_length() - 1
        chance = table.chance(LEFT, suit, 1 << top)
        if not _OPEN < chance < 1 - _OPEN:
            continue
        second = (out ^ 1 << top).bit_length() - 1
        hands = [table.ranks(player, suit) for player in OURS]
        masters = [ranks >> top + 1 for ranks in hands]
        below = [(ranks & (1 << top) - 1).bit_length() - 1 > second for ranks in hands]
        if not any(masters) or not any(below) or min(map(int.bit_count, hands)) < 2:
            continue
        both_ways = all(masters) and all(below)
        cards = sum(map(int.bit_count, hands))
        if both_ways or cards >= _DROPS:
            tops = sum(map(int.bit_count, masters))
            return _Guess(13 * suit + top, chance, max(map(int.bit_count, hands)), tops)
    return None


def _harmless(table: Table, guess: _Guess, suit: int) -> bool:
    """Whether a winner can be cashed without opening the suit to them."""
    winners = sum(table.masters(player, suit).bit_count() for player in OURS)
    if winners != 1 or table.needed > _without(table, guess):
        # A guess that fails then costs the contract, whatever else they take.
        return winners > 0
    losers = table.longest(suit) - 1
    return losers <= max(0, table.state.left - table.needed - 1)


def _without(table: Table, guess: _Guess) -> int:
    """The tricks that there are if the guess fails."""
    total = guess.length - 1 if table.needed < table.state.left else 0
    for suit in table.suits:
        if suit != guess.key // 13:
            masters = sum(table.masters(player, suit).bit_count() for player in OURS)
            longer = max(table.length(player, suit) for player in OURS)
            total += longer if suit == table.trumps else min(masters, longer)
    return total

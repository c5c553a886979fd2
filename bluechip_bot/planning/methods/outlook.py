"""The prospects of suits, the worth of keeping cards, and the dangerous opponent."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from bluechip_bot.planning.state.state import partner
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import DEFENDERS, OURS

_HIGHER: Final = 3
"""With this many cards out above it, an honour cannot be guarded."""


class ForcingSequence(NamedTuple):
    """Equal cards of ours that force out what is higher.

    They are the ranks of both hands; `higher` counts the cards that must be forced out, `tricks`
    what is then won.
    """

    ranks: int
    higher: int
    tricks: int


def sequence(table: PlanTable, suit: int) -> ForcingSequence | None:
    """Our best equal cards below the masters, where they outnumber the higher cards out."""
    ours = table.ranks(table.turn, suit) | table.ranks(table.other, suit)
    out = table.out(suit)
    longer = max(table.length(table.turn, suit), table.length(table.other, suit))
    masters = (ours & ~((2 << out.bit_length() - 1) - 1) if out else ours).bit_count()
    rest, higher = (ours & ((1 << out.bit_length()) - 1) if out else 0), 0
    while rest:
        top = rest.bit_length() - 1
        higher = (out >> top).bit_count()
        below = out & ((1 << top) - 1)
        equals = rest & ~((1 << below.bit_length()) - 1)
        tricks = min(equals.bit_count(), longer - masters) - higher
        if tricks > 0:
            return ForcingSequence(equals, higher, tricks)
        rest ^= equals
    return None


def cards_out(table: PlanTable, suit: int) -> int:
    """How many cards of a suit the defenders hold between them."""
    if table.top_out(suit) < 0:
        return 0
    played = sum(len(table.state.played(defender, suit)) for defender in DEFENDERS)
    return table.game.out[suit].bit_count() - played


def winners(table: PlanTable, suit: int) -> int:
    """The masters of a suit in both hands, no more than the longer hand has cards."""
    masters = sum(table.masters(player, suit).bit_count() for player in OURS)
    return min(masters, max(table.length(player, suit) for player in OURS))


def exhausted(table: PlanTable, suit: int) -> list[float]:
    """The probabilities that no defender has more than 0, 1, 2, ... cards of a suit, by number.

    The list is as long as the longer of our hands.
    """
    longer = max(table.length(table.turn, suit), table.length(table.other, suit))
    total = table.out(suit).bit_count()
    return [runs_out(table, suit, most) if most < total else 1.0 for most in range(longer)]


def runs_out(table: PlanTable, suit: int, rounds: int) -> float:
    """The probability that no defender has a card of a suit left after some rounds of it."""
    alive = table.state.alive
    for defender in DEFENDERS:
        alive &= ~table.game.at_least(table.state, defender, suit, rounds + 1)
    return table.share(alive)


def affordable(table: PlanTable) -> int:
    """The tricks that may still be lost; unlimited if the contract is lost already."""
    spare = table.state.left - table.needed
    return spare if spare >= 0 else 13


def missing(table: PlanTable) -> int:
    """The tricks wanted beyond the sure ones, at least 1 before a trick.

    In a suit contract it is all tricks left, since the sure tricks depend on who can ruff.
    """
    if not table.is_notrump:
        return table.state.left
    return max(1, table.needed - table.sure.tricks)


def survives(table: PlanTable, suit: int, key: int = -1, lost: int = 1) -> float:
    """The probability that losing the lead does not beat the contract; 1 in a suit contract.

    The defenders run the suits open by then: those in which we have no winner, and that of the
    opening lead if our winners in it are forced out before the lead is lost for the last time.

    Args:
        suit: the suit that is played, and loses tricks.
        key: the card of the suit that wins them, if known; its holder must reach the open suit.
        lost: how often the lead is lost.
    """
    numbers = table.numbers.suits
    spare = table.state.left - table.needed
    if spare < 0 or not table.is_notrump:
        return 1.0
    rest, open_ = spare - lost, []
    for other in table.suits:
        out = table.out(other)
        if other == suit or not out:
            continue
        stoppers = winners(table, other)
        if stoppers:
            if other == table.game.opening and stoppers < lost:
                open_.append((other, stoppers))
            continue
        first = max(OURS, key=lambda player: table.ranks(player, other))
        above = (out >> table.ranks(first, other).bit_length()).bit_count()
        if table.length(first, other) > above:
            rest -= above
        else:
            open_.append((other, 0))
    if rest < 0:
        return numbers.doomed
    alive = 1.0
    for other, stoppers in open_:
        alive *= 1 - _beaten(table, suit, key, other, rest + stoppers)
    return max(numbers.doomed, alive)


def _beaten(table: PlanTable, suit: int, key: int, run: int, rounds: int) -> float:
    """The chance that the holder of a card can lead a suit that outlasts our stoppers."""
    game, state, beaten = table.game, table.state, 0.0
    for defender in DEFENDERS:
        alive, part = state.alive, 0.5
        if key >= 0:
            where = game.holds(state, defender, suit, 1 << key % 13)
            alive, part = alive & where, 1.0
        alive &= game.holds(state, defender, run)
        long = (game.at_least(state, other, run, rounds + 1) for other in DEFENDERS)
        beaten += part * table.share(alive & reduce(or_, long))
    return beaten


def entries(table: PlanTable, player: int, suit: int) -> int:
    """The number of other suits in which a hand has a winner that the other hand can lead to."""
    found = 0
    for other in table.suits:
        if other != suit and table.masters(player, other):
            low = table.ranks(partner(player), other)
            found += bool(low)
    return found


def spared(table: PlanTable, player: int) -> list[tuple[float, int]]:
    """The lowest cards of a hand's suits by what it costs to throw them, in tricks."""
    cards = [table.lowest(player, suit) for suit in table.suits if table.ranks(player, suit)]
    return sorted((_price(table, player, card), card) for card in cards)


def _price(table: PlanTable, player: int, card: int) -> float:
    """The cost of discarding the lowest card of a suit, in tricks."""
    numbers = table.numbers.discards
    suit, over = card // 13, partner(player)
    mine, his = table.ranks(player, suit), table.ranks(over, suit)
    length, opposite = mine.bit_count(), his.bit_count()
    masters = table.masters(player, suit), table.masters(over, suit)
    top = (masters[0] | masters[1]).bit_count()
    if suit == table.trumps:
        return numbers.winner
    if masters[0] >> card % 13 & 1:
        # More winners than rounds: one falls under another.
        return numbers.winner if top <= max(length, opposite) else numbers.guard
    if not table.is_notrump:
        # A suit that is shorter here than opposite can soon be ruffed.
        return numbers.length * (length - opposite)
    cost = -numbers.length * length
    if length > opposite:
        # The last card wins when they have no more, after as many rounds as can be lost.
        rounds = min(length - 1, top + affordable(table))
        cost += exhausted(table, suit)[rounds]
    higher = (table.out(suit) >> mine.bit_length()).bit_count()
    if not top and 0 < higher == length - 1 and higher < _HIGHER:
        cost = max(cost, numbers.guard / higher)
    if length == 1 and masters[1]:
        cost = max(cost, numbers.link)
    return cost

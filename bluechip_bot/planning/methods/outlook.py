"""The prospects of suits, losers and trumps, the worth of keeping cards, and the risks of plays."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.state.state import NO_TRUMPS, partner
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import DEFENDERS, OURS

_HIGHER: Final = 3
"""With this many cards out above it, an honour cannot be guarded."""


class ForcingSequence(NamedTuple):
    """Equal cards of ours that can force out the higher cards of a suit.

    `ranks` are those of both hands, as a mask; `higher` counts the cards that must be forced out,
    and `tricks` what our cards win after that.
    """

    ranks: int
    higher: int
    tricks: int


def sequence(table: PlanTable, suit: int) -> ForcingSequence | None:
    """Return our best equal cards, masters apart, if they outnumber the higher cards out."""
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
    """Return how many cards of a suit the defenders hold between them."""
    if table.top_out(suit) < 0:
        return 0
    played = sum(len(table.state.played(defender, suit)) for defender in DEFENDERS)
    return table.game.out[suit].bit_count() - played


def winners(table: PlanTable, suit: int) -> int:
    """Return how many masters of a suit our hands have, at most the length of the longer hand."""
    masters = sum(table.masters(player, suit).bit_count() for player in OURS)
    return min(masters, max(table.length(player, suit) for player in OURS))


def exhausted(table: PlanTable, suit: int) -> list[float]:
    """Return the probabilities that no defender has more than 0, 1, 2, ... cards of a suit.

    The list is as long as the longer of our hands.
    """
    longer = max(table.length(table.turn, suit), table.length(table.other, suit))
    total = table.out(suit).bit_count()
    return [runs_out(table, suit, most) if most < total else 1.0 for most in range(longer)]


def runs_out(table: PlanTable, suit: int, rounds: int) -> float:
    """Return the probability that no defender has a card of a suit left after `rounds` of it."""
    alive = table.state.alive
    for defender in DEFENDERS:
        alive &= ~table.game.at_least(table.state, defender, suit, rounds + 1)
    return table.share(alive)


def affordable(table: PlanTable) -> int:
    """Return the number of tricks that may still be lost; 13 if the contract is lost already."""
    spare = table.state.left - table.needed
    return spare if spare >= 0 else 13


def missing(table: PlanTable) -> int:
    """Return the tricks needed beyond the sure ones, at least 1.

    In a suit contract it is all tricks left, since the sure tricks depend on who can ruff.
    """
    if not table.is_notrump:
        return table.state.left
    return max(1, table.needed - table.sure.tricks)


def survives(table: PlanTable, suit: int, key: int = -1, lost: int = 1) -> float:
    """Return the probability that losing the lead does not beat the contract; 1 in a suit contract.

    The defenders run the suits open by then: those in which we have no winner, and that of the
    opening lead if our winners in it are forced out before the lead is lost for the last time.

    The lead is lost `lost` times in `suit`. If it is lost to the card `key`, the defender who holds
    that card must be able to lead the open suit.
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
    """Return the chance that the defenders get in and run suit `run` for over `rounds` rounds.

    Whoever gets in (the holder of `key`; either, if it is -1) must hold a card of `run`.
    """
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
    """Return in how many other suits a hand has a winner that the hand opposite can lead to."""
    found = 0
    for other in table.suits:
        if other != suit and table.masters(player, other):
            low = table.ranks(partner(player), other)
            found += bool(low)
    return found


def spared(table: PlanTable, player: int) -> list[tuple[float, int]]:
    """Return (cost in tricks, card) for discarding each suit's lowest card, cheapest first."""
    cards = [table.lowest(player, suit) for suit in table.suits if table.ranks(player, suit)]
    return sorted((_price(table, player, card), card) for card in cards)


def _price(table: PlanTable, player: int, card: int) -> float:
    """Return the cost of discarding `card`, the lowest of its suit, in tricks."""
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


def side_suits(table: PlanTable) -> list[int]:
    """Return the suits that are not trumps."""
    return [suit for suit in table.suits if suit != table.trumps]


def trumps_out(table: PlanTable) -> int:
    """Return how many trumps the defenders hold; 0 in notrump."""
    return 0 if table.trumps == NO_TRUMPS else cards_out(table, table.trumps)


def is_master_left(table: PlanTable) -> bool:
    """Whether the only trump that is out is higher than all of ours."""
    if trumps_out(table) != 1:
        return False
    return table.top_out(table.trumps) > table.state.both(table.trumps).bit_length() - 1


def losers(table: PlanTable, player: int, suit: int) -> int:
    """Return how many cards of a hand in a side suit our masters do not cover."""
    return max(0, table.length(player, suit) - winners(table, suit))


class TrumpBalance(NamedTuple):
    """The result of drawing trumps when they divide in the most probable way.

    Drawing takes `rounds` rounds, and we lose `lost` of them. The longer hand's trumps win `tricks`
    in all; the shorter hand has `spare` trumps left for ruffs.
    """

    rounds: int
    lost: int
    tricks: int
    spare: int


def drawn(table: PlanTable) -> TrumpBalance:
    """Return the result of drawing all trumps now."""
    ours, out = table.state.both(table.trumps), table.out(table.trumps)
    lengths = sorted(table.length(player, table.trumps) for player in OURS)
    rounds = min((trumps_out(table) + 2) // 2 if trumps_out(table) else 0, lengths[1])
    lost = 0
    for _ in range(rounds):
        if out > ours:
            lost += 1
            out ^= 1 << out.bit_length() - 1
        else:
            ours ^= 1 << ours.bit_length() - 1
            out &= out - 1
        out &= out - 1
    return TrumpBalance(rounds, lost, lengths[1] - lost, max(0, lengths[0] - rounds))


def ruffs_wanted(table: PlanTable) -> int:
    """Return how many tricks the contract lacks if trumps are drawn and no loser is ruffed."""
    trumps, side = drawn(table), 0
    spare = affordable(table) - trumps.lost
    for suit in side_suits(table):
        won, cards = winners(table, suit), sequence(table, suit)
        forced = cards.tricks if cards is not None and cards.higher <= spare else 0
        side += max(won + forced, _established(table, suit, won, spare))
    return table.needed - side - trumps.tricks


def _established(table: PlanTable, suit: int, won: int, spare: int) -> int:
    """Return tricks of a suit, `won` on top, that breaks as usual; 0 if over `spare` are lost."""
    longer = max(table.length(player, suit) for player in OURS)
    rounds = (table.out(suit).bit_count() + 2) // 2
    lost = max(0, rounds - won)
    return longer - lost if longer > rounds and lost <= spare else 0


def kept_for_ruffs(table: PlanTable) -> bool:
    """Whether more ruffs are needed than the short hand has trumps once trumps are drawn."""
    key = ("kept for ruffs", table.state)
    kept = table.game.runs.get(key)
    if kept is None:
        kept = _can_ruff(table) and ruffs_wanted(table) > drawn(table).spare
        table.game.runs[key] = kept
    return bool(kept)


def _can_ruff(table: PlanTable) -> bool:
    """Whether the hand with fewer trumps can ruff a loser after losing at most one trick."""
    for short in OURS:
        long = partner(short)
        if not 0 < table.length(short, table.trumps) <= table.length(long, table.trumps):
            continue
        for suit in side_suits(table):
            few, length = table.length(short, suit), table.length(long, suit)
            if few >= length:
                continue
            won = winners(table, suit)
            lost = few - won - (not won and _guarded(table, suit))
            if length > won and lost <= min(1, affordable(table)):
                return True
    return False


def _guarded(table: PlanTable, suit: int) -> bool:
    """Whether one of our hands has a guarded card of a suit that only one missing card beats."""
    top = table.top_out(suit)
    second = (table.out(suit) & ((1 << max(0, top)) - 1)).bit_length() - 1
    return any(
        table.length(player, suit) > 1
        and top > table.ranks(player, suit).bit_length() - 1 > second >= 0
        for player in OURS
    )


def quick_losers(table: PlanTable) -> int:
    """Return how many side-suit tricks the defenders can take as soon as they get the lead."""
    total = 0
    for suit in side_suits(table):
        higher = table.out(suit) >> table.state.both(suit).bit_length()
        total += min(higher.bit_count(), *(table.length(player, suit) for player in OURS))
    return total


def follows(table: PlanTable, suit: int, rounds: int) -> float:
    """Return the probability that no defender can ruff in `rounds` more rounds of a suit."""
    if table.trumps == NO_TRUMPS or rounds <= 0:
        return 1.0
    game, state, risk = table.game, table.state, 0.0
    for defender in DEFENDERS:
        able = state.alive & game.holds(state, defender, table.trumps)
        risk += table.share(able & ~game.at_least(state, defender, suit, rounds))
    return max(0.0, 1 - risk)


def overruffed(table: PlanTable, defender: int, suit: int, trump: int) -> float:
    """Return the probability that a defender lacks a suit and holds a trump of a higher rank."""
    game, state = table.game, table.state
    higher = game.holds(state, defender, table.trumps, ~((2 << trump) - 1) & SUIT_MASK)
    return table.share(state.alive & higher & ~game.holds(state, defender, suit))

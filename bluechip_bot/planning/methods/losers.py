"""Losers and trumps, counted."""

from __future__ import annotations

from typing import NamedTuple

from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.methods.outlook import affordable, cards_out, sequence, winners
from bluechip_bot.planning.state.state import NO_TRUMPS, partner
from bluechip_bot.planning.state.table import PlanTable
from bluechip_bot.planning.view import DEFENDERS, OURS


def side_suits(table: PlanTable) -> list[int]:
    """The suits that are not trumps."""
    return [suit for suit in table.suits if suit != table.trumps]


def trumps_out(table: PlanTable) -> int:
    """How many trumps the defenders hold; 0 in notrump."""
    return 0 if table.trumps == NO_TRUMPS else cards_out(table, table.trumps)


def is_master_left(table: PlanTable) -> bool:
    """Whether the only trump that is out is higher than ours."""
    if trumps_out(table) != 1:
        return False
    return table.top_out(table.trumps) > table.state.both(table.trumps).bit_length() - 1


def losers(table: PlanTable, player: int, suit: int) -> int:
    """The number of a hand's cards in a side suit that no master of ours takes care of."""
    return max(0, table.length(player, suit) - winners(table, suit))


class TrumpBalance(NamedTuple):
    """The balance of drawing trumps when they divide in the most probable way.

    Attributes:
        rounds: how many rounds it takes.
        lost: how many of these rounds the defenders win.
        tricks: what our trumps then win, drawing and later, without a ruff in the short hand.
        spare: trumps that are then left in the shorter hand.
    """

    rounds: int
    lost: int
    tricks: int
    spare: int


def drawn(table: PlanTable) -> TrumpBalance:
    """The balance of drawing all trumps now."""
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
    """How many tricks the contract lacks when trumps are drawn and no loser is ruffed."""
    trumps, side = drawn(table), 0
    spare = affordable(table) - trumps.lost
    for suit in side_suits(table):
        won, cards = winners(table, suit), sequence(table, suit)
        forced = cards.tricks if cards is not None and cards.higher <= spare else 0
        side += max(won + forced, _established(table, suit, won, spare))
    return table.needed - side - trumps.tricks


def _established(table: PlanTable, suit: int, won: int, spare: int) -> int:
    """The tricks of a long suit when it divides as it most often does; 0 if that costs too many."""
    longer = max(table.length(player, suit) for player in OURS)
    rounds = (table.out(suit).bit_count() + 2) // 2
    lost = max(0, rounds - won)
    return longer - lost if longer > rounds and lost <= spare else 0


def kept_for_ruffs(table: PlanTable) -> bool:
    """Whether the contract wants more ruffs than the short hand has trumps once they are drawn."""
    key = ("kept for ruffs", table.state)
    kept = table.game.runs.get(key)
    if kept is None:
        kept = _can_ruff(table) and ruffs_wanted(table) > drawn(table).spare
        table.game.runs[key] = kept
    return bool(kept)


def _can_ruff(table: PlanTable) -> bool:
    """Whether the hand with the shorter trumps can ruff a loser, at the cost of a trick at most."""
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
    """Whether a card of ours, not alone in its hand, is beaten by one card out only."""
    top = table.top_out(suit)
    second = (table.out(suit) & ((1 << max(0, top)) - 1)).bit_length() - 1
    return any(
        table.length(player, suit) > 1
        and top > table.ranks(player, suit).bit_length() - 1 > second >= 0
        for player in OURS
    )


def quick_losers(table: PlanTable) -> int:
    """How many side tricks the defenders can take at once when they get the lead."""
    total = 0
    for suit in side_suits(table):
        higher = table.out(suit) >> table.state.both(suit).bit_length()
        total += min(higher.bit_count(), *(table.length(player, suit) for player in OURS))
    return total


def follows(table: PlanTable, suit: int, rounds: int) -> float:
    """The probability that each defender follows to more rounds of a suit, or has no trump."""
    if table.trumps == NO_TRUMPS or rounds <= 0:
        return 1.0
    game, state, risk = table.game, table.state, 0.0
    for defender in DEFENDERS:
        able = state.alive & game.holds(state, defender, table.trumps)
        risk += table.share(able & ~game.at_least(state, defender, suit, rounds))
    return max(0.0, 1 - risk)


def overruffed(table: PlanTable, defender: int, suit: int, trump: int) -> float:
    """The probability that a defender lacks a suit and holds a trump above a rank."""
    game, state = table.game, table.state
    higher = game.holds(state, defender, table.trumps, ~((2 << trump) - 1) & SUIT_MASK)
    return table.share(state.alive & higher & ~game.holds(state, defender, suit))

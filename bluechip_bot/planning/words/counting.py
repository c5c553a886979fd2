"""The count that a player makes first: top tricks, or losers in a suit contract.

A count uses only the cards that declarer sees. Tricks on top can be won in every layout; for
losers, and for the tricks of trumps, suits are assumed to break as they most often do.
"""

from __future__ import annotations

from typing import Final

from bluechip_bot.model import Card, Suit, Trick, four
from bluechip_bot.planning.view import DECLARER, DUMMY, OURS, DeclarerView
from bluechip_bot.planning.words.wording import (
    NUMBERS,
    card_words,
    listed,
    one_words,
    several,
    trick_words,
)

_FIT: Final = 5
"""With this many trumps in the longer hand, losers are counted instead of tricks."""
_MANY: Final = 2
"""The most losers too many with which losers are counted."""
_LAST: Final = 3
"""Cards of a trick when its last player is to play."""


def tops(position: DeclarerView) -> tuple[int, int, int, int]:
    """Return, by suit, our tricks on top; a trick in progress counts if it is surely ours.

    Entries, blocks and ruffs are ignored, as in a player's count. In trumps, the tricks are those
    that the longer hand wins when they break as they most often do.
    """
    counts = [_from_the_top(position, suit) for suit in Suit]
    led, trumps = position.trick.suit, position.contract.strain.suit
    if led is not None and _wins_cheaply(position):
        counts[led] += 1
    if trumps is not None:
        hand = long_trumps(position, trumps)
        length = position.hand(hand).ranks(trumps).bit_count()
        counts[trumps] = max(counts[trumps], length - _lost(position, hand, trumps))
    return four(counts)


def losers(position: DeclarerView) -> tuple[int, int, int, int] | None:
    """Return, by suit, the tricks that the hand with long trumps loses if nothing is done about it.

    Honours that a finesse might save count as lost, and suits break as they most often do. The
    value is None where a player counts tricks: in notrump, or without a good trump suit.
    """
    trumps = position.contract.strain.suit
    if trumps is None:
        return None
    hand = long_trumps(position, trumps)
    if position.hand(hand).ranks(trumps).bit_count() < _FIT:
        return None
    counts = [_lost(position, hand, suit) for suit in Suit]
    led = position.trick.suit
    if led is not None and _is_lost_already(position, hand):
        counts[led] += 1
    return four(counts)


def missing(position: DeclarerView) -> int:
    """Return the tricks that the contract needs beyond those on top; 0 or less if none."""
    return position.contract.target - position.won - min(sum(tops(position)), position.tricks_left)


def excess(position: DeclarerView) -> int | None:
    """Return how many losers too many there are; None if a player would count tricks instead."""
    lost = losers(position)
    if lost is None:
        return None
    spare = position.tricks_left - (position.contract.target - position.won)
    over = sum(lost) - spare
    return over if over <= _MANY else None


def counted(position: DeclarerView) -> str:
    """Return the count in words: `eight tricks on top: two spades and six clubs`."""
    over, lost = excess(position), losers(position)
    if over is not None and lost is not None:
        return _losers_words(position, lost, over)
    won, found = position.won, tops(position)
    total = sum(found)
    if total > position.tricks_left:
        # The winners of one hand fall on those of the other: they are not worth a list.
        return "there are winners to burn"
    place = "on top" if position.contract.strain.suit is None else "in sight"
    if won:
        more = f"{NUMBERS[total] if total else 'none'} more {'is' if total <= 1 else 'are'} {place}"
        count = f"{trick_words(won)} {'is' if won == 1 else 'are'} in, and {more}"
    else:
        count = f"{trick_words(total)} {place}"
    return f"{count}: {_named(position, found)}" if total else count


def _losers_words(position: DeclarerView, lost: tuple[int, int, int, int], over: int) -> str:
    total = sum(lost)
    if not total:
        return "there is no loser, if nothing breaks badly"
    words = listed([
        several(count, one_words(position, suit))
        for suit, count in zip(Suit, lost, strict=True)
        if count
    ])  # fmt: skip
    count = f"{NUMBERS[total]} {'loser' if total == 1 else 'losers'}"
    if over > 0:
        return f"{count}, {NUMBERS[over]} too many: {words}"
    if over:
        return f"only {count}, {words}: {NUMBERS[-over]} fewer than the contract can afford"
    return f"{count}, as many as the contract can afford: {words}"


def _named(position: DeclarerView, counts: tuple[int, int, int, int]) -> str:
    """Return tricks by suit in words; a single trick won by a master is named by its card."""
    words = []
    for suit, count in zip(Suit, counts, strict=True):
        if count == 1 and (card := _master(position, suit)) >= 0:
            words.append(f"the {card_words(card)}")
        elif count:
            words.append(several(count, one_words(position, suit)))
    return listed(words)


def _master(position: DeclarerView, suit: Suit) -> int:
    """Return our highest card of a suit if nothing out beats it, otherwise -1."""
    ours = position.hand(DECLARER).ranks(suit) | position.hand(DUMMY).ranks(suit)
    if not ours or position.out.ranks(suit) > ours:
        return -1
    return 13 * suit + ours.bit_length() - 1


def solid(position: DeclarerView, suit: int) -> bool:
    """Whether all our cards of a suit win until the longer hand has none left."""
    mine, his = (position.hand(player).ranks(suit) for player in OURS)
    return _from_the_top(position, Suit(suit)) == max(mine.bit_count(), his.bit_count())


def _from_the_top(position: DeclarerView, suit: Suit) -> int:
    """Return the winners of a suit in both hands, as if the trick in progress had not begun."""
    trick, lengths = position.trick, []
    for player in OURS:
        card = trick.by_seat().get(position.seat(player))
        again = card is not None and card.suit is suit
        lengths.append(position.hand(player).ranks(suit).bit_count() + again)
    out = position.out.ranks(suit)
    ours = position.hand(DECLARER).ranks(suit) | position.hand(DUMMY).ranks(suit)
    if trick.cards and (best := _winning(position)).suit is suit:
        ours |= (1 << best.rank) * (_winner(position) in OURS)
    longer = max(lengths)
    masters = min((ours >> out.bit_length()).bit_count(), longer)
    # When the top cards have drawn all that are out, the small ones are winners too.
    return longer if masters >= min(out.bit_count(), max(position.held)) else masters


def _wins_cheaply(position: DeclarerView) -> bool:
    """Whether the last hand to play, one of ours, wins the trick without using up a master."""
    led, best = position.trick.suit, _winning(position)
    if len(position.trick.cards) != _LAST or led is None or best.suit is not led:
        return False
    masters = 1 << position.out.ranks(led).bit_length()
    if _winner(position) in OURS:
        return 1 << best.rank < masters
    mine = position.hand(position.turn).ranks(led)
    return bool(mine & ~((2 << best.rank) - 1) & masters - 1)


def _winner(position: DeclarerView) -> int:
    """Return the player who is winning the trick in progress, counted from declarer."""
    return position.player(position.trick.winner(position.contract.strain))


def _winning(position: DeclarerView) -> Card:
    """Return the card that is winning the trick in progress."""
    return position.trick.by_seat()[position.seat(_winner(position))]


def long_trumps(position: DeclarerView, trumps: Suit) -> int:
    """Return our hand with more trumps; DECLARER if both hands have the same number."""
    return max(OURS, key=lambda player: position.hand(player).ranks(trumps).bit_count())


def _is_lost_already(position: DeclarerView, hand: int) -> bool:
    """Whether a hand has played to a trick in progress that the defenders are sure to win."""
    trick, strain = position.trick, position.contract.strain
    if position.seat(hand) not in trick.by_seat() or _winner(position) in OURS:
        return False
    if position.seat(2 - hand) in trick.by_seat():
        return True
    winner, best = position.seat(_winner(position)), _winning(position)
    other = position.hand(2 - hand)
    cards = other.in_suit(trick.cards[0].suit) or other
    return all(Trick(winner, (best, card)).winner(strain) == winner for card in cards)


def _lost(position: DeclarerView, hand: int, suit: Suit) -> int:
    """Return how many rounds of a suit a hand loses if nothing is done about them."""
    mine, his = position.hand(hand).ranks(suit), position.hand(2 - hand).ranks(suit)
    ours, out = mine | his, position.out.ranks(suit)
    rounds, total, lost = mine.bit_count(), out.bit_count(), 0
    longest = total // 2 + 1 if total else 0
    for number in range(1, rounds + 1):
        follow = (number <= longest) + (number <= total - longest)
        top = ours.bit_length() - 1
        above = out >> top + 1 << top + 1
        if above:
            lost += 1
            out ^= above & -above
            follow -= 1
        for _ in range(follow):
            out &= out - 1
        ours ^= 1 << top
    return lost

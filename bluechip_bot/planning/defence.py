"""What the defenders do: a few classes of play for each of their turns, with probabilities.

They are no adversaries who see all cards. A defender follows with his lowest card; in fourth hand
he wins as cheaply as he can; in third hand he plays high; he covers an honour that stands alone;
he ruffs what we would win. On lead he goes on with the suit of the opening lead or attacks the one
in which we are weakest. What he holds of the class decides which of these he does in a layout, so
the layouts of a turn's branches are disjoint and together are all that there are.

Discards are not followed up: a defender is taken to keep in every suit what he has.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from enum import Enum
from typing import NamedTuple

from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.belief import Alive
from bluechip_bot.planning.position import OURS
from bluechip_bot.planning.state import (
    NO_TRUMPS,
    Game,
    State,
    finished,
    partner,
    with_card,
    with_gone,
)

_TEN = 8
_ABOVE = 3
"""A card of ours tells a defender's cards apart if no more of them than this are above it."""


class Act(Enum):
    """What a defender does, in a word for explanations."""

    LOW = "plays low"
    WIN = "wins"
    HIGH = "plays high"
    COVER = "covers"
    RUFF = "ruffs"
    DISCARD = "shows out"
    CASH = "cashes"
    LEAD = "leads"


class Branch(NamedTuple):
    """A class of a defender's play.

    Attributes:
        act: what he does.
        suit: of the card.
        ranks: the class of the card; he plays the lowest of it that he has. 0 for a discard.
        weight: of the layouts in which he does so.
        state: afterwards.
    """

    act: Act
    suit: int
    ranks: int
    weight: int
    state: State


def branches(game: Game, state: State) -> list[Branch]:
    """What the defender whose turn it is may do; none is impossible, no layout is missing."""
    return list(_lead(game, state) if not state.round.played else _follow(game, state))


def _follow(game: Game, state: State) -> Iterator[Branch]:
    defender, suit = state.round.turn, state.round.suit
    beliefs = game.beliefs
    holds = game.holds(state, defender, suit)
    having = beliefs.narrow(state.alive, suit, holds)
    if beliefs.weight(having):
        yield from _in_suit(game, state._replace(alive=having), defender, suit)
    void = beliefs.exclude(state.alive, suit, holds)
    if beliefs.weight(void):
        yield from _out_of_suit(game, state._replace(alive=void), defender)


def _in_suit(game: Game, state: State, defender: int, suit: int) -> Iterator[Branch]:
    round_ = state.round
    ours_wins = round_.best in OURS
    if round_.best_suit != suit:
        yield from _lowest(game, state, defender, suit, Act.LOW)
        return
    above = SUIT_MASK & ~((2 << round_.top) - 1)
    match round_.played:
        case 1 if _covers(game, state, suit):
            first, act = above, Act.COVER
        case 1 if round_.leader in OURS and round_.top >= _TEN:
            # A master takes an honour: to leave it would be a trick given away as often as not.
            first, act = above & ~((1 << state.both(suit).bit_length()) - 1), Act.WIN
        case 3 if ours_wins:
            first, act = above, Act.WIN
        case 2 if ours_wins or _could_lose(state, suit):
            yield from _highest(game, state, defender, suit, above)
            return
        case 2:
            state = yield from _takes_over(game, state, defender, suit)
            first, act = 0, Act.LOW
        case _:
            first, act = 0, Act.LOW
    if first:
        state = yield from _cheapest(game, state, defender, suit, first, act)
    if game.beliefs.weight(state.alive):
        yield from _lowest(game, state, defender, suit, Act.LOW)


def _takes_over(
    game: Game, state: State, defender: int, suit: int
) -> Generator[Branch, None, State]:
    """With two winners he takes the lead from a partner who has no other card of the suit.

    Returned is the state where he does not.
    """
    beliefs, round_ = game.beliefs, state.round
    above = SUIT_MASK & ~((1 << state.both(suit).bit_length()) - 1)
    where = beliefs.meets(defender, suit, (*state.played(defender, suit), above), above)
    where &= ~game.holds(state, partner(defender), suit)
    alive = beliefs.narrow(state.alive, suit, where)
    weight = beliefs.weight(alive)
    if weight:
        ranks = game.out[suit] & above
        after = state._replace(alive=alive, gone=with_gone(state, defender, suit, ranks))
        top = max(round_.top + 1, ranks.bit_length() - 1)
        taken = round_._replace(played=3, best=defender, top=top)
        yield Branch(Act.HIGH, suit, ranks, weight, finished(after, taken))
    return state._replace(alive=beliefs.exclude(state.alive, suit, where))


def _covers(game: Game, state: State, suit: int) -> bool:
    """Whether second hand covers: an honour was led that stands alone, and a card gets promoted.

    Where our next cards win all later rounds anyway, a cover gives the place of a card away.
    """
    top, leader = state.round.top, state.round.leader
    if top < _TEN or leader not in OURS:
        return False
    below = game.out[suit] & ((1 << top) - 1)
    next_out = below.bit_length() - 1
    mine = state.ranks(leader, suit) & ((1 << top) - 1)
    if mine.bit_length() - 1 >= next_out:
        return False
    # The card led is on the table; one more goes under the cover.
    other = state.ranks(partner(leader), suit)
    later = (state.both(suit) >> next_out + 1).bit_count() - 1
    rounds = max(state.ranks(leader, suit).bit_count(), other.bit_count() - 1)
    return later < rounds


def _could_lose(state: State, suit: int) -> bool:
    """Whether fourth hand, ours, could beat the card that third hand's partner leads."""
    return state.ranks((state.round.leader + 3) % 4, suit).bit_length() - 1 > state.round.top


def _out_of_suit(game: Game, state: State, defender: int) -> Iterator[Branch]:
    round_, trumps, beliefs = state.round, game.trumps, game.beliefs
    wanted = round_.best in OURS or (round_.played == 2 and _could_lose(state, round_.suit))
    if trumps not in {NO_TRUMPS, round_.suit} and wanted:
        above = SUIT_MASK
        if round_.best_suit == trumps:
            above &= ~((2 << round_.top) - 1)
        state = yield from _cheapest(game, state, defender, trumps, above, Act.RUFF)
    weight = beliefs.weight(state.alive)
    if weight:
        after = finished(state, round_._replace(played=round_.played + 1))
        yield Branch(Act.DISCARD, -1, 0, weight, after)


def _lead(game: Game, state: State) -> Iterator[Branch]:
    defender, beliefs = state.round.turn, game.beliefs
    if state.won + state.left == game.target:
        state = yield from _setting_trick(game, state, defender)
        if not beliefs.weight(state.alive):
            return
    for suit in _attack(game, state):
        holds = game.holds(state, defender, suit)
        having = beliefs.narrow(state.alive, suit, holds)
        if beliefs.weight(having):
            inside = state._replace(alive=having)
            above = SUIT_MASK & ~((1 << state.both(suit).bit_length()) - 1)
            inside = yield from _cheapest(game, inside, defender, suit, above, Act.CASH)
            inside = yield from _from_sequence(game, inside, defender, suit)
            if beliefs.weight(inside.alive):
                yield from _lowest(game, inside, defender, suit, Act.LEAD)
        rest = beliefs.exclude(state.alive, suit, holds)
        if not beliefs.weight(rest):
            return
        state = state._replace(alive=rest)


def _setting_trick(game: Game, state: State, defender: int) -> Generator[Branch, None, State]:
    """He cashes what beats the contract; returned is the state where he has no such card."""
    for suit in range(4):
        ours = state.both(suit)
        ruffed = game.trumps not in {NO_TRUMPS, suit} and not all(
            state.ranks(player, suit) or not state.ranks(player, game.trumps) for player in OURS
        )
        if not ruffed:
            above = SUIT_MASK & ~((1 << ours.bit_length()) - 1)
            state = yield from _cheapest(game, state, defender, suit, above, Act.CASH)
    return state


def _from_sequence(
    game: Game, state: State, defender: int, suit: int
) -> Generator[Branch, None, State]:
    """He leads from the two highest cards out, so that it takes our best card to win."""
    beliefs, out = game.beliefs, game.out[suit]
    top = game.top_out(state, suit)
    second = (out & ((1 << top) - 1)).bit_length() - 1 if top >= 0 else -1
    between = state.both(suit) & ((1 << top) - 1) & ~((1 << second + 1) - 1) if second >= 0 else 1
    if between:
        return state
    where = game.holds(state, defender, suit, 1 << top)
    where &= game.holds(state, defender, suit, 1 << second)
    alive = beliefs.narrow(state.alive, suit, where)
    if beliefs.weight(alive):
        yield _played(game, state, alive, defender, suit, 1 << second | 1 << top, Act.LEAD)
        state = state._replace(alive=beliefs.exclude(state.alive, suit, where))
    return state


def _attack(game: Game, state: State) -> list[int]:
    """The suits in the order in which a defender would lead them."""

    def worth(suit: int) -> tuple[int, int]:
        ours = state.both(suit)
        top = game.top_out(state, suit)
        masters = (ours >> (top + 1)).bit_count() if top >= 0 else 13
        higher = (game.out[suit] >> ours.bit_length()).bit_count()
        if _ruff_and_discard(game, state, suit):
            value = -1
        elif suit == game.opening and not masters:
            value = 6
        elif _is_frozen(game, state, suit, top) and suit != game.opening:
            value = 0
        elif suit == game.trumps and _ruffs_threaten(game, state):
            value = 4
        elif higher > 1 and suit != game.trumps:
            # Wide open: they need not find it, but who holds up must reckon with it.
            value = 5
        elif suit == game.opening and masters == 1:
            value = 4
        elif not masters and suit != game.trumps:
            value = 3
        elif suit == game.opening:
            value = 2
        else:
            value = 1
        return -value, -game.out[suit].bit_count()

    return sorted(range(4), key=worth)


def _ruff_and_discard(game: Game, state: State, suit: int) -> bool:
    """Whether both our hands lack a suit, and both can ruff."""
    if game.trumps in {NO_TRUMPS, suit} or state.both(suit):
        return False
    return all(state.ranks(player, game.trumps) for player in OURS)


def _ruffs_threaten(game: Game, state: State) -> bool:
    """Whether a hand of ours with the shorter trumps can ruff losers of the other."""
    for short in OURS:
        long = partner(short)
        trumps = state.ranks(short, game.trumps).bit_count()
        if not 0 < trumps <= state.ranks(long, game.trumps).bit_count():
            continue
        for suit in range(4):
            if suit == game.trumps or state.ranks(short, suit):
                continue
            if state.ranks(long, suit) & ((1 << max(0, game.top_out(state, suit))) - 1):
                return True
    return False


def _is_frozen(game: Game, state: State, suit: int, top: int) -> bool:
    """Whether a lead gives us a trick: an honour of ours below theirs, which waits for it.

    In a suit contract only: in notrump there is time to set up a suit at the cost of a trick.
    """
    if game.trumps in {NO_TRUMPS, suit}:
        return False
    below = state.both(suit) & ((1 << max(0, top)) - 1)
    length = max(state.ranks(player, suit).bit_count() for player in OURS)
    return below >> _TEN + 1 != 0 and length > 1


def _lowest(game: Game, state: State, defender: int, suit: int, act: Act) -> Iterator[Branch]:
    """He plays his lowest card."""
    beliefs = game.beliefs
    below = 0
    for ranks in _classes(game, state, suit, SUIT_MASK):
        where = game.holds(state, defender, suit, ranks)
        alive = beliefs.narrow(state.alive, suit, where)
        if below:
            alive = beliefs.exclude(alive, suit, game.holds(state, defender, suit, below))
        below |= ranks
        if beliefs.weight(alive):
            yield _played(game, state, alive, defender, suit, ranks, act)


def _cheapest(  # noqa: PLR0913, PLR0917 - whose card, of which class, for what
    game: Game, state: State, defender: int, suit: int, wanted: int, act: Act
) -> Generator[Branch, None, State]:
    """He plays the lowest of the wanted cards; returned is the state where he has none of them."""
    beliefs = game.beliefs
    for ranks in _classes(game, state, suit, wanted):
        where = game.holds(state, defender, suit, ranks)
        alive = beliefs.narrow(state.alive, suit, where)
        if beliefs.weight(alive):
            yield _played(game, state, alive, defender, suit, ranks, act)
            state = state._replace(alive=beliefs.exclude(state.alive, suit, where))
    return state


def _highest(game: Game, state: State, defender: int, suit: int, above: int) -> Iterator[Branch]:
    """He plays high if that beats what is on the table, otherwise low."""
    beliefs = game.beliefs
    for ranks in reversed(_classes(game, state, suit, above)):
        where = game.holds(state, defender, suit, ranks)
        alive = beliefs.narrow(state.alive, suit, where)
        if beliefs.weight(alive):
            yield _played(game, state, alive, defender, suit, ranks, Act.HIGH)
            state = state._replace(alive=beliefs.exclude(state.alive, suit, where))
    if beliefs.weight(state.alive):
        yield from _lowest(game, state, defender, suit, Act.LOW)


def _classes(game: Game, state: State, suit: int, wanted: int) -> list[int]:
    """The wanted ranks that are out, as classes between which it matters, the lowest first.

    It matters which of our cards yet to play beats them, and whether they beat what we have played.
    """
    round_ = state.round
    points = 0
    if round_.best in OURS and round_.best_suit == suit:
        points |= 1 << round_.top
    for step in range(round_.played + 1, 4):
        player = (round_.leader + step) % 4
        if player in OURS:
            points |= _telling(state.ranks(player, suit), game.out[suit])
    out = game.out[suit] & wanted
    classes = []
    while points:
        lowest = points & -points
        if low := out & (lowest - 1):
            classes.append(low)
        out &= ~(lowest - 1)
        points ^= lowest
    if out:
        classes.append(out)
    return classes


def _telling(ranks: int, out: int) -> int:
    """Those of our ranks that may yet be worth a trick."""
    telling = 0
    while ranks:
        rank = ranks.bit_length() - 1
        if (out >> rank).bit_count() > _ABOVE:
            break
        telling |= 1 << rank
        ranks ^= 1 << rank
    return telling


def _played(  # noqa: PLR0913, PLR0917 - a card and what becomes of it
    game: Game, state: State, alive: Alive, defender: int, suit: int, ranks: int, act: Act
) -> Branch:
    round_ = state.round
    top = ranks.bit_length() - 1
    if act is Act.LOW and round_.best == partner(defender) and round_.played == 3:
        # He leaves the trick to his partner; both may hold what beats us.
        top = -1
    after = state._replace(alive=alive, gone=with_gone(state, defender, suit, ranks))
    after = finished(after, with_card(game, round_, suit, top))
    return Branch(act, suit, ranks, game.beliefs.weight(alive), after)

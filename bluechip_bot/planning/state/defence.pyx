"""The defenders' plays: a few classes for each of their turns, with probabilities.

The defenders do not see all cards. As a rule a defender follows with his lowest card. In second
hand he covers an unsupported honour, beats an honour with a master, and rises with the card that
beats the contract. In third hand he plays a card that fourth hand cannot beat, otherwise high. In
fourth hand he wins as cheaply as he can. He ruffs a trick that we would win, unless he would be
overruffed. On lead he cashes tricks that beat the contract, leads a suit that his partner can ruff,
continues the suit of the opening lead, or attacks our weakest suit; in notrump he does not cash
an ace over a guarded king. In each layout his holding decides which of these he does: the branches
of a turn are disjoint, and together they cover all layouts.

Discards are not modelled: a defender is assumed to keep all his cards in every suit.
"""

cimport cython

from bluechip_bot.planning.state.belief cimport Beliefs, Holding
from bluechip_bot.planning.state.ranks cimport (
    ALL_RANKS, NO_TRUMP, RANKS, SUITS, above, below, count, high,
)
from bluechip_bot.planning.state.state cimport (
    DECLARER, DUMMY, Game, Round, State, finished, next_card, partner, with_alive, with_card,
    with_gone,
)

from enum import Enum
from typing import NamedTuple

cdef enum:
    ABOVE = 3       # a card of ours separates theirs if at most this many of them are above it
    CLASSES = 14    # of a suit at most
    RUNS = 3        # cards of a suit that one of our hands means to run
    SETTING = 4     # the most tricks that a defender counts in a suit to beat the contract
    TEN = 8


class DefenderAct(Enum):
    """The action of a defender, as explanations name it."""

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
        suit: the suit of the card.
        ranks: the class of the card; he plays his lowest of it. 0 for a discard.
        weight: the weight of the layouts in which he does so.
        state: the state afterwards.
    """

    act: DefenderAct
    suit: int
    ranks: int
    weight: int
    state: State


def branches(Game game, State state):
    """The plays of the defender whose turn it is: all are possible, and they cover all layouts."""
    cdef _Turn turn = _Turn(game, state.round)
    if state.round.played:
        turn.follow(state)
    else:
        turn.lead(state, attack(game, state))
    return turn.found


def other_leads(Game game, State state):
    """The plays of a defender on lead if he preferred another suit."""
    cdef _Turn turn
    cdef int suit
    cdef list usual = attack(game, state)
    for suit in usual[1:]:
        if game.top_out(state, suit) >= 0:
            turn = _Turn(game, state.round)
            turn.lead(state, [suit, *[other for other in usual if other != suit]])
            yield turn.found


def other_plays(Game game, State state):
    """The plays of a defender with a winner over our lead if he does not use it as he usually does.

    Second hand rises with it, though a low card was led, and holds it up if it was an honour.
    Fourth hand holds it up where the suit is to be run: a hand of ours still has cards of it. The
    list is empty where there is nothing to think about.
    """
    cdef Round round_ = state.round
    cdef int suit = round_.suit, wanted
    cdef _Turn turn
    if round_.played % 2 == 0 or round_.leader % 2 or round_.best % 2 or round_.best_suit != suit:
        return []
    if suit == game.trumps:
        return []
    if (round_.played == 3 or round_.top >= TEN) and max(
        count(state.ranks(DECLARER, suit)), count(state.ranks(DUMMY, suit))
    ) < RUNS:
        return []
    wanted = above(max(round_.top, high(state.both(suit))))
    if not game.may_hold(state, round_.turn, suit, wanted):
        return []
    turn = _Turn(game, round_)
    turn.contrary = True
    turn.follow(state)
    return turn.found


cdef int ruffers(State state, int suit, int trumps) except -1:
    """How many of our hands have trumps and no card of a side suit."""
    cdef int player, hands = 0
    if trumps != NO_TRUMP and trumps != suit:
        for player in (DECLARER, DUMMY):
            hands += not state.ranks(player, suit) and state.ranks(player, trumps) > 0
    return hands


cdef bint is_frozen(Game game, State state, int suit, int top) except -1:
    """Whether leading the suit gives us a trick: we hold an honour below theirs.

    In notrump only one that a single card of theirs beats: where they have more there is time to
    set up the suit at the cost of a trick.
    """
    if game.trumps == suit:
        return False
    if game.trumps == NO_TRUMP and count(game.ranks_out[suit] & above(high(state.both(suit)))) > 1:
        return False
    return (
        state.both(suit) & below(top) & above(TEN)
        and max(count(state.ranks(DECLARER, suit)), count(state.ranks(DUMMY, suit))) > 1
    )


cdef bint sets_up(Game game, State state, int suit) except -1:
    """Whether to cash the only card that beats our best one makes that a winner, in notrump."""
    cdef int best = high(state.both(suit)), player
    if game.trumps != NO_TRUMP or count(game.ranks_left(state, suit) & above(best)) != 1:
        return False
    player = DECLARER if high(state.ranks(DECLARER, suit)) == best else DUMMY
    return count(state.ranks(player, suit)) > 1


cdef int worth_of(Game game, State state, int suit) except -2:
    """The preference of a defender on lead for a suit; the highest is led."""
    cdef int ours = state.both(suit), top = game.top_out(state, suit)
    cdef int masters = count(ours & above(top)) if top >= 0 else RANKS
    cdef bint opened = suit == game.opening, is_trumps = suit == game.trumps
    if ruffers(state, suit, game.trumps) == 2:
        return -1
    if opened and not masters:
        return 6
    if not opened and is_frozen(game, state, suit, top):
        return 0
    if not is_trumps and not ruffers(state, suit, game.trumps) and (
        count(game.ranks_out[suit] & above(high(ours))) > 1
    ):
        # Wide open: they may not find it, but a hold-up has to reckon with it.
        return 5
    if opened and masters == 1:
        return 4
    if not masters and not is_trumps:
        return 3
    return 2 if opened else 1


cdef list attack(Game game, State state):
    """The suits in a leading defender's order of preference."""
    worth = [
        (worth_of(game, state, suit) << 4) + count(game.ranks_out[suit]) for suit in range(SUITS)
    ]
    return sorted(range(SUITS), key=worth.__getitem__, reverse=True)


@cython.final
cdef class _Turn:
    """A defender's turn.

    A method that adds a play returns the state in the layouts where he does not make it.
    """

    cdef Game game
    cdef Beliefs beliefs
    cdef Round round
    cdef int defender
    cdef bint contrary      # to what he usually does with a winner
    cdef list found

    def __init__(self, Game game, Round round_):
        self.game, self.beliefs, self.round = game, game.beliefs, round_
        self.defender, self.found = round_.turn, []

    cdef int follow(self, State state) except -1:
        """He follows suit where he can."""
        cdef int suit = self.round.suit
        holds = self.game.holds(state, self.defender, suit)
        having = state.alive & holds
        if having:
            self.in_suit(with_alive(state, having), suit)
        void = state.alive & ~holds
        if void:
            self.out_of_suit(with_alive(state, void))
        return 0

    cdef int in_suit(self, State state, int suit) except -1:
        cdef Round round_ = self.round
        cdef bint ours_wins = round_.best % 2 == 0
        cdef int higher = above(round_.top), wanted = 0
        cdef object act = DefenderAct.LOW
        if round_.best_suit != suit or (self.contrary and (
            round_.played == 3 or round_.top >= TEN
        )):
            return self.lowest(state, suit, DefenderAct.LOW)
        if round_.played == 1:
            if self.contrary or self.sets(state):
                wanted, act = above(max(round_.top, high(state.both(suit)))), DefenderAct.WIN
            elif covers(self.game, state, suit):
                wanted, act = higher, DefenderAct.COVER
            elif round_.leader % 2 == 0 and round_.top >= TEN:
                # Not taking an honour with a master would often give a trick away.
                wanted, act = higher & above(high(state.both(suit))), DefenderAct.WIN
        elif round_.played == 3:
            if ours_wins:
                wanted, act = higher, DefenderAct.WIN
        elif ours_wins or could_lose(state, suit):
            # A card that fourth hand cannot beat is enough; a tenace over second hand is kept.
            wanted = higher & above(high(state.ranks((round_.leader + 3) % 4, suit)))
            state = self.cheapest(state, suit, wanted, DefenderAct.HIGH)
            if state.alive:
                self.highest(state, suit, higher)
            return 0
        else:
            state = self.takes_over(state, suit)
        if wanted:
            state = self.cheapest(state, suit, wanted, act)
        if state.alive:
            self.lowest(state, suit, DefenderAct.LOW)
        return 0

    cdef bint sets(self, State state) noexcept:
        """Whether the next trick of theirs beats the contract."""
        return state.won + state.left == self.game.target

    cdef State takes_over(self, State state, int suit):
        """With two winners he overtakes a partner who has no other card of the suit."""
        cdef int wanted = above(high(state.both(suit))), ranks
        his = self.game.holds(state, partner(self.defender), suit)
        where = state.line(self.defender, suit).after(wanted).meets(wanted)
        cdef Round taken
        where = where & ~his
        alive = state.alive & where
        if alive:
            ranks = self.game.ranks_out[suit] & wanted
            taken = next_card(self.round)
            taken.best, taken.top = self.defender, max(self.round.top + 1, high(ranks))
            after = with_gone(state, alive, self.defender, suit, ranks)
            self.add(DefenderAct.HIGH, suit, ranks, after, taken)
        return with_alive(state, state.alive & ~where)

    cdef int out_of_suit(self, State state) except -1:
        """He ruffs what we would win, or throws a card."""
        cdef Round round_ = self.round
        cdef int trumps = self.game.trumps, next_hand = (self.defender + 1) % 4
        cdef bint wanted = round_.best % 2 == 0 or (
            round_.played == 2 and could_lose(state, round_.suit)
        )
        if trumps != NO_TRUMP and trumps != round_.suit and wanted:
            higher = above(round_.top) if round_.best_suit == trumps else ALL_RANKS
            if round_.played < 3 and not state.ranks(next_hand, round_.suit):
                # A trump that is overruffed is wasted.
                higher &= above(high(state.ranks(next_hand, trumps)))
            state = self.cheapest(state, trumps, higher, DefenderAct.RUFF)
        if state.alive:
            self.add(DefenderAct.DISCARD, -1, 0, state.copy(), next_card(round_))
        return 0

    cdef int lead(self, State state, list order) except -1:
        """He leads to beat the contract, then for a ruff, then his first suit in the order."""
        cdef int enough = state.won + state.left - self.game.target + 1
        if 1 <= enough <= SETTING:
            state = self.setting_trick(state, enough)
            if not state.alive:
                return 0
        if self.game.trumps != NO_TRUMP:
            state = self.for_a_ruff(state, order)
            if not state.alive:
                return 0
        return self.in_order(state, order)

    cdef int in_order(self, State state, list order) except -1:
        """He leads the first suit of the order that he holds."""
        cdef State inside
        cdef int suit
        for suit in order:
            holds = self.game.holds(state, self.defender, suit)
            having = state.alive & holds
            if having:
                inside = with_alive(state, having)
                if not sets_up(self.game, state, suit):
                    wanted = above(high(state.both(suit)))
                    inside = self.cheapest(inside, suit, wanted, DefenderAct.CASH)
                inside = self.from_sequence(inside, suit)
                if inside.alive:
                    self.lowest(inside, suit, DefenderAct.LEAD)
            rest = state.alive & ~holds
            if not rest:
                return 0
            state = with_alive(state, rest)
        return 0

    cdef State for_a_ruff(self, State state, list order):
        """He leads a suit that his partner can ruff."""
        cdef int suit, trumps = self.game.trumps, mate = partner(self.defender)
        for suit in range(SUITS):
            if suit == trumps or not self.game.ranks_out[suit] or ruffers(state, suit, trumps):
                continue
            where = self.game.holds(state, self.defender, suit)
            where &= ~self.game.holds(state, mate, suit)
            void = state.alive & where
            if not void:
                continue
            trump = self.game.holds(state, mate, trumps)
            ruffs = void & trump
            if not ruffs:
                continue
            self.lowest(with_alive(state, ruffs), suit, DefenderAct.LEAD)
            rest = void & ~trump
            if rest:
                self.in_order(with_alive(state, rest), order)
            state = with_alive(state, state.alive & ~where)
        return state

    cdef State setting_trick(self, State state, int enough):
        """He cashes a suit in which he has enough tricks to beat the contract."""
        cdef int suit, trumps = self.game.trumps, wanted, _more
        cdef Holding line
        for suit in range(SUITS):
            if ruffers(state, suit, trumps):
                continue
            wanted = above(high(state.both(suit)))
            if enough == 1:
                state = self.cheapest(state, suit, wanted, DefenderAct.CASH)
            elif count(self.game.ranks_out[suit] & wanted) >= enough:
                line = state.line(self.defender, suit)
                for _more in range(enough - 1):
                    line = line.after(wanted)
                where = line.meets(wanted)
                having = state.alive & where
                if having:
                    self.cheapest(with_alive(state, having), suit, wanted, DefenderAct.CASH)
                    state = with_alive(state, state.alive & ~where)
        return state

    cdef State from_sequence(self, State state, int suit):
        """He leads from the two highest cards out, so that only our best card can win."""
        cdef int top = self.game.top_out(state, suit)
        cdef int second = high(self.game.ranks_out[suit] & below(top))
        if second < 0 or state.both(suit) & below(top) & above(second):
            return state
        where = self.game.holds(state, self.defender, suit, 1 << top)
        where &= self.game.holds(state, self.defender, suit, 1 << second)
        alive = state.alive & where
        if alive:
            self.played(state, alive, suit, 1 << second | 1 << top, DefenderAct.LEAD)
            state = with_alive(state, state.alive & ~where)
        return state

    cdef int lowest(self, State state, int suit, object act) except -1:
        cdef int[CLASSES] ranks
        cdef int index, lower = 0
        for index in range(classes(self.game, state, suit, ALL_RANKS, ranks)):
            where = self.game.holds(state, self.defender, suit, ranks[index])
            alive = state.alive & where
            if lower:
                where = self.game.holds(state, self.defender, suit, lower)
                alive = alive & ~where
            lower |= ranks[index]
            if alive:
                self.played(state, alive, suit, ranks[index], act)
        return 0

    cdef State cheapest(self, State state, int suit, int wanted, object act):
        """He plays the lowest of the wanted cards."""
        cdef int[CLASSES] ranks
        cdef int index
        for index in range(classes(self.game, state, suit, wanted, ranks)):
            state = self.one_of(state, suit, ranks[index], act)
        return state

    cdef int highest(self, State state, int suit, int wanted) except -1:
        """He plays high if that beats what is on the table, otherwise low."""
        cdef int[CLASSES] ranks
        cdef int index
        for index in reversed(range(classes(self.game, state, suit, wanted, ranks))):
            state = self.one_of(state, suit, ranks[index], DefenderAct.HIGH)
        if state.alive:
            self.lowest(state, suit, DefenderAct.LOW)
        return 0

    cdef State one_of(self, State state, int suit, int ranks, object act):
        """He plays a card of a class, where he has one."""
        where = self.game.holds(state, self.defender, suit, ranks)
        alive = state.alive & where
        if alive:
            self.played(state, alive, suit, ranks, act)
            state = with_alive(state, state.alive & ~where)
        return state

    cdef int played(self, State state, object alive, int suit, int ranks, object act) except -1:
        """He plays the lowest of a class in some layouts."""
        cdef Round round_ = self.round
        cdef int top = self.highest_of(state, alive, suit, ranks)
        if act is DefenderAct.LOW and round_.best == partner(self.defender) and round_.played == 3:
            # He leaves the trick to his partner; both may hold a card that beats ours.
            top = -1
        return self.add(
            act, suit, ranks, with_gone(state, alive, self.defender, suit, ranks),
            with_card(self.game, round_, suit, top),
        )

    cdef int highest_of(self, State state, object alive, int suit, int ranks) except -2:
        """The highest card of a class that he may have."""
        cdef int top = high(ranks)
        while ranks & below(top):
            where = self.game.holds(state, self.defender, suit, 1 << top)
            if alive & where:
                break
            top = high(ranks & below(top))
        return top

    cdef int add(
        self, object act, int suit, int ranks, State after, Round round_
    ) except -1:
        weight = self.beliefs.weight(after.alive)
        self.found.append(Branch(act, suit, ranks, weight, finished(after, round_)))
        return 0


cdef bint covers(Game game, State state, int suit) except -1:
    """Whether second hand covers: an unsupported honour was led, and covering promotes a card.

    If our next cards win all later rounds anyway, covering only wastes a card.
    """
    cdef int top = state.round.top, leader = state.round.leader
    cdef int next_out = high(game.ranks_out[suit] & below(top))
    cdef int mine, other
    if top < TEN or leader % 2:
        return False
    mine, other = state.ranks(leader, suit), state.ranks(partner(leader), suit)
    if high(mine & below(top)) >= next_out:
        return False
    # The card led is on the table; one more falls under the covering card.
    return count(state.both(suit) & above(next_out)) - 1 < max(count(mine), count(other) - 1)


cdef bint could_lose(State state, int suit) except -1:
    """Whether fourth hand, ours, could beat the card that third hand's partner leads."""
    return high(state.ranks((state.round.leader + 3) % 4, suit)) > state.round.top


cdef int classes(Game game, State state, int suit, int wanted, int* found) except -1:
    """The wanted ranks that are out, as classes between which it matters, the lowest first.

    It matters whether they beat what we have played, and which of our cards is good when they are
    gone. Returned is how many there are.
    """
    cdef Round round_ = state.round
    cdef int out = game.ranks_out[suit] & wanted, size = 0, lowest
    cdef int points = telling(state.both(suit), game.ranks_out[suit])
    if round_.best % 2 == 0 and round_.best_suit == suit:
        points |= 1 << round_.top
    while points:
        lowest = points & -points
        if out & (lowest - 1):
            found[size] = out & (lowest - 1)
            size += 1
        out &= ~(lowest - 1)
        points ^= lowest
    if out:
        found[size] = out
        size += 1
    return size


cdef int telling(int ranks, int out) noexcept:
    """Those of our ranks that may yet be worth a trick."""
    cdef int found = 0, rank
    while ranks:
        rank = high(ranks)
        if count(out >> rank) > ABOVE:
            break
        found |= 1 << rank
        ranks ^= 1 << rank
    return found

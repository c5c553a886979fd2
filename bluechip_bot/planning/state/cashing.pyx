"""Sure tricks: run from the top without losing the lead, or taken by high trumps."""

cimport cython
from libc.stdint cimport uint64_t

from bluechip_bot.planning.state.ranks cimport (
    NO_TRUMP, RANKS, SUITS, above, count, high, in_suit, low,
)
from bluechip_bot.planning.state.state cimport DECLARER, LEFT, RIGHT, Game, State, partner

from typing import NamedTuple

cdef enum:
    LIMIT = 120     # lines examined; what they have found is sure
    ALL = 13        # rounds of a suit at most
    TRICKS = 16     # more than the tricks to choose from: three in each suit
    CARD = 6        # bits of a card in a trick: its order (the plainest first), lead and answer


class SureTricks(NamedTuple):
    """Tricks that are sure.

    Attributes:
        tricks: their number.
        cards: the leader's and his partner's cards in turn, until the lead is lost; high trumps
            may win more tricks later.
    """

    tricks: int
    cards: tuple[int, ...]


cdef struct Hands:
    int leader
    uint64_t declarer
    uint64_t dummy
    int[4] rounds       # that were led of each suit
    int loose           # tricks to which a defender with trumps may have thrown any card


def sure_tricks(Game game, State state):
    """The tricks that our hand on lead can run, and those that high trumps win afterwards.

    The state is between two tricks. A trick is sure if no defender can ruff it or beat its card in
    any layout that is left. At most 120 orders are tried: a blocked position may hide a trick, but
    every trick counted is sure.
    """
    cdef _Runner runner = _Runner(game, state)
    run = game.runs.get(runner.key)
    if run is None:
        run = game.runs[runner.key] = runner.run()
    return run


@cython.final
cdef class _Runner:
    """A search over our own cards, against the worst that the defenders may hold.

    A round counts when it is led, even if it is ruffed. `loose` counts the tricks to which a
    defender with trumps may have discarded: each makes every other suit safe for one round less.
    """

    cdef int trumps
    cdef Hands start
    cdef int[4] tops
    cdef int[4] longest
    cdef tuple safe         # by rounds of trumps led, the rounds of each suit that none can ruff
    cdef readonly tuple key
    cdef dict seen
    cdef int nodes

    def __init__(self, Game game, State state):
        cdef int suit
        self.trumps = game.trumps
        self.start.leader = state.round.leader
        self.start.declarer, self.start.dummy = state.declarer, state.dummy
        for suit in range(SUITS):
            self.tops[suit] = game.top_out(state, suit)
            self.longest[suit] = game.longest(state, suit)
        self.safe = _safe_rounds(game, state, self.tops)
        self.key = (
            state.round.leader, state.declarer, state.dummy,
            self.tops[0], self.tops[1], self.tops[2], self.tops[3],
            self.longest[0], self.longest[1], self.longest[2], self.longest[3], self.safe,
        )
        self.seen = {}

    def run(self):
        """The best run."""
        return self.search(&self.start)

    cdef object search(self, const Hands* hands):
        cdef Hands later
        cdef int[TRICKS] tricks
        cdef uint64_t played
        cdef int found, index, suit, bound, most, rest_tricks, lead, answer
        cdef tuple cards
        key = (
            hands.declarer << 1 | (hands.leader != DECLARER),
            hands.dummy << 4 | <uint64_t>hands.loose,
            hands.rounds[0] << 12 | hands.rounds[1] << 8 | hands.rounds[2] << 4 | hands.rounds[3],
        )
        known = self.seen.get(key)
        if known is not None:
            return known
        self.nodes += 1
        # High trumps of one hand win a trick each, whoever leads.
        most = max(self.high_trumps(hands.declarer, hands), self.high_trumps(hands.dummy, hands))
        cards = ()
        bound = self.bound(hands)
        if bound and self.nodes <= LIMIT:
            found = self.tricks(hands, tricks)
            for index in range(found):
                lead, answer = tricks[index] >> CARD & 63, tricks[index] & 63
                played = <uint64_t>1 << lead | <uint64_t>1 << answer
                suit = lead // RANKS
                later = hands[0]
                later.declarer &= ~played
                later.dummy &= ~played
                later.rounds[suit] += 1
                if cards and self.bound(&later) < most:
                    continue
                if self.beats(answer, lead):
                    later.leader = partner(hands.leader)
                later.loose += hands.rounds[suit] >= self.safe_rounds(suit, hands)
                rest = self.search(&later)
                rest_tricks = rest[0]
                if rest_tricks + 1 > most - (not cards):
                    most = rest_tricks + 1
                    cards = (lead, answer, *rest[1])
                    if most == bound:
                        break
        best = self.seen[key] = SureTricks(most, cards)
        return best

    cdef int bound(self, const Hands* hands) noexcept:
        cdef int total = 0, trumps = 0, shorter = 0, suit, own, other, longer, masters, ruffs
        if self.trumps != NO_TRUMP:
            own = count(in_suit(hands.declarer, self.trumps))
            other = count(in_suit(hands.dummy, self.trumps))
            trumps, shorter = own + other, min(own, other)
        for suit in range(SUITS):
            own, other = in_suit(hands.declarer, suit), in_suit(hands.dummy, suit)
            longer = max(count(own), count(other))
            masters = count(self.masters(own | other, suit, hands.rounds[suit]))
            ruffs = trumps if suit != self.trumps else 0
            if masters + ruffs + hands.rounds[suit] < self.longest[suit]:
                longer = min(longer, masters)
            total += longer
        return min(total + shorter, cards_in(hands.declarer))

    cdef int high_trumps(self, uint64_t hand, const Hands* hands) noexcept:
        cdef int suit = self.trumps
        if suit == NO_TRUMP:
            return 0
        return count(self.masters(in_suit(hand, suit), suit, hands.rounds[suit]))

    cdef int masters(self, int ranks, int suit, int rounds) noexcept:
        return ranks if rounds >= self.longest[suit] else ranks & above(self.tops[suit])

    cdef int safe_rounds(self, int suit, const Hands* hands) noexcept:
        """The last round of a suit to which every defender who may hold a trump follows."""
        cdef int drawn, safe
        if self.trumps == NO_TRUMP or self.trumps == suit:
            return ALL
        drawn = hands.rounds[self.trumps]
        if drawn >= len(self.safe):
            return ALL
        safe = self.safe[drawn][suit]
        return safe if safe == ALL else safe - hands.loose

    cdef bint beats(self, int answer, int lead) noexcept:
        if answer // RANKS == lead // RANKS:
            return answer > lead
        return answer // RANKS == self.trumps

    cdef int tricks(self, const Hands* hands, int* tricks) noexcept:
        """Fill in the tricks that are sure now, the plainest first; return their number."""
        cdef bint first = hands.leader == DECLARER
        cdef uint64_t mine = hands.declarer if first else hands.dummy
        cdef uint64_t his = hands.dummy if first else hands.declarer
        cdef int suit, found = 0, index, place, moved
        for suit in range(SUITS):
            if in_suit(mine, suit):
                found = self.suit_tricks(suit, mine, his, hands, tricks, found)
        for index in range(1, found):
            moved, place = tricks[index], index
            while place and moved < tricks[place - 1]:
                tricks[place] = tricks[place - 1]
                place -= 1
            tricks[place] = moved
        return found

    cdef int suit_tricks(
        self, int suit, uint64_t own, uint64_t hand, const Hands* hands, int* tricks, int found
    ) noexcept:
        cdef int base = RANKS * suit, rounds = hands.rounds[suit]
        cdef bint safe = rounds < self.safe_rounds(suit, hands)
        cdef int mine = in_suit(own, suit), his = in_suit(hand, suit)
        cdef int masters = self.masters(mine, suit, rounds) if safe else 0
        cdef int lowest = base + low(mine), highest = base + high(mine)
        cdef int his_masters, his_lowest, his_highest, ruff
        cdef bint longer
        if not his:
            if masters and hand:
                found = add(tricks, found, 3, highest, self.discard(hand))
            if self.trumps != NO_TRUMP and self.trumps != suit:
                ruff = self.ruff(hand, hands, safe)
                if ruff >= 0:
                    found = add(tricks, found, 5, lowest, ruff)
            return found
        his_masters = self.masters(his, suit, rounds) if safe else 0
        longer = count(mine) > count(his)
        his_lowest, his_highest = base + low(his), base + high(his)
        if masters and his_lowest < highest:
            # High cards of the short hand first: otherwise the suit is blocked.
            found = add(tricks, found, 2 if longer else 0, highest, his_lowest)
        if his_masters and his_highest > lowest:
            found = add(tricks, found, 1 if longer else 3, lowest, his_highest)
            if masters and lowest < highest < his_highest:
                found = add(tricks, found, 4, highest, his_highest)
        return found

    cdef int ruff(self, uint64_t hand, const Hands* hands, bint safe) noexcept:
        """The trump that partner ruffs with: any if all follow, else one that is sure to win."""
        cdef int trumps = in_suit(hand, self.trumps)
        if not safe:
            trumps = self.masters(trumps, self.trumps, hands.rounds[self.trumps])
        return RANKS * self.trumps + low(trumps) if trumps else -1

    cdef int discard(self, uint64_t hand) noexcept:
        """The card that partner can spare best."""
        cdef int suit, ranks, cost, least = -1, card = -1
        for suit in range(SUITS):
            ranks = in_suit(hand, suit)
            if ranks:
                cost = (suit == self.trumps) << 5 | (low(ranks) > self.tops[suit]) << 4
                cost += ALL - count(ranks)
                if card < 0 or cost < least:
                    least, card = cost, RANKS * suit + low(ranks)
        return card


cdef inline int add(int* tricks, int found, int order, int lead, int answer) noexcept:
    tricks[found] = order << 2 * CARD | lead << CARD | answer
    return found + 1


cdef inline int cards_in(uint64_t hand) noexcept:
    cdef int suit, cards = 0
    for suit in range(SUITS):
        cards += count(in_suit(hand, suit))
    return cards


cdef tuple _safe_rounds(Game game, State state, int* tops):
    """By rounds of trumps led, the rounds of each suit that no defender can ruff, in any layout.

    From the round of trumps on that is not in it, no defender has one.
    """
    cdef int trumps = game.trumps, drawn, defender, suit
    cdef list found = [], able
    if trumps == NO_TRUMP or tops[trumps] < 0:
        return ()
    for drawn in range(state.left):
        able = []
        for defender in (LEFT, RIGHT):
            where = game.at_least(state, defender, trumps, drawn + 1)
            alive = state.alive & where
            if alive:
                able.append((defender, alive))
        if not able:
            break
        found.append(tuple([_followed(game, state, suit, able) for suit in range(SUITS)]))
    return tuple(found)


cdef int _followed(Game game, State state, int suit, list able) except -1:
    """The rounds of a suit to which all of some defenders follow in all of their layouts."""
    cdef int fewest = ALL, rounds, defender
    if suit == game.trumps or not state.both(suit):
        return 0
    for defender, alive in able:
        for rounds in range(state.left):
            long_ = game.at_least(state, defender, suit, rounds + 1)
            if alive & ~long_:
                # His earlier discards may have been of this suit.
                fewest = min(fewest, max(0, rounds - game.thrown(state, defender)))
                break
    return fewest

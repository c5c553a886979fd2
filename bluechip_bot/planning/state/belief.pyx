"""Beliefs about the two hidden hands, and how they change along a line of play.

Every question has the same form: does a defender still hold one of some ranks of a suit? A line of
play leaves a set of layouts, kept as bits; intersecting sets answers a question and takes a branch.
There are three models:

* `WorldBeliefs`: the bot's sample of layouts, with everything inferred from bids and cards. Each
  bit is a layout.
* `ExactBeliefs`: vacant places. Each suit divides independently, except that the lengths of the
  hands tie the suits together (multivariate hypergeometric). Each bit is a division of one suit.
* `HalfBeliefs`: each card lies with either defender with probability 1/2, as in the worked example
  of Ghallab, Nau and Traverso, "Automated Planning", chapter 23.

Only the class of a card that a defender has played along a line is known: see `holding`.
"""

cimport cython
from libc.stdint cimport uint64_t

from bluechip_bot.planning.state.holding cimport Holding, holding
from bluechip_bot.planning.state.layouts cimport Layouts, blank, words_for
from bluechip_bot.planning.state.ranks cimport ALL_RANKS, RANKS, SUITS, count, in_suit

from bluechip_bot.model import Hand, Suit
from bluechip_bot.planning.error import BeliefError

cdef enum:
    LARGEST = 255    # weight of a layout; others are scaled

# The layouts that a line of play leaves.
Alive = Layouts | tuple[Layouts, Layouts, Layouts, Layouts]
# A defender's plays in a suit along a line: the ranks of each card's class.
Gone = tuple[int, ...]


cdef class Beliefs:
    """A model of the hidden hands; immutable apart from a cache of its answers.

    The layouts still alive are one set, or one set per suit where a model works suit by suit.
    """

    cpdef object begin(self):
        """All layouts.

        Raises:
            BeliefError: if there is none.
        """
        raise NotImplementedError

    cpdef Layouts meets(self, int defender, int suit, tuple gone, int ranks):
        """The layouts where a defender who has played `gone` still holds one of these ranks."""
        return self.line(defender, suit, gone).meets(ranks)

    def long(self, int defender, int suit, tuple gone, int cards):
        """The layouts where a defender who has played `gone` still holds this many of a suit."""
        return self.line(defender, suit, gone).at_least(cards)

    cdef Holding line(self, int defender, int suit, tuple gone):
        """What a defender may hold of a suit after a line of play."""
        cdef Holding line = self.lines[suit if defender == 1 else SUITS + suit]
        for ranks in gone:
            line = line.after(ranks)
        return line

    cpdef object narrow(self, object alive, int suit, Layouts where):
        """The layouts in `where`, which `meets` or `long` returned for this suit."""
        raise NotImplementedError

    cpdef object exclude(self, object alive, int suit, Layouts where):
        """The layouts not in `where`."""
        raise NotImplementedError

    cpdef bint possible(self, object alive, int suit, Layouts where) except -1:
        """Whether some layout is in `where`."""
        raise NotImplementedError

    cpdef long long weight(self, object alive) except -1:
        """The total weight of some layouts, in the model's own unit; 0 if there is none."""
        raise NotImplementedError

    cdef long long weight_in(self, object alive, int suit, Layouts where) except -1:
        """The total weight of the layouts in `where`."""
        return self.weight(self.narrow(alive, suit, where))


@cython.final
cdef class WorldBeliefs(Beliefs):
    """A sample of layouts.

    Args:
        worlds: the left and the right defender's hand of each layout, as masks of 52 bits.
        weights: of the layouts, at least 1; equal by default.

    Raises:
        BeliefError: if there is no layout, or not one weight for each.
    """

    def __init__(self, worlds, weights=None):
        if not worlds:
            raise BeliefError("the sample has no layout")
        counts = [1] * len(worlds) if weights is None else list(weights)
        if len(counts) != len(worlds) or min(counts) < 1:
            raise BeliefError(f"{len(worlds)} layouts need as many weights, each at least 1")
        largest = max(counts)
        if largest > LARGEST:
            counts = [max(1, round(each * LARGEST / largest)) for each in counts]
        self.everything = _chosen([1] * len(counts), 0)
        self.planes = [_chosen(counts, shift) for shift in range(max(counts).bit_length())]
        self.lines = tuple(
            _by_holding([world[place] for world in worlds], suit)
            for place in range(2)
            for suit in range(SUITS)
        )

    @classmethod
    def of(cls, position, worlds):
        """The beliefs of a sample for a position.

        Args:
            position: where the plan starts.
            worlds: the left and the right defender's hand, and the weight, of each layout.

        Raises:
            BeliefError: if the cards of a layout, or the lengths of its hands, are not those of
                the position.
        """
        rows = list(worlds)
        for left, right, _ in rows:
            lengths = left.bit_count(), right.bit_count()
            if left & right or left | right != position.out.mask or lengths != position.held:
                raise BeliefError(
                    f"a layout with {Hand(left)} and {Hand(right)} does not fit a position with "
                    f"{position.out} out"
                )
        return cls([row[:2] for row in rows], [row[2] for row in rows])

    cpdef object begin(self):
        """See `Beliefs.begin`."""
        return self.everything

    cpdef object narrow(self, object alive, int suit, Layouts where):
        """See `Beliefs.narrow`."""
        return (<Layouts?>alive).both(where)

    cpdef object exclude(self, object alive, int suit, Layouts where):
        """See `Beliefs.exclude`."""
        return (<Layouts?>alive).without(where)

    cpdef bint possible(self, object alive, int suit, Layouts where) except -1:
        """See `Beliefs.possible`."""
        return (<Layouts?>alive).shares(where)

    cpdef long long weight(self, object alive) except -1:
        """See `Beliefs.weight`."""
        cdef Layouts layouts = <Layouts?>alive
        if layouts.weight < 0:
            layouts.weight = self.weigh(layouts)
        return layouts.weight

    cdef long long weigh(self, Layouts alive) noexcept:
        cdef long long total = 0
        cdef int shift
        for shift in range(<int>len(self.planes)):
            total += alive.count_in((<Layouts>self.planes[shift]).words) << shift
        return total


cdef Layouts _chosen(list counts, int shift):
    """The layouts whose weight has a bit."""
    cdef Layouts found = blank(words_for(len(counts)))
    cdef Py_ssize_t layout
    for layout in range(len(counts)):
        if <int>counts[layout] >> shift & 1:
            found.put(layout)
    return found


cdef Holding _by_holding(list hands, int suit):
    """What a defender may hold of a suit, from his hand in every layout."""
    cdef dict rows = {}
    cdef Py_ssize_t layout, size = words_for(len(hands))
    cdef object where
    for layout in range(len(hands)):
        ranks = in_suit(<uint64_t>hands[layout], suit)
        where = rows.get(ranks)
        if where is None:
            where = rows[ranks] = blank(size)
        (<Layouts>where).put(layout)
    return holding(rows, (), size)


cdef class HalfBeliefs(Beliefs):
    """Each card lies with either defender with probability 1/2, independently of the others.

    Args:
        position: where the plan starts.
        known: the cards known to be with the left and with the right defender, as masks.
        lengths: the fewest and the most cards of the left and of the right defender, by suit.
    """

    def __init__(self, position, known=(0, 0), lengths=None):
        cdef int suit, out
        cdef Py_ssize_t bit, size
        cdef Layouts allowed, single
        self.held = position.held[0]
        self.weights, self.by_length = {}, []
        begin, lines = [], []
        for suit in range(SUITS):
            out = position.out.ranks(suit)
            splits = _subsets(out)
            size = words_for(len(splits))
            allowed, rows = blank(size), ({}, {})
            by_length = [blank(size) for _ in range(count(out) + 1)]
            for bit, left in enumerate(splits):
                single = blank(size)
                single.put(bit)
                (<Layouts>by_length[count(left)]).add(single)
                hands = (left, out & ~left)
                rows[0][hands[0]] = rows[1][hands[1]] = single
                if all([
                    _allowed(position, place, suit, hands[place], known[place], lengths or {})
                    for place in (0, 1)
                ]):
                    allowed.add(single)
            begin.append(allowed)
            self.by_length.append(by_length)
            lines.append([holding(each, (), size) for each in rows])
        self.everything = tuple(begin)
        self.lines = tuple([pair[place] for place in (0, 1) for pair in lines])

    cpdef object begin(self):
        """See `Beliefs.begin`."""
        if not self.weight(self.everything):
            raise BeliefError("the known cards and lengths leave no place for the others")
        return self.everything

    cpdef object narrow(self, object alive, int suit, Layouts where):
        """See `Beliefs.narrow`."""
        cdef Layouts before = (<tuple?>alive)[suit]
        return _replaced(<tuple>alive, suit, before.both(where))

    cpdef object exclude(self, object alive, int suit, Layouts where):
        """See `Beliefs.exclude`."""
        cdef Layouts before = (<tuple?>alive)[suit]
        return _replaced(<tuple>alive, suit, before.without(where))

    cpdef bint possible(self, object alive, int suit, Layouts where) except -1:
        """See `Beliefs.possible`."""
        return self.weight_in(alive, suit, where) != 0

    cpdef long long weight(self, object alive) except -1:
        """See `Beliefs.weight`."""
        known = self.weights.get(alive)
        if known is None:
            known = self.weights[alive] = self.ways(<tuple?>alive)
        return known

    cdef long long ways(self, tuple alive) except -1:
        """The number of layouts."""
        cdef long long total = 1
        for suit in alive:
            total *= (<Layouts>suit).count()
        return total


cdef tuple _replaced(tuple alive, int suit, Layouts where):
    if <Layouts>alive[suit] is where:
        return alive
    return (*alive[:suit], where, *alive[suit + 1:])


@cython.final
cdef class ExactBeliefs(HalfBeliefs):
    """Vacant places: all layouts that leave each defender as many cards as he holds.

    Arguments as for `HalfBeliefs`.
    """

    cdef long long ways(self, tuple alive) except -1:
        # The number of layouts that give the left defender n cards, by n, one suit at a time.
        cdef long long[2 * RANKS + 1] total, joint
        cdef long long more
        cdef int most = 0, suit, cards, length, lengths
        cdef Layouts divisions
        cdef list by_length
        total[0] = 1
        for suit in range(SUITS):
            divisions, by_length = alive[suit], self.by_length[suit]
            lengths = <int>len(by_length)
            for cards in range(most + lengths):
                joint[cards] = 0
            for length in range(lengths):
                more = divisions.count_in((<Layouts>by_length[length]).words)
                if more:
                    for cards in range(most + 1):
                        joint[cards + length] += total[cards] * more
            most += lengths - 1
            for cards in range(most + 1):
                total[cards] = joint[cards]
        return total[self.held] if self.held <= most else 0


def _subsets(int ranks):
    """All subsets of some ranks, the empty one first."""
    subsets = [0]
    while ranks:
        lowest = ranks & -ranks
        subsets += [subset | lowest for subset in subsets]
        ranks ^= lowest
    return subsets


def _allowed(position, place, suit, holding_, known, lengths):
    if position.void[place] >> suit & 1 and holding_:
        return False
    needed = known >> RANKS * suit & ALL_RANKS
    least, most = lengths.get((place, Suit(suit)), (0, RANKS))
    return not needed & ~holding_ and least <= holding_.bit_count() <= most

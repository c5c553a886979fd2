"""Layouts of the hidden cards, drawn in proportion to what is said about the hidden hands."""
cimport cython

import threading
from typing import NamedTuple

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

import numpy as np

from solver.core.deals import as_worlds, read_range
from solver.core.rng cimport Rng, rng_seed
from solver.core.bits cimport bits_low
from solver.worlds.dealing cimport Deck, all_layouts, mean_weight, trial_some, weigh_world
from solver.worlds.facts import read_facts
from solver.worlds.output cimport Output
from solver.worlds.statements import read_boxes
from solver.worlds.subsets cimport tables
from solver.worlds.three_hands cimport (
    ThreeHands, is_bounded, three_count, three_every, three_free, three_plan, three_some,
)
from solver.worlds.two_hands cimport TwoHands, two_count, two_every, two_free, two_some
from solver.worlds.unions cimport Union, fill_any, likely, points, read_union, weigh

cdef enum:
    MOST = 1 << 24          # worlds that one call may return
    PILOT = 256             # trials before it is decided whether to count three hands
    FOREVER = 1 << 26       # trials after which a sample is given short
    TRIALS = 1 << 18        # trials that estimate a mass
    # Costs in products of shares, each about 1 ns:
    TRIAL = 65              # a trial
    DRAW = 330              # a draw after the count
    PLAN = 80000            # the plan of a count
    COMBINE = 1500          # the plan, for each combination of boxes
    WALK = 40000            # the join of two pairs of suits

cdef extern from *:
    """
    #define ROOM 1099511627776.0        // layouts: with more, trials can show that n is too few
    """
    const double ROOM


class Sample(NamedTuple):
    """Worlds.

    Attributes:
        worlds: uint64[n, 4], the hands of N E S W now: the cards held and the hidden ones.
        weights: float64[n], what each world counts, 1 in the mean.
        complete: whether every layout that has a weight is here once; the weights are in
            proportion to theirs then. Else worlds are independent draws, and all weights are 1.
    """
    worlds: object
    weights: object
    complete: bool


cdef int no_memory() except -1 with gil:
    raise MemoryError


@cython.final
cdef class WorldSampler:
    """All layouts of the hidden cards that agree with hard facts, and random ones by weight.

    Cards are 13*suit+rank (suits S H D C = 0..3, ranks 2..A = 0..12), sets of cards are 52-bit
    masks, seats N E S W = 0..3. What is said about a hand is a union of weighted boxes; a box gives
    the least and the most of high-card points, spades, hearts, diamonds and clubs of the hand as
    dealt: what it holds, has played and takes of the hidden cards. A hand weighs the sum of the
    weights of the boxes that contain it, a layout the product over the hidden hands.

    Method: layouts are counted, not tried, by lengths and points (see two_hands.pyx and
    three_hands.pyx); counts are exact, weights have the precision of doubles. Where three hands are
    hidden, one hand is counted and the two others are dealt and tried when that takes less time;
    the distribution is exact either way.

    One thread at a time works on a sampler; others wait. The GIL is released meanwhile.

    Args:
        hidden: the cards whose place is unknown, as a mask.
        vacant: how many of them each seat takes; at most three seats take any.
        held: the cards known to be in each hand now, as masks.
        played: the cards that each seat has played, as masks.
        shown_out: for each seat the suits in which it takes no hidden card, bit number = suit.
        lacks: for each seat cards that it does not hold, as masks.
        boxes: for each seat None (no limit) or whole numbers [k, 5, 2], k at most 64. None is no
            limit at all. Boxes of a seat that takes no hidden card are ignored.
        weights: for each seat None (1 each) or float64[k], above 0.

    Raises:
        SolverError: an argument is malformed, or the hard facts leave no layout; the text names
            the fact.
    """
    cdef Union said[3]          # about the hands that take hidden cards
    cdef Deck deck
    cdef int seat[3]            # of the hands that take hidden cards
    cdef uint64_t own[4]        # what the seats hold besides hidden cards
    cdef double settled         # the weight of the hidden hands that follow from facts
    cdef TwoHands* two          # the count of two hands, or of one of three against the others
    cdef int first              # of three hands, the one that is counted in `two`
    cdef ThreeHands* three      # planned
    cdef bint counted           # and counted
    cdef bint ready
    cdef object lock

    def __cinit__(self, *args, **kwargs):
        self.lock = threading.Lock()

    def __init__(
        self, hidden, vacant, *, held=(0, 0, 0, 0), played=(0, 0, 0, 0), shown_out=(0, 0, 0, 0),
        lacks=(0, 0, 0, 0), boxes=None, weights=None,
    ):
        facts = read_facts(hidden, vacant, held, played, shown_out, lacks)
        unions = read_boxes(boxes, weights)
        with self.lock:
            self.ready = False
            self.forget()
            self.enter(facts, unions)
            self.ready = True

    def __dealloc__(self):
        self.forget()

    cdef void forget(self):
        two_free(self.two)
        three_free(self.three)
        self.two, self.three, self.counted = NULL, NULL, False

    cdef enter(self, facts, unions):
        """Enter the facts and what is said."""
        cdef int h, s
        cdef uint64_t hidden = facts.hidden
        cdef Union other
        cdef Deck* d = &self.deck
        memset(d, 0, sizeof(Deck))
        d.hidden = hidden
        d.hands = len(facts.seats)
        for h in range(3):
            d.said[h] = &self.said[h]
            if h >= d.hands:
                fill_any(&self.said[h])
        for h, s in enumerate(facts.seats):
            self.seat[h] = s
            d.places[h] = facts.vacant[s]
            d.may[h] = facts.may[s]
            d.known[h] = facts.dealt[s]
            read_union(&self.said[h], unions[s])
        while hidden:
            d.card[d.cards] = bits_low(hidden)
            d.cards += 1
            hidden &= hidden - 1
        for s in range(4):
            self.own[s] = facts.own[s]
        self.settled = 1
        for s in facts.settled:
            read_union(&other, unions[s])
            self.settled *= weigh(&other, facts.dealt[s])

    cdef int check(self) except -1:
        if not self.ready:
            raise RuntimeError("WorldSampler is not initialised")
        return 0

    cdef bint is_limited(self, int h) noexcept nogil:
        """Whether the points of a hand are limited."""
        cdef int known = points(self.deck.known[h])
        cdef int top = known + points(self.deck.may[h])
        cdef int i
        for i in range(self.said[h].size):
            if self.said[h].bound[i][0] > known or self.said[h].bound[i][1] < top:
                return True
        return False

    cdef int narrowest(self) noexcept nogil:
        """The hand of three with the least likely boxes."""
        cdef int h, best = 0
        cdef double chance, least = 2
        for h in range(3):
            chance = likely(&self.said[h])
            if chance < least:
                best, least = h, chance
        return best

    cdef int prepare(self) except -1 nogil:
        """Count two hands, or one of three against the others."""
        cdef Union other
        cdef const Deck* d = &self.deck
        cdef int h
        if self.two != NULL:
            return 0
        if d.hands == 3:
            self.first = h = self.narrowest()
            fill_any(&other)
            self.two = two_count(
                &self.said[h], &other, d.may[h], d.places[h], d.known[h], 0, self.is_limited(h))
        else:
            self.two = two_count(
                &self.said[0], &self.said[1], d.hidden, d.places[0], d.known[0], d.known[1],
                self.is_limited(0) or self.is_limited(1))
        return no_memory() if self.two == NULL else 0

    cdef bint plan(self) except -1 nogil:
        """Whether all layouts can be counted; the count of three hands is planned."""
        cdef const Deck* d = &self.deck
        cdef bint limited[3]
        cdef int h
        if d.hands < 3:
            return True
        if self.three == NULL:
            for h in range(3):
                limited[h] = self.is_limited(h)
            self.three = three_plan(d.said, d.hidden, d.places, d.known, d.may, limited)
            if self.three == NULL:
                no_memory()
        return is_bounded(self.three)

    cdef int count(self) except -1 nogil:
        """Count three hands, planned."""
        if not self.counted and not three_count(self.three):
            no_memory()
        self.counted = True
        return 0

    cdef uint64_t other_layouts(self) noexcept nogil:
        """In how many ways two of three hands are dealt when the first one is counted."""
        cdef const Deck* d = &self.deck
        return tables().choose[d.cards - d.places[self.first]][
            d.places[1 if self.first == 0 else 0]]

    cdef double estimate(self) noexcept nogil:
        """The mass of three hands by trial, always with the same random numbers."""
        if not self.two.cells:
            return 0
        return (mean_weight(&self.deck, self.two, self.first, TRIALS, 0)
                * self.two.mass * <double>self.other_layouts())

    cdef bint is_sooner(self, double worlds, double trials) noexcept nogil:
        """Whether a planned count and draws after it take less time than so many trials."""
        return trials * TRIAL > (<double>self.three.work + worlds * DRAW
                                 + <double>self.three.combinations * WALK)

    cdef int try_three(self, Rng* rng, bint small, Output* o) except -1 nogil:
        """Draw layouts of three hands by trial while that is expected to be sooner than a count.

        What trials found is kept: it does not depend on how long they took. `small`: the caller
        wants to know whether there are fewer layouts than worlds, which trials cannot show where
        layouts are few.
        """
        cdef uint64_t tried = 0, limit = PILOT
        cdef double left, trials
        cdef double kinds = <double>self.said[0].size * self.said[1].size * self.said[2].size
        cdef uint64_t most = FOREVER
        if small and <double>self.two.support * <double>self.other_layouts() < ROOM:
            if self.plan():
                return 0
        if o.size > most:
            most = <uint64_t>o.size * 64
        while o.made < o.size and tried < most:
            tried += trial_some(&self.deck, self.two, self.first, limit - tried, rng, o)
            limit *= 2
            left = <double>(o.size - o.made)
            trials = left * <double>tried / max(<double>o.made, 0.5)
            if trials * TRIAL > PLAN + kinds * COMBINE:
                if self.plan() and self.is_sooner(left, trials):
                    break
        return 0

    cdef int draw_three(self, Rng* rng, Output* o) except -1 nogil:
        """Fill the rest of the output from a count of three hands, if there is a layout."""
        self.count()
        if self.three.mass > 0 and not three_some(self.three, rng, o):
            no_memory()
        return 0

    @property
    def layouts(self):
        """How many layouts the hard facts allow, whatever is said."""
        with self.lock:
            self.check()
            return all_layouts(&self.deck)

    @property
    def mass(self):
        """The sum of the weights of all layouts; 0.0 when what is said leaves none.

        Where three hands are hidden and have very many and wide boxes it is an estimate.
        """
        cdef double mass
        with self.lock:
            self.check()
            with nogil:
                self.prepare()
                if self.deck.hands < 3:
                    mass = self.two.mass
                elif self.plan():
                    self.count()
                    mass = self.three.mass
                else:
                    mass = self.estimate()
            return self.settled * mass

    def draw(self, n, seed, *, complete=True):
        """Return a `Sample` of n worlds, independent draws in proportion to weight.

        Where n or fewer layouts have a weight, each of them is there once instead, unless
        `complete` is false. Where none has, the sample is empty (and complete). A sampler whose
        mass is an estimate may return fewer worlds than asked for, when it finds so few.

        The same arguments give the same worlds on every machine.

        Args:
            n: worlds wanted, 1 to 2**24.
            seed: where the randomness begins, 0 to 2**64-1.
            complete: whether all layouts may take the place of draws.

        Raises:
            SolverError: n or seed is out of range.
        """
        cdef Rng rng
        cdef Output o
        cdef bint short, all_or_some = bool(complete)
        n = read_range(n, "n", 1, MOST)
        rng_seed(&rng, read_range(seed, "seed", 0, (1 << 64) - 1))
        with self.lock:
            self.check()
            with nogil:
                self.prepare()
            if self.settled == 0 or self.two.cells == 0:
                return self.every(0)
            if all_or_some and self.deck.hands < 3 and self.two.support <= <uint64_t>n:
                return self.every(n)
            worlds = np.empty((n, 4), np.uint64)
            o = self.output(worlds, None)
            with nogil:
                if self.deck.hands < 3:
                    two_some(self.two, self.deck.hidden, &rng, &o)
                else:
                    self.try_three(&rng, all_or_some, &o)
                short = o.made < o.size and self.plan()
            if short:
                found = self.every(n) if all_or_some else None
                if found is not None:
                    return found
                with nogil:
                    self.draw_three(&rng, &o)
        return Sample(worlds[:o.made], np.ones(o.made), False)

    cdef Output output(self, worlds, weights):
        cdef Output o
        cdef uint64_t[:, ::1] view
        cdef double[::1] seen
        memset(&o, 0, sizeof(Output))
        o.size, o.hands = len(worlds), self.deck.hands
        if o.size:
            view = worlds
            o.world = &view[0, 0]
            if weights is not None:
                seen = weights
                o.weight = &seen[0]
        o.seat, o.own = self.seat, self.own
        return o

    cdef every(self, limit):
        """All layouts that have a weight as a `Sample`; None where they are more than the limit."""
        cdef Output o
        cdef bint enough = True
        cdef double most = 0
        if self.settled > 0 and self.two.cells:
            most = <double>self.two.support
            if self.deck.hands == 3:
                with nogil:
                    enough = self.plan()
                    if enough:
                        self.count()
                if not enough or <double>self.three.most > limit:
                    return None
                most = min(self.three.layouts, <double>limit)
        if most > limit:
            return None
        worlds, weights = np.empty((<int64_t>most, 4), np.uint64), np.empty(<int64_t>most)
        o = self.output(worlds, weights)
        if o.size:
            with nogil:
                if self.deck.hands < 3:
                    two_every(self.two, self.deck.hidden, &o)
                elif not three_every(self.three, &enough, &o):
                    no_memory()
        if not enough:
            return None
        worlds, weights = worlds[:o.made], weights[:o.made]
        return Sample(worlds, weights / weights.mean() if o.made else weights, True)

    def enumerate(self, limit):
        """Return a `Sample` of all layouts that have a weight, or None where they are more.

        The limit is 0 to 2**24, SolverError else. The order is by lengths and points, always the
        same; weights are in proportion to those of the layouts.
        """
        limit = read_range(limit, "limit", 0, MOST)
        with self.lock:
            self.check()
            with nogil:
                self.prepare()
            return self.every(limit)

    def weigh(self, worlds):
        """Return float64[n]: the weights of worlds, 0.0 where facts or all boxes are broken.

        Args:
            worlds: uint64[n, 4], the hands of N E S W now.

        Raises:
            SolverError: the array is no such.
        """
        worlds = as_worlds(worlds)
        weights = np.empty(len(worlds))
        cdef const uint64_t[:, ::1] hands = worlds
        cdef double[::1] found = weights
        cdef Py_ssize_t i
        with self.lock:
            self.check()
            with nogil:
                for i in range(hands.shape[0]):
                    found[i] = self.settled * weigh_world(
                        &self.deck, self.seat, self.own, &hands[i, 0])
        return weights

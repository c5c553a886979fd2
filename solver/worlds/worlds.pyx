# cython: auto_pickle=False, autotestdict=False
"""Layouts of the hidden cards, drawn in proportion to what is said about the hidden hands."""
cimport cython

import threading
from typing import NamedTuple

from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

import numpy as np

from solver.worlds.classes import class_worlds
from solver.worlds.dealing cimport all_layouts, weigh_world
from solver.core.deals import as_worlds
from solver.worlds.facts import read_facts, whole
from solver.worlds.output cimport Output, shuffle_some, three_every, two_every
from solver.core.rng cimport Rng, rng_seed
from solver.worlds.sampler cimport (
    Sampler, count_three, count_two, draw_three, draw_two, estimate, is_limited,
    plan_three, sampler_free, try_three,
)
from solver.worlds.statements import read_boxes
from solver.worlds.subsets cimport Tables, tables_fill
from solver.worlds.three_hands cimport is_bounded
from solver.core.types cimport bits_low
from solver.worlds.unions cimport Union, heaviest, union_add, union_all, weigh

cdef enum:
    MOST = 1 << 24          # worlds that one call may return

cdef Tables TABLES
tables_fill(&TABLES)


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


class Trials(NamedTuple):
    """Worlds found by dealing.

    Attributes:
        worlds: uint64[m, 4], as in `Sample`; independent draws of equal weight.
        attempts: how many deals were made.
    """
    worlds: object
    attempts: int


@cython.final
cdef class WorldSampler:
    """All layouts of the hidden cards that agree with hard facts, and random ones by weight.

    Cards are 13*suit+rank (suits S H D C = 0..3, ranks 2..A = 0..12), sets of cards are 52-bit
    masks, seats N E S W = 0..3. What is said about a hand is a union of weighted boxes; a box gives
    the least and the most of high-card points, spades, hearts, diamonds and clubs of the hand as
    dealt: what it holds, has played and takes of the hidden cards. A hand weighs the sum of the
    weights of the boxes that contain it, a layout the product over the hidden hands.

    Method: layouts are counted, not tried, by lengths and points (see two_hands.pxd and
    three_hands.pxd); counts are exact, weights have the precision of doubles. Where three hands are
    hidden, one hand is counted and the two others dealt and tried, when that takes less time; draws
    are exact either way.

    One thread at a time works on a sampler, others wait; the GIL is free meanwhile.

    Args:
        hidden: the cards whose place is unknown, as a mask.
        vacant: how many of them each seat takes; at most three seats take any.
        held: the cards known to be in each hand now, as masks.
        played: the cards that each seat has played, as masks.
        shown_out: for each seat the suits of which it takes no hidden card, bit number = suit.
        lacks: for each seat cards that it does not hold, as masks.
        boxes: for each seat None (no limit) or whole numbers [k, 5, 2], k at most 64. None is no
            limit at all. Boxes of a seat that takes no hidden card are ignored.
        weights: for each seat None (1 each) or float64[k], above 0.

    Raises:
        SolverError: an argument is malformed, or the hard facts leave no layout; the text names
            the fact.
    """
    cdef Sampler state
    cdef int seat[3]            # of the hands that take hidden cards
    cdef uint64_t own[4]        # what the seats hold besides hidden cards
    cdef bint ready
    cdef object lock
    cdef object facts

    def __cinit__(self, *args, **kwargs):
        self.lock = threading.Lock()

    def __init__(
        self, hidden, vacant, *, held=(0, 0, 0, 0), played=(0, 0, 0, 0), shown_out=(0, 0, 0, 0),
        lacks=(0, 0, 0, 0), boxes=None, weights=None,
    ):
        facts = read_facts(hidden, vacant, held, played, shown_out, lacks)
        said = read_boxes(boxes, weights)
        with self.lock:
            self.ready = False
            sampler_free(&self.state)
            self.facts = facts
            self.enter(said)
            self.ready = True

    def __dealloc__(self):
        sampler_free(&self.state)

    cdef enter(self, boxes):
        """Enter the facts and what is said."""
        cdef int h, s
        cdef uint64_t hidden = self.facts.hidden
        cdef Union other
        cdef Sampler* q = &self.state
        memset(q, 0, sizeof(Sampler))
        q.tables, q.settled = &TABLES, 1
        q.deck.hidden, q.deck.heaviest = hidden, 1
        q.deck.hands = len(self.facts.seats)
        for h in range(3):
            q.deck.said[h] = &q.said[h]
            if h >= q.deck.hands:
                union_all(&q.said[h])
        for h, s in enumerate(self.facts.seats):
            self.seat[h] = s
            q.deck.places[h] = self.facts.vacant[s]
            q.deck.may[h] = self.facts.may[s]
            q.deck.known[h] = self.facts.dealt[s]
            read_union(&q.said[h], boxes[s])
            q.deck.heaviest *= q.said[h].heaviest
        while hidden:
            q.deck.card[q.deck.cards] = bits_low(hidden)
            q.deck.cards += 1
            hidden &= hidden - 1
        for s in range(4):
            self.own[s] = self.facts.own[s]
        for s in self.facts.settled:
            read_union(&other, boxes[s])
            q.settled *= weigh(&other, self.facts.dealt[s])

    cdef check(self):
        if not self.ready:
            raise RuntimeError("WorldSampler is not initialised")

    cdef prepare(self):
        """Count two hands, or one of three."""
        cdef bint done
        self.check()
        with nogil:
            done = count_two(&self.state)
        if not done:
            raise MemoryError

    cdef bint plan(self) except -1:
        """Whether all can be counted; three hands are planned."""
        cdef bint done = True
        with nogil:
            if self.state.deck.hands == 3:
                done = plan_three(&self.state)
        if not done:
            raise MemoryError
        return self.state.deck.hands < 3 or is_bounded(self.state.three)

    cdef count(self):
        """Count three hands, planned."""
        cdef bint done
        with nogil:
            done = count_three(&self.state)
        if not done:
            raise MemoryError

    @property
    def layouts(self):
        """How many layouts the hard facts allow, whatever is said."""
        with self.lock:
            self.check()
            return all_layouts(&self.state.deck, &TABLES)

    @property
    def exact(self):
        """Whether all layouts can be counted; else `mass` is an estimate and `enumerate` is None.

        False only where three hands are hidden and have very many and wide boxes.
        """
        with self.lock:
            self.check()
            return self.plan()

    @property
    def mass(self):
        """The sum of the weights of all layouts; 0.0 when what is said leaves none."""
        cdef double mass
        with self.lock:
            self.prepare()
            if self.state.deck.hands < 3:
                mass = self.state.two.mass
            elif self.plan():
                self.count()
                mass = self.state.three.mass
            else:
                with nogil:
                    mass = estimate(&self.state)
            return self.state.settled * mass

    def draw(self, n, seed, *, complete=True):
        """Return a `Sample` of n worlds, independent draws in proportion to weight.

        Where n or fewer layouts have a weight, each of them is there once instead, unless
        `complete` is false. Where none has, the sample is empty (and complete). A sampler that is
        not `exact` may return fewer worlds than asked for, when it finds so few.

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
        cdef Sampler* q = &self.state
        cdef bint done = True, all_or_some = bool(complete)
        n = whole(n, "n", MOST, 1)
        rng_seed(&rng, whole(seed, "seed", (1 << 64) - 1))
        with self.lock:
            self.prepare()
            if q.settled == 0 or q.two.cells == 0:
                return self.every(0)
            if all_or_some and q.deck.hands < 3 and q.two.support <= <uint64_t>n:
                return self.every(n)
            worlds = np.empty((n, 4), np.uint64)
            o = self.output(worlds, None)
            with nogil:
                if q.deck.hands < 3:
                    done = draw_two(q, &rng, &o)
                else:
                    done = try_three(q, &rng, all_or_some, &o)
            if done and o.made < n and self.plan():
                found = self.every(n) if all_or_some else None
                if found is not None:
                    return found
                with nogil:
                    done = draw_three(q, &rng, &o)
            if not done:
                raise MemoryError
        return Sample(worlds[:o.made], np.ones(o.made), False)

    cdef Output output(self, worlds, weights):
        """Where to write to."""
        cdef Output o
        cdef uint64_t[:, ::1] view
        cdef double[::1] seen
        memset(&o, 0, sizeof(Output))
        o.size, o.hands = len(worlds), self.state.deck.hands
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
        cdef Sampler* q = &self.state
        cdef bint enough = True, done = True
        cdef double most = 0
        if q.settled > 0 and q.two.cells:
            most = <double>q.two.support
            if q.deck.hands == 3:
                if not self.plan():
                    return None
                self.count()
                if <double>q.three.most > limit:
                    return None
                most = min(q.three.layouts, <double>limit)
        if most > limit:
            return None
        worlds, weights = np.empty((<int64_t>most, 4), np.uint64), np.empty(<int64_t>most)
        o = self.output(worlds, weights)
        if o.size:
            with nogil:
                if q.deck.hands < 3:
                    two_every(q.two, q.deck.hidden, &o)
                else:
                    done = three_every(q.three, q.order, &q.deck, &enough, &o)
        if not done:
            raise MemoryError
        if not enough:
            return None
        worlds, weights = worlds[:o.made], weights[:o.made]
        return Sample(worlds, weights / weights.mean() if o.made else weights, True)

    def enumerate(self, limit):
        """Return a `Sample` of all layouts that have a weight, or None where they are more.

        The limit is 0 to 2**24, SolverError else. The order is by lengths and points, always the
        same; weights are in proportion to those of the layouts.
        """
        limit = whole(limit, "limit", MOST)
        with self.lock:
            self.prepare()
            return self.every(limit)

    def draw_by_rejection(self, n, seed, *, attempts=1 << 24):
        """Return `Trials`: worlds found by dealing hidden cards at random, weights as chances.

        For comparison: nothing is counted. The worlds are distributed as those of `draw`.

        Args:
            n: worlds wanted, 1 to 2**24; there are less when the attempts run out.
            seed: where the randomness begins, 0 to 2**64-1.
            attempts: the most deals, 1 to 2**40.

        Raises:
            SolverError: an argument is out of range.
        """
        cdef Rng rng
        cdef Output o
        cdef uint64_t tries = whole(attempts, "attempts", 1 << 40, 1)
        cdef uint64_t tried = 0
        cdef Sampler* q = &self.state
        n = whole(n, "n", MOST, 1)
        rng_seed(&rng, whole(seed, "seed", (1 << 64) - 1))
        with self.lock:
            self.check()
            worlds = np.empty((n, 4), np.uint64)
            o = self.output(worlds, None)
            with nogil:
                if q.settled > 0:
                    tried = shuffle_some(&q.deck, tries, &rng, &o)
        return Trials(worlds[:o.made], tried)

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
                    found[i] = self.state.settled * weigh_world(
                        &self.state.deck, self.seat, self.own, &hands[i, 0])
        return weights

    def class_worlds(
        self, n, live, seed, *, draws=None, enumerate_limit=2000, singles=None
    ):
        """Return a `ClassSample`, as `solver.worlds.classes.class_worlds` with these arguments."""
        with self.lock:
            self.check()
            facts = self.facts
            limited = any([is_limited(&self.state, h) for h in range(self.state.deck.hands)])
        return class_worlds(
            self, facts, limited, n, live, seed, draws, enumerate_limit, singles)


cdef read_union(Union* u, said):
    """Enter boxes as `read_boxes` returns them."""
    cdef const int64_t[:, ::1] ranges
    cdef const double[::1] weights
    cdef int box[10]
    cdef int i, k
    if said is None:
        union_all(u)
        return
    memset(u, 0, sizeof(Union))
    ranges, weights = said
    for i in range(<int>ranges.shape[0]):
        for k in range(10):
            box[k] = <int>min(max(ranges[i, k], -100), 100)
        union_add(u, box, weights[i])
    heaviest(u, (<uint64_t>2 << (u.size - 1)) - 1, 0)

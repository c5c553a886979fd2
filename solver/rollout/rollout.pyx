"""Deals played out by players who vote, each with layouts of the hands that he does not see.

This is level 0 of recursive Monte Carlo (Bouzy, Rimbaud and Ventos, *Recursive Monte Carlo Search
for Bridge Card Play*, IEEE CoG 2020). A double-dummy result assumes that everybody sees all hands.
Here a guess remains a guess: a player draws a few layouts that agree with what he knows, and plays
the card that is best double dummy in most of them.

Two things make a rollout affordable. A player keeps his layouts from card to card, those that the
cards have not contradicted. And where a decision takes longest, early in the play, or hardly
matters, in the last tricks, all hands are seen.
"""
cimport cython
from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memcpy, memset

import numpy as np

from solver.core.deals import as_worlds, read_range
from solver.core.errors import SolverError
from solver.worlds.statements import read_boxes

from solver.core.bits cimport bits_count, bits_high, bits_low
from solver.core.cards cimport ALL_CARDS, SUIT, cards_t
from solver.core.question cimport Deal, check_worlds, take_frame
from solver.core.rng cimport Rng, rng_below, rng_part, rng_seed
from solver.dd.dd cimport DoubleDummySolver
from solver.dd.search cimport Search, best_cards, exact, first_guess, set_question
from solver.worlds.dealing cimport subset_of_26
from solver.worlds.subsets cimport tables
from solver.worlds.unions cimport Union, read_union, weigh

cdef enum:
    LAYOUTS = 64            # by which one decision is made, at most
    KEPT = 256              # layouts that a player keeps
    TRIALS = 256            # layouts that are dealt to find some that agree with the auction
    SPARE = 4               # layouts drawn at the root for each one wanted: cards contradict most


cdef struct View:
    # What a player imagines of the two hands that he does not see, as they were at the root.
    int seat[2]
    int made
    Rng rng
    cards_t hand[KEPT]      # the first of them; the second has the other hidden cards


cdef struct Game:
    # A deal in the course of play.
    Deal deal
    cards_t root[4]         # the hands at the root
    cards_t before[4]       # the cards that each player had played by then
    int void[4]             # the suits that each player has shown out of, bit number = suit
    int declarer
    int won                 # North-South's tricks since the root
    int need                # those that they need since the root


cdef inline cards_t suit_cards(int card) noexcept nogil:
    return <cards_t>SUIT << (13 * (card // 13))


cdef cards_t void_cards(int suits) noexcept nogil:
    cdef cards_t found = 0
    cdef int suit
    for suit in range(4):
        if suits >> suit & 1:
            found |= <cards_t>SUIT << (13 * suit)
    return found


cdef inline cards_t legal(const Deal* d) noexcept nogil:
    cdef cards_t hand = d.hand[(d.leader + d.played) & 3]
    cdef cards_t same = hand & suit_cards(d.card[0]) if d.played else 0
    return same if same else hand


cdef bint are_equal(const Deal* d, cards_t cards) noexcept nogil:
    """Return whether cards of the player to move touch: no other card that is left is between."""
    cdef cards_t left = d.hand[0] | d.hand[1] | d.hand[2] | d.hand[3]
    cdef int low = bits_low(cards)
    cdef int high = bits_high(cards)
    cdef int k
    for k in range(d.played):
        left |= <cards_t>1 << d.card[k]
    return low // 13 == high // 13 and not (
        left & ~cards & (((<cards_t>1 << high) - 1) ^ ((<cards_t>1 << low) - 1)))


cdef inline bint beats(int card, int other, int trump) noexcept nogil:
    """Return whether a card that is played after another one beats it."""
    if card // 13 == other // 13:
        return card > other
    return card // 13 == trump


cdef void play_card(Game* g, int card) noexcept nogil:
    cdef Deal* d = &g.deal
    cdef int seat = (d.leader + d.played) & 3
    cdef int top = d.card[0]
    cdef int best = 0
    cdef int k
    d.hand[seat] ^= <cards_t>1 << card
    if d.played and card // 13 != top // 13:
        g.void[seat] |= 1 << (top // 13)
    if d.played < 3:
        d.card[d.played] = card
        d.played += 1
        return
    for k in range(1, 3):
        if beats(d.card[k], top, d.trump):
            best, top = k, d.card[k]
    if beats(card, top, d.trump):
        best = 3
    d.leader = (d.leader + best) & 3
    d.played = 0
    g.won += 1 - (d.leader & 1)


cdef int cheapest(cards_t cards, const int* loss) noexcept nogil:
    """Return the card with the least loss; of such cards the lowest, then spades before clubs."""
    cdef int best = bits_low(cards)
    cdef int card
    cards &= cards - 1
    while cards:
        card = bits_low(cards)
        cards &= cards - 1
        if loss[card] < loss[best] or (loss[card] == loss[best] and card % 13 < best % 13):
            best = card
    return best


@cython.final
cdef class Rollouts:
    """Plays deals out; dummy is on the table, and nobody else's hand is seen.

    A player's layouts agree with the auction, as boxes say it (see `WorldSampler`), with the cards
    played and with who has shown out. He judges his cards double dummy in each: one that is not
    best there loses a trick, and `bonus` tricks more if that is the trick that makes or beats the
    contract. Of equal cards he plays the lowest.

    One object serves one thread at a time, and so does its solver.

    Args:
        solver: answers the double-dummy questions; its `stop` ends the play.
        layouts: those by which a player judges, 1 to 64.
        voting: with more tricks left than this, players see all hands, 0 to 13.
        ending: with so many tricks left, the rest is counted double dummy, 0 to 13.
        bonus: what the contract counts for, in tricks, 0 to 100.

    Attributes:
        decisions: the votes so far.
        blind: how often a player found no layout that agrees with the auction, and took any.
    """
    cdef DoubleDummySolver solver
    cdef Union said[4]
    cdef int layouts
    cdef int voting
    cdef int ending
    cdef int bonus
    cdef readonly uint64_t decisions
    cdef readonly uint64_t blind

    def __init__(
        self, DoubleDummySolver solver not None, *, layouts=6, voting=11, ending=3, bonus=3,
    ):
        self.layouts = read_range(layouts, "layouts", 1, LAYOUTS)
        self.voting = read_range(voting, "voting", 0, 13)
        self.ending = read_range(ending, "ending", 0, 13)
        self.bonus = read_range(bonus, "bonus", 0, 100)
        self.solver = solver

    cdef void add_layouts(self, const Game* g, View* v, int wanted) noexcept nogil:
        """Add layouts that agree with the game so far to a view: at most so many, at least one.

        Deals are kept with a chance in proportion to the weight that the auction gives them. Where
        none is kept in time it is the heaviest one, or any if none has a weight.
        """
        cdef int first = v.seat[0]
        cdef int second = v.seat[1]
        cdef cards_t hidden = g.deal.hand[first] | g.deal.hand[second]
        cdef cards_t settled = hidden & void_cards(g.void[second])
        cdef cards_t free = hidden & ~settled & ~void_cards(g.void[first])
        cdef cards_t gone = g.root[first] ^ g.deal.hand[first]
        cdef cards_t dealt = g.before[second] | g.root[second] | g.root[first]
        cdef int places = bits_count(g.deal.hand[first]) - bits_count(settled)
        cdef uint64_t ways = tables().choose[bits_count(free)][places]
        cdef double heaviest = self.said[first].heaviest * self.said[second].heaviest
        cdef double best = -1
        cdef double weight
        cdef cards_t hand
        cdef cards_t likeliest = 0
        cdef int kept = 0
        cdef int _i
        for _i in range(TRIALS):
            if kept == wanted or v.made == KEPT:
                return
            hand = gone | settled | subset_of_26(
                tables(), free, places, rng_below(&v.rng, ways))
            weight = weigh(&self.said[first], g.before[first] | hand)
            if weight > 0:
                weight *= weigh(&self.said[second], dealt & ~hand)
            if weight > best:
                best, likeliest = weight, hand
            if weight > 0 and rng_part(&v.rng) * heaviest < weight:
                v.hand[v.made] = hand
                v.made += 1
                kept += 1
        if kept == 0 and v.made < KEPT:
            self.blind += best <= 0
            v.hand[v.made] = likeliest
            v.made += 1

    cdef int recall(self, const Game* g, const View* v, cards_t* hand) noexcept nogil:
        """Fill hand[] with the first hidden hand as it is now in layouts that agree with the game.

        Return how many there are; no more than are wanted.
        """
        cdef int first = v.seat[0]
        cdef cards_t gone = g.root[first] ^ g.deal.hand[first]
        cdef cards_t hidden = g.deal.hand[first] | g.deal.hand[v.seat[1]]
        cdef cards_t void = void_cards(g.void[first])
        cdef cards_t other_void = void_cards(g.void[v.seat[1]])
        cdef cards_t cards
        cdef int found = 0
        cdef int i
        for i in range(v.made):
            cards = v.hand[i] ^ gone
            if not (cards & ~hidden or cards & void or (hidden ^ cards) & other_void):
                hand[found] = cards
                found += 1
                if found == self.layouts:
                    break
        return found

    cdef int vote(self, const Game* g, View* v) noexcept nogil:
        """Return the card that the player to move prefers, -1 when halted."""
        cdef Search* s = self.solver.s
        cdef Deal d = g.deal
        cdef cards_t cards = legal(&d)
        cdef cards_t hand[LAYOUTS]
        cdef cards_t best, worse
        cdef cards_t hidden = d.hand[v.seat[0]] | d.hand[v.seat[1]]
        cdef int loss[52]
        cdef int seat = (d.leader + d.played) & 3
        cdef int i, value, price
        cdef int n = 1
        if bits_count(d.hand[seat]) > self.voting:
            hand[0] = d.hand[v.seat[0]]
        else:
            self.decisions += 1
            n = self.recall(g, v, hand)
            if n < self.layouts:
                self.add_layouts(g, v, self.layouts - n)
                n = self.recall(g, v, hand)
        memset(loss, 0, sizeof(loss))
        for i in range(n):
            d.hand[v.seat[0]] = hand[i]
            d.hand[v.seat[1]] = hidden ^ hand[i]
            set_question(s, &d)
            value = best_cards(s, &d, &best)
            if value < 0:
                return -1
            # North-South need their last trick, or East-West the one that North-South then lack.
            price = 1 + self.bonus * (value == g.need - g.won - (seat & 1))
            worse = cards & ~best
            while worse:
                loss[bits_low(worse)] += price
                worse &= worse - 1
        return cheapest(cards, loss)

    cdef int play_out(self, Game* g, View* views) noexcept nogil:
        """Return North-South's tricks from the root to the end, -1 when halted."""
        cdef Search* s = self.solver.s
        cdef int dummy = g.declarer ^ 2
        cdef int seat, card, got
        while g.deal.played or bits_count(g.deal.hand[0]) > self.ending:
            seat = (g.deal.leader + g.deal.played) & 3
            card = bits_low(legal(&g.deal))
            if not are_equal(&g.deal, legal(&g.deal)):
                card = self.vote(g, &views[g.declarer if seat == dummy else seat])
                if card < 0:
                    return -1
            play_card(g, card)
        if not g.deal.hand[0]:
            return g.won
        set_question(s, &g.deal)
        got = exact(s, 0, 0, first_guess(&s.frame[0], s.trump))
        return got if got < 0 else g.won + got

    cdef void begin_views(self, const Game* g, View* views, uint64_t seed) noexcept nogil:
        """Give declarer and both defenders their first layouts."""
        cdef int seat
        for seat in range(4):
            if seat == g.declarer ^ 2:
                continue
            # A defender does not see declarer and his partner, declarer the defenders.
            if seat == g.declarer:
                views[seat].seat[0] = (seat + 1) & 3
                views[seat].seat[1] = (seat + 3) & 3
            else:
                views[seat].seat[0] = g.declarer
                views[seat].seat[1] = seat ^ 2
            views[seat].made = 0
            rng_seed(&views[seat].rng, 4 * seed + <uint64_t>seat)
            self.add_layouts(g, &views[seat], SPARE * self.layouts)

    def play(
        self, worlds, trump, leader, trick, cards, *, declarer, need, played=(0, 0, 0, 0),
        shown_out=(0, 0, 0, 0), boxes=None, weights=None, seed=0, stop=None,
    ):
        """Return int8[n, 52]: for each world and card the tricks of the mover's side.

        They count from here, the current trick included, and are -1 for cards that are not legal
        or not asked for. In a world all cards meet the same random numbers, so a card's result does
        not depend on which others are asked for.

        Args:
            worlds: uint64[n, 4], the hands N E S W without the cards of the trick.
            trump: 0..4 for S H D C NT.
            leader: who began the current trick.
            trick: the cards played to it.
            cards: a 52-bit set of the cards of the player to move that are asked for.
            declarer: 0..3 for N E S W.
            need: the tricks that North-South need from here to make or to beat the contract.
            played: for each seat the cards that it has played, those of the trick included.
            shown_out: for each seat the suits that it has shown out of, bit number = suit.
            boxes: what the auction says about each hand, see `WorldSampler`.
            weights: the weights of the boxes.
            seed: where the randomness begins, 0 to 2**64-1.
            stop: int32[1]; the play ends when another thread makes it other than 0.

        Raises:
            SolverError: an argument is malformed.
            SearchStopped: the play was ended before this call was done.
        """
        cdef Game root, g
        cdef View first_views[4]
        cdef View views[4]
        cdef Py_ssize_t i
        cdef int card, k, mover, left
        cdef int got = 0
        cdef uint64_t base = read_range(seed, "seed", 0, (1 << 64) - 1)
        cdef uint64_t wanted = read_range(cards, "cards", 0, ALL_CARDS)
        cdef uint64_t todo
        cdef const uint64_t[:, ::1] w = as_worlds(worlds)
        cdef const int[::1] watch = read_flag(stop)
        result = np.full((w.shape[0], 52), -1, dtype=np.int8)
        cdef int8_t[:, ::1] out = result
        memset(&root, 0, sizeof(Game))
        take_frame(&root.deal, trump, leader, trick)
        if w.shape[0]:
            check_worlds(&root.deal, &w[0, 0], w.shape[0])
        root.declarer = read_range(declarer, "declarer", 0, 3)
        root.need = read_range(need, "need", -13, 26)
        unions = read_boxes(boxes, weights)
        if len(played) != 4 or len(shown_out) != 4:
            raise SolverError("played and shown_out must have four items, one for each seat")
        for k in range(4):
            root.void[k] = read_range(shown_out[k], "shown_out", 0, 15)
            root.before[k] = read_range(played[k], "played", 0, ALL_CARDS)
        mover = (root.deal.leader + root.deal.played) & 3
        self.solver.begin()
        for k in range(4):
            read_union(&self.said[k], unions[k])
        self.solver.s.watch = &watch[0]
        with nogil:
            for i in range(w.shape[0]):
                for k in range(4):
                    root.deal.hand[k] = root.root[k] = w[i, k]
                self.begin_views(&root, first_views, base + <uint64_t>i)
                left = bits_count(root.deal.hand[mover])
                todo = wanted & legal(&root.deal)
                while todo and got >= 0:
                    card = bits_low(todo)
                    todo &= todo - 1
                    g = root
                    memcpy(views, first_views, sizeof(views))
                    play_card(&g, card)
                    got = self.play_out(&g, views)
                    out[i, card] = <int8_t>(left - got if mover & 1 else got)
                if got < 0:
                    break
        self.solver.s.watch = NULL
        self.solver.end(got)
        return result


def read_flag(stop):
    """Return a flag, int32[1]: the one given, or one that nobody raises."""
    if stop is None:
        return np.zeros(1, dtype=np.int32)
    if not isinstance(stop, np.ndarray) or stop.dtype != np.int32 or stop.shape != (1,):
        raise SolverError(f"stop must be int32[1], not {stop!r}")
    return stop

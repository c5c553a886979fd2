"""Cards that cut off, remembered by what decides on them.

Where the suit led can be followed, that is the layout of this suit and the card that wins so far;
where it cannot, and for a lead, the hand of the player, his partner's, and who or what wins so far.
The next time that the same is met, however the other cards lie, the card is searched first.

The memory lasts for one deal and trump suit: both are mixed into every key, so that nothing has to
be cleared. It takes 512 KiB. A slot may hold the card of another key with the same bits; it is only
a hint.
"""
from libc.stdint cimport uint16_t, uint32_t, uint64_t

from solver.core.cards cimport NOTRUMP, hand_t, lane_mask
from solver.dd.trick cimport Frame, to_orig

cdef enum:
    CUTOFF_BITS = 18
    FEWEST_TRICKS = 4       # with fewer tricks left, searching takes less time than remembering


cdef struct Cutoffs:
    uint64_t era                        # counts how often everything was forgotten
    uint64_t deal                       # mixes the deal and the trump suit into every key
    uint16_t slot[1 << CUTOFF_BITS]     # 10 bits of a key, and a card: 16*suit+rank, or 0


cdef inline void cutoffs_begin(Cutoffs* c, const hand_t* hands, int trump) noexcept nogil:
    """Name the deal and the trump suit of the next question; cards of the same two are found."""
    cdef uint64_t x = (hands[0] + c.era) * 0x9E3779B97F4A7C15ULL ^ hands[1]
    x *= 0xD6E8FEB86659FD93ULL
    c.deal = (x ^ hands[2]) * 0x9E3779B97F4A7C15ULL + <uint64_t>trump


cdef inline bint remembers(const Frame* f, int k, int trump) noexcept nogil:
    """Return whether cards of the k-th player (from 0) of a trick are remembered.

    For the last player they cost more than they save if he follows suit and there are trumps.
    """
    return f.tricks >= FEWEST_TRICKS and (
        k < 3 or trump == NOTRUMP or not f.hand[(f.leader + 3) & 3] & lane_mask(f.suit[0]))


cdef inline uint64_t cutoff_key(const Cutoffs* c, const Frame* f, int k, int trump) noexcept nogil:
    """Return the key of a choice: 16 bits of the slot, then 26 bits to compare."""
    cdef int seat = (f.leader + k) & 3
    cdef int best
    cdef uint64_t x
    if k and f.hand[seat] & lane_mask(f.suit[0]):
        # In a given deal, the cards left of a suit say who holds them.
        x = to_orig(f.card[f.best[k - 1]], f)
        x += to_orig(f.all & lane_mask(f.suit[0]), f) * 0xD6E8FEB86659FD93ULL
    else:
        x = to_orig(f.hand[(seat + 2) & 3], f) * 0x9E3779B97F4A7C15ULL
        x += to_orig(f.hand[seat], f) * 0xD6E8FEB86659FD93ULL
        if k:
            best = f.best[k - 1]
            x += <uint64_t>((f.leader + best) & 3) if trump == NOTRUMP else to_orig(f.card[best], f)
    x = (x + c.deal + <uint64_t>(4 * k + seat)) * 0x9E3779B97F4A7C15ULL
    x ^= x >> 32
    return x * 0xD6E8FEB86659FD93ULL


cdef inline hand_t cutoff_card(const Cutoffs* c, uint64_t key) noexcept nogil:
    """Return the card that is remembered, in the ranks of the question, or 0."""
    cdef uint16_t x = c.slot[key >> (64 - CUTOFF_BITS)]
    return <hand_t>1 << (x & 63) if x >> 6 == (key >> 8 & 0x3FF) else 0


cdef inline void remember(Cutoffs* c, uint64_t key, int card) noexcept nogil:
    """Remember a card, 16*suit+rank in the ranks of the question."""
    c.slot[key >> (64 - CUTOFF_BITS)] = <uint16_t>((key >> 8 & 0x3FF) << 6 | <uint64_t>card)

"""The zero-window search: its state, and what may be asked of it."""
from libc.stdint cimport int8_t, uint64_t

from solver.core.cards cimport cards_t, hand_t
from solver.core.question cimport Deal
from solver.dd.cutoffs cimport Cutoffs
from solver.dd.table cimport Table
from solver.dd.trick cimport Frame


cdef struct Switches:
    # one for each enhancement; none changes an answer
    bint target_check
    bint quick_tricks
    bint later_tricks
    bint table
    bint winning_ranks
    bint touching
    bint ordering
    bint cutoff_cards
    bint skip_small


ctypedef void (*call_t)(void* subject) noexcept nogil


cdef struct Search:
    Frame frame[14]         # frame 0 is the root
    Table* table            # its owner's, or one that several searches share
    Switches use
    int trump
    uint64_t nodes          # positions visited at the start of a trick
    uint64_t check_at       # the count of nodes at which `stop` and `limit` are checked again
    uint64_t limit          # the count of nodes beyond which the search is halted
    int stop                # raised by another thread
    const int* watch        # another such flag, or NULL
    call_t at_check         # called with `subject` at every check, unless it is NULL
    void* subject
    Cutoffs cutoffs         # cards to be searched first


cdef void set_question(Search* s, const Deal* d) noexcept nogil
cdef void set_root(
    Search* s, const hand_t* hands, int leader, const hand_t* trick, int played
) noexcept nogil
cdef int first_guess(const Frame* f, int trump) noexcept nogil
cdef int reaches(Search* s, int played, int need) noexcept nogil
cdef int exact(Search* s, int played, hand_t card, int guess) noexcept nogil
cdef int card_tricks(Search* s, const Deal* d, cards_t wanted, int8_t* out) noexcept nogil
cdef int card_reaches(
    Search* s, const Deal* d, cards_t wanted, int need, int8_t* out
) noexcept nogil
cdef int best_cards(Search* s, const Deal* d, cards_t* best) noexcept nogil
cdef int declarer_tricks(Search* s, Deal* d, const int8_t* asked, int8_t* out) noexcept nogil

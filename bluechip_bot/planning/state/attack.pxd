"""What a defender on lead thinks of first: the order of the suits."""
from bluechip_bot.planning.state.ranks cimport NO_TRUMP, RANKS, SUITS, above, below, count, high
from bluechip_bot.planning.state.state cimport DECLARER, DUMMY, Game, State, partner

cdef enum:
    TEN = 8


cdef inline bint can_ruff(State state, int player, int suit, int trumps) except -1:
    """Whether a hand of ours has trumps and no card of a suit."""
    return not state.ranks(player, suit) and state.ranks(player, trumps)


cdef inline bint ruffed(State state, int suit, int trumps) except -1:
    """Whether a hand of ours has trumps and no card of a suit; with trumps -1 none has."""
    return trumps != NO_TRUMP and (
        can_ruff(state, DECLARER, suit, trumps) or can_ruff(state, DUMMY, suit, trumps)
    )


cdef inline bint ruff_and_discard(Game game, State state, int suit) except -1:
    """Whether both our hands lack a suit, and both can ruff."""
    cdef int trumps = game.trumps
    if trumps == NO_TRUMP or trumps == suit:
        return False
    return can_ruff(state, DECLARER, suit, trumps) and can_ruff(state, DUMMY, suit, trumps)


cdef inline bint ruffs_threaten(Game game, State state) except -1:
    """Whether a hand of ours with the shorter trumps can ruff losers of the other."""
    cdef int short_, long_, suit, trumps
    for short_ in (DECLARER, DUMMY):
        long_ = partner(short_)
        trumps = count(state.ranks(short_, game.trumps))
        if not 0 < trumps <= count(state.ranks(long_, game.trumps)):
            continue
        for suit in range(SUITS):
            if suit == game.trumps or state.ranks(short_, suit):
                continue
            if state.ranks(long_, suit) & below(game.top_out(state, suit)):
                return True
    return False


cdef inline bint is_frozen(Game game, State state, int suit, int top) except -1:
    """Whether a lead gives us a trick: an honour of ours below theirs, which waits for it.

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


cdef inline int worth_of(Game game, State state, int suit) except -2:
    """How much a defender wants to lead a suit."""
    cdef int ours = state.both(suit), top = game.top_out(state, suit)
    cdef int masters = count(ours & above(top)) if top >= 0 else RANKS
    cdef bint opened = suit == game.opening, is_trumps = suit == game.trumps
    if ruff_and_discard(game, state, suit):
        return -1
    if opened and not masters:
        return 6
    if not opened and is_frozen(game, state, suit, top):
        return 0
    if is_trumps and ruffs_threaten(game, state):
        return 4
    if not is_trumps and not ruffed(state, suit, game.trumps) and (
        count(game.ranks_out[suit] & above(high(ours))) > 1
    ):
        # Wide open: they need not find it, but who holds up must reckon with it.
        return 5
    if opened and masters == 1:
        return 4
    if not masters and not is_trumps:
        return 3
    return 2 if opened else 1


cdef inline int attack(Game game, State state, int* order) except -1:
    """The suits in the order in which a defender would lead them."""
    cdef int[4] worth
    cdef int suit, place
    for suit in range(SUITS):
        worth[suit] = (worth_of(game, state, suit) << 4) + count(game.ranks_out[suit])
        place = suit
        while place and worth[order[place - 1]] < worth[suit]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = suit
    return 0

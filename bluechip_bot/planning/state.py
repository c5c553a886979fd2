"""A state of the search: what a line of play has led to.

The planner visits many thousands of states, so a state is a plain tuple and cards are bits. Ranks
of a suit are masks of 13 bits; a defender's plays are known by class (see `belief.remaining`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from attrs import field, frozen

from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.belief import Alive, Beliefs, Gone
from bluechip_bot.planning.position import DECLARER, DEFENDERS, LEFT, Position

NO_TRUMPS: Final = -1
NOBODY: Final = -1


class Round(NamedTuple):
    """The trick in progress.

    Attributes:
        leader: who leads or led.
        played: cards played to it.
        suit: the suit led; -1 before the lead.
        best: who is winning; -1 before the lead.
        best_suit: the suit of the card that is winning.
        top: its rank; of a defender's card known by class, the highest rank that it may be.
    """

    leader: int
    played: int = 0
    suit: int = -1
    best: int = NOBODY
    best_suit: int = -1
    top: int = -1

    @property
    def turn(self) -> int:
        """Who plays next."""
        return (self.leader + self.played) % 4


class State(NamedTuple):
    """What a line of play has led to.

    Attributes:
        declarer: what declarer holds, a mask of 52 bits.
        dummy: likewise.
        gone: what the defenders have played since the plan began: by 4 * (0 left, 1 right) + suit.
        alive: the layouts that the line leaves possible.
        round: the trick in progress.
        won: complete tricks of declarer's side.
        left: tricks that are not complete.
    """

    declarer: int
    dummy: int
    gone: tuple[Gone, ...]
    alive: Alive
    round: Round
    won: int
    left: int

    def ranks(self, player: int, suit: int) -> int:
        """What declarer or dummy holds of a suit."""
        return (self.declarer if player == DECLARER else self.dummy) >> 13 * suit & SUIT_MASK

    def both(self, suit: int) -> int:
        """What declarer and dummy hold of a suit."""
        return (self.declarer | self.dummy) >> 13 * suit & SUIT_MASK

    def played(self, defender: int, suit: int) -> Gone:
        """What a defender has played of a suit since the plan began."""
        return self.gone[suit if defender == LEFT else 4 + suit]


@frozen
class Game:
    """What stays the same in all states of a plan.

    Attributes:
        trumps: the trump suit; -1 in notrump.
        target: tricks that make the contract.
        beliefs: what is believed of the hidden hands.
        out: by suit, the ranks that the defenders held when the plan began.
        opening: the suit of the opening lead; -1 before it.
        held: how many cards each defender held when the plan began, left one first.
        runs: what `cashing.sure_tricks` remembers of its own answers.
    """

    trumps: int
    target: int
    beliefs: Beliefs = field(eq=False)
    out: tuple[int, int, int, int]
    opening: int = -1
    held: tuple[int, int] = (0, 0)
    runs: dict[object, object] = field(factory=dict, eq=False, repr=False)

    def holds(self, state: State, defender: int, suit: int, ranks: int = SUIT_MASK) -> int:
        """Where a defender still holds one of some ranks, for `narrow` and `exclude`."""
        return self.beliefs.meets(defender, suit, state.played(defender, suit), ranks)

    def long(self, state: State, defender: int, suit: int, cards: int) -> int:
        """Where a defender still holds so many cards of a suit, at least 1."""
        return self.beliefs.long(defender, suit, state.played(defender, suit), cards)

    def thrown(self, state: State, defender: int) -> int:
        """How many cards a defender has thrown along the line, before a trick; of unknown suits."""
        first = 0 if defender == LEFT else 4
        played = sum(map(len, state.gone[first : first + 4]))
        return max(0, self.held[first // 4] - played - state.left)

    def may_hold(self, state: State, defender: int, suit: int, ranks: int = SUIT_MASK) -> bool:
        """Whether some layout that is left gives a defender one of some ranks."""
        where = self.holds(state, defender, suit, ranks)
        return self.beliefs.possible(state.alive, suit, where)

    def share(self, state: State, suit: int, where: int) -> float:
        """The share of the layouts left that are in `where`."""
        beliefs = self.beliefs
        weight = beliefs.weight(beliefs.narrow(state.alive, suit, where))
        return weight / beliefs.weight(state.alive)

    def top_out(self, state: State, suit: int) -> int:
        """The highest rank of a suit that a defender may still hold; -1 if there is none."""
        ranks = self.out[suit]
        while ranks:
            top = ranks.bit_length() - 1
            if any(self.may_hold(state, defender, suit, 1 << top) for defender in DEFENDERS):
                return top
            ranks ^= 1 << top
        return -1

    def longest(self, state: State, suit: int) -> int:
        """The most cards of a suit that one defender may still hold."""
        for cards in range(self.out[suit].bit_count(), 0, -1):
            for defender in DEFENDERS:
                where = self.long(state, defender, suit, cards)
                if self.beliefs.possible(state.alive, suit, where):
                    return cards
        return 0


def begin(position: Position, beliefs: Beliefs) -> tuple[Game, State]:
    """The state that a position is."""
    trumps = position.contract.strain.suit
    out = position.out
    game = Game(
        NO_TRUMPS if trumps is None else int(trumps),
        position.contract.target,
        beliefs,
        (out.ranks(0), out.ranks(1), out.ranks(2), out.ranks(3)),
        -1 if position.opening is None else int(position.opening),
        position.held,
    )
    round_ = Round(position.player(position.trick.leader))
    for card in position.trick.cards:
        round_ = with_card(game, round_, int(card.suit), card.rank)
    state = State(
        position.declarer.mask,
        position.dummy.mask,
        ((),) * 8,
        beliefs.begin(),
        round_,
        position.won,
        position.tricks_left,
    )
    return game, state


def with_card(game: Game, round_: Round, suit: int, top: int) -> Round:
    """The trick after the next player's card; `top` is its rank, or the highest that it may be."""
    player = round_.turn
    if not round_.played:
        return Round(round_.leader, 1, suit, player, suit, top)
    ruffs = suit == game.trumps != round_.best_suit
    if ruffs or (suit == round_.best_suit and top > round_.top):
        return Round(round_.leader, round_.played + 1, round_.suit, player, suit, top)
    return round_._replace(played=round_.played + 1)


def finished(state: State, round_: Round) -> State:
    """The state with a trick in progress; a complete one is counted, and its winner leads."""
    if round_.played < 4:
        return state._replace(round=round_)
    won = state.won + (round_.best not in DEFENDERS)
    return state._replace(round=Round(round_.best), won=won, left=state.left - 1)


def play_ours(game: Game, state: State, card: int) -> State:
    """The state after declarer or dummy, whose turn it is, has played a card."""
    round_ = with_card(game, state.round, card // 13, card % 13)
    if state.round.turn == DECLARER:
        state = state._replace(declarer=state.declarer & ~(1 << card))
    else:
        state = state._replace(dummy=state.dummy & ~(1 << card))
    return finished(state, round_)


def with_gone(state: State, defender: int, suit: int, ranks: int) -> tuple[Gone, ...]:
    """What the defenders have played, once one has played the lowest of a class of a suit."""
    place = suit if defender == LEFT else 4 + suit
    gone = state.gone
    return (*gone[:place], (*gone[place], ranks), *gone[place + 1 :])


def legal(state: State) -> list[int]:
    """The cards that declarer or dummy, whose turn it is, may play; high ones first by suit."""
    player, suit = state.round.turn, state.round.suit
    hand = state.declarer if player == DECLARER else state.dummy
    if suit >= 0 and hand & SUIT_MASK << 13 * suit:
        hand &= SUIT_MASK << 13 * suit
    cards = []
    while hand:
        card = hand.bit_length() - 1
        cards.append(card)
        hand ^= 1 << card
    return sorted(cards, key=lambda card: (card // 13, -card))


def partner(player: int) -> int:
    """The player opposite."""
    return player ^ 2

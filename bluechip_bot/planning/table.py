"""A state in a bridge player's words, for methods to read."""

from __future__ import annotations

from functools import cached_property

from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.cashing import Run, sure_tricks
from bluechip_bot.planning.position import DEFENDERS
from bluechip_bot.planning.state import NO_TRUMPS, Game, State, partner


class Table:
    """What declarer sees in a state, and what he may ask of it.

    Ranks are masks of 13 bits, cards are numbers 13 * suit + rank; -1 stands for no card.

    Attributes:
        game: what stays the same.
        state: the state.
        turn: who is to play, a hand of declarer's side.
        other: the hand opposite.
    """

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.turn = state.round.turn
        self.other = partner(self.turn)
        self._tops: dict[int, int] = {}
        self._outs: dict[int, int] = {}

    @property
    def suits(self) -> range:
        """The four suits."""
        return range(4)

    @property
    def is_notrump(self) -> bool:
        """Whether there are no trumps."""
        return self.game.trumps == NO_TRUMPS

    @property
    def trumps(self) -> int:
        """The trump suit; -1 in notrump."""
        return self.game.trumps

    @property
    def needed(self) -> int:
        """Tricks that are missing for the contract; 0 or less when it is made."""
        return self.game.target - self.state.won

    @cached_property
    def sure(self) -> Run:
        """The tricks that the hand on lead can run."""
        return sure_tricks(self.game, self.state)

    def ranks(self, player: int, suit: int) -> int:
        """What one of our hands holds of a suit."""
        return self.state.ranks(player, suit)

    def length(self, player: int, suit: int) -> int:
        """How many cards one of our hands holds of a suit."""
        return self.state.ranks(player, suit).bit_count()

    def lowest(self, player: int, suit: int) -> int:
        """Our lowest card of a suit in a hand."""
        ranks = self.ranks(player, suit)
        return 13 * suit + (ranks & -ranks).bit_length() - 1 if ranks else -1

    def highest(self, player: int, suit: int) -> int:
        """Our highest card of a suit in a hand."""
        ranks = self.ranks(player, suit)
        return 13 * suit + ranks.bit_length() - 1 if ranks else -1

    def out(self, suit: int) -> int:
        """The ranks of a suit that the defenders may still hold."""
        held = self._outs.get(suit)
        if held is not None:
            return held
        ranks, may = self.game.out[suit], self.game.may_hold
        held = 0
        while ranks:
            bit = ranks & -ranks
            if any(may(self.state, defender, suit, bit) for defender in DEFENDERS):
                held |= bit
            ranks ^= bit
        self._outs[suit] = held
        return held

    def top_out(self, suit: int) -> int:
        """The highest rank of a suit that the defenders may still hold; -1 for none."""
        top = self._tops.get(suit)
        if top is None:
            top = self._tops[suit] = self.game.top_out(self.state, suit)
        return top

    def longest(self, suit: int) -> int:
        """The most cards of a suit that one defender may still hold."""
        return self.game.longest(self.state, suit)

    def masters(self, player: int, suit: int) -> int:
        """The ranks of a hand's suit that no card still out can beat."""
        return self.ranks(player, suit) & SUIT_MASK & ~((1 << self.top_out(suit) + 1) - 1)

    def chance(self, defender: int, suit: int, ranks: int = SUIT_MASK, cards: int = 1) -> float:
        """How likely a defender still holds so many cards, at least 1, of some ranks of a suit."""
        game, state = self.game, self.state
        gone = state.played(defender, suit) + (ranks,) * (cards - 1)
        return game.share(state, suit, game.beliefs.meets(defender, suit, gone, ranks))

    def falls(self, suit: int, ranks: int, rounds: int) -> float:
        """How likely who holds one of some ranks of a suit has no more cards of it than rounds."""
        game, state, beliefs, total = self.game, self.state, self.game.beliefs, 0
        for defender in DEFENDERS:
            alive = beliefs.narrow(state.alive, suit, game.holds(state, defender, suit, ranks))
            long = game.long(state, defender, suit, rounds + 1)
            total += beliefs.weight(beliefs.exclude(alive, suit, long))
        return total / beliefs.weight(state.alive)

    def idle(self, player: int) -> int:
        """The card that a hand can best spare: low, of a suit that promises nothing."""

        def cost(card: int) -> tuple[int, int, int]:
            suit = card // 13
            if suit == self.trumps:
                return 4, card % 13, 0
            mine, his = self.ranks(player, suit), self.ranks(partner(player), suit)
            top = self.top_out(suit)
            length = mine.bit_count()
            if top < 0 or card % 13 > top:
                return 3, card % 13, -length
            # The last guard of a card that may yet stop the suit, or the way to partner's winners.
            high = mine.bit_length() - 1
            higher = (self.out(suit) >> high).bit_count()
            if higher and length == higher + 1 and high > top - 3:
                return 2, card % 13, -length
            if length == 1 and his > 1 << top:
                return 2, card % 13, -length
            return 1, -length, card % 13

        cards = [self.lowest(player, suit) for suit in self.suits if self.ranks(player, suit)]
        return min(cards, key=cost)

    def beats(self, card: int) -> bool:
        """Whether a card of ours would beat what is on the table."""
        round_, suit = self.state.round, card // 13
        if suit == round_.best_suit:
            return card % 13 > round_.top
        return suit == self.game.trumps

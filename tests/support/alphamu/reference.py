"""Plain αμ search without a cut: what αμ means, not how it is made fast.

Cazenave and Ventos, *The αμ Search Algorithm for the Game of Bridge* (arXiv 1911.07960), as stated
in the αμ specification, sections 1.1 and 1.2; real scores are 1.13, the defence is 1.12 (a).

Max does not see the hidden hands: his card is the same in all worlds that are still possible. Min
sees everything and may play differently in each world. A vector is what Max gets in each world, a
front the set of the maximal vectors that he can achieve. In a vector, worlds that are no longer
possible read as the most that could be had.
"""

import functools
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from support.positions import Position, legal_cards, minimax, winner

Vector = Any
"""Win or loss: an int, bit w for world w. Tricks: a tuple with an entry for each world."""
Front = frozenset[Vector]
Tricks = Callable[[Position], int]
"""North-South's double-dummy tricks in a position."""


class TooLargeError(Exception):
    """A front or a search is larger than one wants to wait for."""


class Question(NamedTuple):
    """A decision of Max.

    Attributes:
        worlds: the hands N E S W of each world without the cards of `trick`.
        trump: 0..4 for S H D C NT.
        leader: who began the trick.
        trick: the cards played to it.
        target: the tricks that Max wants from here, the current one included.
        max_side: 0 if Max is North-South, 1 if he is East-West.
        observer: the defender who decides, with a clairvoyant partner; None if Max sees both hands
            of his side.
    """

    worlds: tuple[tuple[int, ...], ...]
    trump: int
    leader: int
    trick: tuple[int, ...]
    target: int
    max_side: int = 0
    observer: int | None = None

    @property
    def mover(self) -> int:
        return (self.leader + len(self.trick)) % 4

    @property
    def left(self) -> int:
        """Tricks left, the current one included."""
        return max(hand.bit_count() for hand in self.worlds[0])

    @property
    def moves(self) -> int:
        """The cards that Max still has to play."""
        hands = self.worlds[0]
        return sum(hands[seat].bit_count() for seat in range(4) if self.is_max(seat))

    def is_max(self, seat: int) -> bool:
        """Whether the seat's card must be the same in all worlds."""
        if self.observer is None:
            return seat % 2 == self.max_side
        return seat == self.observer

    def is_helper(self, seat: int) -> bool:
        """Whether the seat is the observer's partner."""
        return self.observer is not None and seat == (self.observer + 2) % 4


class State(NamedTuple):
    """What everybody sees.

    Attributes:
        gone: the cards played since the root, a 52-bit set.
        leader: who began the trick.
        trick: the cards played to it.
        won: Max's tricks since the root.
    """

    gone: int
    leader: int
    trick: tuple[int, ...]
    won: int

    @property
    def mover(self) -> int:
        return (self.leader + len(self.trick)) % 4


class Wins:
    """Vectors of win or loss: bit w is set if Max reaches the target in world w."""

    def __init__(self, question: Question) -> None:
        self.target = question.target
        self.top: Vector = (1 << len(question.worlds)) - 1

    def leaf(self, tricks: Sequence[int | None]) -> Vector:
        """The vector of Max's tricks; None where a world is impossible."""
        return sum(1 << w for w, won in enumerate(tricks) if won is None or won >= self.target)

    def meet(self, one: Vector, other: Vector) -> Vector:
        """The worse of the two in each world."""
        return one & other

    def join(self, one: Vector, other: Vector) -> Vector:
        """The better of the two in each world."""
        return one | other

    def below(self, one: Vector, other: Vector) -> bool:
        """Whether one vector is nowhere better than the other."""
        return not one & ~other

    def size(self, vector: Vector) -> int:
        """A number that is less for a vector that is worse."""
        return int(vector).bit_count()

    def outside(self, vector: Vector, possible: int, *, most: bool) -> Vector:
        """The vector with the impossible worlds reading as the most or as the least."""
        return vector | (self.top & ~possible) if most else vector & possible


class TrickCounts:
    """Vectors of Max's tricks (1.13), which any score that grows with the tricks follows."""

    def __init__(self, question: Question) -> None:
        self.most = question.left
        self.top: Vector = (self.most,) * len(question.worlds)

    def leaf(self, tricks: Sequence[int | None]) -> Vector:
        """The vector of Max's tricks; None where a world is impossible."""
        return tuple(self.most if won is None else won for won in tricks)

    def meet(self, one: Vector, other: Vector) -> Vector:
        """The worse of the two in each world."""
        return tuple(map(min, one, other))

    def join(self, one: Vector, other: Vector) -> Vector:
        """The better of the two in each world."""
        return tuple(map(max, one, other))

    def below(self, one: Vector, other: Vector) -> bool:
        """Whether one vector is nowhere better than the other."""
        return all(a <= b for a, b in zip(one, other, strict=True))

    def size(self, vector: Vector) -> int:
        """A number that is less for a vector that is worse."""
        return sum(vector)

    def outside(self, vector: Vector, possible: int, *, most: bool) -> Vector:
        """The vector with the impossible worlds reading as the most or as the least."""
        other = self.most if most else 0
        return tuple(won if possible >> w & 1 else other for w, won in enumerate(vector))


Lattice = Wins | TrickCounts


def maximal(lattice: Lattice, vectors: Iterable[Vector]) -> Front:
    """The vectors that are not below another one."""
    kept: list[Vector] = []
    for vector in sorted(set(vectors), key=lattice.size, reverse=True):
        if not any(lattice.below(vector, better) for better in kept):
            kept.append(vector)
    return frozenset(kept)


def plain_tricks() -> Tricks:
    """Double dummy by plain minimax."""
    memory: dict[Position, int] = {}
    return lambda position: minimax(position, memory)


@functools.cache
def legal(hand: int, trick: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a hand that may be played to a trick of which the first card is given."""
    return tuple(legal_cards(hand, trick))


class Reference:
    """The fronts of a question.

    Args:
        question: the decision.
        tricks: double dummy; plain minimax if not given.
        counts: whether vectors hold tricks instead of win or loss.
        front_limit: `TooLargeError` beyond as many vectors.
        node_limit: `TooLargeError` beyond as many nodes.
    """

    def __init__(
        self,
        question: Question,
        tricks: Tricks | None = None,
        *,
        counts: bool = False,
        front_limit: int = 4000,
        node_limit: int = 10**9,
    ) -> None:
        self.question = question
        self.lattice: Lattice = TrickCounts(question) if counts else Wins(question)
        self.root = State(0, question.leader, question.trick, 0)
        self.everything = (1 << len(question.worlds)) - 1
        self.nodes = 0
        self._tricks = tricks or plain_tricks()
        self._numbers = range(len(question.worlds))
        self._limits = (front_limit, node_limit)
        # A node's front depends on what everybody sees, the worlds and the moves, on nothing else.
        self._fronts: dict[tuple[State, int, int], Front] = {}
        self._dummy: dict[tuple[int, State], int] = {}

    def card_fronts(self, max_moves: int | None = None) -> dict[int, Front]:
        """The front of each card of the player to move, looking `max_moves` cards of Max ahead."""
        moves = self.question.moves if max_moves is None else max_moves
        return {
            card: self.front(self.play(self.root, card), self.everything, moves - 1)
            for card in self.legal(self.root, 0)
        }

    def root_front(self, max_moves: int | None = None) -> Front:
        """The front of the question."""
        fronts = self.card_fronts(max_moves)
        return maximal(self.lattice, (vector for front in fronts.values() for vector in front))

    def front(self, state: State, possible: int, moves: int) -> Front:
        """The front of a node (1.2)."""
        moves = min(moves, self.question.moves)
        key = (state, possible, moves)
        if key not in self._fronts:
            self.nodes += 1
            if self.nodes > self._limits[1]:
                raise TooLargeError(f"more than {self._limits[1]} nodes")
            self._fronts[key] = self._front(*key)
        return self._fronts[key]

    def _front(self, state: State, possible: int, moves: int) -> Front:
        if moves == 0 or self.left(state) == 0:
            return frozenset((self.leaf(state, possible),))
        if self.question.is_max(state.mover):
            return self._union(state, possible, moves)
        return self._product(state, possible, moves)

    def _union(self, state: State, possible: int, moves: int) -> Front:
        """Max chooses one card for all worlds."""
        cards = self.legal(state, min(self.worlds(possible)))
        fronts = [self.front(self.play(state, card), possible, moves - 1) for card in cards]
        return maximal(self.lattice, (vector for front in fronts for vector in front))

    def _product(self, state: State, possible: int, moves: int) -> Front:
        """The card is chosen for each world, after Max has a plan for each card."""
        helper = self.question.is_helper(state.mover)
        merge = self.lattice.join if helper else self.lattice.meet
        result: Front | None = None
        for card, worlds in self.split(state, possible).items():
            child = self.front(self.play(state, card), worlds, moves)
            if helper:  # where the card cannot be played it is no help
                child = frozenset(self.lattice.outside(v, worlds, most=False) for v in child)
            if result is None:
                result = child
                continue
            if len(result) * len(child) > 100 * self._limits[0]:
                raise TooLargeError(f"{len(result)} times {len(child)} vectors")
            result = maximal(self.lattice, (merge(a, b) for a in result for b in child))
            if len(result) > self._limits[0]:
                raise TooLargeError(f"{len(result)} vectors")
        assert result is not None
        return frozenset(self.lattice.outside(v, possible, most=True) for v in result)

    def leaf(self, state: State, possible: int) -> Vector:
        """The vector of double dummy in each world."""
        tricks: list[int | None] = [None] * len(self.question.worlds)
        for w in self.worlds(possible):
            tricks[w] = state.won + self.dummy_tricks(state, w)
        return self.lattice.leaf(tricks)

    def dummy_tricks(self, state: State, world: int) -> int:
        """Max's double-dummy tricks from here."""
        left = self.left(state)
        if left == 0:
            return 0
        key = (world, state._replace(won=0))
        if key not in self._dummy:
            hands = tuple(hand & ~state.gone for hand in self.question.worlds[world])
            position = Position(hands, self.question.trump, state.leader, state.trick)
            north_south = self._tricks(position)
            self._dummy[key] = left - north_south if self.question.max_side else north_south
        return self._dummy[key]

    def left(self, state: State) -> int:
        """Tricks left, the current one included."""
        return self.question.left - (state.gone.bit_count() + len(self.question.trick)) // 4

    def legal(self, state: State, world: int) -> tuple[int, ...]:
        """The cards that the player to move may play in a world."""
        return legal(self.question.worlds[world][state.mover] & ~state.gone, state.trick[:1])

    def split(self, state: State, possible: int) -> dict[int, int]:
        """For each card that can be played in some world, the worlds where it can."""
        worlds: dict[int, int] = {}
        for w in self.worlds(possible):
            for card in self.legal(state, w):
                worlds[card] = worlds.get(card, 0) | 1 << w
        return worlds

    def play(self, state: State, card: int) -> State:
        """What everybody sees after a card."""
        gone, trick = state.gone | 1 << card, (*state.trick, card)
        if len(trick) < 4:
            return State(gone, state.leader, trick, state.won)
        leader = (state.leader + winner(trick, self.question.trump)) % 4
        return State(gone, leader, (), state.won + int(leader % 2 == self.question.max_side))

    def worlds(self, possible: int) -> list[int]:
        """The numbers of the possible worlds."""
        return [w for w in self._numbers if possible >> w & 1]


def won(front: Collection[int], weights: Sequence[float]) -> float:
    """The greatest weight of the worlds won by a vector."""
    return max(
        sum(weight for w, weight in enumerate(weights) if vector >> w & 1) for vector in front
    )


def scored(
    front: Collection[Sequence[int]], payoff: Sequence[Sequence[float]], weights: Sequence[float]
) -> float:
    """The greatest weighted sum of payoff[w][tricks] of a vector of tricks."""
    return max(
        math.fsum(weights[w] * payoff[w][tricks] for w, tricks in enumerate(vector))
        for vector in front
    )

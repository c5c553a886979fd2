"""αμ with the cuts of *Optimizing αμ* (Cazenave, Legras, Ventos, arXiv 2101.12639), and mistakes.

The fail-soft search of the αμ specification, 1.5, with a switch for each of the mistakes that are
easily made in one (1.6, 1.7). A population of endings is strong enough to test a search if it
finds each of them.

A front is a list of bit sets. P are the possible worlds, U the useful ones: impossible worlds that
are useful read 1 in a vector, worlds that are not useful read 0 (1.4).
"""

from typing import NamedTuple

from support.alphamu.reference import Front, Reference, State, Wins, legal, maximal, won

CUTS = frozenset(
    {
        "early_cut",
        "root_cut",
        "useful_worlds",
        "world_cuts",
        "empty_entry",
        "cut_on_win",
        "alpha_cut",
        "deep_alpha_cut",
        "transposition_table",
    }
)

MISTAKES: dict[str, str] = {
    "impossible_lost": "an impossible world reads 0 where Min's cards are merged",
    "alpha_impossible_lost": "an impossible world reads 0 in the test for an alpha cut",
    "table_without_worlds": "the transposition table's key lacks the possible worlds",
    "one_vector": "fronts keep one vector, that of the most worlds (vector minimaxing)",
    "min_collapse": "Min's touching cards are searched once, judged in each world alone",
    "fail_hard": "cut nodes return nothing, and the table keeps what is left above them",
    "table_without_useful": "a table entry is used for more useful worlds than it was made for",
    "inexact_stored": "a front that a cut left incomplete is stored as the front",
    "max_collapse": "Max's touching cards are searched once, cards on the table being no cards",
    "deep_table": "a table entry is used for a deeper search than it was made for",
    "single_world_lost": "a world that is alone reads as lost",
}

SHOWING: dict[str, frozenset[str]] = {
    "alpha_impossible_lost": frozenset({"alpha_cut", "deep_alpha_cut"}),
    "fail_hard": frozenset({"alpha_cut", "deep_alpha_cut", "transposition_table"}),
    "inexact_stored": frozenset({"alpha_cut", "deep_alpha_cut", "transposition_table"}),
    "table_without_useful": frozenset({"useful_worlds", "transposition_table"}),
    "table_without_worlds": frozenset({"transposition_table"}),
}
"""The cuts with which a mistake shows most; the other cuts hide it. All where none are given."""


class Entry(NamedTuple):
    """What the table knows of a node."""

    front: Front
    moves: int
    useful: int
    exact: bool


class Outcome(NamedTuple):
    """What a search answers.

    Attributes:
        best_card: a card of the highest value.
        value: its worlds.
        front: the root's.
        nodes: visited.
    """

    best_card: int
    value: int
    front: Front
    nodes: int


class CutSearch:
    """The search of a question in which all worlds weigh the same.

    Args:
        reference: the question and its double-dummy tricks; its fronts are not used.
        cuts: those that are on.
        mistake: one of MISTAKES.
    """

    def __init__(
        self, reference: Reference, cuts: frozenset[str] = CUTS, mistake: str | None = None
    ) -> None:
        assert isinstance(reference.lattice, Wins)
        assert reference.question.observer is None
        self.game = reference
        self.cuts = cuts
        self.mistake = mistake
        self.ones = [1] * len(reference.question.worlds)
        self.table: dict[tuple[State, int], Entry] = {}
        self.above: list[set[int]] = []
        self.nodes = 0

    def search(self, max_moves: int | None = None) -> Outcome:
        """Deepen to `max_moves` cards of Max."""
        most = self.game.question.moves if max_moves is None else max_moves
        cards = self.max_cards(self.game.root, self.game.everything)
        last = -1
        for moves in range(1, most + 1):
            front: set[int] = set()
            self.above = [front]
            values: dict[int, int] = {}
            for card in cards:
                state = self.game.play(self.game.root, card)
                child, _ = self.node(state, moves - 1, self.game.everything, self.game.everything)
                values[card] = int(won(child, self.ones)) if child else 0
                self.include(front, child)
                if "root_cut" in self.cuts and values[card] == last:
                    break
            last = max(values.values())
            best = max(values, key=lambda card: values[card])
            cards = [best, *(card for card in cards if card != best)]
        return Outcome(cards[0], last, frozenset(front), self.nodes)

    def include(self, front: set[int], vectors: Front) -> None:
        """Put vectors into a front."""
        merged = self.reduce(front | vectors)
        front.clear()
        front |= merged

    def reduce(self, vectors: set[int] | Front) -> Front:
        """The maximal vectors."""
        front = maximal(self.game.lattice, vectors)
        if self.mistake == "one_vector" and front:
            return frozenset((max(sorted(front), key=int.bit_count),))
        return front

    def node(self, state: State, moves: int, possible: int, useful: int) -> tuple[Front, bool]:
        """An upper bound of the front on the useful worlds; whether it is the front."""
        self.nodes += 1
        rest = useful & ~possible
        live = possible & useful
        left = self.game.left(state)
        if state.won >= self.game.question.target:
            return frozenset((useful,)), True
        if state.won + left < self.game.question.target:
            return frozenset((rest,)), True
        if "world_cuts" in self.cuts and not live:
            return frozenset((rest,)), True
        if moves == 0 or ("world_cuts" in self.cuts and live.bit_count() == 1):
            if self.mistake == "single_world_lost" and moves:
                return frozenset((rest,)), True
            return frozenset((self.leaf(state, possible, useful),)), True
        entry = self.recall(state, possible)
        if entry and entry.exact and self.fits(entry, moves, useful):
            return self.reduce({vector & useful for vector in entry.front}), True
        bound = self.bound(entry, useful)
        if self.game.question.is_max(state.mover):
            return self.max_node(state, moves, possible, useful)
        return self.min_node(state, moves, possible, useful, bound)

    def leaf(self, state: State, possible: int, useful: int) -> int:
        """The vector of double dummy in the possible useful worlds."""
        return int(self.game.leaf(state, possible & useful)) & useful

    def fits(self, entry: Entry, moves: int, useful: int) -> bool:
        """Whether an entry answers a node."""
        enough = entry.moves >= moves or self.mistake == "deep_table"
        return enough and (not useful & ~entry.useful or self.mistake == "table_without_useful")

    def recall(self, state: State, possible: int) -> Entry | None:
        """The table's entry of a node."""
        if "transposition_table" not in self.cuts:
            return None
        return self.table.get((state, 0 if self.mistake == "table_without_worlds" else possible))

    def store(self, state: State, possible: int, entry: Entry) -> None:
        """Keep what is known of a node."""
        if self.mistake in ("inexact_stored", "fail_hard"):
            entry = entry._replace(exact=True)
        key = 0 if self.mistake == "table_without_worlds" else possible
        self.table[state, key] = entry

    def bound(self, entry: Entry | None, useful: int) -> Front | None:
        """What the table says at least of a node's front: worlds it does not know read 1."""
        if entry is None:
            return None
        if self.mistake == "table_without_useful":
            return self.reduce({vector & useful for vector in entry.front})
        unknown = useful & ~entry.useful
        return self.reduce({vector & useful | unknown for vector in entry.front})

    def min_node(
        self, state: State, moves: int, possible: int, useful: int, bound: Front | None
    ) -> tuple[Front, bool]:
        """The product of the fronts of Min's cards."""
        if bound is None and "empty_entry" in self.cuts:
            bound = frozenset((self.leaf(state, possible, useful),))
        whole = useful
        if bound is not None:
            if "early_cut" in self.cuts and self.dominated(bound, possible, deep=True):
                return (frozenset(), True) if self.mistake == "fail_hard" else (bound, False)
            useful = self.narrow(useful, bound)
        front, exact = frozenset((useful,)), True
        cards = self.min_cards(state, possible & useful or possible)
        for number, (card, worlds) in enumerate(cards.items(), 1):
            child, sure = self.node(self.game.play(state, card), moves, worlds, useful)
            exact = exact and sure
            if self.mistake == "impossible_lost":
                child = frozenset(vector & worlds for vector in child)
            front = self.reduce({one & other for one in front for other in child})
            if not front:  # fail-hard only
                return front, True
            useful = self.narrow(useful, front)
            deep = "deep_alpha_cut" in self.cuts
            cutting = number < len(cards) and (deep or "alpha_cut" in self.cuts)
            if cutting and self.dominated(front, possible, deep=deep):
                if self.mistake == "fail_hard":
                    return frozenset(), True
                exact = False
                break
        if "useful_worlds" in self.cuts:
            front = self.reduce({vector & useful for vector in front})
        self.store(state, possible, Entry(front, moves, whole, exact))
        return front, exact

    def narrow(self, useful: int, front: Front) -> int:
        """The useful worlds that some vector wins."""
        if "useful_worlds" not in self.cuts:
            return useful
        some = 0
        for vector in front:
            some |= vector
        return useful & some

    def dominated(self, front: Front, possible: int, *, deep: bool) -> bool:
        """Whether every vector is no better than one that a Max node above has already."""
        if self.mistake == "alpha_impossible_lost":
            front = frozenset(vector & possible for vector in front)
        fronts = self.above if deep else self.above[-1:]
        return all(
            any(not vector & ~better for kept in fronts for better in kept) for vector in front
        )

    def max_node(self, state: State, moves: int, possible: int, useful: int) -> tuple[Front, bool]:
        """The union of the fronts of Max's cards."""
        front: set[int] = set()
        exact = True
        self.above.append(front)
        for card in self.max_cards(state, possible):
            child, sure = self.node(self.game.play(state, card), moves - 1, possible, useful)
            within = all(any(not vector & ~kept for kept in front) for vector in child)
            exact = exact and (sure or within)
            self.include(front, child)
            if "cut_on_win" in self.cuts and useful in front:
                exact = sure
                break
        self.above.pop()
        self.store(state, possible, Entry(frozenset(front), moves, useful, exact))
        return frozenset(front), exact

    def max_cards(self, state: State, possible: int) -> list[int]:
        """Max's cards, of touching ones the lowest."""
        world = (possible & -possible).bit_length() - 1
        return self.collapse(state, world, loose=self.mistake == "max_collapse")

    def min_cards(self, state: State, possible: int) -> dict[int, int]:
        """Min's cards in the possible worlds, each with the worlds where it can be played."""
        if self.mistake != "min_collapse":
            return self.game.split(state, possible)
        split: dict[int, int] = {}
        for world in self.game.worlds(possible):
            for card in self.collapse(state, world):
                split[card] = split.get(card, 0) | 1 << world
        return split

    def collapse(self, state: State, world: int, *, loose: bool = False) -> list[int]:
        """The legal cards of a world, of touching ones the lowest.

        Cards of finished tricks do not separate; those on the table do, unless `loose`.
        """
        hands = [hand & ~state.gone for hand in self.game.question.worlds[world]]
        out = 0 if loose else sum(1 << card for card in state.trick)
        others = out | sum(hand for seat, hand in enumerate(hands) if seat != state.mover)
        kept: list[int] = []
        last = None
        for card in legal(hands[state.mover], state.trick[:1]):
            between = (1 << card) - (1 << last) if last is not None else 0
            touching = last is not None and last // 13 == card // 13 and not between & others
            if not touching:
                kept.append(card)
            last = card
        return kept

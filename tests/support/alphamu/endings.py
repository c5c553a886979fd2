"""Card endings for αμ: named ones with their values, and random tactical ones.

A hidden pool is dealt to the two hands that Max does not see in every way: each is a world.
"""

import itertools
import random
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from support.alphamu.cuts import CutSearch
from support.alphamu.reference import Question, Reference, Tricks
from support.positions import SEATS, SUITS, cards_of, legal_cards, parse_card

SUIT = 0x1FFF
"""The cards of a suit."""


def cards(text: str) -> int:
    """The card set of a text such as SAQ H3."""
    return sum(1 << parse_card(word[0] + rank) for word in text.split() for rank in word[1:])


def layouts(pool: int, size: int) -> list[tuple[int, int]]:
    """Every deal of a card set to two hands, the first of `size` cards."""
    hands = (
        sum(1 << card for card in hand) for hand in itertools.combinations(cards_of(pool), size)
    )
    return [(hand, pool ^ hand) for hand in hands]


class Named(NamedTuple):
    """An ending of the αμ specification, 2.2, or of the note on card classes, 7.

    Attributes:
        north, south, pool: cards; the pool is East's and West's.
        to_play: SEATS letter of the leader of the current trick.
        trump: SUITS letter, N at notrump.
        target: tricks wanted by North-South from here.
        worlds: how many layouts there are.
        values: worlds won for each card by `max_moves`, None being to the end; cards not named are
            not stated.
        dummy: the worlds won double dummy, None if not stated.
        front: the size of the front to the end, None if not stated.
        trick: the cards played to the current trick.
        east: how many cards of the pool East has.
        east_void: a suit that East has shown out of.
    """

    north: str
    south: str
    pool: str
    to_play: str
    trump: str
    target: int
    worlds: int
    values: dict[int | None, dict[str, int]]
    dummy: int | None = None
    front: int | None = None
    trick: str = ""
    east: int | None = None
    east_void: str = ""

    @property
    def question(self) -> Question:
        """The decision."""
        pool, trick = cards(self.pool), tuple(parse_card(word) for word in self.trick.split())
        east = pool.bit_count() // 2 if self.east is None else self.east
        void = SUIT << 13 * SUITS.index(self.east_void) if self.east_void else 0
        worlds = tuple(
            (cards(self.north), hand, cards(self.south), other)
            for hand, other in layouts(pool, east)
            if not hand & void
        )
        leader = SEATS.index(self.to_play)
        return Question(worlds, SUITS.index(self.trump), leader, trick, self.target)


def _values(*rows: str) -> dict[int | None, dict[str, int]]:
    """The values by depth; a row such as "4 end SA:36 S9:36" holds of each depth that it names."""
    values = {}
    for row in rows:
        words = row.split()
        cards = dict(word.split(":") for word in words if ":" in word)
        for depth in (word for word in words if ":" not in word):
            values[None if depth == "end" else int(depth)] = {
                card: int(value) for card, value in cards.items()
            }
    return values


_FILE = Path(__file__).parents[2] / "data" / "alphamu" / "endings.toml"
_DATA = tomllib.loads(_FILE.read_text("utf-8"))

NAMED: dict[str, Named] = {
    name: Named(**{**each, "values": _values(*each["values"])})
    for name, each in _DATA["named"].items()
}
CLASSES: dict[str, tuple[Named, int, dict[str, int]]] = {
    name: (Named(**each, values={}), value, cards)
    for name, each in _DATA["class"].items()
    for value, cards in [(each.pop("value"), each.pop("cards", {}))]
}
"""The note on card classes, 7: the ending, its value to the end, and the values of cards."""


class Shape(NamedTuple):
    """What kind of endings to draw.

    Attributes:
        size: cards of each hand before the current trick.
        subset: the most worlds kept, or None for all.
        defence: whether a defender decides; then his partner and declarer are hidden.
        north_south: whether Max's side is North-South in any case.
    """

    size: int
    subset: int | None = None
    defence: bool = False
    north_south: bool = False


def deal(rng: random.Random, size: int, seats: Sequence[int]) -> list[int]:
    """Hands of high cards of one to three suits; those of `seats` get the better cards often."""
    suits = rng.sample(range(4), rng.choice((1, 2, 2, 3, 3) if size < 4 else (2, 3)))
    ranks = min(13, -(-4 * size // len(suits)) + rng.randrange(3))
    if len(suits) * ranks < 4 * size:
        return deal(rng, size, seats)
    deck = rng.sample([13 * s + 12 - r for s in suits for r in range(ranks)], 4 * size)
    deck.sort(key=lambda card: card % 13 + rng.uniform(0, 8), reverse=True)
    others = [seat for seat in range(4) if seat not in seats]
    hands = [0] * 4
    for place, card in enumerate(deck):
        owner = seats if place % 4 in (0, 3) else others
        room = [s for s in owner if hands[s].bit_count() < size]
        hands[rng.choice(room or [s for s in range(4) if hands[s].bit_count() < size])] |= 1 << card
    return hands


def play_to(
    rng: random.Random, hands: list[int], leader: int, played: int
) -> tuple[list[int], dict[int, int]]:
    """Random cards to a trick, taken from the hands; and the suits shown out of, by seat."""
    trick: list[int] = []
    lacking = dict.fromkeys(range(4), 0)
    for seat in ((leader + place) % 4 for place in range(played)):
        card = rng.choice(legal_cards(hands[seat], trick))
        hands[seat] ^= 1 << card
        trick.append(card)
        if card // 13 != trick[0] // 13:
            lacking[seat] |= SUIT << 13 * (trick[0] // 13)
    return trick, lacking


def draw(rng: random.Random, shape: Shape) -> Question:
    """A random decision of Max: on lead, with a known void, or in the middle of a trick.

    Its target is 1; `aimed` chooses one that matters.
    """
    side = 0 if shape.north_south else rng.randrange(2)
    mover = side + 2 * rng.randrange(2)
    observer = mover if shape.defence else None
    hidden = [1 - side, 3 - side]
    if observer is not None:
        hidden = [(observer + 2) % 4, (observer + rng.choice((1, 3))) % 4]
    hands = deal(rng, shape.size, [seat for seat in range(4) if seat not in hidden])
    suits = sorted({card // 13 for hand in hands for card in cards_of(hand)})
    trump = rng.choice((4, 4, *suits, rng.randrange(4)))
    kind = rng.choice(("lead", "void", "trick"))
    played = rng.randrange(1, 4) if kind == "trick" else 0
    leader = (mover - played) % 4
    trick, lacking = play_to(rng, hands, leader, played)
    if kind == "void":
        seat = rng.choice(hidden)
        absent = [suit for suit in range(4) if not hands[seat] >> 13 * suit & SUIT]
        lacking[seat] |= SUIT << 13 * rng.choice(absent) if absent else 0
    worlds = shuffled_worlds(rng, hands, hidden, lacking)
    return Question(worlds[: shape.subset], trump, leader, tuple(trick), 1, side, observer)


def shuffled_worlds(
    rng: random.Random, hands: Sequence[int], hidden: Sequence[int], lacking: dict[int, int]
) -> tuple[tuple[int, ...], ...]:
    """Every deal of the hidden hands' cards that fits the shown voids, in random order."""
    one, two = hidden
    worlds = []
    for first, second in layouts(hands[one] | hands[two], hands[one].bit_count()):
        if not (first & lacking[one] or second & lacking[two]):
            world = list(hands)
            world[one], world[two] = first, second
            worlds.append(tuple(world))
    rng.shuffle(worlds)
    return tuple(worlds)


def aimed(rng: random.Random, question: Question, tricks: Tricks) -> Question | None:
    """The question with a target that Max reaches double dummy in some worlds, not in all.

    Where there is none, one that he reaches in all, now and then: a plan for all of them may yet
    fail. If double dummy wins a world, so does the plan for that world: the value is then neither 0
    nor, mostly, all.
    """
    reference = Reference(question, tricks, counts=True)
    counts = reference.leaf(reference.root, reference.everything)
    targets = list(range(min(counts) + 1, max(counts) + 1))
    if not targets and (min(counts) == 0 or rng.random() < 0.5):
        return None
    return question._replace(target=rng.choice(targets or [min(counts)]))


def tactical(
    seed: int, shape: Shape, tricks: Tricks, *, fusion: bool = False, node_limit: int = 60_000
) -> Iterator[Reference]:
    """Endless questions whose value is neither 0 nor all worlds.

    With `fusion`, only those where a look one card ahead promises too much: the double-dummy plans
    of the worlds cannot be followed all together. Not for the defence.

    The search with cuts finds them, being quick; what it says of their values is not used.
    """
    rng = random.Random(seed)
    while True:
        question = aimed(rng, draw(rng, shape), tricks)
        if question is None or len(question.worlds) == 1:
            continue
        reference = Reference(question, tricks, front_limit=400, node_limit=node_limit)
        if shape.defence:
            yield reference
            continue
        value = CutSearch(reference).search().value
        if not 0 < value < len(question.worlds):
            continue
        if not fusion or value < CutSearch(reference).search(1).value:
            yield reference

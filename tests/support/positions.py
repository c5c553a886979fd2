"""Random positions, a plain minimax, and the stored oracle: what the solver tests share."""

import csv
import gzip
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ORACLE = Path(__file__).parents[1] / "data" / "double_dummy"
SUITS = "SHDCN"
SEATS = "NESW"
RANKS = "23456789TJQKA"


class Position(NamedTuple):
    """A question to the solver: `hands` are 52-bit sets without the cards of `trick`."""

    hands: tuple[int, ...]
    trump: int
    leader: int
    trick: tuple[int, ...]

    @property
    def mover(self) -> int:
        return (self.leader + len(self.trick)) % 4

    @property
    def left(self) -> int:
        """Tricks left, the current one included."""
        return max(hand.bit_count() for hand in self.hands)


def cards_of(hand: int) -> list[int]:
    """The cards of a hand."""
    return [card for card in range(52) if hand >> card & 1]


def legal_cards(hand: int, trick: Sequence[int]) -> list[int]:
    """The cards of a hand that follow suit, or all."""
    cards = cards_of(hand)
    following = [card for card in cards if trick and card // 13 == trick[0] // 13]
    return following or cards


def winner(trick: Sequence[int], trump: int) -> int:
    """The place in a full trick of the card that wins it."""

    def strength(card: int) -> tuple[int, int]:
        suit, rank = divmod(card, 13)
        return (2 if suit == trump else 1 if suit == trick[0] // 13 else 0, rank)

    return max(range(4), key=lambda place: strength(trick[place]))


def random_position(rng: random.Random, size: int, played: int) -> Position:
    """A position of `size` tricks, `played` cards already in the current one."""
    deck = rng.sample(range(52), 4 * size)
    hands = [sum(1 << card for card in deck[size * i : size * (i + 1)]) for i in range(4)]
    leader = rng.randrange(4)
    trick: list[int] = []
    for place in range(played):
        seat = (leader + place) % 4
        card = rng.choice(legal_cards(hands[seat], trick))
        hands[seat] ^= 1 << card
        trick.append(card)
    return Position(tuple(hands), rng.randrange(5), leader, tuple(trick))


def after(position: Position, card: int) -> tuple[Position, int]:
    """The position after a card, and the tricks that North-South won with it (0 or 1)."""
    hands = list(position.hands)
    hands[position.mover] &= ~(1 << card)
    trick = (*position.trick, card)
    if len(trick) < 4:
        return position._replace(hands=tuple(hands), trick=trick), 0
    seat = (position.leader + winner(trick, position.trump)) % 4
    return Position(tuple(hands), position.trump, seat, ()), int(seat % 2 == 0)


def minimax(position: Position, memory: dict[Position, int]) -> int:
    """North-South's tricks from here, by looking at every line of play."""
    if not any(position.hands) and not position.trick:
        return 0
    if position not in memory:
        best = max if position.mover % 2 == 0 else min
        memory[position] = best(
            won + minimax(child, memory)
            for child, won in (
                after(position, card)
                for card in legal_cards(position.hands[position.mover], position.trick)
            )
        )
    return memory[position]


def parse_card(text: str) -> int:
    """The card of a text such as HT."""
    return 13 * SUITS.index(text[0]) + RANKS.index(text[1])


def parse_hand(text: str) -> int:
    """The hand of a text such as AK.Q32..T9."""
    return sum(
        1 << (13 * suit + RANKS.index(rank))
        for suit, ranks in enumerate(text.split("."))
        for rank in ranks
    )


def oracle_positions(step: int = 1) -> Iterator[tuple[Position, dict[int, int]]]:
    """Every step-th stored position, with the tricks of the mover's side for every legal card."""
    with gzip.open(ORACLE / "positions.csv.gz", "rt") as lines:
        for number, row in enumerate(csv.DictReader(lines)):
            if number % step:
                continue
            words = row["hands"].removeprefix("N:").split(" ")
            trick = row["trick"].split()
            position = Position(
                tuple(parse_hand(word) for word in words),
                SUITS.index(row["trump"]),
                SEATS.index(row["leader"]),
                tuple(parse_card(card) for card in trick),
            )
            scores = (score.split("=") for score in row["scores"].split())
            yield position, {parse_card(card): int(tricks) for card, tricks in scores}


def oracle_tables(step: int = 1) -> Iterator[tuple[str, list[list[int]]]]:
    """Every step-th stored deal as PBN text, with its table by strain and declarer."""
    with gzip.open(ORACLE / "full_deals.csv.gz", "rt") as lines:
        for number, row in enumerate(csv.DictReader(lines)):
            if number % step == 0:
                table = [[int(row[f"{strain}_{seat}"]) for seat in SEATS] for strain in SUITS]
                yield row["deal"], table

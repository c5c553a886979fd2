"""Squeezes: a defender who guards two suits alone cannot keep both guards.

All winners outside one suit, the entry suit, are cashed, and the last of them, the squeeze card,
wins in the hand opposite the long threat. By then one trick more is left than we have winners in
the entry suit. Whoever alone guards both the last card of that suit and the second threat has to
give one of them up. If the second threat lies with the squeeze card, the squeeze is automatic: it
works against either defender. If it lies with the long threat, the squeeze is positional: only the
defender who discards before that hand is squeezed.

The count must be right: all tricks but one are sure. It is assumed that nothing can be ruffed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bluechip_bot.model.cards import SUIT_MASK
from bluechip_bot.planning.methods.losers import trumps_out
from bluechip_bot.planning.methods.task import Catalogue, Way, finish, play
from bluechip_bot.planning.state.belief import Alive
from bluechip_bot.planning.state.layouts import Layouts
from bluechip_bot.planning.state.state import NO_TRUMPS, partner
from bluechip_bot.planning.state.table import Table
from bluechip_bot.planning.view import DEFENDERS, OURS

SQUEEZE = Catalogue()
_ORDERS: Final = 200
"""The most positions looked at to find an order in which the winners can be cashed."""
_KEEP: Final = 0.5
"""What a discard that keeps a squeeze gains beside its chance."""


class Threats(NamedTuple):
    """What a squeeze is about.

    Attributes:
        entry: the suit of the long threat.
        top: the rank of that threat, the best card of the hand there that is not a winner.
        winners: of the entry suit, in both hands.
        hand: who has the long threat.
        other: the suit of the second threat.
        second: its rank.
        rounds: how many of that suit are cashed before.
        with_long: whether the hand of the long threat has it, too.
    """

    entry: int
    top: int
    winners: int
    hand: int
    other: int
    second: int
    rounds: int
    with_long: bool


class Squeeze(NamedTuple):
    """A squeeze that can be played.

    Attributes:
        threats: what it is about.
        cards: our cards in turn up to the squeeze card, that included.
        weight: of the layouts in which the last trick is won.
        victim: the defender who is squeezed in most of them.
    """

    threats: Threats
    cards: tuple[int, ...]
    weight: int
    victim: int


@SQUEEZE.method("play on", "squeeze")
def squeeze(table: Table) -> Iterator[Way]:
    """Cash the winners, and have a defender give up one of his guards."""
    best = _best(table, _Cards(table.turn, {player: _hand(table, player) for player in OURS}))
    if best is not None:
        threats, state = best.threats, table.state
        total = table.game.beliefs.weight(state.alive)
        end = finish(state.won + state.left, state.won + state.left - 1, best.weight, total)
        card = 13 * threats.other + threats.second
        tasks = (*map(play, best.cards[:1]), end)
        yield Way(tasks, best.weight / total, threats.entry, card, best.victim)


@SQUEEZE.method("follow", "keep the threats")
def keep_threats(table: Table) -> Iterator[Way]:
    """A discard on our own winner after which there is a squeeze."""
    round_ = table.state.round
    if round_.best not in OURS or table.ranks(table.turn, round_.suit):
        return
    if round_.best_suit != round_.suit or round_.top <= table.top_out(round_.suit):
        return
    hands = {player: _hand(table, player) for player in OURS}
    for suit in table.suits:
        card = table.lowest(table.turn, suit)
        if card < 0 or suit == table.trumps:
            continue
        after = {**hands, table.turn: hands[table.turn] & ~(1 << card)}
        found = _best(table, _Cards(round_.best, after))
        if found is not None:
            chance = found.weight / table.game.beliefs.weight(table.state.alive)
            yield Way((play(card),), _KEEP + chance, suit, card, table.turn)


class _Cards(NamedTuple):
    """Our hands, as masks of 52 bits, and who leads."""

    leader: int
    hands: dict[int, int]

    def ranks(self, player: int, suit: int) -> int:
        return self.hands[player] >> 13 * suit & SUIT_MASK

    @property
    def left(self) -> int:
        return self.hands[self.leader].bit_count()


def _hand(table: Table, player: int) -> int:
    return sum(table.ranks(player, suit) << 13 * suit for suit in table.suits)


def _best(table: Table, cards: _Cards) -> Squeeze | None:
    """The squeeze that wins in most layouts, if there is one."""
    masters = [SUIT_MASK & ~((1 << table.top_out(suit) + 1) - 1) for suit in table.suits]
    if sum(_winners(cards, suit, masters[suit]) for suit in table.suits) + 1 != cards.left:
        return None
    if table.trumps != NO_TRUMPS and trumps_out(table):
        return None
    best = None
    for threats in _threats(table, cards, masters):
        weight, victim = _success(table, threats)
        if weight and (best is None or weight > best.weight):
            order = _order(table, cards, threats)
            if order:
                best = Squeeze(threats, order, weight, victim)
    return best


def _winners(cards: _Cards, suit: int, masters: int) -> int:
    """The tricks that our masters of a suit win."""
    mine, his = (cards.ranks(player, suit) for player in OURS)
    return min(((mine | his) & masters).bit_count(), max(mine.bit_count(), his.bit_count()))


def _threats(table: Table, cards: _Cards, masters: Sequence[int]) -> Iterator[Threats]:
    """The pairs of threats, without a look at how they are reached."""
    for hand in OURS:
        for entry in table.suits:
            mine, his = cards.ranks(hand, entry), cards.ranks(partner(hand), entry)
            idle = mine & ~masters[entry]
            winners = ((mine | his) & masters[entry]).bit_count()
            reached = bool(mine & masters[entry]) and bool(his & ~masters[entry])
            if entry == table.trumps or not idle or not reached:
                continue
            if mine.bit_count() != winners + 1:
                continue
            for other in table.suits:
                for holder in OURS:
                    held = cards.ranks(holder, other) & ~masters[other]
                    if other in {entry, table.trumps} or not held:
                        continue
                    both = cards.ranks(hand, other) | cards.ranks(partner(hand), other)
                    rounds = (both & masters[other]).bit_count()
                    yield Threats(
                        entry, idle.bit_length() - 1, winners, hand,
                        other, held.bit_length() - 1, rounds, holder == hand,
                    )  # fmt: skip


def _success(table: Table, threats: Threats) -> tuple[int, int]:
    """The weight of the layouts in which the last trick is won, and who is then squeezed most."""
    beliefs, squeezer = table.game.beliefs, partner(threats.hand)
    lost, by_victim = 0, dict.fromkeys(DEFENDERS, 0)
    for long_guards, part in _guarded(table, table.state.alive, threats, long=True):
        for guards, rest in _guarded(table, part, threats, long=False):
            weight = beliefs.weight(rest)
            squeezed = long_guards == guards and len(guards) == 1
            if squeezed and (not threats.with_long or guards[0] == (squeezer + 1) % 4):
                by_victim[guards[0]] += weight
            elif long_guards and guards:
                lost += weight
    victim = max(DEFENDERS, key=by_victim.__getitem__)
    if not by_victim[victim]:
        return 0, victim
    return beliefs.weight(table.state.alive) - lost, victim


def _guarded(
    table: Table, alive: Alive, threats: Threats, *, long: bool
) -> Iterator[tuple[tuple[int, ...], Alive]]:
    """The layouts by the defenders who guard a threat."""
    parts: list[tuple[tuple[int, ...], Alive]] = [((), alive)]
    for defender in DEFENDERS:
        events = _guard(table, defender, threats, long=long)
        parts = [
            (guards + (defender,) * guarding, found)
            for guards, part in parts
            for guarding, found in _split(table, part, *events)
        ]
    return iter(parts)


def _guard(
    table: Table, defender: int, threats: Threats, *, long: bool
) -> tuple[int, Layouts, Layouts]:
    """The suit, and where a defender has a higher card and is long enough to keep it."""
    if long:
        suit, rank, rounds = threats.entry, threats.top, threats.winners
    else:
        suit, rank, rounds = threats.other, threats.second, threats.rounds
    game, state = table.game, table.state
    higher = game.holds(state, defender, suit, SUIT_MASK & ~((2 << rank) - 1))
    return suit, higher, game.long(state, defender, suit, rounds + 1)


def _split(
    table: Table, alive: Alive, suit: int, higher: Layouts, long: Layouts
) -> Iterator[tuple[bool, Alive]]:
    """The layouts in both of two sets, and the others."""
    beliefs = table.game.beliefs
    having = beliefs.narrow(alive, suit, higher)
    for guarding, found in (
        (True, beliefs.narrow(having, suit, long)),
        (False, beliefs.exclude(having, suit, long)),
        (False, beliefs.exclude(alive, suit, higher)),
    ):
        if beliefs.weight(found):
            yield guarding, found


def _order(table: Table, cards: _Cards, threats: Threats) -> tuple[int, ...]:
    """Our cards in turn up to the squeeze card; empty if no order of the winners works."""
    long, short = threats.hand, partner(threats.hand)
    second = 13 * threats.other + threats.second
    # The hand opposite keeps a card to lead to the long threat.
    link = cards.ranks(short, threats.entry)
    kept = {
        long: cards.ranks(long, threats.entry) << 13 * threats.entry,
        short: (link & -link) << 13 * threats.entry,
    }
    kept[long if threats.with_long else short] |= 1 << second
    search = _Order(table, threats, kept, cards.left - threats.winners - 1)
    return search.cashed(cards, 0)


class _Order:
    """A search for an order in which the winners outside the entry suit can be cashed."""

    def __init__(self, table: Table, threats: Threats, kept: dict[int, int], rounds: int) -> None:
        self._tops = [table.top_out(suit) for suit in table.suits]
        self._threats = threats
        self._kept = kept
        self._rounds = rounds
        self._looked = 0

    def cashed(self, cards: _Cards, done: int) -> tuple[int, ...]:
        """Our cards in turn until all are cashed; empty if they cannot be."""
        self._looked += 1
        if self._looked > _ORDERS or done >= self._rounds:
            return ()
        if done + 1 == self._rounds:
            return self._squeeze_card(cards)
        for lead, answer, leader in self._tricks(cards):
            hands = {
                player: hand & ~(1 << lead | 1 << answer) for player, hand in cards.hands.items()
            }
            rest = self.cashed(_Cards(leader, hands), done + 1)
            if rest:
                return (lead, answer, *rest)
        return ()

    def _squeeze_card(self, cards: _Cards) -> tuple[int, ...]:
        """The last winner, in the hand opposite the long threat, and a lead to it if need be."""
        long, short = self._threats.hand, partner(self._threats.hand)
        for suit in self._suits(cards, short):
            master = self._master(cards, short, suit)
            if master < 0:
                continue
            low = self._free_low(cards, long, suit)
            if cards.leader == long:
                if not self._threats.with_long and 0 <= low < master:
                    return (low, master)
            elif self._threats.with_long:
                # This hand discards one of its threats behind the victim.
                if not cards.ranks(long, suit):
                    return (master,)
            elif self._answer(cards, long, suit) >= 0:
                return (master,)
        return ()

    def _tricks(self, cards: _Cards) -> Iterator[tuple[int, int, int]]:
        """Ways to win a trick: the card led, the card opposite, and who has won."""
        leader, over = cards.leader, partner(cards.leader)
        for suit in self._suits(cards, leader):
            low = self._free_low(cards, leader, suit)
            master, opposite = self._master(cards, leader, suit), self._master(cards, over, suit)
            answer = self._answer(cards, over, suit)
            if master >= 0 and answer >= 0:
                yield master, answer, leader if master > answer or answer // 13 != suit else over
            if opposite >= 0 and 0 <= low < opposite:
                yield low, opposite, over

    def _suits(self, cards: _Cards, player: int) -> Sequence[int]:
        return [
            suit for suit in range(4) if suit != self._threats.entry and cards.ranks(player, suit)
        ]

    def _master(self, cards: _Cards, player: int, suit: int) -> int:
        """The highest card of a hand's suit if it wins; else -1."""
        rank = cards.ranks(player, suit).bit_length() - 1
        return 13 * suit + rank if rank > self._tops[suit] else -1

    def _free_low(self, cards: _Cards, player: int, suit: int) -> int:
        """The lowest card of a suit that a hand need not keep; -1 for none."""
        free = (cards.hands[player] & ~self._kept[player]) >> 13 * suit & SUIT_MASK
        return 13 * suit + (free & -free).bit_length() - 1 if free else -1

    def _answer(self, cards: _Cards, player: int, suit: int) -> int:
        """The card that a hand follows with or discards; -1 if it needs them all."""
        if cards.ranks(player, suit):
            return self._free_low(cards, player, suit)
        free = [
            card
            for other in range(4)
            if (card := self._free_low(cards, player, other)) >= 0
            and card % 13 <= self._tops[other]
        ]
        # What leads to no winner opposite goes first.
        return min(
            free,
            key=lambda card: (self._master(cards, partner(player), card // 13) >= 0, card % 13),
            default=-1,
        )

"""Auction and play of a PBN record by the rules, irregularities included.

`^I` marks a bid that was not sufficient and stood, `^S` a player who was passed over, `^L` a lead
out of turn, `^R` a revoke, `^` before a declarer or a result one that is not as the rules have it.
A mark where nothing is irregular is as wrong as an irregularity without its mark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field

from bluechip_bot.formats.pbn.record import Entry, PbnError, Record, Tag
from bluechip_bot.model import PASS, Call, Card, Contract, Hand, Seat, Strain, Trick


@define
class _Calls:
    """An auction so far.

    Attributes:
        turn: who calls next.
        bids: the bids with who made them.
        doubled: 0, 1 or 2.
        passes: how many passes came last.
    """

    turn: Seat
    bids: list[tuple[Call, Seat]]
    doubled: int = 0
    passes: int = 0

    @property
    def is_over(self) -> bool:
        return self.passes >= (3 if self.bids else 4)

    @property
    def contract(self) -> Contract | None:
        """What the auction has come to, by the rules."""
        if not self.bids:
            return None
        last, seat = self.bids[-1]
        declarer = next(
            by for bid, by in self.bids if bid.strain is last.strain and by.side is seat.side
        )
        return Contract(last.level, last.strain, declarer, self.doubled)

    def fault(self, call: Call, mark: str) -> str:
        """What is wrong with a call; empty when nothing is."""
        if self.is_over:
            return "the auction is over"
        if call.is_bid:
            sufficient = not self.bids or call > self.bids[-1][0]
            if sufficient and mark:
                return "^I, but the bid is sufficient"
            return "" if sufficient or mark else f"{self.turn} may not call {call}"
        if mark:
            return "^I before a call that is no bid"
        if call == PASS:
            return ""
        ours = bool(self.bids) and self.bids[-1][1].side is self.turn.side
        legal = bool(self.bids) and self.doubled == call - 1 and ours == (call == 2)
        return "" if legal else f"{self.turn} may not call {call}"

    def add(self, call: Call) -> None:
        if call.is_bid:
            self.bids.append((call, self.turn))
            self.doubled = 0
        elif call != PASS:
            self.doubled = int(call)
        self.passes = self.passes + 1 if call == PASS else 0
        self.turn = self.turn.lho


def auction_problems(record: Record) -> Iterator[PbnError]:
    """Yield what is wrong with the auction, and with the contract that the tags tell of it."""
    section, dealer = record.auction, record.dealer
    if section is None or dealer is None:
        return
    calls = _Calls(dealer, [])
    irregular = False
    for entry in section.entries:
        if entry.symbol == "+":
            return
        call = entry.call
        irregular |= bool(entry.irregular) or call is None
        if call is None:
            calls.turn = calls.turn.lho
            continue
        if fault := calls.fault(call, entry.irregular):
            yield entry.error(fault)
            return
        calls.add(call)
    if calls.is_over:
        yield from _contract_problems(record, calls.contract, irregular=irregular)


def _contract_problems(
    record: Record, reached: Contract | None, *, irregular: bool
) -> Iterator[PbnError]:
    contract, declarer = record.tag("Contract"), record.tag("Declarer")
    if contract is not None and contract.value.strip() not in ("", "?"):
        bid = "Pass" if reached is None else reached.bid
        told = "Pass" if record.is_passed_out else contract.value.strip()
        if told.upper().replace(" ", "") != bid.upper():
            yield contract.error(f"the auction came to {bid}")
    if declarer is None or declarer.value.strip() in ("", "?") or reached is None:
        return
    told_out_of_turn = declarer.value.startswith("^")
    is_regular = record.declarer is reached.declarer
    if not irregular and told_out_of_turn == is_regular:
        yield declarer.error(f"the auction made {reached.declarer} declarer")


@define
class _Cards:
    """The cards left of each seat, as far as its hand is known."""

    hands: list[Hand | None]
    gone: Hand = field(factory=Hand)

    def fault(self, seat: Seat, card: Card, entry: Entry, led: Card | None) -> str:
        """What is wrong with a card; empty when nothing is."""
        if card in self.gone:
            return "played before"
        hand = self.hands[seat]
        others = (other for at, other in enumerate(self.hands) if at != seat and other)
        if (hand is not None and card not in hand) or any(card in other for other in others):
            return f"{seat} does not hold it"
        could_follow = led is not None and hand is not None and bool(hand.in_suit(led.suit))
        revoked = led is not None and card.suit is not led.suit and could_follow
        if revoked and entry.irregular != "^R":
            return "a revoke without ^R"
        if entry.irregular == "^R" and not revoked and (hand is not None or led is None):
            return "^R, but it is no revoke"
        return ""

    def play(self, seat: Seat, card: Card) -> None:
        self.gone = self.gone.with_card(card)
        hand = self.hands[seat]
        self.hands[seat] = None if hand is None else hand.without(card)


def play_problems(record: Record) -> Iterator[PbnError]:
    """Yield what is wrong with the play, up to the first error or the first card not told."""
    tag, strain = record.tag("Play"), record.strain
    if tag is None or tag.section is None or strain is None or not tag.section.entries:
        return
    try:
        first = Seat.parse(tag.value)
    except ValueError as error:
        yield tag.error(str(error))
        return
    declarer = record.get("Declarer")
    if record.declarer is not None and "^" not in declarer and first is not record.declarer.lho:
        yield tag.error(f"{record.declarer.lho} leads to a contract of {record.declarer}")
        return
    found = list(_trick_problems(tag, first, strain, _Cards(list(record.hands))))
    yield from found or _result_problems(record)


def _result_problems(record: Record) -> Iterator[PbnError]:
    tag, told, declarer = record.tag("Result"), record.result, record.declarer
    strain = record.strain
    if tag is None or told is None or declarer is None or strain is None or "^" in tag.value:
        return
    plays = record.plays
    tricks = [plays[at : at + 4] for at in range(0, len(plays) // 4 * 4, 4)]
    winners = [Trick(row[0][0], tuple(card for _, card, _ in row)).winner(strain) for row in tricks]
    won = sum(winner.side is declarer.side for winner in winners)
    if not won <= told <= 13 - len(tricks) + won:
        yield tag.error(f"declarer has won {won} tricks and lost {len(tricks) - won}")


def _trick_problems(tag: Tag, first: Seat, strain: Strain, left: _Cards) -> Iterator[PbnError]:
    leader = first
    entries = () if tag.section is None else tag.section.entries
    for start in range(0, len(entries), 4):
        row = {first.plus(at): entry for at, entry in enumerate(entries[start : start + 4])}
        out_of_turn = [(seat, entry) for seat, entry in row.items() if entry.irregular == "^L"]
        if len(out_of_turn) > 1 or any(seat is leader for seat, _ in out_of_turn):
            yield out_of_turn[-1][1].error(f"^L, but it is {leader}'s turn to lead")
            return
        leader = out_of_turn[0][0] if out_of_turn else leader
        cards: list[Card] = []
        for step in range(4):
            seat = leader.plus(step)
            card = row[seat].card if seat in row else None
            if card is None:
                yield from _after_the_last(row, leader, step)
                return
            if fault := left.fault(seat, card, row[seat], cards[0] if cards else None):
                yield row[seat].error(fault)
                return
            left.play(seat, card)
            cards.append(card)
        leader = Trick(leader, tuple(cards)).winner(strain)


def _after_the_last(row: Mapping[Seat, Entry], leader: Seat, step: int) -> Iterator[PbnError]:
    """Cards of a trick behind the `+` where it is to be continued."""
    seat = leader.plus(step)
    if seat in row and row[seat].symbol == "+":
        later = (row[other] for at in range(step + 1, 4) if (other := leader.plus(at)) in row)
        yield from (entry.error("a card after '+'") for entry in later if entry.card is not None)

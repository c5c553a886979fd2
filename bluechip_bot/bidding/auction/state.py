"""The auction as every player at the table understands it, seen from the player to call.

Nothing here depends on a hand: the state follows from the calls and their meanings. The limits of
all calls of a player are intersected. A call that contradicts the earlier ones changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import dropwhile
from typing import Final

from attrs import evolve, frozen

from bluechip_bot.bidding.auction.meaning import ALL_POINTS, CallSense, Forcing, Meaning
from bluechip_bot.bidding.features import SHAPE_LIMIT
from bluechip_bot.constraints import ANY, Box, Range
from bluechip_bot.model import four
from bluechip_bot.model.calls import DOUBLE, PASS, REDOUBLE, Call
from bluechip_bot.model.cards import Seat, Side, Strain, Suit, Vulnerability

GAME_LEVEL: Final = (4, 4, 5, 5, 3)
"""The level of game in spades, hearts, diamonds, clubs and notrump."""
_CHEAPEST: Final = tuple(
    tuple(
        next((bid for bid in map(Call, range(max(last, 2) + 1, 38)) if bid.strain is strain), PASS)
        for strain in Strain
    )
    for last in range(38)
)
"""The lowest bid in each strain after each call; PASS if there is none."""
TWO_NOTRUMP: Final = Call.bid(2, Strain.NOTRUMP)


@frozen
class ShownHand:
    """The limits that a player has shown so far: a box of HCP and lengths, and total points."""

    box: Box = ANY
    points: Range = ALL_POINTS

    def after(self, meaning: Meaning) -> ShownHand:
        """The limits after one more call; a call that contradicts the earlier ones is ignored."""
        box = self.box.intersect(meaning.box)
        if box is None:
            return self
        low = max(self.points[0], meaning.points[0], box.hcp[0])
        balanced = all(least >= 2 and most <= 5 for least, most in box.lengths)
        shape = 1 if balanced else SHAPE_LIMIT
        high = min(self.points[1], meaning.points[1], box.hcp[1] + shape)
        return ShownHand(box.tighten(), (low, high) if low <= high else self.points)


@frozen
class AuctionState:
    """An auction with the meaning of every call.

    Attributes:
        meanings: the meanings of the calls so far, in order.
        shown: what North, East, South and West have shown.
        bid: the last bid, or PASS before the first.
        bidder: the player who made the last bid; meaningless before the first.
        doubled: 0, or 1 if the last bid stands doubled, or 2 if redoubled.
        game_forced: the sides that must reach game, bit number = side.
        two_notrump_forced: the sides that must reach two notrump, bit number = side.
        strains: for each seat, the strains that it has bid naturally, bit number = strain.
    """

    dealer: Seat
    vulnerability: Vulnerability
    meanings: tuple[Meaning, ...] = ()
    shown: tuple[ShownHand, ShownHand, ShownHand, ShownHand] = four([ShownHand()] * 4)
    bid: Call = PASS
    bidder: Seat = Seat.NORTH
    doubled: int = 0
    game_forced: int = 0
    two_notrump_forced: int = 0
    strains: tuple[int, int, int, int] = (0, 0, 0, 0)

    def after(self, meaning: Meaning) -> AuctionState:
        """The state after one more call with this meaning."""
        me, call = self.me, meaning.call
        shown, strains = list(self.shown), list(self.strains)
        shown[me] = shown[me].after(meaning)
        named = meaning.transfer
        if call.is_bid and (named is not None or not meaning.artificial):
            strains[me] |= 1 << (call.strain if named is None else named)
        return evolve(
            self,
            meanings=(*self.meanings, meaning),
            shown=four(shown),
            bid=call if call.is_bid else self.bid,
            bidder=me if call.is_bid else self.bidder,
            doubled=0 if call.is_bid else max(self.doubled, int(call)),
            game_forced=self.game_forced | (meaning.forcing >= Forcing.GAME) << me.side,
            two_notrump_forced=self.two_notrump_forced
            | (meaning.forcing is Forcing.TWO_NOTRUMP) << me.side,
            strains=four(strains),
        )

    @cached_property
    def me(self) -> Seat:
        """The player to call."""
        return self.dealer.plus(len(self.meanings))

    @cached_property
    def partner(self) -> Seat:
        """The partner of the player to call."""
        return self.dealer.plus(len(self.meanings) + 2)

    @cached_property
    def vulnerable(self) -> bool:
        """Whether the side to call is vulnerable."""
        return self.vulnerability.includes(self.me)

    @property
    def equity(self) -> int:
        """1 if the side to call has favourable vulnerability, -1 if unfavourable, else 0."""
        ours, theirs = self.vulnerable, self.vulnerability.includes(self.me.side.other)
        return int(theirs) - int(ours)

    def calls(self, seat: Seat) -> Iterator[Meaning]:
        """Yield the calls of a seat, the latest first."""
        last = len(self.meanings) - 1
        last -= (self.dealer + last - seat) % 4
        for index in range(last, -1, -4):
            yield self.meanings[index]

    @property
    def has_acted(self) -> bool:
        """Whether our side has done anything but pass."""
        return bool(self._acts[self.me] or self._acts[self.partner])

    def last(self, seat: Seat) -> Meaning | None:
        """The latest call of a seat, or None."""
        return next(self.calls(seat), None)

    def acts(self, seat: Seat) -> tuple[Meaning, ...]:
        """The calls of a seat other than passes, the latest first."""
        return self._acts[seat]

    @cached_property
    def _acts(self) -> tuple[tuple[Meaning, ...], ...]:
        return tuple(
            tuple(meaning for meaning in self.calls(seat) if meaning.call != PASS) for seat in Seat
        )

    @cached_property
    def opened_meanings(self) -> tuple[Meaning, ...]:
        """The meanings of all calls from the first that is not a pass to the last."""
        return tuple(dropwhile(lambda meaning: meaning.call == PASS, self.meanings))

    @cached_property
    def first_to_act(self) -> tuple[Seat, ...]:
        """The first player of each side who did anything but pass, the opener first."""
        found: dict[Side, Seat] = {}
        for index, meaning in enumerate(self.meanings):
            if meaning.call != PASS:
                seat = self.dealer.plus(index)
                found.setdefault(seat.side, seat)
        return tuple(found.values())

    @property
    def opponents_called(self) -> bool:
        """Whether the last call, the right-hand opponent's, is not a pass."""
        return bool(self.meanings) and self.meanings[-1].call != PASS

    @property
    def is_open(self) -> bool:
        """Whether a bid has been made."""
        return self.bid != PASS

    @cached_property
    def is_ours(self) -> bool:
        """Whether our side made the last bid."""
        return self.is_open and self.bidder.side is self.me.side

    @cached_property
    def is_theirs(self) -> bool:
        """Whether the opponents made the last bid."""
        return self.is_open and self.bidder.side is not self.me.side

    @cached_property
    def passes(self) -> int:
        """The number of passes at the end of the auction."""
        last = (index for index, told in enumerate(reversed(self.meanings)) if told.call != PASS)
        return next(last, len(self.meanings))

    def is_passed(self, seat: Seat) -> bool:
        """Whether a player passed before anybody opened."""
        turn = (seat - self.dealer) % 4
        return turn < len(self.meanings) - len(self.opened_meanings)

    @cached_property
    def ours(self) -> int:
        """The suits and notrump that our side has bid naturally, bit number = strain."""
        return self.strains[self.me] | self.strains[self.partner]

    @cached_property
    def theirs(self) -> int:
        """The suits and notrump that the opponents have bid naturally, bit number = strain."""
        return self.strains[(self.me + 1) % 4] | self.strains[(self.me + 3) % 4]

    @cached_property
    def their_suits(self) -> tuple[Suit, ...]:
        """The suits that the opponents have bid naturally and we have not."""
        mine = self.ours
        return tuple(suit for suit in Suit if self.theirs >> suit & 1 and not mine >> suit & 1)

    @cached_property
    def unbid(self) -> tuple[Suit, ...]:
        """The suits that nobody has bid naturally."""
        bid = self.ours | self.theirs
        return tuple(suit for suit in Suit if not bid >> suit & 1)

    @cached_property
    def partner_points(self) -> Range:
        """The limits of partner's points, given what the other three have shown."""
        low, high = self.shown[self.partner].points
        others = sum(self.shown[seat].box.hcp[0] for seat in range(4) if seat != self.partner)
        return (low, max(low, min(high, 40 - others + 2)))

    @property
    def partner_box(self) -> Box:
        """The limits of partner's hand."""
        return self.shown[self.partner].box

    @property
    def my_box(self) -> Box:
        """The limits of the hand of the player to call, as the others know them."""
        return self.shown[self.me].box

    def trumps(self, suit: int) -> int:
        """The fewest cards that our two hands together have in a suit, by what they have shown."""
        return self.partner_box.lengths[suit][0] + self.my_box.lengths[suit][0]

    @cached_property
    def agreed(self) -> Suit | None:
        """The latest suit that our side agreed on, or None."""
        ours = self.meanings[::-1][1::2]  # the last call is an opponent's
        return next((Suit(each.agrees) for each in ours if each.agrees is not None), None)

    def is_legal(self, call: Call) -> bool:
        """Whether the player to call may make a call; the auction must not be over."""
        if call == PASS:
            return True
        if call == DOUBLE:
            return self.is_theirs and self.doubled == 0
        if call == REDOUBLE:
            return self.is_ours and self.doubled == 1
        return call > self.bid

    def cheapest(self, strain: int, jump: int = 0) -> Call:
        """The lowest bid in a strain, or the one `jump` levels higher; PASS if there is none."""
        call = _CHEAPEST[self.bid][strain]
        if jump and call != PASS:
            call = Call(call + 5 * jump) if call + 5 * jump < 38 else PASS
        return call

    def level(self, strain: int) -> int:
        """The level of the lowest bid in a strain; 8 if there is none."""
        return self.cheapest(strain).level or 8

    @property
    def below_game(self) -> bool:
        """Whether the last bid is below game."""
        return self.is_open and self.bid.level < GAME_LEVEL[self.bid.strain]

    @property
    def partner_final(self) -> bool:
        """Whether partner's latest call other than a pass signed off."""
        acts = self.acts(self.partner)
        return bool(acts) and acts[0].final

    @cached_property
    def must_act(self) -> bool:
        """Whether the player to call may not pass.

        Partner's latest call forces, such as a forcing bid or a takeout double, unless the opponent
        in between has bid or doubled. A side that is forced to game or two notrump may not pass out
        a lower contract of its own. A natural bid that forces to game and reaches it may be passed.
        """
        last = self.last(self.partner)
        if last is None or not self.is_open or self.bid == Call(37):
            return False
        low = self.game_forced >> self.me.side & 1 and self.below_game
        low = low or (self.two_notrump_forced >> self.me.side & 1 and self.bid < TWO_NOTRUMP)
        if low and self.is_ours and self.doubled == 0 and not last.final:
            return True
        if self.opponents_called or last.forcing is Forcing.NONE:
            return False
        reaches = last.call.is_bid and not last.artificial and not self.below_game
        if last.forcing is Forcing.GAME and reaches:
            return False
        return last.call != PASS

    @cached_property
    def live_takeout(self) -> bool:
        """Whether partner has just doubled for takeout and the next opponent has passed."""
        last = self.last(self.partner)
        return last is not None and last.kind is CallSense.TAKEOUT and not self.opponents_called

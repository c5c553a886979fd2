"""The meaning of an auction as JSON; the help of `bluechip-bot explain` describes the keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Self

from attrs import frozen

from bluechip_bot.bidding.auction.roles import captain
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.explanation.known import KnownHand
from bluechip_bot.bidding.position import BiddingPosition
from bluechip_bot.model import Auction, Call, Seat, Side, Vulnerability
from bluechip_bot.model.cards import SUIT_LETTERS


@frozen
class AuctionMeaning:
    """The meaning of an auction: its calls, what each hand showed, and facts such as the turn."""

    calls: tuple[dict[str, Any], ...]
    hands: tuple[KnownHand, ...]
    state: Mapping[str, str]

    @classmethod
    def of(cls, bidder: Bidder, auction: Auction, vulnerability: Vulnerability) -> Self:
        """Read an auction by the systems of a bidder."""
        rows = [
            _row(
                bidder.position(Auction(auction.dealer, auction.calls[:index]), vulnerability), call
            )
            for index, call in enumerate(auction.calls)
        ]
        state = bidder.position(auction, vulnerability).state
        hands = map(KnownHand.of, state.shown, bidder.read(auction, vulnerability))
        return cls(tuple(rows), tuple(hands), dict(_facts(auction, state)))

    def as_dict(self) -> dict[str, Any]:
        """Return the meaning as a value for JSON."""
        seats = {seat.letter: _known(hand) for seat, hand in zip(Seat, self.hands, strict=True)}
        return {"calls": list(self.calls), "seats": seats, "state": dict(self.state)}


def _known(hand: KnownHand) -> dict[str, Any]:
    return {
        "hcp": list(hand.box.hcp),
        **{SUIT_LETTERS[i]: list(span) for i, span in enumerate(hand.box.lengths)},
        "points": list(hand.points),
        "also": list(hand.also),
        "outer": str(hand.outer),
    }


def _row(position: BiddingPosition, call: Call) -> dict[str, Any]:
    reading = position.read(call)
    places = (bound.rule.place for bound in position.makers(call))
    return {
        "seat": position.state.me.letter,
        "call": str(call),
        "explanation": position.statement(call),
        "exact": position.exact(call),
        "alert": position.is_alerted(call),
        "rules": list(dict.fromkeys(f"{place.file}:{place.line}" for place in places)),
        "boxes": list(map(str, reading.boxes)),
        "tags": sorted(reading.tags),
    }


def _facts(auction: Auction, state: AuctionState) -> Iterator[tuple[str, str]]:
    if auction.is_over:
        yield "contract", str(auction.contract or "passed out")
        return
    side = Side(state.me.side)
    leader = captain(state, side)
    partner = state.last(state.partner)
    yield "turn", str(state.me)
    yield "forced", "yes" if state.must_act else "no"
    if state.game_forced >> side & 1:
        yield "game_forced", "yes"
    if state.agreed is not None:
        yield "agreed", str(state.agreed)
    if leader is not None:
        yield "captain", str(leader)
    if partner is not None and partner.ask and not state.opponents_called:
        yield "asked", partner.ask
    if state.partner_final:
        yield "signed_off", str(state.partner)

"""What the players of a duel know: the conditions or the auction, the lead, the cards played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Protocol

from attrs import evolve, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.constraints import HardFacts, Likelihood
from bluechip_bot.inference import Evidence, InferenceSettings, card_fits, evidence
from bluechip_bot.lab.duel.conditions import Conditions
from bluechip_bot.lab.duel.lead import LeadLikelihood, LeadRule
from bluechip_bot.model import Board, Card, Seat
from bluechip_bot.player.assembly import Assembly


@cache
def _cards_alone(*, mute: bool) -> InferenceSettings:
    """What the calls show is known from elsewhere."""
    settings = Assembly().inference
    settings = evolve(settings, auction=evolve(settings.auction, on=False))
    if not mute:
        return settings
    play = evolve(settings.play, partner_signal_trust=0.0, signals_sent=0.0)
    return evolve(settings, play=play)


class SeatKnowledge(Protocol):
    """Makes the evidence of a seat."""

    def of(self, board: Board, seat: Seat) -> Evidence:
        """What a seat, who is not dummy, knows; hands that it does not see are not looked at."""
        ...

    def fits(self, board: Board, cards: Sequence[Card]) -> list[float]:
        """How well each card of a defender fits the agreements of his side."""
        ...


@frozen
class Knowledge:
    """Makes the evidence of a seat from the conditions of a duel.

    Attributes:
        conditions: what everybody knows of North and South.
        led_by_rule: whether the opening lead is that of the rule, which everybody knows.
        play_inference: whether the bot's own inference from the cards played is used; else they
            tell who is out of which suit, and no more.
        mute: whether defenders do not signal, nor read partner's cards as signals.
    """

    conditions: Conditions
    led_by_rule: bool = True
    play_inference: bool = False
    mute: bool = False

    def of(self, board: Board, seat: Seat) -> Evidence:
        """What a seat, who is not dummy, knows; hands that it does not see are not looked at."""
        likelihoods: tuple[Likelihood, ...] = ()
        if self.play_inference:
            likelihoods = evidence(board, seat, _cards_alone(mute=self.mute)).likelihoods
        if self.led_by_rule:
            likelihoods = _after_rule(likelihoods, board, seat, self.conditions.lead)
        return Evidence(HardFacts.of(board, seat), self.conditions.statements, likelihoods)

    def fits(self, board: Board, cards: Sequence[Card]) -> list[float]:
        """How well each card of a defender fits the agreements: those of strangers."""
        return card_fits(board, cards, _cards_alone(mute=self.mute))


@frozen
class AuctionKnowledge:
    """Makes the evidence of a seat from the calls, as at the table.

    Attributes:
        partnership: what each side plays, and what it takes the other side to play.
        lead: the rule of the opening lead, which everybody knows; None if the leader chooses.
        play_inference: as in `Knowledge`.
        mute: as in `Knowledge`.
    """

    partnership: Partnership
    lead: LeadRule | None = None
    play_inference: bool = False
    mute: bool = False

    def of(self, board: Board, seat: Seat) -> Evidence:
        """What a seat, who is not dummy, knows; hands that it does not see are not looked at."""
        calls = evidence(board, seat, _calls_alone(), self.partnership)
        likelihoods: tuple[Likelihood, ...] = ()
        if self.play_inference:
            cards = evidence(board, seat, _cards_alone(mute=self.mute), self.partnership)
            likelihoods = cards.likelihoods
        if self.lead is not None:
            likelihoods = _after_rule(likelihoods, board, seat, self.lead)
        return evolve(calls, likelihoods=(*calls.likelihoods, *likelihoods))

    def fits(self, board: Board, cards: Sequence[Card]) -> list[float]:
        """How well each card of a defender fits the agreements of his system."""
        agreements = self.partnership.ours.agreements
        return card_fits(board, cards, _cards_alone(mute=self.mute), agreements)


@cache
def _calls_alone() -> InferenceSettings:
    """What the cards show is asked for apart."""
    settings = Assembly().inference
    return evolve(settings, play=evolve(settings.play, on=False))


def _after_rule(
    likelihoods: tuple[Likelihood, ...], board: Board, seat: Seat, rule: LeadRule
) -> tuple[Likelihood, ...]:
    """The likelihoods of cards with the rule's in place of what the inference says of the lead."""
    contract, play = board.contract, board.play
    if contract is None or play is None or not play.cards or seat is contract.leader:
        return likelihoods
    lead = LeadLikelihood(contract.leader, play.cards[0], contract.strain, rule)
    return (lead, *likelihoods[1:])

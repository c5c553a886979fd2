"""What the players of a duel know: the conditions, the lead by the rule, the cards played."""

from __future__ import annotations

from functools import cache

from attrs import frozen

from bluechip_bot.constraints import HardFacts, Likelihood
from bluechip_bot.inference import Evidence, InferenceSettings, evidence
from bluechip_bot.inference.auction import AuctionSettings
from bluechip_bot.lab.duel.conditions import Conditions
from bluechip_bot.lab.duel.lead import LeadLikelihood
from bluechip_bot.model import Board, Seat


@cache
def _cards_alone() -> InferenceSettings:
    """The conditions say what the calls do."""
    return InferenceSettings(auction=AuctionSettings(on=False))


@frozen
class Knowledge:
    """Makes the evidence of a seat.

    Attributes:
        conditions: what everybody knows of North and South.
        led_by_rule: whether the opening lead is that of the rule, which everybody knows.
        play_inference: whether the bot's own inference from the cards played is used; else they
            tell who is out of which suit, and no more.
    """

    conditions: Conditions
    led_by_rule: bool = True
    play_inference: bool = False

    def of(self, board: Board, seat: Seat) -> Evidence:
        """What a seat, who is not dummy, knows; hands that it does not see are not looked at."""
        likelihoods: tuple[Likelihood, ...] = ()
        if self.play_inference:
            likelihoods = evidence(board, seat, _cards_alone()).likelihoods
        contract, play = self.conditions.contract, board.play
        if self.led_by_rule and play is not None and play.cards and seat is not contract.leader:
            rule = self.conditions.lead
            lead = LeadLikelihood(contract.leader, play.cards[0], contract.strain, rule)
            # In place of what the bot's inference says of the lead, which comes first.
            likelihoods = (lead, *likelihoods[1:])
        return Evidence(HardFacts.of(board, seat), self.conditions.statements, likelihoods)

"""The knowledge of a duel's players: conditions or auction, the lead, the cards played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, Literal

from attrs import evolve, frozen

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.system.agreements import Agreements
from bluechip_bot.bidding.system.system import NATURAL
from bluechip_bot.config import SearchConfig
from bluechip_bot.constraints import Evidence, HardFacts, Likelihood
from bluechip_bot.inference import InferenceSettings, card_fits, evidence
from bluechip_bot.lab.duel.conditions import Conditions
from bluechip_bot.lab.duel.lead import LeadLikelihood, LeadRule
from bluechip_bot.model import Board, Card, Seat
from bluechip_bot.player.assembly import Assembly

_SILENT: Final = Agreements(attitude="none", count="none")
"""What a pair without a system agrees on: a duel in conditions has no signals."""
_NO_SYSTEMS: Final = Partnership(ours=evolve(NATURAL, agreements=_SILENT))


@cache
def _settings(part: Literal["auction", "play"], file: str) -> InferenceSettings:
    """The settings by which evidence is drawn from the calls alone, or from the cards alone."""
    settings = Assembly(search=SearchConfig(inference=file)).inference
    if part == "play":
        return evolve(settings, auction=evolve(settings.auction, on=False))
    return evolve(settings, play=evolve(settings.play, on=False))


@frozen
class Knowledge:
    """Makes the evidence of a seat.

    Attributes:
        calls: what the calls show: the conditions of a duel, or, as at the table, what each side
            plays, and what it takes the other side to play.
        lead: the rule of the opening lead, which everybody knows; None if the leader chooses.
        play_inference: whether the bot's own inference from the cards played is used; else they
            tell who is out of which suit, and no more.
        inference: the file of the settings of the inference; empty is the default one.
    """

    calls: Conditions | Partnership
    lead: LeadRule | None = None
    play_inference: bool = False
    inference: str = ""

    def of(self, board: Board, seat: Seat) -> Evidence:
        """The evidence of a seat that is not dummy. Hands that it does not see are not read."""
        calls, cards = self.calls, _settings("play", self.inference)
        if isinstance(calls, Conditions):
            known = Evidence(HardFacts.of(board, seat), calls.statements, ())
            shown = evidence(board, seat, cards, _NO_SYSTEMS) if self.play_inference else None
        else:
            known = evidence(board, seat, _settings("auction", self.inference), calls)
            shown = evidence(board, seat, cards, calls) if self.play_inference else None
        likelihoods = () if shown is None else shown.likelihoods
        if self.lead is not None:
            likelihoods = _after_rule(likelihoods, board, seat, self.lead)
        return evolve(known, likelihoods=(*known.likelihoods, *likelihoods))

    def fits(self, board: Board, cards: Sequence[Card]) -> list[float]:
        """How well each card of a defender fits his agreements; in conditions there are none."""
        settings = _settings("play", self.inference)
        if isinstance(self.calls, Conditions):
            return card_fits(board, cards, settings, _SILENT)
        return card_fits(board, cards, settings, self.calls.ours.agreements)


def _after_rule(
    likelihoods: tuple[Likelihood, ...], board: Board, seat: Seat, rule: LeadRule
) -> tuple[Likelihood, ...]:
    """The likelihoods of cards with the rule's in place of what the inference says of the lead."""
    contract, play = board.contract, board.play
    if contract is None or play is None or not play.cards or seat is contract.leader:
        return likelihoods
    lead = LeadLikelihood(contract.leader, play.cards[0], contract.strain, rule)
    return (lead, *likelihoods[1:])

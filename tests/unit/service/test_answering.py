"""Answers of the service: what they hold, and questions that have none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bluechip_bot import double_dummy
from bluechip_bot.model import Deal, Seat, Strain
from bluechip_bot.service.answering import AnswerError, answer
from bluechip_bot.service.process import answered
from bluechip_bot.service.requests import (
    BidRequest,
    ClaimRequest,
    DoubleDummyRequest,
    ExplainRequest,
    LeadRequest,
    ParRequest,
    PlayRequest,
    structured,
)
from bluechip_bot.service.routes import ROUTES, ServiceRoute, example
from bluechip_bot.service.wire import ServiceCall
from support.commands import invoke

HAND = "KJ84.K92.QT6.J83"
DEAL = "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"
UNKNOWN = "N:- - - -"
GAME = ["1NT", "P", "3NT", "P", "P", "P"]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path[1:])
def test_the_examples_are_answered(route: ServiceRoute) -> None:
    """Each answer is JSON with the keys that the document describes, and perhaps more."""
    data = example(route.request)
    if route.path in {"/lead", "/play"}:
        data |= {"engine": "pimc", "worlds": 4, "seconds": 5}
    found = json.loads(json.dumps(answer(structured(data, route.request))))
    assert set(route.keys) <= set(found)


def test_a_call_is_that_of_the_command() -> None:
    """`bid --json` prints the same object."""
    done = invoke("bid", "--hand", HAND, "--auction", "1NT P", "--no-think", "--json")
    assert answer(BidRequest(HAND, ("1NT", "P"))) == json.loads(done.stdout)


def test_an_auction_is_that_of_the_command() -> None:
    """`explain --json` prints the same object."""
    done = invoke("explain", "--auction", "1NT P 2C", "--vul", "EW", "--json")
    assert answer(ExplainRequest(("1NT", "P", "2C"), vul="EW")) == json.loads(done.stdout)


def test_double_dummy_is_that_of_the_interface() -> None:
    """Tricks by declarer and strain, and par."""
    table = double_dummy(Deal.parse(DEAL))
    found = answer(DoubleDummyRequest(DEAL))["tricks"]
    assert found == {
        seat.letter: {str(strain): table[strain, seat] for strain in Strain} for seat in Seat
    }
    contracts = ["6S by North", "6S by South"]
    assert answer(ParRequest(DEAL)) == {"score": 980, "contracts": contracts}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"tricks": 11}, {"seat": "S", "left": 12, "double_dummy": 11, "good": True}),
        ({"tricks": 12}, {"good": False, "share": 0.0}),
        ({"tricks": 1, "seat": "N"}, {"seat": "S", "share": 1.0}),
        ({"tricks": 1, "seat": "W"}, {"seat": "W", "double_dummy": 1, "good": True}),
        ({"tricks": 2, "seat": "W"}, {"seat": "W", "good": False}),
    ],
)
def test_claims(changes: dict[str, Any], expected: dict[str, Any]) -> None:
    """A side has as many tricks as best play by all leaves it; declarer claims for dummy."""
    data = example(ClaimRequest) | {"worlds": 5} | changes
    found = answer(structured(data, ClaimRequest))
    assert {key: found[key] for key in expected} == expected


def test_a_claim_without_the_hidden_hands() -> None:
    """It is tried on layouts alone: all of its trumps and aces, or one trick more than there is."""
    hands = "S:AKQJT98765432... - .AKQJT98765432.. -"
    question = {"hands": hands, "auction": ["P", "P", "7S", "P", "P", "P"], "cards": ["D2"]}
    found = answer(structured({**question, "tricks": 13, "seat": "S"}, ClaimRequest))
    assert (found["double_dummy"], found["good"], found["share"]) == (None, None, 1.0)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (BidRequest("AK"), "hand: not a hand: 'AK'"),
        (BidRequest("AK..."), "hands: North holds 2 cards, not 13"),
        (BidRequest(HAND, ("1NT", "1C")), "auction, call 2: East may not call 1C"),
        (BidRequest(HAND, tuple(GAME)), "auction: it is over, nobody is to call"),
        (BidRequest(HAND, dealer="Q"), "dealer: not a seat: 'Q'"),
        (BidRequest(HAND, vul="Q"), "vul: not a vulnerability: 'Q'"),
        (BidRequest(HAND, system="/etc/passwd"), "system: no system '/etc/passwd' (there are "),
        (BidRequest(HAND, opponents="../systems/sayc"), "opponents: no system"),
        (ExplainRequest(("1NT",), system_ew="x.toml"), "system_ew: no system 'x.toml'"),
        (LeadRequest(HAND, ("1NT",)), "auction: it has not ended in a contract"),
        (PlayRequest(UNKNOWN, tuple(GAME)), "hands: East is to decide and sees East: give that"),
        (PlayRequest(UNKNOWN, ("1NT",)), "cards: no card is to be played"),
        (PlayRequest(UNKNOWN, tuple(GAME), ("SA", "SA")), "cards, card 2: South played SA"),
        (ClaimRequest(UNKNOWN, tuple(GAME), 3), "hands: East claims, and that hand is not known"),
        (ClaimRequest(DEAL, ("1NT",), 3), "auction: no card is to be played, nobody claims"),
        (ClaimRequest(DEAL, tuple(GAME), 13, ("S6", "S2", "SJ", "SA")), "tricks: 13 claimed, and"),
        (ClaimRequest(DEAL, tuple(GAME), 3, seat="Q"), "seat: not a seat: 'Q'"),
        (DoubleDummyRequest("N:x"), "deal: not a deal: 'N:x'"),
        (ParRequest(DEAL, vul="Q"), "vul: not a vulnerability: 'Q'"),
    ],
)
def test_what_has_no_answer(question: Any, message: str) -> None:
    """The error names the key; a name of a system never opens another file."""
    with pytest.raises(AnswerError) as caught:
        answer(question)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("path", "question", "status"),
    [
        ("/par", {"deal": DEAL}, 200),
        ("/par", {"deal": "N:x"}, 422),
        ("/par", {"deal": 5}, 500),  # the service has read it before: a fault of ours
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_a_process_always_answers(
    path: str, question: dict[str, Any], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is raised has a status and an object; what is our fault is in the log."""
    found = answered(ServiceCall(7, path, question))
    assert (found.id, found.status) == (7, status)
    assert ("error" in json.loads(found.body)) == (status != 200)
    assert ("Traceback" in capsys.readouterr().err) == (status == 500)

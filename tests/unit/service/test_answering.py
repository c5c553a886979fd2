"""Answers of the service: what they hold, and questions that have none."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bluechip_bot import double_dummy
from bluechip_bot.model import Deal, Seat, Strain
from bluechip_bot.service.answering import AnswerError, answer
from bluechip_bot.service.process import ServiceCall, answered
from bluechip_bot.service.routes import ROUTES, ServiceRoute
from support.commands import invoke
from support.tables import rows

HAND = "KJ84.K92.QT6.J83"
DEAL = "N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74"
UNKNOWN = "N:- - - -"
GAME = ["1NT", "P", "3NT", "P", "P", "P"]
ROUTE = {route.path: route for route in ROUTES}


def asked(path: str, **question: Any) -> dict[str, Any]:
    """The answer to a question."""
    return answer(path, ROUTE[path].checked(question))


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.path[1:])
def test_the_examples_are_answered(route: ServiceRoute) -> None:
    """Each answer is JSON with the keys that the document describes."""
    data = route.example
    if route.path in {"/lead", "/play"}:
        data |= {"engine": "pimc", "worlds": 4, "seconds": 5}
    found = json.loads(json.dumps(asked(route.path, **json.loads(json.dumps(data)))))
    assert {*route.found} - {"levels", "scoring", "variation"} == {*found}


def test_a_call_is_that_of_the_command() -> None:
    """`bid --json` prints the same object."""
    done = invoke("bid", "--hand", HAND, "--auction", "1NT P", "--no-think", "--json")
    assert asked("/bid", hand=HAND, auction=["1NT", "P"]) == json.loads(done.stdout)


def test_an_auction_is_that_of_the_command() -> None:
    """`explain --json` prints the same object."""
    done = invoke("explain", "--auction", "1NT P 2C", "--vul", "EW", "--json")
    assert asked("/explain", auction=["1NT", "P", "2C"], vul="EW") == json.loads(done.stdout)


def test_double_dummy_is_that_of_the_library() -> None:
    """Tricks by declarer and strain, and par."""
    table = double_dummy(Deal.parse(DEAL))
    found = asked("/double-dummy", deal=DEAL)["tricks"]
    assert found == {
        seat.letter: {str(strain): table[strain, seat] for strain in Strain} for seat in Seat
    }
    contracts = ["6S by North", "6S by South"]
    assert asked("/par", deal=DEAL) == {"score": 980, "contracts": contracts}


@pytest.mark.parametrize(("changes", "expected"), rows("service", "claims"))
def test_claims(changes: dict[str, Any], expected: dict[str, Any]) -> None:
    """A side has as many tricks as best play by all leaves it; declarer claims for dummy."""
    question = ROUTE["/claim"].example | {"worlds": 5} | changes
    found = asked("/claim", **json.loads(json.dumps(question)))
    assert {key: found[key] for key in expected} == expected


def test_a_claim_without_the_hidden_hands() -> None:
    """It is tried on layouts alone: all of its trumps and aces, or one trick more than there is."""
    hands = "S:AKQJT98765432... - .AKQJT98765432.. -"
    question = {"hands": hands, "auction": ["P", "P", "7S", "P", "P", "P"], "cards": ["D2"]}
    found = asked("/claim", **question, tricks=13, seat="S")
    assert (found["double_dummy"], found["good"], found["share"]) == (None, None, 1.0)


@pytest.mark.parametrize(
    ("path", "question", "message"),
    [
        ("/bid", {"hand": "AK"}, "hand: not a hand: 'AK'"),
        ("/bid", {"hand": "AK..."}, "hand: 'AK...' has 2 cards"),
        ("/bid", {"auction": ["1NT", "1C"]}, "auction, call 2: East may not call 1C"),
        ("/bid", {"auction": GAME}, "auction: the auction is over, nobody is to call"),
        ("/bid", {"dealer": "Q"}, "dealer: not a seat: 'Q'"),
        ("/bid", {"vul": "Q"}, "vul: not a vulnerability: 'Q'"),
        ("/bid", {"system": "/etc/passwd"}, "system: no system '/etc/passwd' (there are "),
        ("/bid", {"opponents": "../systems/sayc"}, "opponents: no system"),
        ("/explain", {"system_ew": "x.toml"}, "system_ew: no system 'x.toml'"),
        ("/lead", {"auction": ["1NT"]}, "auction: it has not ended in a contract"),
        ("/play", {"hands": UNKNOWN, "cards": []}, "hands: West is to decide and sees West: "),
        ("/play", {"auction": ["1NT"], "cards": []}, "cards: no card is to be played"),
        ("/play", {"hands": UNKNOWN, "cards": ["SA", "SA"]}, "cards, card 2: North played SA"),
        ("/claim", {"hands": UNKNOWN, "cards": []}, "hands: South claims, and that hand is not"),
        ("/claim", {"auction": ["1NT"], "cards": []}, "auction: no card is to be played, nobody"),
        ("/claim", {"tricks": 13}, "tricks: 13 claimed, and 12 are left"),
        ("/claim", {"seat": "Q"}, "seat: not a seat: 'Q'"),
        ("/double-dummy", {"deal": "N:x"}, "deal: not a deal: 'N:x'"),
        ("/par", {"vul": "Q"}, "vul: not a vulnerability: 'Q' (None, NS, EW or All expected)"),
    ],
)
def test_what_has_no_answer(path: str, question: dict[str, Any], message: str) -> None:
    """The error names the key; a name of a system never opens another file."""
    with pytest.raises(AnswerError) as caught:
        asked(path, **json.loads(json.dumps(ROUTE[path].example)) | question)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("path", "question", "status"),
    [
        ("/par", {"deal": DEAL, "dealer": "N", "vul": "None"}, 200),
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

"""Positions of the play as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bluechip_bot.formats.problem import ProblemError, parse_problem, read_problem
from bluechip_bot.model import Card, Hand, Seat
from support.collection import SAMPLE

HOLD_UP: dict[str, Any] = {
    "name": "hold-up",
    "contract": "3NT",
    "declarer": "S",
    "dummy": "N",
    "vulnerable": "EW",
    "deal": {"declarer_hand": "A72.AK4.A63.J843", "dummy_hand": "865.Q52.K74.KQT9"},
    "opening_lead": "SK",
    "cards_played": ["SK", "S5", "S4"],
    "to_play": "S",
    "constraint_spec": {"W": {"has": ["SK", "SQ", "SJ"], "len": {"S": [5, 13]}}},
}


def changed(**changes: Any) -> str:
    """The position with other values; None takes a key out."""
    data = {**HOLD_UP, **changes}
    return json.dumps({key: value for key, value in data.items() if value is not None})


def test_a_declarer_to_play() -> None:
    """Hands, contract, cards and constraints are as written; the auction is made up."""
    problem = parse_problem(changed())
    assert problem.observer is Seat.SOUTH
    assert problem.board.turn is Seat.SOUTH
    assert str(problem.board.contract) == "3NT by South"
    assert problem.board.hands[Seat.SOUTH] == Hand.parse("A72.AK4.A63.J843")
    assert problem.board.hands[Seat.WEST] is None
    assert problem.board.vulnerability.includes(Seat.EAST)
    assert not problem.has_auction
    assert problem.constraints[Seat.WEST]["len"] == {"S": [5, 13]}


def test_dummys_card_is_declarers_decision() -> None:
    """With dummy to play, declarer observes."""
    problem = parse_problem(changed(cards_played=["SK"], to_play="N"))
    assert problem.observer is Seat.SOUTH
    assert problem.board.turn is Seat.NORTH


def test_a_defender() -> None:
    """A defender's hand is named by seat, with a real auction."""
    deal = {"dummy_hand": "865.Q52.K74.KQT9", "E": "T4.JT83.JT8.A762"}
    text = changed(
        deal=deal,
        cards_played=["SK", "S5"],
        to_play="E",
        dealer="N",
        auction="P P 1NT P 3NT P P P",
    )
    problem = parse_problem(text)
    assert problem.observer is Seat.EAST
    assert problem.has_auction


def test_doubled_contracts() -> None:
    """A contract may be doubled or redoubled without an auction."""
    for contract in ("3NTX", "3NTXX"):
        problem = parse_problem(changed(contract=contract))
        assert problem.board.contract is not None
        assert problem.board.contract.bid == contract


def test_the_lead_alone() -> None:
    """The opening lead counts where no cards are listed."""
    problem = parse_problem(changed(cards_played=None, to_play="N"))
    assert problem.board.play is not None
    assert problem.board.play.cards == (Card.parse("SK"),)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"contract": "8NT"}, "contract"),
        ({"contract": None}, "contract"),
        ({"declarer": "X"}, "contract"),
        ({"dummy": "E"}, "dummy: N expected"),
        ({"vulnerable": "perhaps"}, "vulnerable"),
        ({"deal": "N:..."}, "deal: an object"),
        ({"deal": {"declarer_hand": "A72.AK4.A63.J84"}}, r"deal\.declarer_hand"),
        ({"deal": {"declarer_hand": "A72.AK4.A63.J843"}}, "sees North"),
        ({"deal": {**HOLD_UP["deal"], "E": "A.2.3.4"}}, r"deal\.E"),
        ({"deal": {**HOLD_UP["deal"], "E": "A43.JT83.JT8.A76"}}, r"deal\.E.*SA"),
        ({"auction": ["1NT", "P"]}, "auction: ends in no contract"),
        ({"auction": ["1NT", "P", "P", "P"]}, "auction: ends in 1NT by South"),
        ({"auction": ["1NT", "1C"]}, r"auction\[1\]"),
        ({"auction": 7}, "auction: a list"),
        ({"dealer": "E"}, "dealer"),
        ({"cards_played": ["SK", "S5", "SA"]}, r"cards_played\[2\]"),
        ({"cards_played": ["SK", "S9"]}, r"cards_played\[1\]"),
        ({"cards_played": ["??"]}, r"cards_played\[0\]"),
        ({"opening_lead": "HK"}, "opening_lead"),
        ({"to_play": "N"}, "to_play: S expected"),
        ({"constraint_spec": []}, None),
        ({"constraint_spec": [1]}, "constraint_spec: an object"),
        ({"constraint_spec": {"Q": {}}}, "constraint_spec"),
        ({"constraint_spec": {"W": 4}}, r"constraint_spec\.W"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], text: str | None) -> None:
    """A bad value is refused by an error that names its key; no constraints are no error."""
    if text is None:
        assert parse_problem(changed(**changes)).constraints == {}
        return
    with pytest.raises(ProblemError, match=text):
        parse_problem(changed(**changes))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 1}', "[" * 100_000])
def test_other_texts(text: str) -> None:
    """What is no object of JSON is refused."""
    with pytest.raises(ProblemError):
        parse_problem(text)


def test_files(tmp_path: Path) -> None:
    """A file is read; one that is no text is refused."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(changed())
    bad.write_bytes(b"\xff\xfe\x00")
    assert read_problem(good).name == "hold-up"
    with pytest.raises(ProblemError, match="UTF-8"):
        read_problem(bad)


def test_the_collected_problems() -> None:
    """Every problem of the collection is understood, as the player whose turn it is."""
    for data in json.loads((SAMPLE / "play/declarer_problems.json").read_text()):
        problem = parse_problem(json.dumps(data))
        assert problem.observer is Seat.parse(data["declarer"])
        assert problem.board.play is not None
        side = problem.observer.side
        assert problem.board.play.won[side] == data["tricks_won_by_declarer"]

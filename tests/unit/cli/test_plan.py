"""The command `plan`."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli.main import main

POSITION: dict[str, Any] = {
    "name": "hold up", "contract": "3NT", "declarer": "S", "vulnerable": "None",
    "deal": {"declarer_hand": "A63.AK5.A72.JT42", "dummy_hand": "742.Q84.K83.KQ93"},
    "opening_lead": "SK", "cards_played": ["SK", "S2", "S5"], "to_play": "S",
    "constraint_spec": {"W": {"has": ["SK", "SQ", "SJ"], "len": {"S": [5, 5]}}},
}  # fmt: skip

DEFENDED = {
    "declarer_hand": "A63.AK5.A72.JT42", "dummy_hand": "742.Q84.K83.KQ93",
    "E": "T95.JT63.QJ96.87",
}  # fmt: skip


def run(folder: Path, *options: str, **changes: Any) -> Result:
    """The command on a file of the position."""
    path = folder / "position.json"
    path.write_text(json.dumps({**POSITION, **changes}))
    fixed = ("--worlds", "200", "--depth", "2", "--budget", "600", "--goal", "make")
    return CliRunner().invoke(main, ["plan", str(path), *fixed, *options])


def unwrapped(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


def test_plan_is_told(tmp_path: Path) -> None:
    """The card, the plan as a paragraph of its own, and the alternatives."""
    result = run(tmp_path)
    assert result.exit_code == 0
    assert "\nplay S3\n\nSix tricks on top: " in result.output
    assert "Hold up the ace of spades: play the three of spades" in unwrapped(result.output)
    assert "win the trick" in result.output
    assert "\nvalue: the chance that the contract is made\n200 layouts, " in result.output
    assert re.search(r"^S3 +\d+ %  hold up$", result.output, re.M)


def test_json_holds_the_plan(tmp_path: Path) -> None:
    """One object, its card first among the alternatives."""
    data = json.loads(run(tmp_path, "--json").output)
    assert data["card"] == data["alternatives"][0]["card"] == "S3"
    assert data["goal"] == "make"
    assert "Hold up the ace of spades" in data["explanation"]
    assert data["worlds"] == 200


def test_tree_is_printed_and_drawn(tmp_path: Path) -> None:
    """As text with --tree, as a drawing with --svg."""
    drawing = tmp_path / "tree.svg"
    result = run(tmp_path, "--tree", "3", "--svg", str(drawing))
    assert "└" in result.output
    assert ET.fromstring(drawing.read_text("utf-8")).tag.endswith("svg")


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"to_play": "E", "cards_played": ["SK", "S2"], "deal": DEFENDED}, "only declarer's play"),
    ({"cards_played": ["SK", "S2", "SA"]}, "SA"),
    ({"cards_played": ["SK", "S2", "SK"]}, "has been played before"),
    ({"cards_played": ["SK", "H4"]}, "could follow suit"),
    ({"cards_played": ["SA"]}, "which South holds"),
    ({"to_play": "N"}, "to_play"),
    ({"contract": "8NT"}, "contract"),
    ({"contract": "pass"}, "contract"),
    ({"deal": {**POSITION["deal"], "dummy_hand": "A42.Q84.K83.KQ93"}}, "SA with both"),
    ({"deal": {**POSITION["deal"], "dummy_hand": "742.Q84.K83.KQ9"}}, "12 cards, not 13"),
    ({"deal": {"declarer_hand": "A63.AK5.A72.JT42"}}, "give that hand"),
    ({"constraint_spec": {"W": {"has": ["SA"]}}}, "West cannot hold SA"),
    ({"constraint_spec": {"W": {"len": {"S": [9, 9]}}}}, "constraint_spec.W: no layout"),
    ({"constraint_spec": {"N": {"hcp": [0, 3]}}}, "constraint_spec.N"),
    ({"constraint_spec": {"W": {"color": 3}}}, "constraint_spec.W"),
]
"""What is wrong with a position, and what is said of it."""


def assert_refused(result: Result, said: str) -> None:
    """One message, status 2, no traceback, nothing that looks like an answer."""
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert "Traceback" not in result.output
    assert result.output.count("Error: ") == 1
    assert "play " not in result.output.split("Error: ")[0]


@pytest.mark.parametrize(("changes", "said"), WRONG)
def test_wrong_positions_are_told(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    """What cannot be planned is named by `plan`."""
    assert_refused(run(tmp_path, **changes), said)


@pytest.mark.parametrize(("changes", "said"), WRONG[1:])
def test_wrong_positions_are_told_with_advice(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    """And so it is by `advise --engine htn`."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps({**POSITION, **changes}))
    options = ["--engine", "htn", "--worlds", "50", "--depth", "1", "--budget", "600"]
    assert_refused(CliRunner().invoke(main, ["advise", str(path), *options]), said)


def test_cards_that_nobody_can_hold(tmp_path: Path) -> None:
    """When both defenders have shown out of a suit whose cards are not all gone, that is told."""
    played = ["SK", "S2", "S5", "SA", "DA", "C6", "D3", "C5"]
    result = run(tmp_path, cards_played=played, constraint_spec={})
    assert_refused(result, "7 hidden cards (D4 D5 D6 D9 DT DJ DQ) for 0 vacant places")


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "not JSON"), ("[]", "an object is expected"), ("{}", "contract"), ("null", "an object")],
)
def test_files_that_are_no_positions(tmp_path: Path, text: str, said: str) -> None:
    """A file of something else is told."""
    path = tmp_path / "position.json"
    path.write_text(text)
    assert_refused(CliRunner().invoke(main, ["plan", str(path)]), said)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    """Without a file to read, or a place for the drawing, that is told."""
    absent = tmp_path / "absent.json"
    assert_refused(CliRunner().invoke(main, ["plan", str(absent)]), "absent.json: No such file")
    assert_refused(run(tmp_path, "--svg", str(tmp_path / "no" / "tree.svg")), "No such file")


ENDING = {
    "contract": "1NT", "declarer": "S", "vulnerable": "None", "to_play": "S",
    "deal": {"declarer_hand": "AKQJT9876543..A.", "dummy_hand": ".AKQJT98765432.."},
}  # fmt: skip
WON = ("DK", "H2", "D3", "DA")
LOST = ("CA", "H3", "C3", "S3", *WON)


def led(rounds: int) -> tuple[str, ...]:
    """So many of South's spades from the top, and what the others play to them."""
    spades, hearts = "AKQJT9876543", "AKQJT9876543"
    west = ["S2", *(f"C{rank}" for rank in "AKQJT98765")]
    east = [*(f"D{rank}" for rank in "QJT9876542"), "C2"]
    return tuple(
        card
        for turn in range(rounds)
        for card in (f"S{spades[turn]}", west[turn], f"H{hearts[turn]}", east[turn])
    )


@pytest.mark.parametrize(
    ("contract", "cards", "said"),
    [
        (
            "1NT",
            (*WON, *led(8)),
            "The contract is made already. Claim the rest: cash four spades.",
        ),
        (
            "1NT",
            (*WON, *led(11)),
            "The contract is made already. Play the three of spades, the only",
        ),
        ("7NT", LOST, "The contract cannot be made any more. Claim the rest: cash eleven spades."),
    ],
)
def test_decided_contracts(
    tmp_path: Path, contract: str, cards: tuple[str, ...], said: str
) -> None:
    """A contract made or lost already, and a last card, are planned and told as such."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps({**ENDING, "contract": contract, "cards_played": cards}))
    for command in ("plan", "advise"):
        options = ["--budget", "600", "--worlds", "20"]
        options += ["--engine", "htn"] if command == "advise" else []
        result = CliRunner().invoke(main, [command, str(path), *options])
        assert result.exit_code == 0, result.output
        assert said in unwrapped(result.output), result.output


def test_advice_by_plan(tmp_path: Path) -> None:
    """`advise --engine htn` gives the card with the plan in words."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION))
    options = ["--engine", "htn", "--worlds", "200", "--depth", "2", "--budget", "600"]
    data = json.loads(CliRunner().invoke(main, ["advise", str(path), *options, "--json"]).output)
    assert (data["card"], data["engine"], data["method"]) == ("S3", "htn", "htn")
    assert "Hold up the ace of spades" in data["explanation"]
    text = CliRunner().invoke(main, ["advise", str(path), *options]).output
    assert "play S3\n\nSix tricks on top: " in text

"""The command `plan`."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli.main import main

POSITION = {
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


def test_plan_is_told(tmp_path: Path) -> None:
    """The card, the line in words and the alternatives."""
    result = run(tmp_path)
    assert result.exit_code == 0
    assert "\nplay S3: Hold up" in result.output
    assert "hold up" in result.output
    assert "win the trick" in result.output


def test_json_holds_the_plan(tmp_path: Path) -> None:
    """One object, its card first among the alternatives."""
    data = json.loads(run(tmp_path, "--json").output)
    assert data["card"] == data["alternatives"][0]["card"] == "S3"
    assert data["goal"] == "make"
    assert data["explanation"].startswith("Hold up")
    assert data["worlds"] == 200


def test_tree_is_printed_and_drawn(tmp_path: Path) -> None:
    """As text with --tree, as a drawing with --svg."""
    drawing = tmp_path / "tree.svg"
    result = run(tmp_path, "--tree", "3", "--svg", str(drawing))
    assert "└" in result.output
    assert ET.fromstring(drawing.read_text("utf-8")).tag.endswith("svg")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"to_play": "E", "cards_played": ["SK", "S2"], "deal": DEFENDED}, "only declarer's play"),
        ({"cards_played": ["SK", "S2", "SA"]}, "SA"),
        ({"contract": "8NT"}, "contract"),
    ],
)
def test_wrong_positions_are_told(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    """One message, status 2, no traceback."""
    result = run(tmp_path, **changes)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_advice_by_plan(tmp_path: Path) -> None:
    """`advise --engine htn` gives the card with the plan in words."""
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION))
    options = ["--engine", "htn", "--worlds", "200", "--depth", "2", "--budget", "600"]
    data = json.loads(CliRunner().invoke(main, ["advise", str(path), *options, "--json"]).output)
    assert (data["card"], data["engine"], data["method"]) == ("S3", "htn", "htn")
    assert data["explanation"].startswith("Hold up")
    text = CliRunner().invoke(main, ["advise", str(path), *options]).output
    assert "play S3: Hold up" in text

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
        ("1NT", (*WON, *led(8)), "The contract is made already. Claim the rest: cash four spades."),
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
    result = CliRunner().invoke(main, ["plan", str(path), "--budget", "600", "--worlds", "20"])
    assert result.exit_code == 0, result.output
    assert said in unwrapped(result.output), result.output

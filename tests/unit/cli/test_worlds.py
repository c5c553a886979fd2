"""The command `worlds`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli import main
from bluechip_bot.model import Hand
from support.collection import SAMPLE
from support.commands import on_position


def run(folder: Path, *arguments: str, **changes: object) -> Result:
    """The command on the position, changed."""
    return on_position("worlds", folder, *arguments, **changes)


def layouts(result: Result) -> list[tuple[float, Hand, Hand]]:
    """Weight, East and West of each line."""
    lines = result.output.split("\n\n")[1].splitlines()
    assert lines[0].split() == ["weight", "East", "West"]
    rows = [line.split() for line in lines[1:]]
    return [(float(weight), Hand.parse(east), Hand.parse(west)) for weight, east, west in rows]


def test_layouts_of_the_hidden_hands(tmp_path: Path) -> None:
    """So many layouts as wanted, of the cards that are not seen; their weights add up to one."""
    result = run(tmp_path, "-n", "8", constraint_spec={"W": {"len": {"S": [5, 5]}}})
    assert result.exit_code == 0, result.output
    found = layouts(result)
    assert sum(weight for weight, _, _ in found) == pytest.approx(1, abs=1e-3)
    seen = Hand.parse("A72.AK4.A63.J843") | Hand.parse("865.Q52.K74.KQT9")
    for _, east, west in found:
        assert (east | west).mask == (1 << 52) - 1 & ~seen.mask
        assert west.lengths[0] == 5
        assert len(east) == len(west) == 13


def test_seed(tmp_path: Path) -> None:
    """The same seed prints the same, another seed other layouts."""
    one, same, other = (run(tmp_path, "--seed", seed).output for seed in ("1", "1", "2"))
    assert one == same != other


def test_explanation(tmp_path: Path) -> None:
    """Each call, constraint and card has a line with its bits."""
    result = run(
        tmp_path,
        "--explain",
        auction=["1H", "1NT", "P", "3NT", "P", "P", "P"],
        dealer="E",
        constraint_spec={"W": {"has": ["SQ"]}},
    )
    assert result.exit_code == 0, result.output
    lines = result.output.split("\n\n")[2].splitlines()
    told = {line.split("  ")[-1]: float(line.split()[0]) for line in lines[1:]}
    assert [text for text in told if text.startswith("East called 1H")]
    assert told["declared of West"] > 0.5
    opening = next(bits for text, bits in told.items() if text.startswith("East called 1H"))
    assert opening > 0.1  # East has so few points that nobody believes him
    assert any("SK" in text for text in told)
    assert any("S4" in text for text in told)


def test_contradicted_constraints_are_told(tmp_path: Path) -> None:
    """Constraints that no layout meets are left out, and the output says so."""
    result = run(tmp_path, constraint_spec={"W": {"hcp": [30, 37]}})
    assert result.exit_code == 0, result.output
    assert "left out, contradicted by better evidence: declared of West" in result.output


def test_the_collected_problems(tmp_path: Path) -> None:
    """Every problem of the collection has layouts, the reference among those possible."""
    for data in json.loads((SAMPLE / "play/declarer_problems.json").read_text()):
        path = tmp_path / "problem.json"
        path.write_text(json.dumps(data))
        result = CliRunner().invoke(main, ["worlds", str(path), "-n", "5", "--explain"])
        assert result.exit_code == 0, (data["name"], result.output)
        assert "left out" not in result.output

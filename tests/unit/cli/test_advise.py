"""The command `advise`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from bluechip_bot.engine import CardEngine
from bluechip_bot.service import card
from support.commands import on_position

LEGAL = {"SA", "S7", "S2"}
ENGINES = ("alphamu", "pimc")
LIMITS = ("--worlds", "4", "--depth", "2", "--budget", "1000")


def run(folder: Path, *arguments: str, **changes: object) -> Result:
    """The command on the position, changed."""
    return on_position("advise", folder, *arguments, **changes)


def advice(folder: Path, *arguments: str, **changes: object) -> dict[str, Any]:
    """What the command prints with --json: one object in one line."""
    result = run(folder, "--json", *arguments, **changes)
    assert result.exit_code == 0, result.output
    assert result.output.count("\n") == 1
    found: dict[str, Any] = json.loads(result.output)
    return found


@pytest.mark.parametrize("engine", ENGINES)
def test_one_object(tmp_path: Path, engine: str) -> None:
    """A best card, the values of all and the search, which are the same for the same seed."""
    found, same, other = (
        advice(tmp_path, "--engine", engine, "--seed", seed, *LIMITS) for seed in "334"
    )
    assert {**found, "seconds": 0} == {**same, "seconds": 0}
    assert found["tricks"] != other["tricks"] or found["cards"] != other["cards"]
    assert found["engine"] == engine
    assert set(found["cards"]) == LEGAL
    assert found["card"] == next(iter(found["cards"]))
    assert all(0 <= value <= 1 for value in found["cards"].values())
    assert found["cards"][found["card"]] == max(found["cards"].values())
    assert set(found["exact"]) == set(found["tricks"]) == LEGAL
    assert (found["worlds"], found["target"], found["name"]) == (4, 9, "hold-up")
    assert found["depth"] == (2 if engine == "alphamu" else 1)
    assert found["seconds"] >= 0
    assert not found["complete"]
    assert not found["forced"]


def test_text(tmp_path: Path) -> None:
    """The table has the contract, the decision, and a line for each card, best first."""
    found = advice(tmp_path, *LIMITS)
    result = run(tmp_path, *LIMITS)
    assert result.exit_code == 0, result.output
    assert "hold-up: 3NT by South, South decides, 9 tricks of 13 wanted" in result.output
    assert f"play {found['card']}\n" in result.output
    table = result.output[result.output.index("card ") :].splitlines()
    assert [line.split()[0] for line in table[1:] if line[:1] in "SHDC" and line] == list(
        found["cards"]
    )


def test_text_of_an_opening_lead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many layouts are counted in words, and tricks that were not counted have no column."""
    searched = card._searched

    def without_tricks(*found: Any) -> dict[str, Any]:
        result = searched(*found)
        return {**result, "tricks": dict.fromkeys(result["tricks"])}

    deal = {"W": "KQJT9.976.Q952.5"}
    lead = {"deal": deal, "cards_played": [], "to_play": "W"}
    limits = ("--worlds", "4", "--depth", "1", "--budget", "1000")
    for columns in (["card", "value", "tricks"], ["card", "value"]):
        result = run(tmp_path, *limits, **lead)
        assert result.exit_code == 0, result.output
        assert "; 84 quadrillion layouts\n" in result.output
        header, *rows = result.output[result.output.index("\ncard ") + 1 :].splitlines()
        assert header.split() == columns
        shown = [row for row in rows if re.match(r"[SHDC]. ", row)]
        assert len(shown) == 13
        number = r" +\d+\.\d" * (len(columns) - 2)
        assert all(re.fullmatch(rf".. +(at most +)?\d+ %{number}", row) for row in shown)
        monkeypatch.setattr(card, "_searched", without_tricks)


def test_dummy_to_play(tmp_path: Path) -> None:
    """Declarer decides dummy's card."""
    result = run(tmp_path, *LIMITS, cards_played=["SK"], to_play="N")
    assert result.exit_code == 0, result.output
    assert "South decides for North" in result.output


@pytest.mark.parametrize("engine", ENGINES)
def test_defender(tmp_path: Path, engine: str) -> None:
    """A defender is told his own card; he wants the tricks that beat the contract."""
    deal = {"dummy_hand": "865.Q52.K74.KQT9", "E": "43.JT83.JT8.A762"}
    found = advice(
        tmp_path, "--engine", engine, *LIMITS, deal=deal, cards_played=["SK", "S5"], to_play="E"
    )
    assert set(found["cards"]) == {"S4", "S3"}
    found = advice(
        tmp_path,
        *("--engine", engine, "--worlds", "4", "--depth", "1", "--budget", "1000"),
        deal={"W": "KQJT9.976.Q952.5"},
        cards_played=[],
        to_play="W",
    )
    assert len(found["cards"]) == 13
    assert found["target"] == 5


def test_cards_that_are_all_the_same(tmp_path: Path) -> None:
    """One legal card is told at once; there is nothing to judge."""
    deal = {"declarer_hand": "7.AK4.A632.J8432", "dummy_hand": "865.Q52.K74.KQT9"}
    for limits in (LIMITS, ("--budget", "1000")):
        found = advice(tmp_path, *limits, deal=deal)
        assert found["card"] == "S7"
        assert found["cards"] == {"S7": None}
        assert found["forced"]
        assert found["worlds"] == found["depth"] == 0
    assert "all the same" in run(tmp_path, deal=deal).output


# Declarer has lost the first trick and won the next seven.
DECIDED = {
    "name": None,
    "deal": {"declarer_hand": "AKQJT98.32.A92.2", "dummy_hand": "7.AK65.KQ876.543"},
    "cards_played": (
        "CA C3 C6 C2 H4 HA H7 H2 S7 S2 SA S3 SK S4 C4 S5 SQ S6 C5 C7 SJ C8 H5 C9 ST CT H6 CJ "
        "S9 CQ D6 CK"
    ),
}


@pytest.mark.parametrize(
    ("engine", "contract", "target", "words"),
    [("pimc", "1S", 0, "has all the tricks wanted"), ("alphamu", "7S", 6, "out of reach")],
)
def test_decided(tmp_path: Path, engine: str, contract: str, target: int, words: str) -> None:
    """When the contract is made, or out of reach, cards are still judged, by other tricks."""
    limits = ("--engine", engine, *LIMITS)
    found = advice(tmp_path, *limits, **DECIDED, contract=contract)
    assert found["target"] == target
    assert set(found["cards"]) == {"S8", "H3", "DA", "D9", "D2"}
    assert all(0 <= value <= 1 for value in found["cards"].values())
    assert found["tricks"][found["card"]] == max(found["tricks"].values()) == 5
    assert words in run(tmp_path, *limits, **DECIDED, contract=contract).output


def test_all_layouts(tmp_path: Path) -> None:
    """Late in the play all layouts are judged, and that is said."""
    found = advice(tmp_path, "--engine", "pimc", "--budget", "1000", **DECIDED, contract="2S")
    assert found["complete"]
    assert found["worlds"] == found["layouts"]
    few = advice(tmp_path, "--engine", "pimc", *LIMITS, **DECIDED, contract="2S")
    assert not few["complete"]


def test_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When nothing was found within the budget, that is told; there is no card."""
    monkeypatch.setattr(CardEngine, "choose", lambda *_arguments, **_limits: None)
    result = run(tmp_path, "--budget", "0.25")
    assert result.exit_code == 2
    assert "no layout was judged within 0.25 s: give more --budget" in result.output


def test_a_plan_is_another_command(tmp_path: Path) -> None:
    """The engine that plans has no values of cards; `plan` is named."""
    result = run(tmp_path, "--engine", "htn")
    assert result.exit_code == 2
    assert "`bluechip-bot plan`" in result.output

"""The command `explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli import main
from support.commands import small_system
from support.tables import rows

RULES = """
@after
1NT  need 15-17 hcp, bal   prio 90  limit
@after 1NT (P)
2C!  need 8+ hcp, 4+ S     ask stayman  f1  "Stayman"
@after 1NT (P) stayman (P)
2D!  need not 4+ S         reply  "no spades"
2S   need 4+ S             reply
"""


@pytest.fixture
def system(tmp_path: Path) -> str:
    """The path of a small system."""
    return small_system(tmp_path, RULES)


def run(*arguments: str) -> Result:
    """Return what the command does."""
    return CliRunner().invoke(main, ["explain", *arguments])


def test_calls_and_hands(system: str) -> None:
    """Every call with its words and rules, and the limits of the four hands."""
    done = run(
        "--auction", "1NT P 2C P", "--system-ns", system, "--system-ew", "floor", "--json"
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    found = json.loads(done.output)
    assert [call["seat"] for call in found["calls"]] == ["N", "E", "S", "W"]
    told = "Stayman: asks for a four-card major, 4+ spades, 8+ HCP"
    assert found["calls"][2]["explanation"] == told
    assert found["calls"][2]["exact"] == "Stayman: 8+ HCP; 4+ !S"
    assert found["calls"][2]["rules"] == ["few.bid:5"]
    assert [call["alert"] for call in found["calls"]] == [False, False, True, False]
    assert found["seats"]["N"]["hcp"] == [15, 17]
    assert found["seats"]["N"]["also"] == ["balanced"]
    assert found["seats"]["S"]["hcp"][0] == 8
    assert found["seats"]["S"]["S"][0] == 4
    assert found["state"] == {"turn": "North", "forced": "yes", "captain": "South",
                              "asked": "stayman"}  # fmt: skip


def test_table(system: str) -> None:
    """The table names players, calls, rules and hands."""
    done = run("--auction", "1NT P 2C P", "--system-ns", system, "--system-ew", system)
    assert done.exit_code == 0, done.output
    for text in ("Stayman", "few.bid:5", "natural floor", "15-17", "balanced", "forced: yes"):
        assert text in done.output


def test_finished_auctions() -> None:
    """An auction that is over has no player to call."""
    done = run("--auction", "1S P P P", "--system-ns", "floor", "--system-ew", "floor", "--json")
    assert json.loads(done.output)["state"] == {"contract": "1S by North"}


def test_exact_limits(system: str) -> None:
    """The limits of each rule, and the outer limits of hands, are told on request."""
    arguments = ("--auction", "1NT P 2C", "--system-ns", system, "--system-ew", "floor")
    plain, exact = run(*arguments).output, run(*arguments, "--exact").output
    assert "15-17 HCP; balanced" not in plain
    assert "15-17 HCP; balanced" in exact
    assert "outer limits" in exact
    assert "outer limits" not in plain


def test_what_no_single_limit_tells(tmp_path: Path) -> None:
    """A hand of which one of two things is known is told so, and is not said to be unknown."""
    rules = """
    @after
    1C  need 11+ hcp  prio 10
    2D! need 6-10 hcp, 6+ H | 6-10 hcp, 6+ S | 18+ hcp, 4+ S  "multi"
    """
    system = small_system(tmp_path, rules)
    done = run("--auction", "2D", "--system-ns", system, "--system-ew", system)
    lines = [line.split(maxsplit=1) for line in done.output.splitlines() if line.strip()]
    hands = {line[0]: line[1].strip() for line in lines[-6:] if len(line) == 2}
    assert hands["North"].endswith("4+ spades or 6+ hearts")
    assert hands["East"] == "nothing known"


@pytest.mark.parametrize(("auction", "seat", "known"), rows("cli", "a_hand_that_asked_or_waited"))
def test_a_hand_that_asked_or_waited(auction: str, seat: str, known: str) -> None:
    """Of a hand that asked something it is said what; what it showed, too; else its last call."""
    done = run("--auction", auction, "--json")
    assert ", ".join(json.loads(done.output)["seats"][seat[0]]["also"]) == known


@pytest.mark.parametrize("auction", ["7NT X XX P P P", "1C 1D 1H 1S 2C 2D 2H 2S", "P P P 7C"])
def test_foreign_auctions_are_explained(auction: str) -> None:
    """An auction without sense is no error as long as it is legal."""
    assert run("--auction", auction, "--system-ns", "floor").exit_code == 0

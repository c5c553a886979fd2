"""The command `bid`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bluechip_bot.cli import main
from support.commands import small_system

RULES = """
@after
1NT  need 15-17 hcp, bal   prio 90  limit
1S   need 12+ hcp, 5+ S    prio 60
1C!  need 12+ hcp          prio 50  f1  shows 12+ hcp  "strong"
"""
NOTRUMP = "AQ2.K73.AJ4.Q862"


@pytest.fixture
def system(tmp_path: Path) -> str:
    """The path of a small system."""
    return small_system(tmp_path, RULES)


def run(*arguments: str, text: str | None = None) -> Result:
    """Return what the command does."""
    return CliRunner().invoke(main, ["bid", *arguments], input=text)


def line(**changes: object) -> str:
    """Return a line of a batch, changed."""
    data = {"hand": NOTRUMP, "dealer": "N", "vul": "None", "auction": [], **changes}
    return json.dumps({key: value for key, value in data.items() if value is not None})


def test_call_with_its_rule(system: str) -> None:
    """The call, what it shows, the other calls that rules allow, and the rule's file and line."""
    done = run("--hand", NOTRUMP, "--system", system, "--json")
    assert done.exit_code == 0, done.output
    answer = json.loads(done.output)
    assert answer["call"] == "1NT"
    assert answer["explanation"] == "notrump opening: 15-17 HCP, balanced"
    assert answer["exact"] == "15-17 HCP; balanced"
    assert answer["alert"] is False
    assert answer["rule"] == {"file": "few.bid", "line": 3, "column": 1}
    assert [other["call"] for other in answer["runners_up"]] == ["1C"]
    text = run("--hand", NOTRUMP, "--system", system).output
    assert text.splitlines()[0] == "1NT"
    assert "few.bid, line 3" in text
    assert "exactly" not in text
    exactly = run("--hand", NOTRUMP, "--system", system, "--exact").output
    assert "exactly  15-17 HCP; balanced\n" in exactly


def test_floor(system: str) -> None:
    """Where no rule fits, the floor's reason is told, and no rule."""
    arguments = ("--hand", NOTRUMP, "--auction", "1NT", "--system", system, "--no-think")
    answer = json.loads(run(*arguments, "--json").output)
    assert answer["rule"] is None
    assert "natural floor" in run(*arguments).output


def test_a_policy_says_how_probable_its_call_is() -> None:
    """Rules of the floor are not named where none has made the call."""
    done = run("--hand", NOTRUMP, "--system", "learned", "--no-think")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("1NT\nshows    notrump opening: ")
    assert "\nwhy      policy " in done.output


def test_batch(system: str) -> None:
    """A line for each line, in their order; an alert is told."""
    strong = "AK87.AK3.J42.QJ2"
    lines = [line(), line(hand=strong, dealer="w", vul="All", auction=["P"])]
    done = run("--batch", "-", "--system", system, text="\n".join(lines))
    assert done.exit_code == 0, done.output
    answers = [json.loads(text) for text in done.output.splitlines()]
    assert [answer["call"] for answer in answers] == ["1NT", "1C"]
    assert [answer["alert"] for answer in answers] == [False, True]
    assert answers[1]["explanation"] == "strong, artificial: 12+ HCP, forcing"
    assert all(answer.keys() == {"call", "explanation", "alert"} for answer in answers)


@pytest.mark.parametrize(
    ("bad", "where", "what"),
    [
        ("nonsense", "line 2:", "not JSON"),
        ("", "line 2:", "not JSON"),
        ("[" * 100_000, "line 2:", "not JSON"),
        ("[1]", "line 2:", "an object"),
        (line(auction=None), "line 2:", "auction is missing"),
        (line(hand=5), "line 2, hand", "a text expected"),
        (line(hand="AK.2"), "line 2, hand", "four suits"),
        (line(hand="AK2.K73.AJ4.Q86"), "line 2, hand", "12 cards"),
        (line(hand="AA2.K73.AJ4.Q862"), "line 2, hand", "twice"),
        (line(dealer="Q"), "line 2, dealer", "'Q'"),
        (line(vul="Some"), "line 2, vul", "'Some'"),
        (line(auction="1H P"), "line 2, auction", "a list"),
        (line(auction=["1H", "8C"]), "line 2, auction, call 2", "'8C'"),
        (line(auction=["1NT P"]), "line 2, auction, call 1", "not a call: '1NT P'"),
        (line(auction=[""]), "line 2, auction, call 1", "not a call: ''"),
        (line(auction=["1H", "XX"]), "line 2, auction, call 2", "East may not call XX"),
        (line(auction=["P", "P", "P", "P"]), "line 2, auction", "over"),
        (line(hand="\udcff"), "line 2, hand", "four suits"),
    ],
)
def test_bad_lines(system: str, bad: str, where: str, what: str) -> None:
    """A bad line has an error that says where; the others are answered; the status is 2."""
    done = run("--batch", "-", "--system", system, text="\n".join([line(), bad, line()]))
    assert done.exit_code == 2
    first, second, third = (json.loads(text) for text in done.stdout.splitlines())
    assert first["call"] == third["call"] == "1NT"
    assert second["error"].startswith(where)
    assert what in second["error"]

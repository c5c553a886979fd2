"""Means and shares with their intervals, and what they need."""

import sys

import pytest

from bluechip_bot.lab.estimates import mean, wilson
from support.commands import invoke
from support.tables import rows


@pytest.mark.parametrize(("successes", "trials", "shown"), rows("lab", "wilson"))
def test_wilson(successes: int, trials: int, shown: str) -> None:
    """The bounds are those of the published formula; nothing seen is nothing known."""
    assert f"{wilson(successes, trials):.4f}" == shown


def test_mean() -> None:
    """The interval reaches 1.96 standard errors to both sides; one value has none."""
    assert f"{mean([1, 1, 0, -1]):+.4f}" == "+0.2500 (-0.6883 to +1.1883)"
    assert (mean([2]).low, mean([2]).high, mean([3, 3]).high) == (2, 2, 3)


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """What estimates says in one line what to install, with status 2; what counts goes on."""
    monkeypatch.setitem(sys.modules, "scipy", None)
    for words in (
        ["declarer"],
        ["bidding", "duel", "--a", "floor", "--b", "floor"],
        ["bidding", "contracts", "x.jsonl", "--system", "floor"],
        ["compare", "a.csv", "b.csv"],
    ):
        done = invoke("lab", *words)
        assert done.exit_code == 2
        assert done.output == ("Error: experiments need scipy: pip install 'bluechip-bot[lab]'\n")
    for words in (
        ["bidding", "selfplay", "--deals", "1", "--system", "floor", "--jobs", "1"],
        ["fit", "tricks", "--deals", "12", "--jobs", "1"],
    ):
        assert invoke("lab", *words).exit_code == 0

"""The commands of `lab fit`, on the boards of the sample."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from bluechip_bot.bidding.settings import BiddingSettings
from bluechip_bot.config import load_config, overlaid
from bluechip_bot.inference.settings import InferenceSettings
from bluechip_bot.simulation import SimulationSettings
from bluechip_bot.simulation.estimate import networks_of
from support.collection import SAMPLE
from support.commands import invoke

DATA = str(SAMPLE / "auctions" / "bluechip_bot.jsonl.gz")


def printed(*words: str) -> str:
    """What a command prints."""
    done = invoke("lab", "fit", *words)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("command", "kind"),
    [("play", InferenceSettings), ("calls", BiddingSettings), ("prices", SimulationSettings)],
)
def test_a_fit_prints_a_file_of_settings(command: str, kind: Any) -> None:
    """What is printed can be read in the place of the default file, and is not that file."""
    jobs = ("--jobs", "1") if command == "prices" else ()
    text = printed(command, DATA, "--boards", "2", *jobs)
    default = load_config(kind)
    assert overlaid(default, tomllib.loads(text), command) != default


def test_the_fit_of_tricks_prints_networks() -> None:
    """Its head names the command that makes it."""
    text = printed("tricks", "--deals", "12", "--jobs", "1")
    assert "seed 777 by `bluechip-bot lab fit tricks`" in text
    assert networks_of(tomllib.loads(text))

"""Each file of `conf` reaches everything that bids, plays, analyses or measures."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from bluechip_bot.config import ConfigError, conf_dir, loading
from bluechip_bot.player.assembly import PlayerAssembly

SCRIPT: Final = Path(__file__).with_name("consumers.py")
CALLERS: Final = ("play, match", "bid", "interface", "lab bidding")
"""Those who decide calls by simulation."""
PLAYERS: Final = ("advise", "plan", "worlds", "lab declarer", "lab leads")
"""The others, who judge cards and layouts."""


def softer(text: str) -> str:
    """The file of the bidding with calls that are believed much less firmly."""
    weights = re.compile(r"(?<== )\[(1\.0(?:, [0-9.]+){6,})\]")

    def raised(found: re.Match[str]) -> str:
        return str([round(float(weight) ** 0.2, 4) for weight in found[1].split(", ")])

    errors = re.compile(r"(?<=error = )[0-9.]+")  # what policies are believed
    return errors.sub("0.9", weights.sub(raised, text))


def replaced(old: str, new: str) -> Any:
    """A change of a file in one place."""
    return lambda text: text.replace(old, new, 1)


def another_simulation(text: str) -> str:
    """The file of the simulation with gains that vary more, and contracts priced otherwise."""
    text = text.replace("noise = 4.5", "noise = 9.0")
    return text.replace('tricks = "real"', 'tricks = "double dummy"')


def fewer_tricks(text: str) -> str:
    """The file of the estimate of tricks with three tricks fewer."""
    return re.sub(
        r"(?<=out_bias = )[-0-9.]+", lambda found: str(round(float(found[0]) - 3.0, 4)), text
    )


def fewer_layouts(text: str) -> str:
    """The file of the planner with plans that believe in a tenth of the layouts."""
    return text.replace("worlds = 1000", "worlds = 100").replace("hint = 200", "hint = 20")


def fewer_votes(text: str) -> str:
    """The file of the engine with few layouts, for each one wanted and for each second."""
    text = text.replace("size = 512", "size = 64").replace("spare = 4", "spare = 2")
    return text.replace("rate = 1280", "rate = 8")


QUICK: Final = ("inference.toml", "planning.toml")
"""The files that are changed in the standard run; a run of all consumers takes seconds."""

SEARCHERS: Final = ("play, match", "interface", "advise", "plan", "worlds", "lab leads")
"""Those whose record shows from how many layouts a card was chosen."""

CHANGES: Final = {
    "inference.toml": (replaced("on = true", "on = false"), (*CALLERS, *PLAYERS)),
    "bidding.toml": (softer, (*CALLERS, *PLAYERS)),
    "simulation.toml": (another_simulation, CALLERS),
    "tricks.toml": (fewer_tricks, CALLERS),
    "planning.toml": (fewer_layouts, ("play, match", "interface", "plan")),
    "engine.toml": (fewer_votes, SEARCHERS),
}
"""By file: the change, and who must notice it."""


def said(folder: Path, *names: str) -> dict[str, Any]:
    """What these consumers say with the files of a folder; all of them without a name."""
    command = [sys.executable, str(SCRIPT), str(folder), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def conf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files with the rules of openings alone: all of them take long to read."""
    folder = tmp_path_factory.mktemp("before") / "conf"
    shutil.copytree(conf_dir(), folder)
    for path in folder.glob("systems/*.toml"):
        text = re.sub(r"include = \[[^]]*\]", 'include = ["openings"]', path.read_text("utf-8"))
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def before(conf: Path) -> dict[str, Any]:
    """What the consumers say before any value is changed."""
    return said(conf)


def test_every_consumer_is_in_the_table(before: dict[str, Any]) -> None:
    """None is left out."""
    assert sorted(before) == sorted((*CALLERS, *PLAYERS))


@pytest.mark.slow
def test_nothing_changes_by_itself(conf: Path, before: dict[str, Any]) -> None:
    """No consumer says anything else while no value is changed."""
    assert said(conf) == before


@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in CHANGES],
)
def test_a_file_reaches_every_consumer(
    conf: Path, before: dict[str, Any], tmp_path: Path, name: str
) -> None:
    """One value changed in a file changes what each of its consumers says."""
    change, consumers = CHANGES[name]
    folder = shutil.copytree(conf, tmp_path / "conf")
    text = (folder / name).read_text("utf-8")
    changed = change(text)
    assert changed != text
    (folder / name).write_text(changed, "utf-8")
    after = said(folder, *consumers)
    assert [name for name in consumers if before[name] == after[name]] == []


@pytest.mark.parametrize(
    "name", ["inference.toml", "bidding.toml", "simulation.toml", "planning.toml", "engine.toml"]
)
def test_the_check_reads_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A file that cannot be used is known before anything is played."""
    folder = shutil.copytree(conf_dir(), tmp_path / "conf")
    (folder / name).write_text("wrong =", "utf-8")
    monkeypatch.setattr(loading, "conf_dir", lambda: folder)
    with pytest.raises(ConfigError, match=name):
        PlayerAssembly().check()

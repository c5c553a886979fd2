"""Experiments on a cluster: a scheduler of dask.distributed and workers on this machine."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from secrets import token_hex

import pytest

from bluechip_bot.lab.cluster import ClusterWorkers
from bluechip_bot.lab.workers import WorkersError
from bluechip_bot.model import Seat
from support import commands
from support.commands import started

# Schedulers and workers, each a process that imports dask, take minutes.
pytestmark = pytest.mark.slow

DUEL = (
    *("lab", "declarer", "--contract", "3NT", "--a", "pimc", "--b", "pimc", "--worlds-a", "2"),
    *("--worlds", "3", "--no-filter", "--memory-mb", "8"),
)
WITHOUT_US = """
import importlib.metadata as metadata
import sys
from distributed.cli.dask_worker import main

def lacking(name):
    if name == "bluechip-bot":
        raise metadata.PackageNotFoundError(name)
    return found(name)

found, metadata.Distribution.from_name = metadata.Distribution.from_name, lacking
sys.modules["bluechip_bot"] = None
main()
"""
"""A program that is a worker where our package is not installed."""
PATIENCE = 60.0
"""Seconds after which what does not happen never will."""


def wait_for(found: Callable[[], bool]) -> None:
    """Return when something holds."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)


class Machines:
    """A scheduler and its workers, each a process whose log is in a folder; `stack` ends them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder, self.stack = folder, stack
        self.workers: list[subprocess.Popen[bytes]] = []
        told = folder / "scheduler.json"
        self.scheduler = self._start(
            *("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"),
            *("--no-dashboard", "--no-jupyter", "--scheduler-file", str(told)),
        )
        wait_for(lambda: told.exists() and told.read_text().endswith("}"))
        self.address: str = json.loads(told.read_text())["address"]

    def add_worker(
        self, threads: int = 1, program: tuple[str, str] = ("-m", "distributed.cli.dask_worker")
    ) -> subprocess.Popen[bytes]:
        """Start a worker, a program of Python."""
        worker = self._start(
            *(*program, self.address, "--nthreads", str(threads)),
            *("--no-dashboard", "--no-nanny", "--local-directory", str(self.folder)),
        )
        self.workers.append(worker)
        return worker

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        log = self.stack.enter_context((self.folder / f"{time.monotonic_ns()}.log").open("wb"))
        process = subprocess.Popen([sys.executable, *words], stdout=log, stderr=log)
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        return process


def _machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Return a scheduler that has two workers soon; only `machines` may be killed."""
    with ExitStack() as stack:
        found = Machines(tmp_path_factory.mktemp("machines"), stack)
        found.add_worker()
        found.add_worker()
        yield found


machines = pytest.fixture(_machines, name="machines")
lasting = pytest.fixture(_machines, scope="module", name="lasting")


begin = partial(started, Path())


def run(*words: object) -> tuple[int, str]:
    """Return the exit status of a command, and what it says of errors."""
    done = commands.run(Path(), *words, timeout=PATIENCE)
    return done.returncode, done.stderr


def rows(path: Path) -> int:
    """Return how many rows a file has."""
    return len(re.findall(r"^\d", path.read_text(), re.M)) if path.exists() else 0


def test_a_killed_worker(machines: Machines, tmp_path: Path) -> None:
    """The rows are those of one process, byte for byte, though a worker died on the way."""
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    assert run(*DUEL, "--deals", 12, "--jobs", 1, "--out", here) == (0, "")
    duel = begin(*DUEL, "--deals", 12, "--cluster", machines.address, "--out", there)
    wait_for(lambda: rows(there) > 0)
    machines.workers[0].send_signal(signal.SIGKILL)
    _, errors = duel.communicate(timeout=PATIENCE)
    assert duel.returncode == 0, errors
    assert there.read_bytes() == here.read_bytes()


def test_the_scheduler_goes_away(machines: Machines, tmp_path: Path) -> None:
    """The command ends with its rows, and processes go on where it was."""
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    duel = begin(*DUEL, "--deals", 200, "--cluster", machines.address, "--out", there)
    wait_for(lambda: rows(there) > 0)
    machines.scheduler.send_signal(signal.SIGKILL)
    _, errors = duel.communicate(timeout=PATIENCE)
    assert duel.returncode == 4
    done = rows(there)
    wanted = f"Error: the scheduler at {machines.address} went away; the same command goes on"
    assert errors.splitlines()[-1] == f"{wanted} after the {done} rows of {there}"
    for path in (here, there):
        assert run(*DUEL, "--deals", done + 2, "--jobs", 1, "--out", path) == (0, "")
    assert there.read_bytes() == here.read_bytes()


def test_a_match(lasting: Machines, tmp_path: Path) -> None:
    """A match between our own engines has the same records, and the logs of all boards."""
    teams = ("--team-a", "random", "--team-b", "random", "--budget", 9)
    match = ("match", "--boards", 2, "--seed", 3, *teams, "--rooms", "open", "--out")
    assert run(*match, tmp_path / "here") == (0, "")
    assert run(*match, tmp_path / "there", "--cluster", lasting.address) == (0, "")
    here, there = ((tmp_path / name / "open.pbn").read_text() for name in ("here", "there"))
    dates = re.compile(r"\[Date .*\]")
    assert dates.sub("", there) == dates.sub("", here)
    logs = {path.name for path in (tmp_path / "there" / "logs").iterdir()}
    assert logs >= {f"open-{board}-{seat}.times.jsonl" for board in (1, 2) for seat in Seat}


def test_a_league(lasting: Machines, tmp_path: Path) -> None:
    """The matches of a league have the results that one machine's have."""
    league = tmp_path / "league.toml"
    systems = ("sayc", "two_over_one")
    teams = "".join(
        f'[[team]]\nname = "{name}"\nengine = "random"\nsystem = "{name}"\n' for name in systems
    )
    league.write_text(f"knockout = 0\n[match]\nboards = 1\n{teams}")
    assert run("league", league, "--out", tmp_path / "here") == (0, "")
    there = ("--out", tmp_path / "there", "--cluster", lasting.address)
    assert run("league", league, *there) == (0, "")
    tables = [(tmp_path / name / "matches.csv").read_text() for name in ("here", "there")]
    assert tables[0] == tables[1]


def test_wrong_clusters(tmp_path: Path) -> None:
    """Who cannot work is named with the reason, in one line, and no row is lost."""
    path = tmp_path / "rows.csv"
    duel = (*DUEL, "--deals", 2, "--out", path, "--cluster")
    for address in ("tcp://127.0.0.1:1", "somewhere"):
        status, errors = run(*duel, address)
        assert status == 2
        assert errors.startswith(f"Error: {address}: no scheduler answers")
        assert errors.count("\n") == 1
    assert run(*duel, "tcp://127.0.0.1:1", "--jobs", 2)[1].startswith("Error: --jobs or --cluster")
    match = ("match", "--boards", 1, "--budget", 1, "--cluster", "somewhere", "--out")
    status, errors = run(*match, tmp_path / "a", "--command-a", "bot {port}")
    assert (status, errors) == (2, "Error: --cluster is for matches between our own engines\n")
    status, errors = run(*match, tmp_path / "b")
    assert status == 4
    assert ": somewhere: no scheduler answers (missing port number" in errors
    assert "go on with: bluechip-bot match --resume" in errors
    with ExitStack() as stack:
        machines = Machines(tmp_path, stack)
        machines.add_worker(threads=2)
        status, errors = run(*duel, machines.address)
        assert status == 2
        assert errors.startswith("Error: worker tcp://127.0.0.1:")
        assert errors.endswith(" has 2 threads: start it with --nthreads 1\n")
        bare = machines.add_worker(program=("-c", WITHOUT_US))
        machines.workers[0].kill()
        status, errors = run(*duel, machines.address)
        assert status == 2
        told = "Error: worker tcp://[0-9.:]+: bluechip-bot is not installed there\n"
        assert re.fullmatch(told, errors)
        assert bare.poll() is None
    assert rows(path) == 0


def test_another_version(lasting: Machines) -> None:
    """A worker whose code is not ours is refused by name, with both versions."""
    workers = ClusterWorkers(lasting.address, token_hex)
    with pytest.raises(WorkersError, match="has another version of the code"):
        list(workers.in_order(abs, range(3)))

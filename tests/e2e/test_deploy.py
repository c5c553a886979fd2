"""What `deploy/` holds: linted where the tool exists, and its command lines run as processes."""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from bluechip_bot.cli.failure import INTERRUPTED, REFUSED, USAGE
from bluechip_bot.model import Seat
from support.commands import COMMAND, run

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = sorted(DEPLOY.glob("*.yaml"))
UNITS = sorted(DEPLOY.glob("*.service"))
PROGRAM = "/opt/bluechip-bot/bin/bluechip-bot"
PATIENCE = 120
"""Seconds for a match of one board with players that do not think."""


def tool(name: str) -> str:
    """The path of a program; the test is skipped where there is none."""
    found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def checked(*command: object, cwd: Path = ROOT) -> str:
    """What a program prints, on both streams; an error if its status is not 0."""
    done = run(cwd, program=tuple(map(str, command)), timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_dockerfile() -> None:
    """Hadolint finds nothing in the Dockerfile."""
    assert checked(tool("hadolint"), DEPLOY / "Dockerfile") == ""


def test_dockerfile_runs_what_is_installed() -> None:
    """The image has no compiler's stage at its end, no root, a health check, and our command."""
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    *_, last = re.split(r"^(?=FROM )", text, flags=re.M)
    assert "-slim" in last.splitlines()[0]
    assert re.search(r"^USER 1000:1000$", last, re.M)
    assert re.search(r"^HEALTHCHECK ", last, re.M)
    assert 'ENTRYPOINT ["bluechip-bot"]' in last


def test_the_build_context_is_no_changed_checkout() -> None:
    """`.dockerignore` leaves out nothing that git tracks, or the version would tell of changes."""
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    patterns = [line for line in ignored if line and not line.startswith("#")]
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout")
    listed = checked("git", "ls-files", *(f":(glob){line}" for line in patterns))
    assert listed == ""


@pytest.mark.parametrize("file", COMPOSE, ids=lambda file: file.name)
def test_compose_file(file: Path, tmp_path: Path) -> None:
    """Docker's own tool accepts a compose file."""
    docker = tool("docker")
    known = subprocess.run([docker, "compose", "version"], capture_output=True, check=False)
    if known.returncode == 0:
        checked(docker, "compose", "-f", file, "config", "--quiet")
        return
    old = tool("docker-compose")  # Version 1 knows no names of projects.
    copy = tmp_path / file.name
    copy.write_text(re.sub(r"^name: .*\n", "", file.read_text("utf-8"), flags=re.M))
    checked(old, "-f", copy, "config", "--quiet")


def test_compose_services_are_confined() -> None:
    """No service can gain rights or write to its image."""
    files = [yaml.safe_load(file.read_text()) for file in COMPOSE]
    services = [service for file in files for service in file["services"].values()]
    assert len(services) == 6
    for service in services:
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_unit_is_valid(unit: Path, tmp_path: Path) -> None:
    """`systemd-analyze` accepts a unit, and calls it well confined."""
    analyze = tool("systemd-analyze")
    program = tmp_path / "bluechip-bot"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text("utf-8").replace(PROGRAM, str(program)))
    assert checked(analyze, "verify", copy) == ""
    checked(analyze, "security", "--offline=true", "--threshold=20", "--no-pager", copy)


def test_units_heed_exit_statuses() -> None:
    """Seats sit down again unless that is of no use; a table is never begun again by itself."""
    play, serve = (unit.read_text("utf-8") for unit in UNITS)
    assert f"\nRestart=on-failure\nRestartPreventExitStatus={USAGE} {REFUSED}\n" in play
    assert "\nRestart=on-abnormal\n" in serve
    for text in (play, serve):
        assert f"\nSuccessExitStatus={INTERRUPTED}\n" in text


@pytest.fixture
def ports() -> dict[str, int]:
    """Free ports of this machine for those of the files."""
    with contextlib.ExitStack() as open_ports:
        taken = [open_ports.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(2)]
        return {str(2000 + i): server.getsockname()[1] for i, server in enumerate(taken)}


def statuses(commands: Mapping[str, list[str]], folder: Path) -> dict[str, int]:
    """The exit statuses of command lines that run at the same time; none is left at the end."""
    with contextlib.ExitStack() as stack:
        processes = {}
        for name, words in commands.items():
            log = stack.enter_context((folder / f"{name}.log").open("w"))
            process = subprocess.Popen(
                [*COMMAND, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
            processes[name] = stack.enter_context(process)
            stack.callback(process.kill)
        try:
            return {name: each.wait(PATIENCE) for name, each in processes.items()}
        except subprocess.TimeoutExpired:
            logs = [f"{path.name}:\n{path.read_text()}" for path in folder.glob("*.log")]
            pytest.fail("\n".join(logs))


def local(word: str, ports: Mapping[str, int], folder: Path) -> str:
    """A word of a container's command line, or a line of its settings, for this machine."""
    word = re.sub(r"\$\{(\w+):-(\w+)\}", lambda m: "1" if m[1] != "SEED" else m[2], word)
    word = re.sub(r"\b(manager|table|0\.0\.0\.0)\b", "127.0.0.1", word)
    word = word.replace("/data/", f"{folder}/").replace("/etc/bluechip-bot/", f"{folder}/")
    word = re.sub(r"\b(200[01])\b", lambda m: str(ports[m[1]]), word)
    return re.sub(r"^--web=.*", "--web=0", word)


@pytest.mark.slow
def test_a_match_between_two_images(tmp_path: Path, ports: Mapping[str, int]) -> None:
    """The command lines of match.yaml, as processes instead of containers, play a match."""
    settings = (DEPLOY / "match.toml").read_text("utf-8")
    (tmp_path / "match.toml").write_text(local(settings, ports, tmp_path))
    services = yaml.safe_load((DEPLOY / "match.yaml").read_text("utf-8"))["services"]
    commands = {
        name: [local(word, ports, tmp_path) for word in service["command"]]
        + ["--engine=random"] * (name != "manager")
        for name, service in services.items()
    }
    assert statuses(commands, tmp_path) == dict.fromkeys(services, 0)
    for room in ("open", "closed"):
        text = (tmp_path / "match" / f"{room}.pbn").read_text("latin-1")
        found = dict(re.findall(r'^\[(North|East|South|West) "(\w+)"\]$', text, re.M))
        teams = "ABAB" if room == "open" else "BABA"
        assert found == {str(seat): team for seat, team in zip(Seat, teams, strict=True)}


@pytest.mark.slow
def test_a_table_for_four_programs(tmp_path: Path, ports: Mapping[str, int]) -> None:
    """The command line of table.yaml waits for four programs, and writes their boards."""
    (service,) = yaml.safe_load((DEPLOY / "table.yaml").read_text("utf-8"))["services"].values()
    commands = {"table": [local(word, ports, tmp_path) for word in service["command"]]}
    port = str(ports["2000"])
    for seat in Seat:
        team = ["--seat", str(seat), "--team", str(seat.side)]
        commands[str(seat)] = ["play", "--port", port, *team, "--engine=random"]
    assert set(statuses(commands, tmp_path).values()) == {0}
    assert (tmp_path / "played.pbn").read_text("latin-1").count("[Board ") == 1


@pytest.mark.slow
def test_services_play(tmp_path: Path, ports: Mapping[str, int]) -> None:
    """The command lines of both units, with settings and deals as they name them, play a board."""
    for folder in ("var/lib", "var/log"):
        (tmp_path / folder / "bluechip-bot").mkdir(parents=True)
    settings = tmp_path / "etc/bluechip-bot"
    settings.mkdir(parents=True)
    port = ports["2000"]
    (settings / "table.toml").write_text(f"ports = [{port}]\n")
    sides = {"ns": '["N", "S"]', "ew": '["E", "W"]'}
    for name, seats in sides.items():
        (settings / f"{name}.toml").write_text(
            f'port = {port}\nseats = {seats}\nteam = "{name}"\nengine = "random"\n'
        )
    deal = "N:AT.KT75.A83.K543 Q9862.Q64.QT2.92 KJ743.AJ82.J54.6 5.93.K976.AQJT87"
    (settings / "table.pbn").write_text(
        f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n\n'
    )
    play, serve = (unit.read_text("utf-8") for unit in UNITS)
    commands = {}
    for name, text in (("table", serve), ("ns", play), ("ew", play)):
        (line,) = re.findall(r"^ExecStart=(.*)$", text, re.M)
        program, *words = shlex.split(line.replace("%i", name))
        assert program == PROGRAM
        commands[name] = [re.sub(r"^/(?=etc|var)", f"{tmp_path}/", word) for word in words]
    assert set(statuses(commands, tmp_path).values()) == {0}
    played = tmp_path / "var/lib/bluechip-bot/table.pbn"
    assert played.read_text("latin-1").count("[Board ") == 1

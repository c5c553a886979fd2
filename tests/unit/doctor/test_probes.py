"""What is measured, where it can be known beforehand."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from bluechip_bot.config import SearchConfig
from bluechip_bot.doctor import machine
from bluechip_bot.doctor.installed import Build, Software
from bluechip_bot.doctor.machine import ClockWatch, Disk, Memory, PortState, Processors
from bluechip_bot.doctor.speed import POSITIONS, CardSpeed, card_speeds
from bluechip_bot.protocol.seat.clock import ClockOptions


def test_a_port() -> None:
    """A port that is listened at is not free, and answers; closed again it is the other way."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ours = PortState.probe("127.0.0.1", port, listens=True)
        theirs = PortState.probe("127.0.0.1", port, listens=False)
    assert (ours.free, ours.answered) == (False, True)
    assert (theirs.free, theirs.answered) == (False, True)
    assert PortState.probe("127.0.0.1", port, listens=True).free
    silent = PortState.probe("127.0.0.1", port, listens=False)
    assert not silent.answered
    assert silent.reason == os.strerror(errno.ECONNREFUSED)


def test_an_address_that_is_not_ours() -> None:
    """The operating system's reason is told."""
    found = PortState.probe("192.0.2.1", 0, listens=True)
    assert not found.free
    assert found.reason


def test_a_disk(tmp_path: Path) -> None:
    """A folder that is not there yet is measured where it will be; no file is left."""
    found = Disk.probe(tmp_path / "a" / "b")
    assert found.failure == ""
    assert found.free > 0
    assert len(found.syncs) == 20
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_one(tmp_path: Path) -> None:
    """A file in the place of the folder is told."""
    (tmp_path / "file").write_text("")
    found = Disk.probe(tmp_path / "file" / "night")
    assert found.failure == os.strerror(errno.ENOTDIR)


def test_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time of day that is set forward meanwhile has gained that much."""
    times = iter([(10.0, 1000.0), (15.0, 1005.25)])
    monkeypatch.setattr(machine, "_both", lambda: next(times))
    found = ClockWatch().clocks()
    assert (found.span, found.gained, found.now) == (5.0, 0.25, 1005.25)
    assert found.installed > found.now


def test_this_machine() -> None:
    """What is running this test is found."""
    software = Software.probe()
    assert software.versions["bluechip-bot"]
    assert len(software.code) == 10
    assert Build.probe().failure == ""
    assert Processors.probe().usable >= 1
    memory = Memory.probe(0)
    assert memory.available
    assert 1 << 20 < memory.player < memory.available


def test_speed() -> None:
    """Each position is searched, and the clock says what such a card gets."""
    found = list(card_speeds(SearchConfig(), ClockOptions(60.0), 0.2))
    assert [speed.card for speed in found] == list(POSITIONS)
    assert all(speed.seconds >= 0.1 for speed in found)
    assert all(5 < speed.allotted < 20 for speed in found)
    (lead, _) = card_speeds(SearchConfig(budget_card=0.25), None, 0.05)
    assert lead.allotted == 0.25
    assert CardSpeed("", 300, 2.0, 2.0, 4.0).expected == 600

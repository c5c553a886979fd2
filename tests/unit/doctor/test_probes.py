"""What is measured, where it can be known beforehand."""

from __future__ import annotations

import errno
import os
import socket
import time
from pathlib import Path

import pytest

from bluechip_bot.config import SearchConfig
from bluechip_bot.doctor import machine
from bluechip_bot.doctor.finding import FindingVerdict
from bluechip_bot.doctor.machine import disk_finding, import_failure, port_finding
from bluechip_bot.doctor.speed import POSITIONS, card_speed
from bluechip_bot.protocol.seat.clock import ClockOptions


def test_a_port() -> None:
    """A port that is listened at is taken, and answers; closed again it is the other way."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        ours = port_finding("127.0.0.1", port, listens=True)
        theirs = port_finding("127.0.0.1", port, listens=False)
    assert (ours.verdict, theirs.verdict) == (FindingVerdict.FAULT, FindingVerdict.GOOD)
    assert "something answers there" in ours.text
    assert port_finding("127.0.0.1", port, listens=True).verdict is FindingVerdict.GOOD
    silent = port_finding("127.0.0.1", port, listens=False)
    assert silent.verdict is FindingVerdict.WARNING
    assert os.strerror(errno.ECONNREFUSED) in silent.text


def test_an_address_that_is_not_ours() -> None:
    """The operating system's reason is told."""
    found = port_finding("192.0.2.1", 0, listens=True)
    assert found.verdict is FindingVerdict.FAULT
    assert os.strerror(errno.EADDRNOTAVAIL) in found.text


def test_a_disk(tmp_path: Path) -> None:
    """A folder that is not there yet is measured where it will be; no file is left."""
    assert "GiB free" in disk_finding(tmp_path / "a" / "b").text
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    found = disk_finding(tmp_path / "file" / "night")
    assert found.verdict is FindingVerdict.FAULT
    assert os.strerror(errno.ENOTDIR) in found.text


def test_this_machine() -> None:
    """What is running this test is found."""
    assert import_failure() == ""
    assert machine.usable_processors() >= 1
    assert machine.available_memory() > 1 << 20
    assert machine.newest_file() < time.time()


@pytest.mark.parametrize("card", POSITIONS)
def test_speed(card: str) -> None:
    """A position is searched, and the clock says what such a card gets."""
    found = card_speed(card, SearchConfig(), ClockOptions(60.0), 0.05)
    assert found.rate > 0
    assert 5 < found.allotted < 20
    assert card_speed(card, SearchConfig(budget_card=0.25), None, 0.01).allotted == 0.25

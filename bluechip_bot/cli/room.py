"""`bluechip-bot room`: one room of a match, in a process of its own that `match` starts.

It reads its work from standard input and ends when the input does. It writes reports to standard
output (see `match.work`).
"""

from __future__ import annotations

import os
import sys
from contextlib import closing
from functools import partial
from typing import Any

import click

from bluechip_bot.cli import logs
from bluechip_bot.cli.failure import drop_output, session_runs
from bluechip_bot.cli.terminal import when_input_ends
from bluechip_bot.codec import from_json, to_json
from bluechip_bot.match.work import Listening, Over, RoomReport, RoomWork
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.room import RoomProcess, table_options
from bluechip_bot.net.wire_log import WireLog
from bluechip_bot.protocol.effects import SessionFinished
from bluechip_bot.quoting import error_text
from bluechip_bot.wirelog.record import TableHead, head


@click.command("room", hidden=True)
@click.option("--cluster", metavar="ADDRESS", help="Have the boards played by its workers.")
def command(cluster: str | None) -> None:
    """Play one room of a match; started by `match`.

    Exit status: 0 the room is over, 2 no work was given.
    """
    work = from_json(sys.stdin.readline(), RoomWork)
    session_runs()
    logs.begin(verbose=False)
    if cluster is not None:
        _say(_on_cluster(work, cluster))
        return
    try:
        room = _RoomProcess(reactors.install(), work)
    except OSError as error:
        _say(Over(complete=False, text=error_text(error)))
        return
    room.run()


def _on_cluster(work: RoomWork, address: str) -> Over:
    """Have a room's boards played by the workers of a cluster, and pass on their reports."""
    # A room on this machine starts sooner without these.
    from bluechip_bot.fingerprint import MATCH, code_version
    from bluechip_bot.lab.cluster import ClusterWorkers
    from bluechip_bot.lab.workers import WorkersError, WorkersLost
    from bluechip_bot.net.parcel import parcels, play

    when_input_ends(os._exit, 0)  # The boards under way are lost.
    workers = ClusterWorkers(address, partial(code_version, MATCH, conf=True))
    try:
        with closing(workers.in_order(play, parcels(work))) as deliveries:
            for delivery in deliveries:
                for name, content in delivery.logs.items():
                    (work.folder / name).write_bytes(content)
                for report in delivery.reports:
                    _say(report)
                if not delivery.over.complete:
                    return delivery.over
    except (OSError, WorkersError, WorkersLost) as error:
        return Over(complete=False, text=error_text(error))
    return Over(complete=True, text="every board was played")


def _say(report: RoomReport) -> None:
    click.echo(to_json(report, RoomReport))


class _RoomProcess:
    """A room that reports to standard output, and ends when standard input does."""

    def __init__(self, reactor: Any, work: RoomWork) -> None:
        self._reactor = reactor
        self._work = work
        boards = tuple(board.dealt() for board in work.boards)
        self._wire_log = WireLog(
            work.folder / f"{work.name}.wire.log", head=head(TableHead(table_options(work), boards))
        )
        self._room = RoomProcess(reactor, work, self._say, self._wire_log)
        self._over = False

    def run(self) -> None:
        """Play until the room is over."""
        self._reactor.callWhenRunning(self._begin)
        self._reactor.run()
        self._wire_log.close()

    def _begin(self) -> None:
        try:
            self._room.run().addCallback(self._ended)
        except OSError as error:
            self._ended(SessionFinished(complete=False, text=error_text(error)))
            return
        self._say(Listening(self._room.ports))
        when_input_ends(self._reactor.callFromThread, self._room.stop, "stopped")

    def _ended(self, outcome: SessionFinished) -> None:
        self._over = True
        self._say(Over(outcome.complete, outcome.text))
        self._reactor.stop()

    def _say(self, report: RoomReport) -> None:
        try:
            _say(report)
        except OSError:
            # The process that started us is gone; the input ends, too.
            drop_output()
            if not self._over:
                self._room.stop("nobody listens")

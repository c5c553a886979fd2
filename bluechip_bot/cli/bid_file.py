"""`bluechip-bot bid FILE`: bid the boards of a file, and append each to a second file when bid."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import click
from attrs import asdict, evolve, frozen

from bluechip_bot.bidding.settings import UNKNOWN_SYSTEM
from bluechip_bot.cli.bidding_input import system_names
from bluechip_bot.cli.failure import BROKEN, INTERRUPTED, Failure
from bluechip_bot.cli.terminal import ProblemPrinter, progress
from bluechip_bot.formats.boards import BoardFile, FileBoard, FileFormat
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.lin.reader import LinBoard
from bluechip_bot.formats.pbn.board import PbnBoard, pbn_record, with_auction
from bluechip_bot.formats.pbn.file import parse_file
from bluechip_bot.formats.pbn.record import PbnRecord
from bluechip_bot.formats.pbn.writer import HEADER, PbnWriter, format_record
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.formats.text import read_text, write_whole
from bluechip_bot.lab.workers import ProcessWorkers, WorkersLost
from bluechip_bot.model import Auction, Board, Seat, Side
from bluechip_bot.model.cards import hands_text
from bluechip_bot.player.calling import BoardTask

_DEFAULT: Final = "sayc"
_TAGS: Final = ("BidSystemNS", "BidSystemEW")
_COMMAND: Final = "bluechip-bot bid"

_Job = tuple[PbnRecord, BoardTask]
"""A board of the file as PBN, whose tags are kept, and what is to be bid."""


@frozen
class FileOptions:
    """Options for bidding the boards of a file.

    Attributes:
        system: the system of `side`, or else of North-South; None takes those that boards name.
        opponents: the system of the other side; None takes those that boards name.
        side: the side that bids, `NS` or `EW`; None for both.
        given: whether the other side makes the calls of the file; else it passes.
        budget: the seconds for a close call; 0 if the systems alone bid.
        worlds: the number of layouts on which calls are compared; 0 takes it from the settings.
    """

    system: str | None
    opponents: str | None
    side: str | None
    given: bool
    budget: float
    worlds: int

    def __str__(self) -> str:
        """The command line without file names, as it is written at the top of the output file."""
        named = {name: value for name, value in asdict(self).items() if value}
        words = [f"--{name} {value!a}".removesuffix(" True") for name, value in named.items()]
        return " ".join([_COMMAND, *words, *([] if self.budget else ["--no-think"])])

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that bid by their systems."""
        return tuple(Side) if self.side is None else (Side[self.side],)

    def job(self, board: FileBoard) -> _Job:
        """Return what is needed to bid a board: the board as PBN, and the task for a process."""
        try:
            record = board.whole() if self.given else board.dealt()
            source = board.record if isinstance(board, PbnBoard) else pbn_record(record)
            return source, self._task(source, record)
        except FormatError as error:
            raise evolve(error, board=_name(board)) from None

    def _task(self, source: PbnRecord, record: BoardRecord) -> BoardTask:
        board = record.board
        if source.dealer is None:
            raise FormatError(record.line, source.get("Dealer"), "nothing says who deals")
        seats = (seat for side in self.sides for seat in Seat if seat.side is side)
        if unknown := [str(seat) for seat in seats if board.hands[seat] is None]:
            reason = f"no hand of {' and '.join(unknown)}"
            raise FormatError(record.line, hands_text(board.hands), reason)
        auction = Auction(board.dealer)
        return BoardTask(
            Board(board.number, board.dealer, board.vulnerability, board.hands, auction),
            (self._system(Side.NS, record), self._system(Side.EW, record)),
            self.sides,
            self.budget,
            self.worlds,
            board if self.given else None,
        )

    def _system(self, side: Side, record: BoardRecord) -> str:
        """The system of a side: from the options, else from the board, or else the default."""
        option = self.system if side is self.sides[0] else self.opponents
        named, known = record.fact(_TAGS[side]), system_names()
        if option or not named:
            return option or _DEFAULT
        if named.casefold() in known:
            return named.casefold()
        if side not in self.sides:
            return UNKNOWN_SYSTEM
        reason = f"no such {_TAGS[side]} (there are {', '.join(known)}; or give --system)"
        raise FormatError(record.line, named, reason)


def _name(board: FileBoard) -> str:
    """The name of a board for messages: its `Board` tag or its number."""
    if isinstance(board, PbnBoard):
        return board.record.get("Board") or str(board.default)
    return str(board.number[0]) if isinstance(board, LinBoard) else ""


def bid_file(source: Path, out: Path, how: FileOptions, count: int) -> None:
    """Bid those boards of `source` that `out` does not hold yet, and append them to `out`.

    `count` is the number of processes; 0 means one per core.
    """
    unread = ProblemPrinter()
    file = BoardFile.read(source)
    if not file.boards:
        raise Failure(f"{source}: no board in it")
    if FileFormat.of_path(out, HEADER) is not FileFormat.PBN:
        raise Failure(f"{out}: boards are bid into PBN; `bluechip-bot convert` makes LIN of it")
    if out.exists() and out.samefile(source):
        raise Failure(f"{out} is the file that is read: choose another one")
    if jobs := file.records(how.job, unread):
        _bid(out, how, jobs, _begun(out, how, jobs), count or os.cpu_count() or 1)
    unread.more()
    unread.finish()


def _bid(out: Path, how: FileOptions, jobs: Sequence[_Job], done: int, count: int) -> None:
    """Bid all jobs but the first `done`, and append them to `out` in order, each when it is bid."""
    tasks = [task for _, task in jobs[done:]]
    for task in tasks:  # A system that cannot be used is an error before a process is started.
        task.callers(task.sides[0])
    changed, ended, status = 0, "", 0
    try:
        with (
            closing(PbnWriter(out, _encoding(jobs))) as writer,
            closing(
                ProcessWorkers(max(1, min(count, len(tasks)))).in_order(BoardTask.bid, tasks)
            ) as bids,
            progress("bidding", len(jobs), done) as step,
        ):
            for (record, task), bid in zip(jobs[done:], bids, strict=True):
                systems = {_TAGS[side]: Path(task.systems[side]).stem for side in task.sides}
                directives = record.directives if done else (f" {how}", *record.directives)
                writer.write(evolve(with_auction(record, bid, systems), directives=directives))
                changed += bool(bid.remarks)
                done += 1
                step()
    except KeyboardInterrupt:
        ended, status = "interrupted", INTERRUPTED
    except WorkersLost as error:
        ended, status = str(error), BROKEN
    if ended:
        kept = f"the same command goes on after the {done} boards of {out}"
        raise Failure(f"{ended}; {kept}", status)
    click.echo(f"boards bid: {len(tasks)}; in {out}: {done}", err=True)
    if changed:
        click.echo(f"boards with a given call that is not legal any more: {changed}", err=True)


def _begun(out: Path, how: FileOptions, jobs: Sequence[_Job]) -> int:
    """Return how many jobs a file holds already; cut off a board that was not written whole."""
    text, encoding = read_text(out) if out.exists() else ("", "ascii")
    head = f"{HEADER}% {how}\n"
    if not (text.startswith(head) or head.startswith(text)):
        begun = text.removeprefix(HEADER).partition("\n")[0].removeprefix("% ")
        if begun.startswith(_COMMAND):
            raise Failure(f"{out} was begun by `{begun}`: give the same options, or another --out")
        raise Failure(f"{out} is there already, and not of this command: choose another file")
    kept = text[: text.rfind("\n\n") + 2]
    while (records := parse_file(kept).records) and records[-1].faults:
        kept = kept[: kept.rfind("\n\n", 0, -2) + 2]
    kept = kept if records else ""
    if kept != text:
        write_whole(out, kept.encode(encoding))
    for place, record in enumerate(records):
        board = PbnBoard(record, 1).dealt().board
        told = [jobs[place][1].board] if place < len(jobs) else []
        if [(one.dealer, one.vulnerability, one.hands) for one in told] != [
            (board.dealer, board.vulnerability, board.hands)
        ]:
            reason = "is not that of the file that is read: choose another --out"
            raise Failure(f"{out}, line {record.line}: board {place + 1} {reason}")
    return len(records)


def _encoding(jobs: Sequence[_Job]) -> str:
    """The encoding for the boards: the standard's ISO 8859-1 if it has all characters, or UTF-8."""
    try:
        "".join(format_record(record) for record, _ in jobs).encode("latin-1")
    except UnicodeEncodeError:
        return "utf-8"
    return "latin-1"

"""The state of a match: what is written is read back, and nothing is written twice."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.match.boards.source import BoardPrescription
from bluechip_bot.match.record.reading import record_from_store
from bluechip_bot.match.record.store import MatchStore, MatchTrouble, StoredAction, StoreError
from bluechip_bot.model import Board, Contract, Seat
from support.happenings import happenings
from support.tables import rows

MakeBoard = Callable[[int], Board]
SETTINGS = {"team_a": {"name": "A"}, "search": {"worlds": 4}}


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    """A new match of five boards; what is written need not survive the loss of power."""
    made = MatchStore.create(tmp_path / "match.sqlite", SETTINGS, boards_from_seed(1, 5))
    made._connection.execute("PRAGMA synchronous = OFF")
    return made


def test_auctions_that_are_given_are_kept(tmp_path: Path) -> None:
    """A match that goes on has the same auctions, and knows which were made up."""
    free, other = boards_from_seed(1, 2)
    made_up = BoardPrescription(contract=Contract.parse("4SXN")).of(other)
    path = tmp_path / "given.sqlite"
    for boards in ((free, made_up), (free, evolve(made_up, made_up=False)), (free, other)):
        path.unlink(missing_ok=True)
        MatchStore.create(path, SETTINGS, boards).close()
        with closing(MatchStore.open(path)) as store:
            assert store.planned == boards
            assert store.settings == SETTINGS


def finished(make: MakeBoard, seed: int) -> Board:
    """Board 3, played to its end."""
    return evolve(make(seed), number=3)


def actions_of(board: Board) -> list[StoredAction]:
    """All calls and cards of a board, half a second each."""
    return [StoredAction(event, player, 0.5) for event, player in happenings(board)]


def test_a_board_is_kept_with_its_calls_and_cards(
    store: MatchStore, finished_board: MakeBoard
) -> None:
    """Board, times and actions are of the attempt that was finished; another changes nothing."""
    board = finished(finished_board, 3)
    actions = actions_of(board)
    store.begin_board("open", "open", board.number, 1.0)
    store.add_action("open", actions[0])
    store.begin_board("open", "open", board.number, 2.0)
    for action in actions:
        store.add_action("open", action)
    assert store.finish_board("open", "open", board, (12.5, 7.0), 99.0)
    other = finished(finished_board, 4)
    assert not store.finish_board("open", "open", other, (2.0, 2.0), 2.0)
    (stored,) = MatchStore.open(store.path).finished("open")
    assert stored.board == board
    assert (stored.seconds, stored.ended) == ((12.5, 7.0), 99.0)
    assert stored.actions == tuple(actions)
    assert list(store.finished("closed")) == []
    assert store.numbers("open") == {board.number}
    assert store.finish_board("closed", "closed", other, (2.0, 2.0), 2.0)


def test_two_tables_of_a_room_do_not_mix(store: MatchStore, finished_board: MakeBoard) -> None:
    """Each table's actions belong to the board that it has begun."""
    board = finished(finished_board, 3)
    actions = actions_of(board)
    store.begin_board("open1", "open", board.number, 1.0)
    store.begin_board("open2", "open", 2, 1.0)
    for action in actions:
        store.add_action("open1", action)
        store.add_action("open2", actions[0])
    store.finish_board("open1", "open", board, (1.0, 1.0), 2.0)
    (stored,) = store.finished("open")
    assert stored.actions == tuple(actions)


def test_a_board_that_is_given_up_is_done(store: MatchStore) -> None:
    """It has no result, and is not to be played again; what went wrong is kept in order."""
    store.forfeit_board("open", 2, (Seat.WEST,), 1.0)
    assert store.numbers("open") == {2}
    assert store.forfeits("open") == {2: (Seat.WEST,)}
    assert list(store.finished("open")) == []
    assert store.numbers("closed") == frozenset()
    troubles = (
        MatchTrouble(1.0, "open", "crash", "North", "ended with status 1"),
        MatchTrouble(2.0, "", "stall", "", "nobody knows"),
    )
    for trouble in troubles:
        store.add_trouble(trouble)
    assert MatchStore.open(store.path).troubles == troubles


def test_files_that_cannot_be_used(store: MatchStore, tmp_path: Path) -> None:
    """No file, a file of something else, of another version, one that is there: with its path."""
    with pytest.raises(StoreError, match="there already"):
        MatchStore.create(store.path, SETTINGS, ())
    with pytest.raises(StoreError, match="no match was begun"):
        MatchStore.open(tmp_path / "none.sqlite")
    other = tmp_path / "other.sqlite"
    other.write_text("precious " * 1000)
    with pytest.raises(StoreError, match=r"other.sqlite: not the file of a match"):
        MatchStore.open(other)
    assert other.read_text().startswith("precious")
    with sqlite3.connect(store.path) as connection:
        connection.execute("UPDATE match SET value = '99' WHERE key = 'schema'")
    with pytest.raises(StoreError, match="another version"):
        MatchStore.open(store.path)


def test_a_full_disk_is_told(store: MatchStore, finished_board: MakeBoard) -> None:
    """What cannot be written is an OSError that names the file; what was written stays."""
    board = finished(finished_board, 3)
    assert store.finish_board("open", "open", board, (1.0, 1.0), 1.0)
    store._connection.execute("PRAGMA max_page_count = 1")
    long = MatchTrouble(1.0, "open", "crash", "North", "x" * 100_000)
    with pytest.raises(OSError, match="full") as caught:
        store.add_trouble(long)
    assert caught.value.filename == str(store.path)
    with closing(MatchStore.open(store.path)) as again:
        assert [stored.board for stored in again.finished("open")] == [board]
        assert again.troubles == ()


def read_all(store: MatchStore) -> None:
    """Read what a report and a match that goes on read."""
    record_from_store(store)
    store.forfeits("open")


@pytest.mark.parametrize(("change", "message"), rows("match", "rows_with_wrong_content"))
def test_rows_with_wrong_content(
    store: MatchStore, finished_board: MakeBoard, change: str, message: str
) -> None:
    """File, table, row and reason are told, whoever reads."""
    board = finished(finished_board, 3)
    store.begin_board("open", "open", board.number, 1.0)
    for action in actions_of(board):
        store.add_action("open", action)
    store.finish_board("open", "open", board, (1.0, 1.0), 1.0)
    store.forfeit_board("open", 2, (Seat.WEST,), 1.0)
    store.add_trouble(MatchTrouble(1.0, "open", "crash", "North", "x"))
    store._connection.execute("PRAGMA foreign_keys = OFF")
    store._connection.execute(change)
    store._connection.commit()
    for writes in (True, False):
        with (
            pytest.raises(StoreError, match=message) as caught,
            closing(MatchStore.open(store.path, writes=writes)) as again,
        ):
            read_all(again)
        assert str(caught.value).startswith(str(store.path))


def test_a_file_of_an_earlier_version(store: MatchStore) -> None:
    """One that does not tell how many boards were planned is read; a gap in them is seen."""
    store._connection.execute("DELETE FROM match WHERE key = 'boards'")
    store._connection.commit()
    with closing(MatchStore.open(store.path)) as again:
        assert again.planned == boards_from_seed(1, 5)
    store._connection.execute("DELETE FROM planned WHERE number = 2")
    store._connection.commit()
    with pytest.raises(StoreError, match="table planned: 4 of 5 boards"):
        MatchStore.open(store.path)


@pytest.mark.parametrize("ends", [("", "-wal"), ("",)])
def test_an_archive_is_read_where_nothing_can_be_written(
    store: MatchStore, finished_board: MakeBoard, ends: tuple[str, ...]
) -> None:
    """What is still in the second file of write-ahead mode, too; no file changes."""
    board = finished(finished_board, 3)
    store.finish_board("open", "open", board, (1.0, 1.0), 1.0)
    archive = store.path.parent / "archive"
    archive.mkdir()
    if "-wal" not in ends:
        store.close()
    for end in ends:
        path = store.path.with_name(store.path.name + end)
        shutil.copy(path, archive / path.name)
    # SQLite follows no link to its third file, and fails as on a disk that is read-only.
    (archive / f"{store.path.name}-shm").symlink_to("nowhere")
    files = {path: path.lstat() for path in archive.iterdir()}
    with pytest.raises(OSError, match="unable to open"):
        MatchStore.open(archive / store.path.name)
    with closing(MatchStore.open(archive / store.path.name, writes=False)) as read:
        assert [stored.board for stored in read.finished("open")] == [board]
        assert read.planned == boards_from_seed(1, 5)
    assert [path.lstat().st_mtime_ns for path in files] == [
        each.st_mtime_ns for each in files.values()
    ]

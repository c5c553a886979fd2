"""The LIN codec: texts kept as they are, boards by the rules, errors with a place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.formats import lin
from bluechip_bot.formats.boards import read_boards
from bluechip_bot.formats.error import FormatError
from bluechip_bot.formats.lin.reader import boards_of
from bluechip_bot.formats.lin.writer import VIEWER, file_of
from bluechip_bot.formats.record import BoardRecord, Remark
from bluechip_bot.model import Board, Phase, Seat, Vulnerability
from support.collection import found, label, whole

DEAL = "md|1S6543H876D876C876,S2H5432D5432C5432,SAKQJHAKQDAKQCAKQ,ST987HJT9DJT9CJT9|"
LOST = DEAL.replace("SAKQJ", "SAKQ9").replace("ST987", "SJT87")
AUCTION = "mb|P|mb|p|mb|1N!|an|15-17|mb|d|mb|r|mb|p|mb|p|mb|p|"
BOARD = f"pn|s,w,n,e|st||{DEAL}rh||ah|Board 7|sv|b|{AUCTION}pg||pc|ST|pc|s3|pc|2S|pc|SA|mc|12|\n"


def one(text: str) -> BoardRecord:
    """The one board of a text."""
    (record,) = boards_of(lin.parse_file(text))
    return record


def test_board_of_the_web_dialect() -> None:
    """Players, dealer, hands, number, vulnerability, calls, cards and a claim are read."""
    record = one(BOARD)
    board = record.board
    assert record.names == ("n", "e", "s", "w")
    assert (board.number, board.dealer, board.vulnerability) == (7, Seat.SOUTH, Vulnerability.BOTH)
    assert str(board.hands[Seat.NORTH]) == "AKQJ.AKQ.AKQ.AKQ"
    assert str(board.auction) == "P P 1NT X XX P P P"
    assert (board.explanations, board.alerts) == (((2, "15-17"),), (2,))
    assert str(record.contract) == "1NTXX by North"
    assert board.play is not None
    assert [str(card) for card in board.play.cards] == ["ST", "S3", "S2", "SA"]
    assert (record.result, board.phase) == (12, Phase.PLAY)
    assert one(BOARD.replace("mc|12|", "")).result is None


def test_fourth_hand_follows_from_three() -> None:
    """The hand that is left out has the cards that are left; with less the hands are unknown."""
    whole = one(BOARD).board.hands
    short = DEAL.replace(",ST987HJT9DJT9CJT9", "")
    assert one(BOARD.replace(DEAL, short)).board.hands == whole
    two = one(f"{DEAL.split(',', maxsplit=1)[0]}|ah|3|").board.hands
    assert two[Seat.SOUTH] == whole[Seat.SOUTH]
    assert two.count(None) == 3


def test_match_on_show_has_two_rooms() -> None:
    """Eight names serve both rooms; labels tell number and room; the title gives the facts."""
    text = (
        "vg|Cup,Final,I,7,7,Reds,3,Blues,0,|rs|,|pn|a,b,c,d,e,f,g,h|pg||\n"
        f"qx|o7|{DEAL}sv|o|{AUCTION}nt|hello|pg||qx|c7|{DEAL}sv|o|nt|before|mb|p|"
    )
    first, second = boards_of(lin.parse_file(text))
    assert (first.room, second.room) == ("Open", "Closed")
    assert first.names == ("c", "d", "a", "b")
    assert second.names == ("g", "h", "e", "f")
    assert (first.board.number, second.board.number) == (7, 7)
    assert first.remarks == (Remark(8, "hello"),)
    assert second.remarks == (Remark(0, "before"),)
    assert dict(first.facts) == {
        "Event": "Cup",
        "Stage": "Final",
        "Scoring": "IMP",
        "HomeTeam": "Reds",
        "HomeCarryOver": "3",
        "VisitTeam": "Blues",
    }


def test_what_was_taken_back_is_not_there() -> None:
    """Calls and cards that the operator takes back never happened."""
    record = one(f"{DEAL}mb|7C|mb|7D|ub|2|{AUCTION}pc|SA|up|1|pc|ST|pc|S3|")
    assert str(record.contract) == "1NTXX by North"
    assert record.board.play is not None
    assert len(record.board.play.cards) == 2


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("pn|a|\nxyz|b|", 2, 1, "two letters"),
        ("pn|a|\n  pg", 2, 3, "'|' after the command"),
        ("pn|a|\npg|x", 2, 1, "'|' after the value"),
        ("|x|", 1, 1, "two letters"),
        ("md|5SA|", 1, 1, "dealer from 1 to 4"),
        ("md|1SAXKQ|", 1, 1, "a hand like"),
        ("md|1SAA|", 1, 1, "twice"),
        ("md|1SAK|", 1, 1, "2 cards, not 13"),
        (DEAL + "sv|x|", 1, len(DEAL) + 1, "one of o, n, e, b"),
        (DEAL + "\nmb|1Z|", 2, 1, "not a call"),
        (DEAL + "\nmb|1D|mb|1C|", 2, 7, "may not call 1C"),
        (DEAL + "\npc|ST|", 2, 1, "before the end of the auction"),
        (DEAL + AUCTION + "\npc|S2|", 2, 1, "not in the hand"),
        (DEAL + AUCTION + "\npc|XX|", 2, 1, "not a card"),
        (DEAL + AUCTION + "\nmc|14|", 2, 1, "tricks from 0 to 13"),
        (DEAL + AUCTION + "pc|ST|pc|S3|pc|S2|pc|SA|\nmc|0|", 2, 1, "has won 1"),
        (LOST + AUCTION + "pc|SJ|pc|S3|pc|S2|pc|S9|\nmc|13|", 2, 1, "lost 1"),
        (DEAL + "mb|p|\nmc|3|", 2, 1, "without a contract"),
        (DEAL + "mb|p|\nub|2|", 2, 1, "up to 1"),
        ("pn|a,b,c,d,e,f,g,h,i|", 1, 1, "four or eight names"),
    ],
)
def test_refused_with_line_and_column(text: str, line: int, column: int, part: str) -> None:
    """What is no LIN or no bridge is a FormatError that tells where."""
    with pytest.raises(FormatError, match=part.replace("|", r"\|")) as caught:
        boards_of(lin.parse_file(text))
    assert (caught.value.line, caught.value.column) == (line, column)


def test_file_is_named(tmp_path: Path) -> None:
    """An error in a file has its name; its encoding and mark do not matter."""
    path = tmp_path / "a.lin"
    for data in (BOARD.encode(), f"\ufeff{BOARD}".encode(), BOARD.encode("utf-16")):
        path.write_bytes(data)
        assert read_boards(path) == [one(BOARD)]
    path.write_text("oops")
    with pytest.raises(FormatError, match=r"a\.lin, line 1, column 1"):
        read_boards(path)


values = st.text(st.characters(exclude_characters="|"), max_size=9)
names = st.sampled_from(("pn", "md", "mb", "an", "pc", "mc", "nt", "qx", "vg", "zz", "3b", "up"))


@given(st.lists(st.tuples(st.sampled_from(("", "\n", " \r\n")), names, values), max_size=9))
def test_any_commands_are_read(parts: list[tuple[str, str, str]]) -> None:
    """Commands are read, known or not, with their values, and are the same when written."""
    text = "".join(f"{space}{name}|{value}|" for space, name, value in parts) + "\n"
    file = lin.parse_file(text)
    found = [(command.name, command.value) for command in file.commands]
    assert found == [(name, value) for _, name, value in parts]
    assert lin.parse_file(file.text()) == file


@given(
    st.one_of(
        st.binary(max_size=99).map(lambda data: data.decode("latin-1")),
        st.lists(st.sampled_from([*BOARD.split("|"), "\n", "5SAK", "nt"]), max_size=20).map(
            "|".join
        ),
    )
)
def test_garbage_is_refused_with_lin_error_only(text: str) -> None:
    """A text is read, or refused with a FormatError that names a line of it."""
    for prefix in ("", "md|", BOARD, DEAL + AUCTION):
        whole_text = prefix + text
        line = 1
        try:
            boards_of(lin.parse_file(whole_text))
        except FormatError as error:
            line = error.line
        ends = whole_text.count("\n") + whole_text.count("\r")  # a lone CR ends a line, too
        assert 1 <= line <= ends + 1


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), cards=st.integers(0, 52), room=st.sampled_from(("", "Open")))
def test_board_written_and_read(
    finished_board: Callable[[int], Board], seed: int, cards: int, room: str
) -> None:
    """A board, played out, claimed or broken off, is the same after writing and reading."""
    board: Board = finished_board(seed).until(cards)
    result = None
    if board.play is not None:
        result = board.play.declarer_tricks + (52 - len(board.play.cards)) // 4
    record = evolve(
        BoardRecord.of_board(board, result),
        names=("A", "B", "C", ""),
        room=room,
        remarks=(Remark(0, "first"), Remark(2, "then"), Remark(2, "and then")),
        facts=(("Event", "Cup"), ("Scoring", "IMP"), ("HomeTeam", "Us")),
    )
    assert one(file_of([record]).text()) == record


def test_texts_that_lin_cannot_hold_are_changed() -> None:
    """Bars and line ends in texts, commas in names, become harmless."""
    record = evolve(one(BOARD), names=("a,b", "c|d", "", ""), remarks=(Remark(1, "x|y\nz"),))
    again = one(file_of([record]).text())
    assert again.names == ("a b", "c/d", "", "")
    assert again.remarks == (Remark(1, "x/y z"),)


BOARDS = {"teams.lin": 16, "usbf_sf_14502.lin": 30, "endplay_example1.lin": 8}


@pytest.mark.parametrize("path", found("formats/*.lin"), ids=label)
def test_files_of_matches(path: Path) -> None:
    """Files of matches on show and of the web are read, and are the same when written."""
    records = read_boards(path)
    assert len(records) == BOARDS[path.name]
    assert boards_of(lin.parse_file(file_of(records).text())) == records


@pytest.mark.parametrize(
    "path", [*found("formats/teams.lin"), *whole("formats/usbf_sf_14502.lin")], ids=label
)
def test_results_are_those_that_the_file_tells(path: Path) -> None:
    """Contract, declarer and tricks of all boards of a match are those of its list of results."""
    file = lin.parse_file(path.read_text("utf-8"))
    written = file_of(boards_of(file))
    read, again = ([c.value for c in each.commands if c.name == "rs"] for each in (file, written))
    assert read[0] == again[0]


@pytest.mark.parametrize(
    ("commands", "number", "room"),
    [
        ("qx|o5|", 5, "Open"),
        ("qx|C12|", 12, "Closed"),
        ("qx|o5,BOARD 5|", 5, "Open"),
        ("qx|c5,Board 5,x|", 5, "Closed"),
        ("qx| o 5 |", 5, "Open"),
        ("qx|5|", 5, ""),
        ("qx|seven|", 1, ""),
        ("qx|o1-2,BOARD 1-2|", 1, "Open"),
        ("qx|c1-2|ah|Board 1-2|", 1, "Closed"),
        ("ah|Table 2 Board 5|", 5, ""),
        ("ah|Board 5 (IMP)|", 5, ""),
        ("ah|7|", 7, ""),
        ("ah|Board 1234567|", 1234567, ""),
        ("ah|Board 5|", 5, ""),
        ("ah|Board%205|", 5, ""),
        ("qx|o5|ah|Board 6|", 6, "Open"),
    ],
)
def test_number_and_room(commands: str, number: int, room: str) -> None:
    """The label tells both, in all the forms that programs write; the head tells the number."""
    record = one(f"{commands}{DEAL}")
    assert (record.board.number, record.room) == (number, room)


def test_lines_of_links_are_unescaped() -> None:
    """Texts of a line lose their escapes if its head has some; other lines keep their percents."""
    board = f"pn|a,b,c,d|{DEAL}ah|Board 5|"
    for link in (board.replace(" ", "%20"), f"{quote(board)}&bbo=y"):
        file = lin.parse_file(f"{VIEWER}{link}\n")
        assert file.problems == ()
        assert [record.board.number for record in boards_of(file)] == [5]
    text = f"pn|s%20x,w,n,e|{DEAL}ah|Board%205|sv|b|mb|1N%21|an|15%2D17|mb|p|nt|100%25|\n"
    first, second = boards_of(lin.parse_file(f"{text}pn|s%20x,w,n,e|{DEAL}ah|Board 6|nt|50%25|"))
    assert first.names[Seat.SOUTH] == "s x"
    assert (first.board.explanations, first.board.alerts) == (((0, "15-17"),), (0,))
    assert first.remarks == (Remark(2, "100%"),)
    assert (second.names[Seat.SOUTH], second.remarks[0].text) == ("s%20x", "50%25")


ORDERS = {
    "names first": ("pn", "md", "ah", "sv", "mb"),
    "hands first": ("md", "pn", "ah", "sv", "mb"),
    "names last": ("md", "ah", "sv", "pn", "mb"),
    "head first": ("ah", "md", "sv", "mb", "pn"),
    "side first": ("sv", "md", "mb"),
    "no calls": ("md", "pn"),
    "no names": ("ah", "md", "mb"),
}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_commands_of_a_board_in_any_order(order: tuple[str, ...]) -> None:
    """Names, head and side belong to the hands beside them, whatever comes first."""

    def board(number: int) -> str:
        values = {"pn": f"s{number},w,n,e", "md": DEAL.split("|")[1], "ah": f"Board {number}"}
        values |= {"sv": "nb"[number % 2], "mb": f"{number}C"}
        return "".join(f"{name}|{values[name]}|" for name in order)

    found = boards_of(lin.parse_file("".join(map(board, (4, 5, 6)))))
    assert len(found) == 3
    for number, record in zip((4, 5, 6), found, strict=True):
        if "pn" in order and order[-1] != "pn":
            assert record.names[Seat.SOUTH] == f"s{number}"
        if "ah" in order:
            assert record.board.number == number
        if "sv" in order:
            side = Vulnerability.BOTH if number % 2 else Vulnerability.NS
            assert record.board.vulnerability is side
        if "mb" in order:
            assert str(record.board.auction) == f"{number}C"


@pytest.mark.parametrize("text", ["-", "p", "P", "pass", "p!", " - "])
def test_pass_in_all_forms(text: str) -> None:
    """A dash is a pass, too."""
    assert str(one(f"{DEAL}mb|1C|mb|{text}|").board.auction) == "1C P"


def test_passed_out_board() -> None:
    """Four passes are a result. Nothing can be claimed; a claim of no tricks is harmless."""
    passed = f"{DEAL}mb|p|mb|p|mb|p|mb|p|"
    for text in (passed, passed + "mc|0|"):
        assert one(text).is_passed_out
        assert one(text).score() == 0
    with pytest.raises(FormatError, match="without a contract"):
        one(passed + "mc|1|")

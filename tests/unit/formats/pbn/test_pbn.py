"""The PBN codec: reading tolerantly, refusing with a line, writing what is read again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn import FormatError
from bluechip_bot.formats.pbn.board import pbn_record
from bluechip_bot.formats.record import BoardRecord
from bluechip_bot.model import (
    PASS,
    Board,
    BoardError,
    Call,
    Called,
    Card,
    Contract,
    Phase,
    Seat,
    Strain,
    Vulnerability,
)

DATA = Path(__file__).parents[3] / "data" / "pbn"
DEAL = '[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]'


def only(text: str) -> pbn.PbnRecord:
    """The one record of a text."""
    (record,) = pbn.loads(text)
    return record


def auction(text: str) -> pbn.PbnRecord:
    """A record of an auction that North begins."""
    return only(f'[Board "1"]\n[Auction "N"]\n{text}\n')


def test_import_form() -> None:
    """Every freedom of the import format is read, and is the same when it is written and read."""
    dialect = pbn.read(DATA / "import.pbn")
    record, auction, play = dialect[0], dialect[0].auction, dialect[0].play
    # All tags in the file's order, with values unescaped.
    assert [tag.name for tag in record.tags][:4] == ["Event", "Board", "Weather", "Dealer"]
    assert record.get("weather") == 'wet \\ "windy"'
    assert (record.number, record.dealer) == (7, Seat.EAST)
    assert record.vulnerability is Vulnerability.BOTH
    assert str(record.hands[Seat.NORTH]) == "AKQJ.AKQ.AKQ.AKQ"
    assert record.contract == Contract(3, Strain.NOTRUMP, Seat.NORTH, 1)
    assert record.result == 13
    # Dashes before the dealer's call are left out, AP is three passes, words are calls.
    assert " ".join(map(str, record.calls)) == "P P P 3NT X P P P"
    assert record.get("Auction") == "E"
    assert record.explanations == ((3, "to play: gambling"),)
    entry = auction.entries[3]
    assert (entry.suffix, entry.glyph, entry.comments) == ("!?", "$14", ("optimistic",))
    # Columns are fixed, cards are in the order played, up to the first that is not known.
    cards = [f"{seat.letter} {card}" for seat, card, _ in record.plays]
    assert cards == ["E ST", "S S3", "W S2", "N SA", "N SK"]
    assert play.ended
    # `#` takes the last record's value once, `##` stands until another value.
    assert [one.get("Event") for one in dialect] == ["Cup", "Cup", "Cup", "Cup"]
    assert [one.get("Site") for one in dialect] == ["", "Here", "Here", "There"]
    assert [one.get("Date") for one in dialect] == ["", "2026.01.02", "2026.01.02", ""]
    table = dialect[1].tag("OptimumResultTable")
    assert table is not None
    assert table.rows == ("N NT 13", 'S  C  9 "quoted ; text"')
    # A comment between empty lines goes to the board that follows.
    assert dialect[2].comments == ("alone", "second line\n\nand more")
    assert pbn.loads(pbn.dumps(dialect)) == dialect


def test_more_than_the_standard_has_notes_for() -> None:
    """An auction has 32 notes; what is said of further calls stands behind them as comments."""
    called = Board.begin(1)
    for index in range(35):
        called = called.apply(Called(called.auction.turn, Call(3 + index), f"text {index}"))
    section = pbn_record(BoardRecord(called)).auction
    assert [note.number for note in section.notes] == [*range(1, 33)]
    assert [entry.comments for entry in section.entries[31:34]] == [(), ("text 32",), ("text 33",)]


def test_fourth_hand_follows_from_three() -> None:
    """With one hand hidden the deal is known; with two it is not."""
    hands = DEAL.replace("2.5432.5432.5432", "-")
    deal = only(hands).deal
    assert deal is not None
    assert str(deal[Seat.WEST]) == "2.5432.5432.5432"
    assert only(hands.replace("6543.876.876.876", "-")).deal is None


@pytest.mark.parametrize(
    ("calls", "total"),
    [("AP", 4), ("Pass AP", 4), ("1C AP", 4), ("P P P 1C Pass AP", 7), ("1C ^S AP", 4)],
)
def test_all_pass_ends_the_auction(calls: str, total: int) -> None:
    """AP stands for the passes that are missing, four when nobody has bid."""
    record = auction(calls)
    assert len(record.calls) == total
    assert pbn.board_record(record).board.auction.is_over != ("^S" in calls)


def test_last_line_without_newline_and_other_newlines() -> None:
    """CRLF, lone CR, a byte-order mark and a missing last newline make no difference."""
    text = '[Event "a"]\n% not seen\n[Board "1"]\n\n[Board "2"]'
    expected = pbn.loads(text)
    assert len(expected) == 2
    assert pbn.loads("\ufeff" + text.replace("\n", "\r\n")) == expected
    assert pbn.loads(text.replace("\n", "\r")) == expected


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ('[Event "x]', 1, "tag like"),
        ("\n[Event]", 2, "tag like"),
        ('[Event "x"]\n{ open', 2, "comment without"),
        ('[Event "x"]\n{ a\n[South "A"]\n{ b }\n', 2, "a comment holds lines like tags"),
        ("[Event Cup]", 1, "tag like"),
        ('[Event "a "b" c"]', 1, "tag like"),
        ('[Event "x"]\n[Event "x"]', 2, "tag already on line 1"),
        ('[Event "x"]\n[Dealer "N"]\n[Dealer "E"]', 3, "tag already on line 2"),
        ('[Event "x"]\nstray', 2, "unexpected after"),
        ("stray", 1, "no tag before"),
        ('[Event "x"]\n}', 2, "unexpected character"),
        ('[Note "1:x"]', 1, "no tag before"),
        ('[Event "x"]\n[Note "1:x"]', 2, "outside auction"),
        ('[Board "1"]\n[Board "2"]', 2, "empty line between boards"),
        ('[Board "one"]', 1, "board number"),
        ('[Dealer "Q"]', 1, "seat"),
        ('[Vulnerable "E"]', 1, "vulnerability"),
        ('[Deal "N:AKQ.. - - "]', 1, "four hands"),
        ('[Deal "N:- - - -"]', 1, "one size"),
        ('[Deal "N:AA.K.Q.J - - -"]', 1, "twice"),
        (DEAL.replace("2.5432", "A.5432"), 1, "dealt twice"),
        ('[Declarer "N"]\n[Contract "8S"]', 2, "contract like"),
        ('[Result "14"]', 1, "tricks"),
        ('[Result "NS 9 EW 5"]', 1, "thirteen"),
        ('[Dealer "#"]', 1, "tell this for itself"),
        ('[Event "#"]', 1, "inherit"),
        ('[Dealer "N"]\n[Auction "W"]\n1C', 3, "must call first"),
        ('[Auction "N"]\n1C - 1D', 2, "first call only"),
        ('[Auction "N"]\n1Z', 2, "not a call"),
        ('[Auction "N"]\n1C\n+ 1D', 3, "a call after"),
        ('[Auction "N"]\n=1= 1C', 2, "nothing before"),
        ('[Auction "N"]\n1C =a=', 2, "note's number"),
        ('[Auction "N"]\n1C =1= =2=', 2, "second note"),
        ('[Auction "N"]\n1C ! !', 2, "second suffix"),
        ('[Auction "N"]\n1C ! $3', 2, "second suffix"),
        ('[Auction "N"]\n1C $256', 2, r"\$255"),
        ('[Auction "N"]\n1C\n[Note "1"]', 3, "1:text"),
        ('[Auction "N"]\n1C\n[Note "1:a"]\n1D', 4, "ended before its notes"),
        ('[Auction "N"]\n^R 1C', 2, r"\^I"),
        ('[Auction "?"]\n1C', 1, "seat"),
        ('[Play "N"]\nSA\nXX', 3, "not a card"),
        ('[Play "N"]\nSA\n* SK', 3, "ended before"),
        ('[Play "N"]\n+ + - -', 2, "second '\\+'"),
        ('[XTable "a"]\n1 ; 2', 2, "table may not hold"),
    ],
)
def test_refused_with_the_line(text: str, line: int, part: str) -> None:
    """What is not PBN is a FormatError that tells the line and what is wrong."""
    with pytest.raises(pbn.FormatError, match=part) as caught:
        pbn.loads(text)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"line {line}, column ")


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ('[Auction "N"]\n1D 1C', 2, "may not call"),
        ('[Auction "N"]\n1C AP\n[Contract "1D"]\n[Declarer "N"]', 3, "came to 1C"),
        ('[Auction "N"]\n1C AP\n[Contract "Pass"]', 3, "came to 1C"),
        ('[Auction "N"]\n1C AP\n[Play "E"]\nST S3 S2 SA\n- - - SA', 5, "before"),
        (f'{DEAL}\n[Auction "N"]\n1C AP\n[Play "E"]\nST\nS3 H5', 6, "revoke"),
        (f'{DEAL}\n[Auction "N"]\n1C AP\n[Play "E"]\nSK', 5, "not in the hand"),
        (f'{DEAL}\n[Auction "N"]\n1C AP\n[Play "S"]\nS3', 5, "out of turn"),
        ('[Auction "N"]\n1C\n[Contract "1C"]\n[Play "E"]\nST', 5, "without a finished auction"),
        ('[Auction "N"]\n1C AP\n[Play "E"]\nST S3 S2 SA\n[Result "0"]', 5, "has won 1"),
        ('[Deal "N:AK... - - -"]\n[Auction "N"]\n1C', 1, "2 cards, not 13"),
    ],
)
def test_illegal_content_is_refused_with_the_line(text: str, line: int, part: str) -> None:
    """A record that breaks the rules of bridge makes no board; the error tells the line."""
    record = only(text)
    with pytest.raises(pbn.FormatError, match=part) as caught:
        pbn.board_record(record, 1)
    assert caught.value.line == line


def test_boards_and_records_that_lack_something() -> None:
    """A board has a number: the record's, or one that is given. A record is of a finished board."""
    with pytest.raises(BoardError, match="not over"):
        pbn.record_from_board(Board.begin(1), {})
    record = only(DEAL)
    with pytest.raises(pbn.FormatError, match="no \\[Board\\] tag"):
        pbn.board_record(record)
    assert pbn.board_record(record, 5).board.number == 5


def test_claimed_board_is_not_over() -> None:
    """Play stops at the first unknown card; nothing is invented after a claim."""
    record = only(f'{DEAL}\n[Auction "N"]\n7NT AP\n[Play "E"]\nST S3 S2 SA\n*\n[Result "13"]')
    board = pbn.board_record(record, 1).board
    assert board.phase is Phase.PLAY
    assert board.play is not None
    assert board.play.declarer_tricks == 1
    assert record.result == 13


def test_export_form(finished_board: Callable[[int], Board]) -> None:
    """The fifteen tags come first in their order, then the others; 13 rows of 4 cards."""
    board = finished_board(3)
    record = pbn.record_from_board(
        board, dict.fromkeys(Seat, "Bot"), event="Cup", room="Open", tags={"Date": "2026.01.02"}
    )
    names = [tag.name for tag in record.tags]
    standard = ["Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"]
    standard += ["Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"]
    assert names == [*standard, "Room", "Score", "Auction", "Play"]
    assert record.get("Date") == "2026.01.02"
    text = pbn.format_record(record)
    rows = text[text.index("[Play") :].splitlines()[1:14]
    assert all(len(row.split()) == 4 for row in rows)
    assert text.endswith("\n\n")
    assert "AP" not in text.split()


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_board_to_record_and_back(finished_board: Callable[[int], Board], seed: int) -> None:
    """A finished board is the same after writing, reading and replaying."""
    board = finished_board(seed)
    record = pbn.record_from_board(board, {Seat.NORTH: "A"}, "Event", "Closed")
    (read,) = pbn.loads(pbn.dumps([record]))
    assert read == record
    assert pbn.board_record(read).board == board


printable = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_categories=["Cc"]))


@given(value=printable, comment=printable)
def test_any_text_survives(value: str, comment: str) -> None:
    """Quotes, backslashes and brackets in tags, and all but `}` in comments, come back."""
    comment = comment.replace("}", "").strip()
    record = pbn.PbnRecord((pbn.Tag("Event", value, comments=(comment,)),))
    if not value.startswith("#"):
        assert pbn.loads(pbn.dumps([record])) == [record]


@given(st.text(st.sampled_from('[]{};%"\\\n =1+-*^!$AKSN:Table'), max_size=60))
def test_garbage_is_refused_with_pbn_error_only(text: str) -> None:
    """Boards are made of a text, or it is refused with a FormatError that names a line of it."""
    prefixes = ("", '[Auction "N"]\n', '[Play "N"]\n', '[Deal "', '[Result "')
    for prefix in prefixes:
        line = 1
        try:
            boards = [pbn.board_record(record, 1).board for record in pbn.loads(prefix + text)]
        except pbn.FormatError as error:
            line = error.line
        else:
            assert all(board.number == 1 for board in boards)
        assert 1 <= line <= (prefix + text).count("\n") + 1


def test_writer_file_is_complete_after_each_board(
    tmp_path: Path, finished_board: Callable[[int], Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the header and after every record the disk, not only the system, holds all so far."""
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    path = tmp_path / "match.pbn"
    boards = [finished_board(1), finished_board(2), finished_board(3)]
    # What ISO 8859-1 lacks is written as question marks, not refused.
    records = [pbn.record_from_board(board, {Seat.EAST: "?ód?"}) for board in boards]
    with closing(pbn.PbnWriter(path)) as writer:
        for count, board in enumerate(boards, 1):
            assert len(synced) == count
            writer.write(pbn.record_from_board(board, {Seat.EAST: "Łódź"}))
            assert pbn.read(path) == records[:count]
    assert len(synced) == 4
    assert path.read_text(encoding="latin-1") == pbn.dumps(records)


@pytest.mark.parametrize("cut", [0, 1, 2])
def test_writer_continues_a_file(
    tmp_path: Path, finished_board: Callable[[int], Board], cut: int
) -> None:
    """Appending to a file, even one whose last lines are cut, keeps the boards apart."""
    path = tmp_path / "match.pbn"
    records = [pbn.record_from_board(finished_board(seed), {}) for seed in range(2)]
    text = pbn.dumps(records[:1])
    path.write_text(text[: len(text) - cut], encoding="latin-1", newline="")
    with closing(pbn.PbnWriter(path)) as writer:
        writer.write(records[1])
    assert pbn.read(path) == records


def test_entry_values() -> None:
    """Cells give their call or card; marks give none."""
    assert pbn.PbnCell("Pass").call == PASS
    assert pbn.PbnCell("1NT").call == Call.bid(1, Strain.NOTRUMP)
    assert pbn.PbnCell("^S").call is None
    assert pbn.PbnCell("SK").card == Card.parse("SK")
    assert pbn.PbnCell("-").card is None


def test_percent_is_a_sign_inside_braces() -> None:
    """A line with `%` in a comment belongs to it, and comes back; elsewhere it is a directive."""
    record = only('% about\n[Event "x"]\n{ first\n% 100 %\nlast }\n%own\n')
    assert record.tags[0].comments == ("first\n% 100 %\nlast",)
    assert record.directives == (" about", "own")
    assert pbn.loads(pbn.dumps([record])) == [record]


SWALLOWED = '[Event "x"]\n{{ open {}\n[Declarer "S"]\n[Contract "3D"]\n[Result "8"]\n{{ more {}\n'


@pytest.mark.parametrize("ends", [("", "}"), ("", ""), ("\n\n", "}"), ("{ x", "}")])
def test_a_comment_that_is_not_closed_swallows_no_tags(ends: tuple[str, str]) -> None:
    """It ends before a line like a tag; the record has its tags and a warning at the brace."""
    records = pbn.parse_file(SWALLOWED.format(*ends)).records
    told = {tag.name: tag.value for record in records for tag in record.tags}
    assert told["Result"] == "8"
    assert "3D by South" in [str(record.contract) for record in records]
    assert [records[0].faults, records[0].warnings[0].line] == [(), 2]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[Event Random Deal #]", "Random Deal #"),
        ("[ Event   Cup ]", "Cup"),
        ('[Event "the "open" cup"]', 'the "open" cup'),
        ('[Event ""]', ""),
    ],
)
def test_values_with_wrong_quotes_are_read(text: str, value: str) -> None:
    """A value without its quotes, or with others inside, has one meaning; it is a warning."""
    (record,) = pbn.parse_file(f'{text}\n[Board "3"]\n').records
    assert (record.get("Event"), record.number, record.faults) == (value, 3, ())
    assert [warning.line for warning in record.warnings] == ([] if value == "" else [1])


@pytest.mark.parametrize(
    ("tag", "play", "result"),
    [
        ("2", "+", None),
        ("NS 2", "S2 +", None),
        ("2", "*", 2),
        ("2", "", 2),
        ("^5", "*", 5),
        ("EW ^5", "*", FormatError),
        ("EW 9", "*", 4),
        ("NS 9 EW 4", "*", 9),
        ("EW 4 NS 9", "*", 9),
        ("?", "*", None),
    ],
)
def test_result_is_unknown_while_the_play_goes_on(
    tag: str, play: str, result: int | type[FormatError] | None
) -> None:
    """With `+` the tag counts the tricks so far; `^` before it is one that was agreed on."""
    text = f'[Contract "3S"]\n[Declarer "N"]\n[Result "{tag}"]\n[Play "E"]\nST S3 S2 SA\n{play}\n'
    (record,) = pbn.parse_file(text).records
    if isinstance(result, type):
        with pytest.raises(result):
            _ = record.result
    else:
        assert record.result == result


def test_boards_without_an_empty_line_between_them() -> None:
    """The first tag, which comes again, begins the next board; a tag told twice does not."""
    text = '[Event "x"]\n[Board "{}"]\n[Site "y"]\n'
    records = pbn.parse_file(text.format(1) + text.format(2)).records
    assert [record.number for record in records] == [1, 2]
    assert [len(record.faults) for record in records] == [0, 1]
    (record,) = pbn.parse_file(f'{text.format(1)}[Event "z"]\n[Dealer "N"]\n').records
    assert (record.get("Event"), record.dealer, len(record.faults)) == ("x", Seat.NORTH, 1)


def test_what_stands_below_a_second_tag_is_not_the_first_ones() -> None:
    """The calls of a second auction are not added to the play before it."""
    text = '[Auction "N"]\n1C AP\n[Play "E"]\nST\n[Auction "N"]\n1D AP\n'
    (record,) = pbn.parse_file(text).records
    assert [str(call) for call in record.calls] == ["1C", "P", "P", "P"]
    assert [entry.symbol for entry in record.play.entries] == ["ST"]
    assert [fault.line for fault in record.faults] == [5]


def test_a_comment_that_is_not_closed_may_hold_calls() -> None:
    """Among calls or cards a comment without its end is a fault of the record."""
    (record,) = pbn.parse_file('[Auction "N"]\n1C { x\nPass Pass\n[Event "y"]\n').records
    assert record.get("Event") == "y"
    assert [fault.line for fault in record.faults] == [2]

"""Where boards come from, and which of them are played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from attrs import evolve

from bluechip_bot.formats.boards import FormatNameError
from bluechip_bot.formats.pbn import FormatError
from bluechip_bot.formats.pbn.writer import replace
from bluechip_bot.match.boards.plan import PlanError, boards_from_seed
from bluechip_bot.match.boards.source import (
    BoardNumbers,
    BoardPrescription,
    BoardSource,
    DealCondition,
    auction_records,
    boards_from_file,
    departures,
)
from bluechip_bot.match.record.reading import record_from_store
from bluechip_bot.match.record.store import MatchStore
from bluechip_bot.model import (
    PASS,
    Auction,
    Board,
    Call,
    Contract,
    Phase,
    PlannedBoard,
    Seat,
    Vulnerability,
    calls_to,
)
from support.boards import planned_of
from support.collection import found, whole

MakeBoard = Callable[[int], Board]
FULL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
LIN = "md|1S6543H876D876C876,S2H5432D5432C5432,SAKQJHAKQDAKQCAKQ,ST987HJT9DJT9CJT9|sv|b|"


def pbn(number: int, *tags: str) -> str:
    """A board of a PBN file."""
    return "\n".join((f'[Board "{number}"]', f'[Deal "{FULL}"]', *tags, "", ""))


def test_numbers() -> None:
    """Runs, single numbers and open ends are understood."""
    numbers = BoardNumbers.parse("1, 5-7,20-")
    assert [n for n in range(1, 23) if n in numbers] == [1, 5, 6, 7, 20, 21, 22]
    assert BoardNumbers.parse("3-4,1,4").counted() == [1, 3, 4]
    with pytest.raises(PlanError, match="where do they end"):
        numbers.counted()


@pytest.mark.parametrize("text", ["", "x", "5-3", "0", "1,,2", "1-2-3", "-4"])
def test_senseless_numbers_are_refused(text: str) -> None:
    """What tells no board is a PlanError with the text."""
    with pytest.raises(PlanError, match="boards "):
        BoardNumbers.parse(text)


def test_boards_of_a_seed_by_number() -> None:
    """Chosen boards of a seed are the same as among all; skipped ones make room for others."""
    whole = boards_from_seed(3, 12)
    assert BoardSource(seed=3, numbers=BoardNumbers.parse("5-8")).boards() == whole[4:8]
    skipped = BoardSource(seed=3, count=3, skip=BoardNumbers.parse("1-2,4")).boards()
    assert skipped == (whole[2], whole[4], whole[5])
    assert BoardSource(seed=3, count=2).boards() == whole[:2]
    assert BoardSource(seed=3, count=2, numbers=BoardNumbers.parse("5-8")).boards() == whole[4:6]


def test_boards_of_files(tmp_path: Path) -> None:
    """PBN and LIN files give their deals, whatever was bid and played."""
    path = tmp_path / "a.pbn"
    path.write_text(pbn(3, '[Auction "S"]', "1C ^I 1C") + pbn(2))
    assert [board.number for board in boards_from_file(path)] == [3, 2]
    other = tmp_path / "a.lin"
    other.write_text(f"qx|o7|{LIN}mb|p|qx|c7|{LIN}mb|1C|")
    (board,) = boards_from_file(other)
    assert (board.number, board.dealer) == (7, Seat.SOUTH)
    assert board.vulnerability is Vulnerability.BOTH
    assert str(board.deal) == FULL
    assert board.calls == ()


def test_given_auctions(tmp_path: Path) -> None:
    """With given auctions only the cards are left to play, from an auction or from a contract."""
    path = tmp_path / "a.pbn"
    text = pbn(1, '[Auction "N"]', "1C P 1S AP") + pbn(2, '[Declarer "N"]', '[Contract "4HX"]')
    path.write_text(text)
    first, second = boards_from_file(path, given=True)
    assert first.begin().phase is Phase.PLAY
    assert str(first.begin().contract) == "1S by South"
    assert str(second.begin().contract) == "4HX by North"
    path.write_text(pbn(1))
    with pytest.raises(PlanError, match="no contract that could be played"):
        boards_from_file(path, given=True)


def test_boards_that_are_left_out_need_no_auction(tmp_path: Path) -> None:
    """A board without a contract is named with its line, unless it is not played at all."""
    path = tmp_path / "a.pbn"
    path.write_text(pbn(1, '[Auction "N"]', "1C P 1S AP") + pbn(2))
    with pytest.raises(PlanError, match=r"a\.pbn, line \d+: board 2 has no contract that"):
        BoardSource(path, given=True).boards()
    for source in (
        BoardSource(path, given=True, skip=BoardNumbers.parse("2")),
        BoardSource(path, given=True, numbers=BoardNumbers.parse("1")),
    ):
        (board,) = source.boards()
        assert (board.number, str(board.begin().contract)) == (1, "1S by South")


def test_which_auctions_were_made_up(tmp_path: Path) -> None:
    """Those of a contract alone, of a tag that says so, and of a prescribed contract."""
    path = tmp_path / "a.pbn"
    auction = ('[Auction "N"]', "1C P 1S AP\n")
    said = pbn(3, '[CallsTell "nothing"]', *auction)
    contract = pbn(2, '[Declarer "N"]', '[Contract "4HX"]')
    path.write_text(pbn(1, *auction) + contract + said)
    assert [board.made_up for board in boards_from_file(path, given=True)] == [False, True, True]
    assert not any(board.made_up for board in boards_from_file(path))
    prescribed = BoardPrescription(contract=Contract.parse("3NT-S"))
    assert all(board.made_up for board in BoardSource(path, prescribed=prescribed).boards())


@pytest.mark.parametrize("text", ["1C-N", "7NTXX-W", "4SX-E", "3H-S"])
def test_auction_to_a_contract(text: str) -> None:
    """Whoever deals, the auction that is made up is legal and ends in the contract."""
    contract = Contract.parse(text)
    for dealer in Seat:
        auction = Auction(dealer)
        for call in calls_to(contract, dealer):
            auction = auction.with_call(call)
        assert auction.is_over
        assert auction.contract == contract


def test_prescribed_dealer_vulnerability_and_contract() -> None:
    """What is prescribed holds for every board; the deals stay."""
    prescribed = BoardPrescription(Seat.WEST, Vulnerability.EW, Contract.parse("3NT-S"))
    boards = BoardSource(seed=1, count=3, prescribed=prescribed).boards()
    assert {(board.dealer, board.vulnerability) for board in boards} == {
        (Seat.WEST, Vulnerability.EW)
    }
    assert {str(board.begin().contract) for board in boards} == {"3NT by South"}
    assert [board.deal for board in boards] == [board.deal for board in boards_from_seed(1, 3)]


def test_condition_holds_and_deals_stay() -> None:
    """Every dealt board meets the condition; a board is the same whichever others are dealt."""
    condition = DealCondition.parse("N: 15-17 HCP; is balanced & S: 8+ HCP; has SA")
    boards = condition.boards(7, range(1, 9))
    for board in boards:
        assert 15 <= board.deal[Seat.NORTH].hcp <= 17
        assert min(board.deal[Seat.NORTH].lengths) >= 2
        assert board.deal[Seat.SOUTH].hcp >= 8
        assert 12 in board.deal[Seat.SOUTH]
    assert condition.boards(7, [5]) == boards[4:5]
    spec = '{"N": {"hcp": [15, 17], "is": ["balanced"]}, "S": {"hcp": [8, 37], "has": ["SA"]}}'
    assert DealCondition.parse(spec).boards(7, range(1, 9)) == boards
    assert condition.boards(8, [5]) != boards[4:5]


def test_senseless_conditions_are_refused() -> None:
    """A condition that is none is a PlanError that says what is wrong."""
    for text, part in (
        ("", "seat"),
        ("N 15+ HCP", "seat"),
        ("N: 15+ HCP & N: any", "a seat once"),
        ("N: nonsense", "nonsense"),
        ('{"Q": {}}', "Q"),
        ('{"N": 5}', "condition.N"),
        ("{", "condition '{'"),
    ):
        with pytest.raises(PlanError, match=part):
            DealCondition.parse(text)


def test_condition_that_no_deal_meets_ends() -> None:
    """A condition that is next to impossible is given up, with the board."""
    condition = DealCondition.parse("N: 37 HCP").hands
    with pytest.raises(PlanError, match="board 3: none of 4096 random deals"):
        DealCondition(condition, limit=4096).deal(1, 3)


def test_parts_that_do_not_go_together(tmp_path: Path) -> None:
    """A condition with a file, no boards at all, too few, or none left: one message each."""
    path = tmp_path / "a.pbn"
    path.write_text(pbn(1) + pbn(2))
    called = tmp_path / "called.pbn"
    called.write_text(pbn(1, '[Auction "N"]', "1C AP"))
    any_hand = DealCondition.parse("N: any")
    contract = BoardPrescription(contract=Contract.parse("1CN"))
    for source, part in (
        (BoardSource(path, condition=any_hand), "for boards that are dealt"),
        (BoardSource(), "which boards"),
        (BoardSource(path, count=3), "holds 2 such boards, not 3"),
        (BoardSource(path, numbers=BoardNumbers.parse("7-")), "no board is left"),
        (BoardSource(path, skip=BoardNumbers.parse("1-3")), "no board is left"),
        (BoardSource(count=1, given=True), "of which file"),
        (BoardSource(path, given=True, prescribed=contract), "give one"),
        (
            BoardSource(called, given=True, prescribed=BoardPrescription(dealer=Seat.EAST)),
            "North deals",
        ),
        (BoardSource(seed=-1, count=1), "a seed from 0"),
        (BoardSource(seed=-1, count=1, condition=any_hand), "a seed from 0"),
    ):
        with pytest.raises(PlanError, match=part):
            source.boards()


def test_unusable_files_are_refused_with_the_line(tmp_path: Path) -> None:
    """Numbers that come twice, missing deals, board 0 and errors tell file and line."""
    for text, part in (
        (pbn(1) + pbn(1), r"a.pbn, line 4: a second board 1"),
        (pbn(1, '[Room "Open"]') * 2, "line 5: a second board 1"),
        ('[Board "4"]\n', "line 1: board 4 has no complete deal"),
        (pbn(0), "line 1: board 0: boards are numbered from 1"),
        ("% nothing\n", "no board in it"),
    ):
        path = tmp_path / "a.pbn"
        path.write_text(text)
        with pytest.raises(PlanError, match=part):
            boards_from_file(path)
    path.write_text('[Deal "x"]')
    with pytest.raises(FormatError, match=r"a\.pbn, line 1"):
        boards_from_file(path)
    other = tmp_path / "a.txt"
    other.write_text("neither")
    with pytest.raises(FormatNameError):
        boards_from_file(other)


MATCHES = [
    (found("formats/teams.lin")[0], range(1, 9), "3D by West"),
    *((path, range(46, 61), "4H by East") for path in whole("formats/usbf_sf_14502.lin")),
]


@pytest.mark.parametrize(("path", "numbers", "contract"), MATCHES)
def test_matches_on_show_are_played_again(path: Path, numbers: range, contract: str) -> None:
    """A file of both rooms gives each board once, with its auction when that is asked for."""
    boards = boards_from_file(path, given=True)
    assert [board.number for board in boards] == list(numbers)
    assert str(boards[0].begin().contract) == contract


@pytest.mark.parametrize(
    ("text", "given", "numbers", "lost"),
    [
        (pbn(1, '[Auction "N"]', "4H*") + pbn(2), False, [1, 2], []),
        (pbn(1, '[Site "x"]', '[Site "y"]') + pbn(2), False, [1, 2], []),
        (pbn(1) + "Minimum : 33.6\n", False, [1], []),
        (pbn(1).replace('"1"', '"1-1"') + pbn(2), False, [1, 2], []),
        (pbn(1).replace("AKQJ", "AKQX") + pbn(2), False, [2], [2]),
        ('[Board "1"]\n\n' + pbn(2), False, [2], [0]),
        (pbn(0) + pbn(2), False, [2], [0]),
        (pbn(1, '[Auction "N"]', "4H*") + pbn(2, '[Auction "N"]', "1C AP"), True, [2], [4]),
        (pbn(1) + pbn(2, '[Auction "N"]', "1C AP"), True, [2], [0]),
    ],
)
def test_the_other_boards_are_planned(
    tmp_path: Path,
    text: str,
    given: bool,  # noqa: FBT001
    numbers: list[int],
    lost: list[int],
) -> None:
    """A board that cannot be played is left out and reported; nothing else keeps one out."""
    path = tmp_path / "a.pbn"
    path.write_text(text)
    told: list[tuple[ValueError, bool]] = []
    source = BoardSource(path, given=given)
    boards = source.boards(lambda problem, *, lost: told.append((problem, lost)))
    assert [board.number for board in boards] == numbers
    assert [getattr(problem, "line", 0) for problem, is_lost in told if is_lost] == lost
    assert all(str(problem).startswith(f"{path}, line ") for problem, _ in told)


def test_a_board_that_is_played_again_with_its_cards_turned(tmp_path: Path) -> None:
    """Bridge Moniteur writes the second room as the same board, turned by a seat: it is one."""
    path = tmp_path / "a.pbn"
    first = f'[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{FULL}"]\n\n'
    second = first.replace('"S"', '"W"').replace('"EW"', '"NS"').replace("N:", "E:")
    path.write_text(first + second)
    (board,) = boards_from_file(path)
    assert (board.dealer, board.vulnerability) == (Seat.SOUTH, Vulnerability.EW)
    path.write_text(first + second.replace('"NS"', '"EW"'))
    with pytest.raises(PlanError, match="a second board 3"):
        boards_from_file(path)


# Boards whose auction is given


def mixed() -> tuple[PlannedBoard, ...]:
    """A board that is to be bid, one in a contract, and one with an auction of its own."""
    free, in_contract, with_calls = boards_from_seed(1, 3)
    calls = tuple(map(Call.parse, ("P", "P", "1NT", "X", "XX", "P", "P", "P")))
    contract = BoardPrescription(contract=Contract.parse("4SXXN"))
    return free, contract.of(in_contract), evolve(with_calls, calls=calls)


def test_auctions_are_read_back_from_their_file(tmp_path: Path) -> None:
    """The file holds the boards with a given auction as they are, and which were made up."""
    path = tmp_path / "auctions.pbn"
    replace(path, auction_records(mixed()))
    assert boards_from_file(path, given=True) == mixed()[1:]
    assert [board.made_up for board in mixed()] == [False, True, False]
    for planned in mixed():
        assert not any(planned.contradiction(planned.dealt(), seat) for seat in Seat)


def test_a_board_with_another_call_is_left_out(finished_board: MakeBoard) -> None:
    """The room, who called and what was given are named, of each room; other boards count."""
    board = finished_board(5)
    plan = planned_of(board, board.auction.calls)
    open_room, closed = {board.number: board}, {board.number: board}
    rooms = {"open": open_room, "closed": closed}
    assert departures([plan, evolve(plan, calls=())], rooms) == {}
    plan = planned_of(board, (Call.parse("7NT"), *[PASS] * 3))
    text = f"{board.dealer} called {board.auction.calls[0]} where 7NT is given"
    found = {board.number: f"open room: {text}"}
    assert departures([plan], {"open": open_room, "closed": {}}) == found
    found = {board.number: f"open room: {text}, closed room: {text}"}
    assert departures([plan], rooms) == found


def test_the_report_leaves_it_out_too(tmp_path: Path, finished_board: MakeBoard) -> None:
    """What a match's file tells for statistics is without such boards; its state keeps them."""
    boards = [finished_board(5), finished_board(6)]
    kept = planned_of(boards[0], boards[0].auction.calls)
    other = planned_of(boards[1], (Call.parse("7NT"), *[PASS] * 3))
    with closing(MatchStore.create(tmp_path / "match.sqlite", {}, [kept, other])) as store:
        for room in ("open", "closed"):
            for board in boards:
                store.begin_board(room, room, board.number, 0.0)
                store.finish_board(room, room, board, (1.0, 1.0), 1.0)
        record = record_from_store(store)
        assert [pair.number for pair in record.pairs] == [kept.number]
        assert record.planned == 2
        assert len(list(store.finished("open"))) == 2

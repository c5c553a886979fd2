"""The command `bid` with a file of boards."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from bluechip_bot.formats import pbn
from bluechip_bot.formats.boards import read_boards
from bluechip_bot.formats.pbn.check import problems
from bluechip_bot.model import Seat
from bluechip_bot.player.calling import BoardTask
from support.commands import invoke, small_system
from support.tables import rows

RULES = """
@after
1S   need 12+ hcp, 5+ S    prio 60
1C!  need 12+ hcp          prio 50  f1  shows 12+ hcp  "strong"
"""
DEAL = "N:2.K873.T74.AT865 AK843.AT4.AJ.Q43 965.96.Q9853.J97 QJT7.QJ52.K62.K2"
BALANCED = "N:K93.AQ854.T87.95 T85.K2.AQ92.A764 A642.73.KJ53.T82 QJ7.JT96.64.KQJ3"
SOUTHS = "N:2.K873.T74.AT865 - 965.96.Q9853.J97 -"
PLAYED = """[Board "7"]
[North "Łucja"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:K93.AQ854.T87.95 T85.K2.AQ92.A764 A642.73.KJ53.T82 QJ7.JT96.64.KQJ3"]
{4S 12, 3NT 7}
[Contract "3NT"]
[Declarer "W"]
[Result "9"]
[Score "NS -400"]
[Room "Open"]
[HomeTeam "A"]
[Auction "N"]
{the old one}
Pass 1S Pass 3NT
AP
[Play "N"]
C6 C4 CJ CK
*
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 3
"""


def board(number: object, deal: str = DEAL, *lines: str, dealer: str = '[Dealer "N"]') -> str:
    """A board of a PBN file, of five lines and more."""
    head = f'[Board "{number}"]\n{dealer}\n[Vulnerable "None"]\n[Deal "{deal}"]'
    return "\n".join((head, *lines, "", ""))


@pytest.fixture
def bid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Bid a text as `a.pbn` into `b.pbn`, by `small.toml` without thought if not otherwise."""
    monkeypatch.chdir(tmp_path)
    small_system(tmp_path, RULES)

    def bidding(text: str, *words: str, out: str = "b.pbn") -> Result:
        Path("a.pbn").write_text(text, "utf-8")
        usual: tuple[str, ...] = () if "--budget" in words else ("--no-think",)
        if "--by-board" in words:
            words = words[1:]
        elif "--system" not in words:
            usual += ("--system", "small.toml")
        return invoke("bid", "a.pbn", "--out", out, "--jobs", 1, *usual, *words)

    return bidding


def auctions(path: str = "b.pbn") -> list[str]:
    """The auctions of a file."""
    return [" ".join(map(str, record.calls)) for record in pbn.read(path)]


def test_a_board_with_its_new_auction(bid: Callable[..., Result]) -> None:
    """Auction, notes, alerts, contract and systems are new; what was played is gone, not else."""
    done = bid(PLAYED, "--opponents", "floor", "--side", "EW")
    assert done.exit_code == 0, done.output
    assert done.stderr == "boards bid: 1; in b.pbn: 1\n"
    text = Path("b.pbn").read_text("utf-8")
    (record,) = pbn.loads(text)
    assert dict(record.explanations)[1] == "Alert. strong, artificial: 12+ HCP, forcing"
    (read,) = read_boards("b.pbn")  # Its tags are those of the auction, or this raises.
    assert read.board.auction.is_over
    assert (read.board.alerts[0], read.contract, read.result) == (1, read.board.contract, None)
    tags = ("Board", "North", "Room", "HomeTeam", "Event", "BidSystemEW", "BidSystemNS", "Score")
    assert [record.get(name) for name in tags] == ["7", "Łucja", "Open", "A", "?", "small", "", ""]
    assert record.tag("Play") is None
    comments = [comment for tag in record.tags for comment in tag.comments]
    assert comments == ["4S 12, 3NT 7", "the old one"]
    assert [tag.rows for tag in record.tags if tag.rows] == [("N NT 3",)]
    assert problems(text.replace("Łucja", "Lucja")) == []


def test_calls_are_those_of_single_hands(bid: Callable[..., Result]) -> None:
    """With thought or without, each call and its meaning are what `bid --batch` answers."""
    limits = ("--budget", "60", "--worlds", "4")
    assert bid(board(1, BALANCED), "--system", "sayc", *limits).exit_code == 0
    (record,) = pbn.read("b.pbn")
    calls = list(map(str, record.calls))
    asked = [
        {"hand": str(record.hands[Seat(at % 4)]), "dealer": "N", "vul": "None", "auction": made}
        for at, made in enumerate(calls[:at] for at in range(len(calls)))
    ]
    Path("hands.jsonl").write_text("\n".join(map(json.dumps, asked)))
    answers = map(json.loads, invoke("bid", "--batch", "hands.jsonl", *limits).output.splitlines())
    texts = dict(record.explanations)
    found = [(call, texts.get(at, "")) for at, call in enumerate(calls)]
    alerts = {True: "Alert. ", False: ""}
    assert found == [(one["call"], alerts[one["alert"]] + one["explanation"]) for one in answers]


def test_one_side_alone(bid: Callable[..., Result]) -> None:
    """The hands of a side that passes need not be known; its passes and system say nothing."""
    assert bid(board(1, SOUTHS) + board(2, BALANCED), "--side", "NS").exit_code == 0
    first, second = pbn.read("b.pbn")
    assert auctions() == ["P P P P", "P P P P"]
    assert first.get("Contract") == "Pass"
    for record in (first, second):
        assert {index % 2 for index, _ in record.explanations} == {0}
        assert (record.get("BidSystemNS"), record.get("BidSystemEW")) == ("small", "")


@pytest.mark.parametrize(("given", "calls", "note"), rows("cli", "given_calls"))
def test_given_calls(bid: Callable[..., Result], given: str, calls: list[str], note: str) -> None:
    """The other side makes the calls of the file, with their notes, and passes after them."""
    done = bid(board(1, BALANCED, '[Auction "N"]', given), "--side", "NS", "--given")
    assert done.exit_code == 0, done.output
    (record,) = pbn.read("b.pbn")
    made = list(map(str, record.calls))[1::2]
    assert (made[: len(calls)], {*made[len(calls) :]} - {"P"}) == (calls, set())
    assert dict(record.explanations).get(1, "") == note
    assert "not legal" not in done.stderr


def test_a_given_call_that_is_not_legal_any_more(bid: Callable[..., Result]) -> None:
    """From it on the side passes, and the file and the command say so."""
    given = ('[Auction "N"]', "Pass 1C 1D Pass", "7NT Pass Pass X", "AP")
    done = bid(board(1, DEAL, *given), "--side", "EW", "--given")
    assert done.exit_code == 0, done.output
    (record,) = pbn.read("b.pbn")
    assert auctions()[0].startswith("P 1S P ")
    assert {*map(str, record.calls[::2])} == {"P"}
    comments = [text for entry in record.auction.entries for text in entry.comments]
    assert comments == ["South's 1D of the file is not legal here: N/S pass"]
    assert record.auction.entries[2].comments
    assert "boards with a given call that is not legal any more: 1\n" in done.stderr


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (board(2, SOUTHS), "line 6: board 2: no hand of East and West"),
        (board(2, dealer='[Dealer "?"]'), "line 6: board 2: nothing says who deals"),
        (board(2, dealer='[Dealer "X"]'), "line 7, column 1: board 2: "),
        (board(2, DEAL.replace("965.", "65.")), "line 9, column 1: board 2: hands of one size"),
        (board("2-1", DEAL.replace("AK8", "AK2")), "line 9, column 1: board 2-1: S2 dealt twice"),
        (
            board(2, DEAL, '[BidSystemEW "Precision"]'),
            "line 6: board 2: no such BidSystemEW (there are",
        ),
    ],
)
def test_bad_boards(bid: Callable[..., Result], bad: str, told: str) -> None:
    """A board that cannot be bid is left out, with line and board; the others are bid."""
    done = bid(board(1) + bad + board(3), "--by-board")
    assert done.exit_code == 2
    assert [record.number for record in pbn.read("b.pbn")] == [1, 3]
    assert done.stderr.count("(left out)") == 1
    assert f"a.pbn, {told}" in done.stderr
    assert "left out, since not all could be read: 1 board\n" in done.stderr


def test_systems_of_the_boards(bid: Callable[..., Result]) -> None:
    """The tags name the systems unless options do; one that only reads may be unknown."""
    tags = ('[BidSystemNS "Two_Over_One"]', '[BidSystemEW "Precision"]', '[Auction "N"]', "*")
    text = board(1, DEAL, *tags)
    assert bid(text, "--by-board").exit_code == 2
    assert bid(text, "--by-board", "--side", "NS", "--given").exit_code == 0
    assert bid(text, "--system", "floor", out="c.pbn").exit_code == 0
    found = [
        (record.get("BidSystemNS"), record.get("BidSystemEW"))
        for name in ("b.pbn", "c.pbn")
        for record in pbn.read(name)
    ]
    assert found == [("two_over_one", "Precision"), ("floor", "floor")]


def test_it_goes_on(bid: Callable[..., Result]) -> None:
    """Wherever a file was torn, the same command makes the same file of it."""
    text = "".join(board(number, deal) for number, deal in enumerate((DEAL, BALANCED, DEAL), 1))
    assert bid(text).exit_code == 0
    path = Path("b.pbn")
    whole = path.read_bytes()
    for share in (0.001, 0.04, 0.5, 0.999, 1.0):
        torn = whole[: int(len(whole) * share)]
        path.write_bytes(torn)
        done = bid(text)
        assert done.exit_code == 0, done.output
        assert path.read_bytes() == whole
        kept = max(torn.count(b"\n\n") - 1, 0)  # The first empty line ends the head of the file.
        assert done.stderr == f"boards bid: {3 - kept}; in b.pbn: 3\n"


def test_interrupted(bid: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    """What was bid before stays, and the message says how to go on."""
    bid_one = BoardTask.bid

    def interrupted(task: BoardTask) -> object:
        if task.board.number == 2:
            raise KeyboardInterrupt
        return bid_one(task)

    with monkeypatch.context() as patch:
        patch.setattr(BoardTask, "bid", interrupted)
        done = bid(board(1) + board(2))
    assert done.exit_code == 130
    assert done.stderr == (
        "Error: interrupted; the same command goes on after the 1 boards of b.pbn\n"
    )
    assert bid(board(1) + board(2)).stderr == "boards bid: 1; in b.pbn: 2\n"


@pytest.mark.parametrize(
    ("before", "words", "told"),
    [
        (PLAYED, (), "b.pbn is there already, and not of this command"),
        ("", ("--system", "floor"), "b.pbn was begun by `bluechip-bot bid --system 'small.toml' "),
        ("", ("--worlds", "8"), "--no-think`: give the same options, or another --out"),
        (board(1, BALANCED), (), "b.pbn, line 5: board 1 is not that of the file that is read"),
        (board(1) + board(2), (), "board 2 is not that of the file that is read"),
    ],
)
def test_another_file_is_not_touched(
    bid: Callable[..., Result], before: str, words: tuple[str, ...], told: str
) -> None:
    """A file of other options, other boards or another program is refused."""
    if before is PLAYED:
        Path("b.pbn").write_text(PLAYED, "utf-8")
    else:
        assert bid(before or board(1)).exit_code == 0
    there = Path("b.pbn").read_bytes()
    done = bid(board(1), *words)
    assert (done.exit_code, Path("b.pbn").read_bytes()) == (2, there)
    assert told in done.stderr


def test_lin_and_two_processes(bid: Callable[..., Result]) -> None:
    """Boards of a LIN file are bid as those of PBN are, whoever does it."""
    assert bid(board(1) + board(2, BALANCED)).exit_code == 0
    assert invoke("convert", "a.pbn", "a.lin").exit_code == 0
    words = ("--system", "small.toml", "--no-think", "--jobs", 2)
    done = invoke("bid", "a.lin", "--out", "c.pbn", *words)
    assert done.exit_code == 0, done.output
    assert auctions("c.pbn") == auctions("b.pbn")

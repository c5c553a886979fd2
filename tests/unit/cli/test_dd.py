"""`bluechip-bot dd`: tables and par of deals, and of the boards of files."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import Result

from bluechip_bot.cli import dd
from bluechip_bot.engine import DoubleDummy, SearchStopped, SolverError, doubledummy
from bluechip_bot.model import Card, Hand
from support.commands import invoke

DEAL = "N:AJ8.J873.K3.KJT6 64.T654.T9762.Q5 KQ932.KQ9.QJ.987 T75.A2.A854.A432"
FULL = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"
LIN = "md|1S6543H876D876C876,S2H5432D5432C5432,SAKQJHAKQDAKQCAKQ,|"
GRAND = '[Dealer "N"]\n[Declarer "N"]\n[Contract "7NT"]'


def run(*words: object) -> Result:
    """The command with some words."""
    return invoke("dd", *words)


def board(number: str, *lines: str, deal: str = FULL) -> str:
    """A board of a PBN file."""
    return "\n".join((f'[Board "{number}"]', f'[Deal "{deal}"]', *lines, "", ""))


@pytest.mark.parametrize(
    ("name", "text", "boards", "status", "told"),
    [
        ("a.pbn", board("1") + board("2"), [1, 2], 0, []),
        ("a.lin", f"qx|o7|{LIN}qx|o8|{LIN}", [7, 8], 0, []),
        ("a.txt", f"qx|o7|{LIN}", [7], 0, []),
        ("a.pbn", board("1-1") + board("2"), [1, 2], 0, ["line 1, column 1: a board number"]),
        ("a.pbn", board("1", '[Auction "N"]', "4H*"), [1], 0, ["line 4, column 1: not a call"]),
        (
            "a.pbn",
            board("1") + "Minimum : 33.6\nAvg : 33.4\n",
            [1],
            0,
            ["line 4, column 1: no tag before this"],
        ),
        (
            "a.pbn",
            board("1", deal="N:... ... ... ...") + board("2"),
            [2],
            2,
            ["line 1: board 1 has no complete deal", "(left out)", "left out, since", ": 1 board"],
        ),
        ("a.pbn", board("1", deal="x") + board("2"), [2], 2, ["line 2, column 1", "(left out)"]),
        ("a.pbn", '[Board "1"]\n', [], 2, ["board 1 has no complete deal"]),
        ("a.pbn", "\n", [], 2, ["no board in"]),
        ("a.txt", "\n", [], 2, ["neither .pbn nor .lin"]),
    ],
)
def test_boards_of_files(
    tmp_path: Path, name: str, text: str, boards: list[int], status: int, told: list[str]
) -> None:
    """Each board whose deal is known has its table; what is wrong elsewhere has its line."""
    path = tmp_path / name
    path.write_text(text)
    result = run(path)
    shown = [line.partition(":")[0] for line in result.stdout.splitlines() if "Board" in line]
    assert shown == [f"Board {number}" for number in boards]
    assert result.exit_code == status, result.output
    assert all(text in result.stderr for text in told)
    assert bool(result.stderr) == bool(told)


def test_utf_16(tmp_path: Path) -> None:
    """A file that PowerShell has written is read."""
    path = tmp_path / "a.pbn"
    path.write_bytes(("\ufeff" + board("5")).encode("utf-16-le"))
    result = run(path)
    assert (result.exit_code, result.stdout.startswith(f"Board 5: {FULL}")) == (0, True)


def test_the_first_problems_are_printed(tmp_path: Path) -> None:
    """A file full of faults does not fill the terminal."""
    path = tmp_path / "a.pbn"
    path.write_text("".join(f'[Site "{number}\n\n' for number in range(50)))
    lines = run(path).stderr.splitlines()
    assert lines[20] == "... and 80 more such lines"
    assert lines[21] == "Error: left out, since not all could be read: 50 boards"


@pytest.mark.parametrize(
    ("lines", "shown", "status"),
    [
        ((GRAND, '[Play "E"]', "ST S3 S2 SA"), "7NT by North", 0),
        ((GRAND, '[Auction "N"]', "7NT AP", '[Play "E"]', "ST S3 S2 SA"), "7NT by North", 0),
        ((GRAND, '[Auction "N"]', "*", '[Play "E"]', "ST S3 S2 SA"), "7NT by North", 0),
        ((GRAND, '[Play "E"]', "ST S3 S2 ^R H2"), "7NT by North", 0),
        ((GRAND,), "no play", 0),
        ((GRAND, '[Play "E"]', "S1"), "Board 1", 2),
        ((GRAND, '[Auction "N"]', "7NT*"), "Board 1", 2),
    ],
)
def test_play(tmp_path: Path, lines: tuple[str, ...], shown: str, status: int) -> None:
    """A play needs a contract, and no auction; one that cannot be read costs the table nothing."""
    path = tmp_path / "a.pbn"
    path.write_text(board("1", *lines))
    result = run(path, "--play")
    assert shown in result.stdout
    assert result.exit_code == status, result.output
    assert "par, None vulnerable" in result.stdout


def par_lines(*words: object) -> list[str]:
    """The lines of the output that are about par."""
    done = invoke("dd", *words)
    assert done.exit_code == 0, done.output
    return [line for line in done.output.splitlines() if line.startswith("par")]


def test_par_of_a_deal_is_printed_for_each_vulnerability() -> None:
    """A deal says nothing about that; North deals."""
    three, two = "3S by North, 3S by South", "2S by North, 2S by South"
    assert par_lines(DEAL) == [
        f"par, None vulnerable, North deals: N/S +140 ({three})",
        f"par,   NS vulnerable, North deals: N/S +140 ({three})",
        f"par,   EW vulnerable, North deals: N/S +140 ({two})",
        f"par,  All vulnerable, North deals: N/S +140 ({two})",
    ]


def test_par_of_a_board_is_for_its_own_dealer_and_vulnerability(tmp_path: Path) -> None:
    """They are those of the file, or follow from the number."""
    path = tmp_path / "boards.pbn"
    path.write_text(
        f'[Board "2"]\n[Deal "{DEAL}"]\n\n'
        f'[Board "4"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n'
    )
    assert par_lines(path) == [
        "par, NS vulnerable, East deals: N/S +140 (3S by North, 3S by South)",
        "par, EW vulnerable, South deals: N/S +140 (2S by North, 2S by South)",
    ]


POSITIONS = (
    "hands,trump,leader,trick",
    "N:.A.92. 3...96 .Q86.. 87...4,C,N,",
    "N:A.K4.KT654.3 K5.Q973.A.85 632.65.7.KT2 QJ8.2.Q3.A97,C,E,",
)
SCORES = ("HA=0 D9=0 D2=0", "SK=6 S5=6 HQ=6 H9=6 H7=6 H3=6 DA=6 C8=6 C5=6")


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_threads_keep_the_order(tmp_path: Path, threads: int) -> None:
    """Of positions and of boards, and each is solved once."""
    path = tmp_path / "p.csv"
    path.write_text("\n".join(POSITIONS[:1] + POSITIONS[1:] * 20))
    result = run("--batch", path, "--threads", threads)
    assert (result.exit_code, result.stdout.splitlines()) == (0, list(SCORES * 20))
    path = tmp_path / "a.pbn"
    path.write_text("".join(board(str(number), GRAND) for number in range(1, 9)))
    result = run(path, "--threads", threads, "--play", "--memory-mb", 1)
    shown = [line.split()[1] for line in result.stdout.splitlines() if "Board" in line]
    assert shown == [f"{number}:" for number in range(1, 9)]
    assert result.stdout.count("no play") == 8


@pytest.mark.parametrize("error", [MemoryError("no 9 MB for the table"), SolverError("memory_mb")])
def test_memory_that_cannot_be_had(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """It is named in a line."""

    def refuse(memory_mb: int) -> None:
        raise error

    monkeypatch.setattr(doubledummy, "DoubleDummySolver", refuse)
    result = run(DEAL, "--memory-mb", 9)
    assert (result.exit_code, result.stderr) == (2, f"Error: {error}\n")


def test_an_interruption_ends_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that are there stay, and threads that still search are ended."""
    path = tmp_path / "p.csv"
    path.write_text("\n".join(POSITIONS))
    running = threading.active_count()
    halted = threading.Event()
    monkeypatch.setattr(DoubleDummy, "stop", lambda _: halted.set())

    def score(solver: DoubleDummy, hands: Sequence[Hand], *_: object) -> dict[Card, int]:
        if len(hands[0]) == 3:
            return {Card(0): 1}
        assert halted.wait(60)
        raise SearchStopped

    def tracked(texts: Iterator[str], title: str, total: int) -> Iterator[str]:
        yield next(texts)
        raise KeyboardInterrupt

    monkeypatch.setattr(DoubleDummy, "cards", score)
    monkeypatch.setattr(dd, "tracked", tracked)
    done = invoke("dd", "--batch", path, "--threads", 2)
    assert (done.exit_code, done.stdout, done.stderr) == (130, "S2=1\n", "Error: interrupted\n")
    assert threading.active_count() == running

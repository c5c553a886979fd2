"""All that the PBN standard forbids, told with line and column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bluechip_bot.formats import pbn
from bluechip_bot.formats.pbn.check import problems, problems_of_file
from bluechip_bot.model import Board

DEAL = '[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]'
AUCTION = '[Dealer "N"]\n[Auction "N"]\n'
PLAY = f'{DEAL}\n[Declarer "N"]\n[Contract "3S"]\n[Play "E"]\n'


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ('[Event "a\tb"]', 1, 1, "tab"),
        ('[Date "1.2.2026"]', 1, 1, "a date like"),
        ('[Time "24h"]', 1, 1, "a time like"),
        ('[Round "-1"]', 1, 1, "a round like"),
        ('[Scoring "IMP;"]', 1, 1, "a scoring like"),
        ("[Event Random Deal #]", 1, 1, "a tag like"),
        ('[Event "the "open" cup"]', 1, 1, "a tag like"),
        ('[Event "x"]\n[Event "x"]', 2, 1, "tag already on line 1"),
        ('[Event "x"]\n{ a\n[South "A"]\n{ b }\n', 2, 1, "a } missing in line 2"),
        ('[Event "x"]\n{ a\n[South "A"]\n', 2, 1, "missing in line 2"),
        ('[Event "“x”"]', 1, 9, "ISO 8859-1"),
        ('[Event "x"]\n\nMinimum : 33.6', 3, 1, "no tag before"),
        ('[Score "NS"]', 1, 1, "a score like"),
        ('[ScorePercentage "-10"]', 1, 1, "a percentage"),
        ('[ScoreRubber "300"]', 1, 1, "a rubber score"),
        ('[OptimumScore "100"]', 1, 1, "a score like"),
        ('[WestType "robot"]', 1, 1, "human or program"),
        ('[Deal "N:A.K.Q.J  - - -"]', 1, 1, "single spaces"),
        (f'[Event "{"x" * 250}"]', 1, 255, "characters in a line"),
        ('[Event "a\x01"]', 1, 10, "ISO 8859-1"),
        ('[Event "Łódź"]', 1, 9, "ISO 8859-1"),
        ('[Auction "N"]\n1C', 1, 1, "without the tag Dealer"),
        (AUCTION + "1N", 3, 1, "a call like 1NT"),
        (AUCTION + "1C 1B", 3, 4, "not a call"),
        (AUCTION + "1C\n1D 1D", 4, 4, "may not call 1D"),
        (AUCTION + "1C P X", 3, 6, "may not call X"),
        (AUCTION + "1C AP P", 3, 7, "the auction is over"),
        (AUCTION + "1C ^I 1D", 3, 7, "the bid is sufficient"),
        (AUCTION + "1C ^I X", 3, 7, "not a bid"),
        (AUCTION + "1C ^S P 1C", 3, 9, "may not call 1C"),
        (AUCTION + "1C ^S X", 3, 7, "may not call X"),
        (AUCTION + "1C ^S P P P P", 3, 13, "the auction is over"),
        (AUCTION + '1C ^S 1D AP\n[Contract "1C"]', 4, 1, "came to 1D"),
        (AUCTION + "1C =1= AP", 3, 1, "no note 1"),
        (AUCTION + '1C AP\n[Note "1:x"]', 2, 1, "nothing refers to note 1"),
        (AUCTION + '1C =40= AP\n[Note "40:x"]', 2, 1, "1 to 32"),
        (AUCTION + '1C AP\n[Declarer "E"]\n[Contract "1C"]', 4, 1, "made North declarer"),
        (AUCTION + '1C AP\n[Declarer "^N"]\n[Contract "1C"]', 4, 1, "made North declarer"),
        (AUCTION + '1C X AP\n[Declarer "N"]\n[Contract "1C"]', 5, 1, "came to 1CX"),
        (AUCTION + '1C AP\n[Contract "Pass"]', 4, 1, "came to 1C"),
        ('[Contract "Pass"]\n[Result "7"]', 2, 1, "a result without a declarer"),
        ('[Deal "N:A.K.Q.J - - -"]\n[Play "E"]\n*', 2, 1, "play without the tag Contract"),
        (f'{DEAL}\n[Contract "3S"]\n[Play "E"]\n*', 3, 1, "play without the tag Declarer"),
        (PLAY.replace('"E"', '"S"') + "S3", 4, 1, "East leads"),
        (PLAY + "ST S3 S2 SA\nDJ D6 D5 HA\n", 6, 1, "a revoke without"),
        (PLAY + "^R ST S3 S2 SA", 5, 4, "it is no revoke"),
        (PLAY + "^L ST S3 S2 SA", 5, 4, "turn to lead"),
        (PLAY + "SA S3 S2 ST", 5, 1, "does not hold"),
        (PLAY + "ST S3 S2 SA\nS9 S3 H2 SK", 6, 4, "played before"),
        (PLAY + "ST + S2 -", 5, 6, "a card after"),
        (PLAY + "ST +\n*", 4, 1, "to be continued"),
        (PLAY.replace("[Play", '[Result "0"]\n[Play') + "ST S3 S2 SA\n*", 4, 1, "has won 1"),
        ('[ScoreTable "Rank;Score\\L"]', 1, 1, "a column like"),
        ('[ScoreTable "Rank;Score"]\n1 2 3', 1, 1, "do not fill rows"),
        ('[ScoreTable "-Rank;Score"]\n2 50\n1 60', 1, 1, "do not rise"),
        ('[ScoreTable "Rank;+Score"]\n2 50\n1 60', 1, 1, "do not fall"),
        (
            '[Vulnerable "All"]\n[ScoreRubberHistory "NS 0 0 / 100 0 EW 0 0 / 0 0"]',
            2,
            1,
            "NS vulnerable",
        ),
    ],
)
def test_told_with_line_and_column(text: str, line: int, column: int, part: str) -> None:
    """Each thing that the standard forbids is told where it stands."""
    found = problems(text)
    assert (line, column) in [(problem.line, problem.column) for problem in found], found
    assert any(part in str(problem) for problem in found), found


@pytest.mark.parametrize(
    "text",
    [
        AUCTION + "1C ^S 1H ^I 1D AP",
        AUCTION + "1C Pass 1H ^I 1D AP",
        AUCTION + '1C ^S Pass X Pass AP\n[Declarer "N"]\n[Contract "1CX"]',
        AUCTION + "1C +",
        PLAY + "ST S3 S2 SA\nDJ D6 ^R H2 DA\n*",
        PLAY + "ST S3 S2 SA\n^L H9 H6 H2 HA\n*",
        PLAY + "ST S3 S2 SA\n- - - SK\n*",
        '[Deal "N:A.K.Q.J - - -"]\n[Contract "S"]\n[Play "N"]\nSA',
        '[Date "2026.??.??"]\n[Score "NS 100 EW -100"]\n[Result "EW 4"]',
        '[ActionTable "Rank;+Score;Names\\9L"]\n1 60 "a ; b"\n- 50 -',
        '[Scoring "IMP;Butler-2;Mean"]',
        '[Scoring "MP1"]',
        '[Event "x"]\n{ first\n% 100 %\n[South "A"]\nlast }',
        '{[Hidden "WNE"]}\n[Event "x"]',
        '[Event "x"]\n{ a { b }',
    ],
)
def test_what_is_allowed_is_not_told(text: str) -> None:
    """Irregularities that are marked, end positions and tables in order are no errors."""
    assert problems(text) == []


def test_reading_goes_on_after_an_error() -> None:
    """Every board is looked at, also behind text that cannot be read at all."""
    text = '[Event "x]\nmore\n\n[Round "&"]\n\n{ open\n[Round "?"]\n\n[Date "x"]\n'
    assert [problem.line for problem in problems(text)] == [1, 4, 6, 9]


def test_file_is_named(tmp_path: Path) -> None:
    """Problems of a file tell its name."""
    path = tmp_path / "a.pbn"
    path.write_text('[Round "&"]\n')
    (problem,) = problems_of_file(path)
    assert str(problem).startswith(f"{path}, line 1, column 1: a round like")


def test_what_we_write_has_no_problems(finished_board: Callable[[int], Board]) -> None:
    """Records of ours are as the standard wants them."""
    boards = [finished_board(seed) for seed in range(40)]
    assert problems(pbn.dumps(pbn.record_from_board(board, {}) for board in boards)) == []


@given(st.text(st.sampled_from('[]{};%"\\\n =1+-*^!$AKSNRIPX:Table'), max_size=60))
def test_garbage_only_has_problems(text: str) -> None:
    """No text makes the check itself fail; each problem is told with a line of the text."""
    for prefix in ("", AUCTION, PLAY, '[XTable "a;+b"]\n'):
        lines = range(1, (prefix + text).count("\n") + 2)
        assert all(problem.line in lines for problem in problems(prefix + text))

"""The bidding laboratory."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.lab.bidding import par as lab
from bluechip_bot.model import Contract, Deal

BIDDER = Bidder((NATURAL, NATURAL))


def flat_tables(deals: Sequence[Deal]) -> npt.NDArray[np.int8]:
    """Return the tables of deals where North and South take ten tricks in everything."""
    return np.tile(np.array([10, 3, 10, 3], dtype=np.int8), (len(deals), 5, 1))


def test_results_are_scored_by_the_given_tables() -> None:
    """Scores and par come from the tables: 4NT or four of a major is par for North and South."""
    boards = list(lab.measure(BIDDER, 45, 3, flat_tables))
    assert len(boards) == 45
    assert [board.board.number for board in boards] == list(range(1, 46))
    for board in boards:
        assert board.par.score in (430, 630)
        if board.contract is not None:
            assert board.tricks == (10, 3, 10, 3)[board.contract.declarer]
            assert (board.down == 0) == (board.tricks >= board.contract.target)


def test_report() -> None:
    """The report counts boards, games and calls, and says what each figure is."""
    boards = list(lab.measure(BIDDER, 20, 3, flat_tables))
    found = lab.report(boards)
    assert found.boards == 20
    assert found.distance.value == np.mean([abs(board.loss) for board in boards])
    games = [
        board.contract for board in boards if board.contract and board.contract.level in (4, 5)
    ]
    assert found.games[0] >= sum(contract.strain.is_major for contract in games)
    assert "IMPs a board lost against par" in str(found)
    assert len(lab.worst(boards, 3)) == 3


def test_empty_report_is_refused() -> None:
    """No boards, no figures."""
    with pytest.raises(ValueError, match="at least one"):
        lab.report([])


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("3NT-N", True),
        ("4H-S", True),
        ("4C-S", False),
        ("5D-E", True),
        ("3S-N", False),
        ("2NT-S", False),
    ],
)
def test_games(text: str, *, game: bool) -> None:
    """A game is worth a hundred points below slam."""
    assert lab._is_game(Contract.parse(text)) is game


def test_command() -> None:
    """The command prints the report of a few deals, and the worst of them."""
    from click.testing import CliRunner

    from bluechip_bot.cli.lab import command

    done = CliRunner().invoke(
        command, ["bidding", "par", "--deals", "4", "--seed", "1", "--worst", "1"]
    )
    assert done.exit_code == 0, done.output
    assert "boards                        4" in done.output
    assert "par" in done.output.splitlines()[-1]

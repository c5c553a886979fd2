"""The bidding laboratory."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.lab.bidding import par as lab
from bluechip_bot.lab.bidding.table import contract_level
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
        if (contract := board.board.contract) is not None:
            assert board.tricks == (10, 3, 10, 3)[contract.declarer]
            assert (board.down == 0) == (board.tricks >= contract.target)


def test_report() -> None:
    """The report counts boards, games and calls, and says what each figure is."""
    boards = list(lab.measure(BIDDER, 20, 3, flat_tables))
    lines = dict(line.split("  ", 1) for line in lab.report(boards).splitlines() if "  " in line)
    assert lines["boards"].strip() == "20"
    games = [one for one in boards if one.level == "game"]
    made = sum(one.down == 0 for one in games)
    assert lines["games bid / made"].strip() == f"{len(games)} / {made}"
    distance = np.mean([abs(board.loss) for board in boards])
    assert f"lost against par {distance:.2f} +- " in lab.report(boards)
    assert len(lab.worst(boards, 3)) == 3


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("3NT-N", "game"),
        ("4H-S", "game"),
        ("4C-S", "part score"),
        ("5D-E", "game"),
        ("3S-N", "part score"),
        ("6C-N", "slam"),
    ],
)
def test_levels(text: str, level: str) -> None:
    """A game is worth a hundred points below slam."""
    assert contract_level(Contract.parse(text)) == level


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

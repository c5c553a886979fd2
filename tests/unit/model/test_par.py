"""Double-dummy par."""

from typing import Any

import pytest

from bluechip_bot.match.boards.plan import boards_from_seed
from bluechip_bot.model import Seat, Vulnerability
from bluechip_bot.model.par import par

NOBODY = [[6, 6, 6, 6]] * 5


def table(**tricks: tuple[int, int]) -> list[list[int]]:
    """Return a table of six tricks everywhere but for North and South in some strains."""
    rows = [list(row) for row in NOBODY]
    for strain, (ours, theirs) in tricks.items():
        rows["SHDCN".index(strain)] = [ours, theirs, ours, theirs]
    return rows


def test_passed_out() -> None:
    """Where nobody makes anything the deal is passed out."""
    found = par(NOBODY, Vulnerability.NONE, Seat.NORTH)
    assert (found.score, found.contracts) == (0, ())


def test_game() -> None:
    """The best making contract without a defence is par, by either declarer."""
    found = par(table(S=(10, 3), N=(9, 4)), Vulnerability.BOTH, Seat.EAST)
    assert found.score == 620
    assert {str(contract) for contract in found.contracts} == {"4S by North", "4S by South"}


def test_sacrifice() -> None:
    """Going down doubled for less is par; vulnerable it costs more than the game."""
    rows = table(H=(10, 3), S=(4, 9))
    found = par(rows, Vulnerability.NONE, Seat.NORTH)
    assert found.score == 100
    assert {str(contract) for contract in found.contracts} == {"4SX by East", "4SX by West"}
    assert par(rows, Vulnerability.EW, Seat.NORTH).score == 200


def test_dealer_matters_when_both_make_the_same() -> None:
    """Where both sides make one notrump, whoever calls first has it."""
    rows = [[6] * 4] * 4 + [[7] * 4]
    assert par(rows, Vulnerability.NONE, Seat.NORTH).score == 90
    assert par(rows, Vulnerability.NONE, Seat.EAST).score == -90


@pytest.fixture(scope="module")
def tables() -> Any:
    """Return DDS's own tables of 15 seeded deals."""
    dds = pytest.importorskip("endplay.dds")
    types = pytest.importorskip("endplay.types")
    boards = boards_from_seed(5, 15)
    return dds.calc_all_tables([types.Deal(board.deal.text()) for board in boards])


@pytest.mark.parametrize("vulnerability", list(Vulnerability))
def test_agrees_with_the_oracle(tables: Any, vulnerability: Vulnerability) -> None:
    """On 15 deals, for each dealer and vulnerability, score and contracts are those of DDS."""
    dds = pytest.importorskip("endplay.dds")
    types = pytest.importorskip("endplay.types")
    code = (types.Vul.none, types.Vul.ns, types.Vul.ew, types.Vul.both)[vulnerability]
    for table_ in tables:
        for seat in Seat:
            expected = dds.par(table_, code, types.Player(int(seat)))
            found = par(table_.to_list(), vulnerability, seat)
            assert found.score == expected.score
            sides = {(str(c.strain)[0], c.level, c.declarer.side) for c in found.contracts}
            for contract in expected:
                if contract.level:
                    strain = "SHDCN"[int(contract.denom)]
                    assert (strain, contract.level, int(contract.declarer) % 2) in sides

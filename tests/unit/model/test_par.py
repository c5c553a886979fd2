"""Double-dummy par."""

from itertools import product

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


def test_only_contracts_that_cannot_be_outbid() -> None:
    """East and West outbid 1S and 2S by diamonds; vulnerable, three diamonds cost too much."""
    rows = [[9, 3, 9, 4], [8, 4, 8, 4], [5, 8, 5, 8], [8, 5, 8, 5], [7, 4, 7, 4]]
    names = {
        vulnerability: [str(contract) for contract in par(rows, vulnerability, Seat.EAST).contracts]
        for vulnerability in Vulnerability
    }
    assert names[Vulnerability.NONE] == names[Vulnerability.NS] == ["3S by North", "3S by South"]
    assert names[Vulnerability.EW] == names[Vulnerability.BOTH] == ["2S by North", "2S by South"]


CODES = dict(zip(Vulnerability, ("none", "ns", "ew", "both"), strict=True))


@pytest.mark.parametrize("deals", [2, pytest.param(2000, marks=pytest.mark.slow)])
def test_agrees_with_the_oracle(deals: int) -> None:
    """For each deal, dealer and vulnerability, score and contracts are those of DDS."""
    dds = pytest.importorskip("endplay.dds")
    types = pytest.importorskip("endplay.types")
    boards = boards_from_seed(5, deals)
    for start in range(0, deals, 40):  # as many as DDS takes
        batch = [types.Deal(board.deal.text()) for board in boards[start : start + 40]]
        for tricks in dds.calc_all_tables(batch):
            for vulnerability, dealer in product(Vulnerability, Seat):
                code = types.Vul[CODES[vulnerability]]
                expected = dds.par(tricks, code, types.Player(int(dealer)))
                found = par(tricks.to_list(), vulnerability, dealer)
                assert found.score == expected.score
                assert {
                    (c.level, "SHDCN".index(str(c.strain)[0]), c.declarer, c.doubled + 1)
                    for c in found.contracts
                } == {
                    (c.level, int(c.denom), int(c.declarer), int(c.penalty))
                    for c in expected
                    if c.level
                }

"""What contracts are worth on layouts."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.config import load_config
from bluechip_bot.engine import DoubleDummy
from bluechip_bot.model import Contract, Deal, Seat, Side, Strain, Vulnerability
from bluechip_bot.simulation import SimulationSettings, load_networks
from bluechip_bot.simulation.price import AuctionEnding, DoubleChances
from bluechip_bot.simulation.worth import EndingWorth, points

NETWORKS = load_networks()
Layouts = npt.NDArray[np.uint64]

FOUR_SPADES = AuctionEnding(Contract.parse("4S-N"))
TWO_SPADES = AuctionEnding(Contract.parse("2S-N"))
THREE_DIAMONDS = AuctionEnding(Contract.parse("3D-E"))
PASSED_OUT = AuctionEnding(None)


class Fixed(DoubleDummy):
    """A solver that finds declarer to take the same tricks everywhere."""

    def __init__(self, tricks: int) -> None:
        self.found = tricks
        self.asked = 0

    def tricks(self, deal: Deal, strain: Strain, declarer: Seat) -> int:
        """The tricks given."""
        self.asked += 1
        return self.found


def worth(
    layouts: Layouts, solver: DoubleDummy, side: Side = Side.NS, **pricing: Any
) -> EndingWorth:
    """The worth for a side, East and West vulnerable."""
    return EndingWorth(layouts, solver, NETWORKS, Vulnerability.EW, side, **pricing)


@pytest.mark.parametrize(
    ("tricks", "ending", "other", "gain"),
    [
        (10, FOUR_SPADES, TWO_SPADES, 6),  # 420 to 170
        (9, FOUR_SPADES, TWO_SPADES, -5),  # -50 to 140
        (13, FOUR_SPADES, TWO_SPADES, 6),  # 510 to 260
        (10, FOUR_SPADES, PASSED_OUT, 9),
        (0, AuctionEnding(Contract.parse("7SXX-N")), PASSED_OUT, -15),  # the limit
    ],
)
def test_gain_of_a_game(
    layouts: Layouts, tricks: int, ending: AuctionEnding, other: AuctionEnding, gain: int
) -> None:
    """It is in IMPs, at most 15; a board passed out has no points."""
    assert worth(layouts, Fixed(tricks)).gain(0, ending, other) == gain
    assert (points(None, Vulnerability.BOTH, Side.NS) == 0).all()


def test_gain_of_the_other_side(layouts: Layouts) -> None:
    """What one side gains the other loses."""
    solver = Fixed(7)
    ours = worth(layouts, solver).gain(3, THREE_DIAMONDS, TWO_SPADES)
    theirs = worth(layouts, solver, Side.EW).gain(3, THREE_DIAMONDS, TWO_SPADES)
    # Three diamonds by East is down two, vulnerable; two spades by North is down one.
    assert ours == -theirs == 6


def test_each_play_is_solved_once(layouts: Layouts) -> None:
    """Levels and doubles of a strain and declarer share their tricks."""
    solver = Fixed(9)
    found = worth(layouts, solver)
    found.gain(0, FOUR_SPADES, TWO_SPADES)
    found.gain(0, AuctionEnding(Contract.parse("4SX-N")), PASSED_OUT)
    assert solver.asked == found.solved == 1
    found.gain(1, FOUR_SPADES, TWO_SPADES)
    assert solver.asked == 2


def test_frequency(layouts: Layouts) -> None:
    """At matchpoints any gain is half a board."""
    found = worth(layouts, Fixed(10), by_frequency=True)
    assert found.gain(0, FOUR_SPADES, TWO_SPADES) == 0.5
    assert found.gain(0, TWO_SPADES, FOUR_SPADES) == -0.5


def test_equal_contracts_gain_nothing(layouts: Layouts) -> None:
    """Neither by estimate nor solved, and nothing is solved for that."""
    solver = Fixed(5)
    found = worth(layouts, solver)
    same = [FOUR_SPADES] * len(layouts)
    assert (found.estimates(same, same) == 0).all()
    assert found.gain(0, FOUR_SPADES, FOUR_SPADES) == 0
    assert solver.asked == 0


def test_estimates_agree_with_solved_gains(layouts: Layouts) -> None:
    """In the mean over many layouts, for contracts of one strain and of two."""
    layouts = layouts[:30]
    found = worth(layouts, DoubleDummy(16))
    pairs = (FOUR_SPADES, TWO_SPADES), (FOUR_SPADES, THREE_DIAMONDS), (TWO_SPADES, PASSED_OUT)
    for ours, book in pairs:
        estimates = found.estimates([ours] * len(layouts), [book] * len(layouts))
        gains = [found.gain(row, ours, book) for row in range(len(layouts))]
        assert estimates.mean() == pytest.approx(np.mean(gains), abs=1)
        assert np.corrcoef(estimates, gains)[0, 1] > 0.5


def test_what_may_be_doubled_counts_both_ways(layouts: Layouts) -> None:
    """Five hearts two down, not vulnerable: -100, and doubled three times in four, -300."""
    save = AuctionEnding(Contract.parse("5H-N"), DoubleChances(0, 0, 0.75, 1))
    found = worth(layouts, Fixed(9)).gain(0, save, PASSED_OUT)
    assert found == pytest.approx(0.25 * -3 + 0.75 * -7)
    assert worth(layouts, Fixed(11)).gain(0, save, PASSED_OUT) == 10  # 450


def test_a_doubling_is_estimated_too(layouts: Layouts) -> None:
    """Estimates of an ending that may be doubled lie between those of the two contracts."""
    found = worth(layouts, Fixed(9))
    book = [PASSED_OUT] * len(layouts)
    contract = Contract.parse("5H-N")
    kinds = (
        AuctionEnding(contract),
        AuctionEnding(contract, DoubleChances(0.5, 0.5, 0.5, 0.5)),
        AuctionEnding(Contract.parse("5HX-N")),
    )
    plain, mixed, doubled = (found.estimates([kind] * len(layouts), book) for kind in kinds)
    assert mixed == pytest.approx((plain + doubled) / 2)


def test_real_tricks_are_priced(layouts: Layouts) -> None:
    """A blind lead gives three notrump away now and then; a guess costs a slam."""
    real = load_config(SimulationSettings).real
    game, slam = AuctionEnding(Contract.parse("3NT-N")), AuctionEnding(Contract.parse("6S-N"))
    down = worth(layouts, Fixed(8), real=real)
    # -50 is 2 IMPs; 400 is 9. It makes with one, two or three tricks more.
    made = sum(real.notrump.one_down[4:])
    assert down.gain(0, game, PASSED_OUT) == pytest.approx(-2 + made * 11, abs=0.8)
    assert worth(layouts, Fixed(12), real=real).gain(0, slam, PASSED_OUT) < 14
    assert worth(layouts, Fixed(12)).gain(0, slam, PASSED_OUT) == 14


def test_luck_is_shared(layouts: Layouts) -> None:
    """Game and part score of one strain take the same tricks on every deal."""
    found = worth(layouts, Fixed(10), real=load_config(SimulationSettings).real)
    assert found.gain(0, FOUR_SPADES, FOUR_SPADES) == 0
    three, four = AuctionEnding(Contract.parse("3S-N")), FOUR_SPADES
    # Where one makes and the other does not, the gain is 6 or -5: nothing lies beyond.
    assert -5 <= found.gain(0, four, three) <= 6

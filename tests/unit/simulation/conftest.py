"""What tests of simulation share."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import BiddingSettings, Systems
from bluechip_bot.config import conf_dir
from bluechip_bot.match.boards.plan import random_hands
from bluechip_bot.model import Deal


@pytest.fixture(scope="session")
def sayc() -> Partnership:
    """SAYC at both sides, and both know it."""
    settings = BiddingSettings(our="sayc", opponents="sayc")
    return Systems(settings, conf_dir() / "systems", check=False).partnership()


@pytest.fixture(scope="session")
def layouts() -> npt.NDArray[np.uint64]:
    """Random deals: uint64[60, 4]."""
    rows = random_hands(np.random.PCG64(5), 60).tolist()
    return np.array([[hand.mask for hand in Deal.of(row).hands] for row in rows], dtype=np.uint64)

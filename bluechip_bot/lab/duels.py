"""The public interface of the laboratory: duels of two ways to play or to bid the same deals.

Examples:
    >>> from bluechip_bot.lab.duels import Contender, bidding_duel, card_duel
    >>> alphamu = Contender("alphamu", worlds=10, depth=2)
    >>> report = card_duel(alphamu, "pimc", contract="4S", deals=4, close=False)
    >>> report.parted, report.wins, report.losses, report.tricks
    (2, 0, 0, (10.25, 10.0))
    >>> report = bidding_duel("sayc", "floor", boards=10)
    >>> report.contracts, report.won, round(report.gain.value, 2)
    (4, (14, 5), 0.9)

    `print(report)` prints all figures, with the intervals in which the true ones lie. Both need the
    extra `lab`: `pip install 'bluechip-bot[lab]'`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import get_args

from bluechip_bot.lab.bidding.duel import BiddingDuelPlan, BiddingDuelReport
from bluechip_bot.lab.bidding.side import SystemSpec, ThoughtSpec
from bluechip_bot.lab.duel.contender import SKILLS, Contender, Skill
from bluechip_bot.lab.duel.duel import Duel, DuelPlan, DuelReport, DuelRole
from bluechip_bot.lab.duel.knowledge import CONDITIONS
from bluechip_bot.lab.duel.source import DealSieve
from bluechip_bot.lab.estimates import check_extra

__all__ = ["BiddingDuelReport", "Contender", "DuelError", "DuelReport", "bidding_duel", "card_duel"]


class DuelError(ValueError):
    """A duel cannot be played as asked; the message names the argument."""


def card_duel(  # noqa: PLR0913 - each has a default that serves
    a: Contender | Skill,
    b: Contender | Skill,
    *,
    deals: int = 20,
    seed: int = 1,
    contract: str = "3NT",
    role: DuelRole = "declarer",
    opponents: Contender | Skill = "pimc",
    close: bool = True,
    clock: Callable[[], float] = time.perf_counter,
) -> DuelReport:
    """Compare two ways to play the same deals against the same opponents, and return the figures.

    It does what `bluechip-bot lab declarer` and `lab defender` do, in this process: the same seed
    gives the same deals. Unless a contender has a budget of seconds, only times depend on the
    machine.

    Args:
        a: a contender, or the skill of one with 20 layouts and, where it looks ahead, 3 cards:
            `alphamu`, `recursive`, `pimc`, `htn`, or `dd`, who sees all cards.
        b: the other contender.
        deals: the number of deals played, 1 or more.
        seed: the seed of deals and players, 0 or more.
        contract: the contract that South plays: `3NT`, `4S` or `7NT`.
        role: whether A and B are `declarer` or `defender`.
        opponents: the contender or skill that plays the other side.
        close: whether only those deals are played in which declarer's layouts make the contract
            neither too often nor too seldom, 30 to 70 times in a hundred.
        clock: times the choices, in seconds from any origin.

    Raises:
        DuelError: if an argument is not allowed.
        ExtraError: if the libraries of the extra `lab` are not installed.
    """
    check_extra()
    _check_least(deals=(deals, 1), seed=(seed, 0))
    if contract not in CONDITIONS:
        raise DuelError(f"contract: {contract!r} ({', '.join(CONDITIONS)} expected)")
    if role not in get_args(DuelRole):
        raise DuelError(f"role: {role!r} ({' or '.join(get_args(DuelRole))} expected)")
    plan = DuelPlan(
        role,
        contract,
        seed,
        _contender(a, "a"),
        _contender(b, "b"),
        _contender(opponents, "opponents"),
        sieve=DealSieve() if close else None,
    )
    duel = Duel(plan, clock=clock)
    return DuelReport.of(plan, list(map(duel.play, range(1, deals + 1))))


def bidding_duel(  # noqa: PLR0913 - each has a default that serves
    a: str,
    b: str,
    *,
    boards: int = 20,
    seed: int = 1,
    worlds: int | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> BiddingDuelReport:
    """Compare two systems that bid the same deals at two tables, scored double dummy.

    It does what `bluechip-bot lab bidding duel` does, in this process: the same seed gives the same
    boards. Only times depend on the machine.

    Args:
        a: a system: the name of a file in `conf/systems`, or a path that ends in `.toml`. It bids
            North-South at the first table and East-West at the second.
        b: the other system.
        boards: the number of boards bid, 1 or more.
        seed: the seed of the deals, 0 or more.
        worlds: the layouts by which both sides decide close calls; None if the systems alone bid.
        clock: times the calls, in seconds from any origin.

    Raises:
        DuelError: if a number is out of range.
        ConfigError: if a system is missing or cannot be used.
        ExtraError: if the libraries of the extra `lab` are not installed.
    """
    check_extra()
    _check_least(boards=(boards, 1), seed=(seed, 0), worlds=(1 if worlds is None else worlds, 1))
    thought = None if worlds is None else ThoughtSpec(layouts=worlds)
    plan = BiddingDuelPlan(SystemSpec(a, thought), SystemSpec(b, thought), seed)
    with closing(plan.open(clock)) as duel:
        return BiddingDuelReport(plan, list(map(duel.play, range(1, boards + 1))))


def _check_least(**numbers: tuple[int, int]) -> None:
    for name, (number, least) in numbers.items():
        if number < least:
            raise DuelError(f"{name}: {number} ({least} or more expected)")


def _contender(one: Contender | Skill, name: str) -> Contender:
    if isinstance(one, Contender):
        return one
    if one not in SKILLS:
        raise DuelError(f"{name}: {one!r} ({', '.join(SKILLS)} or a Contender expected)")
    return Contender.of(one, worlds=20, depth=3)

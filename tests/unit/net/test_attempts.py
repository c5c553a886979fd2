"""A seat's attempts to get a board: waits that grow, and their end."""

from __future__ import annotations

from itertools import pairwise

from bluechip_bot.config import ConnectConfig
from bluechip_bot.net.seat_client import ConnectionAttempts


def waits(attempts: ConnectionAttempts, most: int) -> list[float]:
    """The waits after attempts that all fail at once, until it is time to give up."""
    found: list[float] = []
    now = 0.0
    while len(found) < most and (wait := attempts.failed(now)) is not None:
        found.append(wait)
        now += wait
    return found


def test_waits_grow_up_to_a_limit() -> None:
    """By the factor, from the first wait to the longest; without a limit there is no end."""
    found = waits(ConnectionAttempts(ConnectConfig(1.0, 2.0, 10.0), lambda: 0.5), 1000)
    assert found[:6] == [1, 2, 4, 8, 10, 10]
    assert len(found) == 1000


def test_waits_are_spread() -> None:
    """Two seats that were cut together do not come back together."""
    config = ConnectConfig(1.0, 1.0, 10.0)
    assert waits(ConnectionAttempts(config, lambda: 0.0), 2) == [0.5, 0.5]
    assert waits(ConnectionAttempts(config, lambda: 1.0), 2) == [1.5, 1.5]


def test_a_trouble_is_told_once_a_minute() -> None:
    """The same one; another is news at once, and so is the same after a board."""
    attempts = ConnectionAttempts(ConnectConfig(), lambda: 0.5)
    told = [now for now in range(300) if attempts.is_news("refused", now)]
    assert all(later - earlier == 60 for earlier, later in pairwise(told))
    assert len(told) == 5
    assert attempts.is_news("lost", 300)
    assert attempts.is_news("refused", 301)
    attempts.reached((1, 0))
    assert attempts.is_news("refused", 302)

"""The configuration as frozen values, a class for each table of the files.

The defaults here are those of the commented files in `conf/`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Literal

from attrs import field, frozen

from bluechip_bot.config.error import ConfigError, RefusedError
from bluechip_bot.model import Seat


def _number(low: float, high: float) -> Callable[[object, Any, float], None]:
    def check(_instance: object, attribute: Any, value: float) -> None:
        # Written so that nan is refused too.
        if not low <= value <= high:
            raise RefusedError(attribute.name, value, f"a number from {low:g} to {high:g}")

    return check


def _filled(_instance: object, attribute: Any, value: str) -> None:
    if not value.strip() or not value.isprintable() or '"' in value:
        raise RefusedError(attribute.name, value, "a text without quotes and not empty")


def _seats(_instance: object, attribute: Any, value: tuple[Seat, ...]) -> None:
    if len(set(value)) != len(value):
        letters = [seat.letter for seat in value]
        raise RefusedError(attribute.name, letters, "each seat once at most")


def _ports(_instance: object, attribute: Any, value: tuple[int, ...]) -> None:
    chosen = [port for port in value if port]
    fits = len(value) in (1, 4) and all(0 <= port <= 65535 for port in value)
    if not fits or len(set(chosen)) != len(chosen):
        allowed = "one port, or four different ones for N E S W, from 0 (any free) to 65535"
        raise RefusedError(attribute.name, list(value), allowed)


_seconds: Final = _number(0, 86400)


def _clock(_instance: object, attribute: Any, value: float) -> None:
    if not 0.1 <= value <= 86400:
        called = ", a clock of zero," if value == 0 else ""
        allowed = "a number of seconds from 0.1 to 86400 (or no clock, --no-clock)"
        raise RefusedError(attribute.name, value, allowed, called)


@frozen
class ConnectConfig:
    """How a client finds its table; times in seconds."""

    retry_every: float = field(default=1.0, validator=_number(0.01, 3600))
    retry_factor: float = field(default=1.5, validator=_number(1, 10))
    retry_most: float = field(default=10.0, validator=_number(0.01, 3600))
    attempts: int = field(default=60, validator=_number(1, 1_000_000))


@frozen
class SearchConfig:
    """What a decision may cost, and what is played for; budgets in seconds, memory in MiB.

    With a clock the budgets are the most that a decision takes, and 0 leaves it to the clock.
    `worlds` and `depth` are 0 for as many as there is time for, `threads` for one a processor.
    `inference` is the file of the inference's settings, the defaults of `conf/inference.toml` when
    it is empty. `plans` says what declarer's plans are for beside a search: nothing, an explanation
    of its cards, or the order in which they are searched, which tells equal cards apart, too.
    """

    budget_call: float = field(default=1.0, validator=_seconds)
    budget_card: float = field(default=1.0, validator=_seconds)
    worlds: int = field(default=0, validator=_number(0, 100_000))
    depth: int = field(default=0, validator=_number(0, 26))
    scoring: Literal["imps", "win", "points", "matchpoints"] = "imps"
    threads: int = field(default=1, validator=_number(0, 64))
    memory_mb: int = field(default=64, validator=_number(1, 1_048_576))
    seed: int = field(default=0, validator=_number(0, 2**63 - 1))
    inference: str = ""
    plans: Literal["off", "explain", "order"] = "explain"


@frozen
class BiddingConfig:
    """Who plays which system, where it is otherwise than a file of bidding settings says.

    `file` is that file, `conf/bidding.toml` when it is empty; `our` and `opponents` are systems,
    those of the file when they are empty.
    """

    file: str = ""
    our: str = ""
    opponents: str = ""


@frozen
class ClockConfig:
    """The time of our pair, in seconds: see `protocol.seat_clock.ClockOptions`.

    With `on` false there is no clock, and every decision has its budget.
    """

    on: bool = True
    board: float = field(default=60.0, validator=_clock)
    match: float = field(default=0.0, validator=_number(0, 1_000_000))
    margin: float = field(default=1.0, validator=_seconds)
    latency: float = field(default=0.02, validator=_number(0, 60))


def check_clock(seconds: float) -> None:
    """Raise unless a pair may have so much for a board.

    Raises:
        ConfigError: if it is zero, or otherwise no such time.
    """
    try:
        ClockConfig(board=seconds)
    except RefusedError as error:
        raise ConfigError(f"clock: {error}") from None


@frozen
class PlayerConfig:
    """The player's child process; times in seconds. Hard deadline = budget + grace."""

    grace: float = field(default=0.5, validator=_seconds)
    standby: bool = True
    start_timeout: float = field(default=30.0, validator=_number(0.1, 3600))


@frozen
class LogConfig:
    """What is logged, and where (no files when the folder is empty)."""

    wire: bool = True
    folder: str = ""


@frozen
class ClientConfig:
    """One or more seats at a table (`bluechip-bot play`)."""

    FILE: ClassVar[str] = "client.toml"

    host: str = field(default="127.0.0.1", validator=_filled)
    port: int = field(default=2000, validator=_number(1, 65535))
    team: str = field(default="BlueChipBot", validator=_filled)
    seats: tuple[Seat, ...] = field(default=(), validator=_seats)
    profile: str = field(default="auto", validator=_filled)
    system: str = ""
    engine: str = field(default="alphamu", validator=_filled)
    strict_teams: bool = False
    alerts: Literal["none", "alert", "infos"] = "none"
    min_gap: float = field(default=0.0, validator=_number(0, 60))
    connect: ConnectConfig = ConnectConfig()
    bidding: BiddingConfig = BiddingConfig()
    clock: ClockConfig = ClockConfig()
    search: SearchConfig = SearchConfig(budget_call=0.0, budget_card=0.0)
    player: PlayerConfig = PlayerConfig()
    log: LogConfig = LogConfig()


@frozen
class TableConfig:
    """How the table manager behaves."""

    timing: bool = True
    seated_style: Literal["quoted", "bare"] = "quoted"
    forward_alerts: Literal["none", "opponents"] = "none"
    min_gap: float = field(default=0.0, validator=_number(0, 60))
    readiness: Literal["lenient", "strict"] = "lenient"
    illegal_limit: int = field(default=3, validator=_number(1, 1000))
    reconnect: bool = True


@frozen
class ServerConfig:
    """A table (`bluechip-bot serve`)."""

    FILE: ClassVar[str] = "server.toml"

    host: str = field(default="127.0.0.1", validator=_filled)
    ports: tuple[int, ...] = field(default=(2000,), validator=_ports)
    line_limit: int = field(default=4096, validator=_number(256, 1_048_576))
    table: TableConfig = TableConfig()


@frozen
class MatchConfig:
    """A match of two teams (`bluechip-bot match`)."""

    FILE: ClassVar[str] = "match.toml"

    boards: int = field(default=4, validator=_number(1, 1_000_000))
    seed: int = field(default=1, validator=_number(0, 2**63 - 1))
    team_a: str = field(default="A", validator=_filled)
    team_b: str = field(default="B", validator=_filled)
    engine_a: str = field(default="alphamu", validator=_filled)
    engine_b: str = field(default="alphamu", validator=_filled)
    system_a: str = field(default="sayc", validator=_filled)
    system_b: str = field(default="sayc", validator=_filled)
    declared: bool = True
    alerts: Literal["none", "opponents"] = "opponents"
    bidding: str = ""
    out: str = ""
    thoughts: bool = False
    rooms: Literal["both", "open", "closed", "replay"] = "both"
    concurrency: int = field(default=2, validator=_number(1, 256))
    command_a: str = ""
    command_b: str = ""
    wait_a: bool = False
    wait_b: bool = False
    profile_a: str = field(default="standard", validator=_filled)
    profile_b: str = field(default="standard", validator=_filled)
    gap_a: float = field(default=0.0, validator=_number(0, 60))
    gap_b: float = field(default=0.0, validator=_number(0, 60))
    host: str = field(default="127.0.0.1", validator=_filled)
    ports_open: tuple[int, ...] = field(default=(0,), validator=_ports)
    ports_closed: tuple[int, ...] = field(default=(0,), validator=_ports)
    min_gap: float = field(default=0.0, validator=_number(0, 60))
    stall_seconds: float = field(default=120.0, validator=_number(1, 86400))
    on_stall: Literal["wait", "nudge", "restart", "forfeit", "stop"] = "wait"
    restarts: int = field(default=3, validator=_number(0, 1_000_000))
    sprt: tuple[float, ...] = ()
    alpha: float = 0.05
    beta: float = 0.05
    clock: float = field(default=0.0, validator=_seconds)
    search: SearchConfig = SearchConfig(budget_card=0.25)

"""The options of `play`, `serve`, `match` and `league`, with their defaults, ranges and flags.

Each class stands for a file, or for a table in one. Options are explained in `conf/client.toml`,
`conf/server.toml`, `conf/match.toml` and `conf/league.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias

import attrs
from attrs import frozen

from bluechip_bot.config.document import document
from bluechip_bot.config.option import ConfigError, RefusedError, expected, option
from bluechip_bot.model import Seat
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.protocol.dialect import DIALECTS, SeatedStyle
from bluechip_bot.protocol.seat.clock import ClockOptions
from bluechip_bot.protocol.table.session import TableOptions

ENGINES: Final = ("alphamu", "recursive", "pimc", "htn", "random")
"""The names of the engines that come with the bot."""

DEFAULT_ENGINE: Final = "recursive"
"""The engine that plays the cards where none is named."""

Plans: TypeAlias = Literal["off", "explain", "order"]
"""The use of plans with a search: none, to explain its cards, or also to order them."""

_DAY: Final = 86400
_MOST_SEED: Final = 2**63 - 1
_CLOCK_LOW: Final = 0.1
_CLOCK: Final = ClockOptions(board=60.0)
"""The clock's own defaults."""
_TABLE: Final = TableOptions()
"""The table's own defaults."""
_GRACE: Final = 0.05
"""The most that a player may be late, as a share of the time for a board."""
_WEB_PLACE: Final = re.compile(r"(?:([^\s:/\[\]]+|\[[0-9A-Fa-f:.]+\]):)?([0-9]{1,5})")


def _filled(key: str, value: str) -> None:
    if not value.strip() or not value.isprintable() or '"' in value:
        raise RefusedError(key, expected(value, "a text without quotes and not empty"))


def _seats(key: str, value: tuple[Seat, ...]) -> None:
    if len(set(value)) != len(value):
        letters = [seat.letter for seat in value]
        raise RefusedError(key, expected(letters, "each seat once at most"))


def _ports(key: str, value: tuple[int, ...]) -> None:
    chosen = [port for port in value if port]
    fits = len(value) in {1, 4} and all(0 <= port <= 65535 for port in value)
    if not fits or len(set(chosen)) != len(chosen):
        allowed = "one port, or four different ones for N E S W, from 0 (any free) to 65535"
        raise RefusedError(key, expected(list(value), allowed))


def _web(key: str, value: str) -> None:
    if value:
        web_place(key, value)


def web_place(key: str, value: str) -> tuple[str, int]:
    """The host and the port in `[HOST:]PORT`; without a host, only this machine is served."""
    found = _WEB_PLACE.fullmatch(value)
    if found is None or int(found[2]) > 65535:
        allowed = "[HOST:]PORT, the port from 0 (any free) to 65535"
        raise RefusedError(key, expected(value, allowed))
    return (found[1] or "127.0.0.1").strip("[]"), int(found[2])


def _clock(key: str, value: float) -> None:
    if not _CLOCK_LOW <= value <= _DAY:
        called = ", a clock of zero," if value == 0 else ""
        allowed = f"a number of seconds from {_CLOCK_LOW:g} to {_DAY:g} (or no clock, --no-clock)"
        raise RefusedError(key, f"{value!r}{called} where {allowed} is expected")


def _clock_or_none(key: str, value: float) -> None:
    if value:
        _clock(key, value)


def _seconds(default: float, *, low: float = 0, high: float = _DAY, **more: Any) -> Any:
    return option(default, unit="seconds", low=low, high=high, **more)


def _web_option() -> Any:
    return option(
        "",
        check=_web,
        flag="--web",
        value="[HOST:]PORT",
        usage="Show a page on which people can watch at [HOST:]PORT",
    )


@frozen
class ConnectConfig:
    """The settings of a client's attempts to connect to its table."""

    retry_every: float = _seconds(1.0, low=0.01, high=3600)
    retry_factor: float = option(1.5, low=1, high=10)
    retry_most: float = _seconds(10.0, low=0.01, high=3600)
    attempts: int = option(0, low=0, high=1_000_000, flag="--attempts")
    patience: float = _seconds(0.0, flag="--wait")
    astray: float = _seconds(20.0, low=0.01)

    def wait(self, attempt: int) -> float:
        """The seconds to wait after a failed attempt; attempts count from 1."""
        grown = self.retry_every * self.retry_factor ** min(attempt - 1, 100)
        return float(min(grown, self.retry_most))


@frozen
class SearchConfig:
    """The settings of a decision: its limits of time and search, and the scoring."""

    budget_call: float = _seconds(
        0.0,
        flag="--budget",
        usage="The most that a call or card takes; without a clock, what each of them gets",
    )
    budget_card: float = _seconds(0.0, flag="--budget")
    worlds: int = option(0, low=0, high=100_000, flag="--worlds")
    depth: int = option(0, low=0, high=26, flag="--depth")
    error: float = option(0.01, low=0, high=0.5)
    scoring: Scoring = option("imps", flag="--scoring")
    threads: int = option(1, low=0, high=64, flag="--threads")
    memory_mb: int = option(64, unit="MiB", low=1, high=1_048_576, flag="--memory-mb")
    seed: int = option(0, low=0, high=_MOST_SEED, flag="--seed")
    inference: str = option("", flag="--inference", value="FILE")
    think: bool = option(
        True, flag="--no-think", usage="Bid by the system alone, without simulation"
    )
    simulation: str = option("", flag="--simulation", value="FILE")
    plans: Plans = option("explain", flag="--plans")


@frozen
class BiddingConfig:
    """The settings of the bidding: the systems of both sides, and a file of further settings."""

    file: str = option("", flag="--bidding", value="FILE")
    our: str = option("", flag="--our", value="SYSTEM")
    opponents: str = option("", flag="--opponents", value="SYSTEM")


@frozen
class ClockConfig:
    """The settings of our pair's thinking time, see `protocol.seat.clock.ClockOptions`."""

    on: bool = option(True, flag="--no-clock", usage="No clock: every decision gets its budget")
    board: float = _seconds(_CLOCK.board, low=_CLOCK_LOW, check=_clock, flag="--clock")
    match: float = _seconds(_CLOCK.match, high=1_000_000)
    margin: float = _seconds(_CLOCK.margin)
    latency: float = _seconds(_CLOCK.latency, high=60)


@frozen
class PlayerConfig:
    """The settings of the player's process, and of how long the seat waits for it."""

    grace: float = _seconds(_CLOCK.grace)
    patience: float = _seconds(5.0)
    standby: bool = option(True)
    start_timeout: float = _seconds(30.0, low=0.1, high=3600)


@frozen
class LogConfig:
    """The settings of the wire log (all lines sent and received), and the folder of logs."""

    wire: bool = option(True)
    wire_files: int = option(20, low=0, high=100_000)
    folder: str = option("", flag="--log", value="FOLDER")


@frozen
class ClientConfig:
    """The settings of a client that takes one or more seats at a table."""

    FILE: ClassVar[str] = "client.toml"

    host: str = option("127.0.0.1", check=_filled, flag="--host", value="ADDRESS")
    port: int = option(
        2000,
        low=1,
        high=65535,
        flag="--port",
        value="PORT",
        usage="The port of the table manager; once, or once for each seat",
    )
    team: str = option("BlueChipBot", check=_filled, flag="--team", value="NAME")
    seats: tuple[Seat, ...] = option(
        (),
        check=_seats,
        flag="--seat",
        value="SEAT",
        usage="A seat to take: North, East, South or West; may be repeated",
    )
    profile: str = option("auto", choices=("auto", *DIALECTS), flag="--profile")
    system: str = option("")
    engine: str = option(DEFAULT_ENGINE, check=_filled, flag="--engine", value="ENGINE")
    strict_teams: bool = option(False, flag="--strict-teams")
    alerts: Literal["none", "alert", "infos"] = option("none", flag="--alerts")
    web: str = _web_option()
    min_gap: float = _seconds(0.0, high=60)
    connect: ConnectConfig = option(ConnectConfig())
    bidding: BiddingConfig = option(BiddingConfig())
    clock: ClockConfig = option(ClockConfig())
    search: SearchConfig = option(SearchConfig())
    player: PlayerConfig = option(PlayerConfig())
    log: LogConfig = option(LogConfig())

    @property
    def player_options(self) -> dict[str, Any]:
        """The settings of the player as values for JSON."""
        return {**document(self.search), "bidding": document(self.bidding)}

    @property
    def clock_options(self) -> ClockOptions | None:
        """The clock of a seat; None without one, and then each decision must have a budget."""
        clock, search = self.clock, self.search
        if clock.on:
            # The manager counts the time for which a line is held back.
            latency = clock.latency + self.min_gap
            grace = min(self.player.grace, _GRACE * clock.board)
            return ClockOptions(clock.board, clock.match, clock.margin, latency, grace)
        if not search.budget_call or not search.budget_card:
            text = "without a clock every decision needs a budget: give --budget SECONDS"
            raise ConfigError(text)
        return None


@frozen
class TableConfig:
    """The settings of a table manager: timing, alerts, illegal calls and cards, reconnection."""

    timing: bool = option(_TABLE.timing)
    seated_style: Literal["quoted", "bare"] = option("quoted")
    forward_alerts: Literal["none", "opponents"] = option("none")
    min_gap: float = _seconds(0.0, high=60)
    readiness: Literal["lenient", "strict"] = option("lenient")
    illegal_limit: int = option(_TABLE.illegal_limit, low=0, high=1000)
    on_illegal: Literal["restart", "forfeit", "stop"] = option(_TABLE.on_illegal)
    reconnect: bool = option(_TABLE.reconnect)

    def session(self, **more: Any) -> TableOptions:
        """The options of a table's session by these settings, and by the keywords in `more`."""
        same = {each.name for each in attrs.fields(TableOptions)}
        return TableOptions(
            seated=SeatedStyle.QUOTED if self.seated_style == "quoted" else SeatedStyle.BARE,
            forward_notes=self.forward_alerts == "opponents",
            strict=self.readiness == "strict",
            **{name: value for name, value in attrs.asdict(self).items() if name in same},
            **more,
        )


@frozen
class ServerConfig:
    """The settings of a table server: its address, ports, web page, line limit and table."""

    FILE: ClassVar[str] = "server.toml"

    host: str = option("127.0.0.1", check=_filled, flag="--host", value="ADDRESS")
    ports: tuple[int, ...] = option((2000,), check=_ports, flag="--port", value="PORT")
    web: str = _web_option()
    line_limit: int = option(4096, unit="bytes", low=256, high=1_048_576)
    table: TableConfig = option(TableConfig())


@frozen
class TeamConfig:
    """The settings of a team of a match: our own player at its seats, or other programs."""

    name: str = option("Team", check=_filled, flag="--name", value="NAME")
    engine: str = option(DEFAULT_ENGINE, check=_filled, flag="--team", value="ENGINE")
    system: str = option("learned", check=_filled, flag="--system", value="SYSTEM")
    command: str = option("", flag="--command", value="COMMAND")
    wait: bool = option(False, flag="--wait")
    profile: str = option("standard", choices=tuple(DIALECTS), flag="--profile")
    gap: float = _seconds(0.0, high=60, flag="--gap")

    @property
    def is_ours(self) -> bool:
        """Whether our own player sits at the team's seats."""
        return not (self.command or self.wait)


@frozen
class MatchConfig:
    """The settings of a match of two teams."""

    FILE: ClassVar[str] = "match.toml"
    FORMER: ClassVar[dict[str, str]] = {
        **{f"team_{team}": f"team_{team}.name" for team in "ab"},
        **{
            f"{key}_{team}": f"team_{team}.{key}"
            for key in ("engine", "system", "command", "wait", "profile", "gap")
            for team in "ab"
        },
        "alerts": "table.forward_alerts",
        **{key: f"table.{key}" for key in ("min_gap", "illegal_limit", "on_illegal")},
    }
    """The keys of files of earlier versions, in which there were no tables of options."""

    boards: int = option(4, low=1, high=1_000_000, flag="--boards")
    seed: int = option(1, low=0, high=_MOST_SEED, flag="--seed")
    declared: bool = option(True)
    bidding: str = option("")
    out: str = option("", flag="--out", value="FOLDER")
    thoughts: bool = option(False, flag="--thoughts/--no-thoughts")
    rooms: Literal["both", "open", "closed", "replay"] = option(
        "both",
        flag="--rooms",
        usage="The rooms to play; replay: one table, each board twice in a row",
    )
    concurrency: int = option(2, low=1, high=256, flag="--concurrency")
    host: str = option("127.0.0.1", check=_filled)
    web: str = _web_option()
    ports_open: tuple[int, ...] = option((0,), check=_ports, flag="--port-open", value="PORT")
    ports_closed: tuple[int, ...] = option((0,), check=_ports, flag="--port-closed", value="PORT")
    stall_seconds: float = _seconds(120.0, low=1)
    on_stall: Literal["wait", "nudge", "restart", "forfeit", "stop"] = option("wait")
    restarts: int = option(3, low=0, high=1_000_000)
    crash_status: bool = option(True, flag="--crash-status/--no-crash-status")
    fallback_limit: float = option(0.25, low=0, high=1, flag="--fallback-limit")
    sprt: tuple[float, ...] = option((), flag="--sprt", value="H0 H1")
    alpha: float = option(0.05)
    beta: float = option(0.05)
    clock: float = _seconds(0.0, check=_clock_or_none, flag="--clock")
    team_a: TeamConfig = option(TeamConfig("A"), suffix="-a", usage="Team A")
    team_b: TeamConfig = option(TeamConfig("B"), suffix="-b", usage="Team B")
    table: TableConfig = option(TableConfig(forward_alerts="opponents"))
    search: SearchConfig = option(SearchConfig(budget_call=0.25, budget_card=0.25))

    @property
    def teams(self) -> tuple[TeamConfig, TeamConfig]:
        """Team A and team B."""
        return self.team_a, self.team_b

    @property
    def rooms_scored(self) -> tuple[str, ...]:
        """The rooms that get results: "open", "closed" or both."""
        return (self.rooms,) if self.rooms in {"open", "closed"} else ("open", "closed")


@frozen
class CarryOverConfig:
    """The rule for IMPs that a team carries over into a knockout match from earlier matches."""

    by: Literal["imps", "vps"] = option("imps")
    higher: float = option(2.0, low=0, high=1000)
    lower: float = option(3.0, low=0, high=1000)
    most: float = option(16.0, low=0, high=1000)


@frozen
class LeagueConfig:
    """The settings of a league: all teams meet, then the best play knockout matches.

    `FILE` holds an example.
    """

    FILE: ClassVar[str] = "league.toml"

    name: str = option("League", check=_filled)
    out: str = option("", flag="--out", value="FOLDER")
    at_once: int = option(1, low=1, high=64, flag="--at-once")
    legs: int = option(1, low=1, high=100)
    same_boards: Literal["match", "round", "league"] = option("round")
    knockout: int = option(4, low=0, high=64)
    knockout_boards: int = option(0, low=0, high=1_000_000)
    scale: str = option("")
    bye: float = option(0.0, low=0, high=1000)
    walkover: float = option(12.0, low=0, high=1000)
    withdraw: tuple[str, ...] = option(())
    carry_over: CarryOverConfig = option(CarryOverConfig())
    match: Mapping[str, Any] = option({}, free=True)
    team: tuple[TeamConfig, ...] = option(())

"""The options of `play`, `serve` and `match`, with their defaults, ranges and help.

Each class is a file, or a table of one. `config_text` makes `conf/client.toml`, `conf/server.toml`
and `conf/match.toml` of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final, Literal, TypeAlias

from attrs import frozen

from bluechip_bot.config.error import RefusedError, expected
from bluechip_bot.config.option import option, section
from bluechip_bot.model import Seat
from bluechip_bot.model.scoring import Scoring
from bluechip_bot.protocol.dialect import DIALECTS
from bluechip_bot.protocol.seat.clock import ClockOptions
from bluechip_bot.protocol.table.session import TableOptions

ENGINES: Final = ("alphamu", "pimc", "htn", "random")
"""The names of the engines that come with the bot."""

Plans: TypeAlias = Literal["off", "explain", "order"]
"""The use of plans beside a search: none, to explain its cards, or also to order them."""

OnIllegal: TypeAlias = Literal["restart", "forfeit", "stop"]
"""What is done about a seat that sends too many illegal calls and cards."""

_ON_ILLEGAL: Final = "The action when it sends more"
_ILLEGAL_ACTIONS: Final = (
    '"restart": cut its connection (and restart its program); the board begins anew. "forfeit": '
    'give up the board, which then has no result. "stop": end the session.'
)
_DAY: Final = 86400
_MOST_SEED: Final = 2**63 - 1
_CLOCK_LOW: Final = 0.1
_ENGINE_HELP: Final = ", ".join(ENGINES)
_CLOCK: Final = ClockOptions(board=60.0)
"""The clock's own defaults."""
_TABLE: Final = TableOptions()
"""The table's own defaults."""
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
    """The host and the port of `[HOST:]PORT`, by default this machine alone.

    Raises:
        RefusedError: if the value is not of that form.
    """
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


def _web_option(what: str = "all hands") -> Any:
    """The place of the page on which people watch."""
    return option(
        "",
        "Where to show a page on which people can watch, as [HOST:]PORT",
        check=_web,
        more=(
            "Without HOST it is shown on this machine alone. The address is printed, and another "
            f"one for the operator, who sees {what}. Empty: no page."
        ),
        flag="--web",
        value="[HOST:]PORT",
        usage="Show a page on which people can watch at [HOST:]PORT",
    )


@frozen
class ConnectConfig:
    """How a client finds its table."""

    retry_every: float = option(
        1.0,
        "The wait before the second attempt",
        unit="seconds",
        low=0.01,
        high=3600,
        more="Waits are up to a half longer or shorter, so that seats come back one by one.",
    )
    retry_factor: float = option(
        1.5, "The factor by which the wait grows after each attempt", low=1, high=10
    )
    retry_most: float = option(10.0, "The longest wait", unit="seconds", low=0.01, high=3600)
    attempts: int = option(
        0,
        "Attempts in a row without progress before giving up; 0: no limit",
        low=0,
        high=1_000_000,
        more="Progress is a call or card of another player, beyond those of earlier connections.",
        flag="--attempts",
    )
    patience: float = option(
        0.0,
        "How long to wait for a call or card of another player; 0: for ever",
        unit="seconds",
        low=0,
        high=_DAY,
        more=(
            "Then the seat gives up, whatever it waits for. Where connections are lost in a row, "
            "it also gives up without progress for so long. The time in which our player thinks "
            "does not count."
        ),
        flag="--wait",
    )
    astray: float = option(
        20.0,
        "How long to wait for a board that cannot be followed to begin anew",
        unit="seconds",
        low=0.01,
        high=_DAY,
        more="Then the seat connects again, as after a lost connection.",
    )

    def wait(self, attempt: int) -> float:
        """The seconds to wait after a failed attempt; attempts count from 1."""
        grown = self.retry_every * self.retry_factor ** min(attempt - 1, 100)
        return float(min(grown, self.retry_most))


@frozen
class SearchConfig:
    """The limits of a decision, and its scoring."""

    budget_call: float = option(
        0.0,
        "The most that a call takes",
        unit="seconds",
        low=0,
        high=_DAY,
        more="With a clock, 0 leaves it to the clock; without one it must be given.",
        flag="--budget",
        usage="The most that a call or card takes; without a clock, what each of them gets",
    )
    budget_card: float = option(
        0.0, "The most that a card takes", unit="seconds", low=0, high=_DAY, flag="--budget"
    )
    worlds: int = option(
        0,
        "The most layouts of the hidden hands by which a card is judged; 0: as time allows",
        low=0,
        high=100_000,
        flag="--worlds",
    )
    depth: int = option(
        0,
        "The most of its own cards that a side looks ahead; 0: as time allows",
        low=0,
        high=26,
        flag="--depth",
    )
    error: float = option(
        0.01,
        "The chance with which a card that is as good as the best drops out of the vote",
        low=0,
        high=0.5,
        more="Cards are compared after 16, 24, 32, 48, 64 ... layouts; 0 keeps all to the end.",
    )
    scoring: Scoring = option(
        "imps",
        "The scoring",
        more='"imps" counts the contract, and tricks by their IMPs; "win" the contract alone.',
        flag="--scoring",
    )
    threads: int = option(
        1,
        "Threads that share the work on a card; 0: one for each processor",
        low=0,
        high=64,
        flag="--threads",
    )
    memory_mb: int = option(
        64,
        "Memory of the transposition table",
        unit="MiB",
        low=1,
        high=1_048_576,
        flag="--memory-mb",
    )
    seed: int = option(
        0, "The seed of the engine's random numbers", low=0, high=_MOST_SEED, flag="--seed"
    )
    inference: str = option(
        "",
        "A file like conf/inference.toml",
        more="Empty: that file.",
        flag="--inference",
        value="FILE",
    )
    think: bool = option(
        True,
        "Whether a close call is decided by simulation; else the system bids alone",
        flag="--no-think",
        usage="Bid by the system alone, without simulation",
    )
    simulation: str = option(
        "",
        "A file like conf/simulation.toml",
        more="Empty: that file.",
        flag="--simulation",
        value="FILE",
    )
    plans: Plans = option(
        "explain",
        "The use of declarer's plans beside a search",
        more=(
            '"explain": a plan explains the card in words (with half a second or more for a card). '
            '"order": it also orders the cards for the search, and chooses among those of equal '
            "value."
        ),
        flag="--plans",
    )


@frozen
class BiddingConfig:
    """The systems of both sides."""

    file: str = option(
        "",
        "A file like conf/bidding.toml",
        more="Empty: that file.",
        flag="--bidding",
        value="FILE",
    )
    our: str = option(
        "",
        "Our system: a file of conf/systems by name, or a path that ends in .toml",
        more="Empty: as the file says.",
        flag="--our",
        value="SYSTEM",
    )
    opponents: str = option(
        "",
        "The opponents' system, or unknown",
        more="Empty: as the file says.",
        flag="--opponents",
        value="SYSTEM",
    )


@frozen
class ClockConfig:
    """The thinking time of our pair, see `protocol.seat.clock.ClockOptions`."""

    on: bool = option(
        True,
        "Whether there is a clock",
        more="Without one every decision gets its budget, see [search].",
        flag="--no-clock",
        usage="No clock: every decision gets its budget",
    )
    board: float = option(
        _CLOCK.board,
        "The time of our pair for a board, as the manager counts it",
        unit="seconds",
        low=_CLOCK_LOW,
        high=_DAY,
        check=_clock,
        flag="--clock",
    )
    match: float = option(
        _CLOCK.match,
        "Its time for the whole session; 0: no limit",
        unit="seconds",
        low=0,
        high=1_000_000,
    )
    margin: float = option(
        _CLOCK.margin,
        "The reserve on each board; at most a tenth of its time",
        unit="seconds",
        low=0,
        high=_DAY,
    )
    latency: float = option(
        _CLOCK.latency,
        "The time of each call and card besides the thinking",
        unit="seconds",
        low=0,
        high=60,
        more="It grows if the manager's timing lines count more.",
    )


@frozen
class PlayerConfig:
    """The process of the player, and how long the seat waits for it."""

    grace: float = option(
        _CLOCK.grace,
        "With a clock, the last answer counts when the player is late by more than this",
        unit="seconds",
        low=0,
        high=_DAY,
    )
    patience: float = option(
        5.0,
        "Without a clock, a player that is late by this is stopped",
        unit="seconds",
        more="As many seconds later it is killed.",
        low=0,
        high=_DAY,
    )
    standby: bool = option(True, "Keep a second player running, which can take over at once")
    start_timeout: float = option(
        30.0, "The longest time that a player may take to start", unit="seconds", low=0.1, high=3600
    )


@frozen
class LogConfig:
    """The log of the lines and its folder."""

    wire: bool = option(True, "Log every line sent and received")
    wire_files: int = option(
        20,
        "Compressed files of this log that are kept beside the last one; 0: all",
        low=0,
        high=100_000,
        more="A file holds 16 MB, some 300 boards; the oldest is removed.",
    )
    folder: str = option(
        "", "The folder of the log files", more="Empty: no files.", flag="--log", value="FOLDER"
    )


@frozen
class ClientConfig:
    """One or more seats at a table."""

    FILE: ClassVar[str] = "client.toml"
    HEAD: ClassVar[str] = (
        "Defaults of `bluechip-bot play`. Your own file need hold only the keys that you change."
    )

    host: str = option(
        "127.0.0.1",
        "Where the table manager listens",
        check=_filled,
        flag="--host",
        value="ADDRESS",
    )
    port: int = option(
        2000,
        "The port of the table manager",
        low=1,
        high=65535,
        flag="--port",
        value="PORT",
        usage="The port of the table manager; once, or once for each seat",
    )
    team: str = option(
        "BlueChipBot",
        "Our team's name, sent when connecting",
        check=_filled,
        flag="--team",
        value="NAME",
    )
    seats: tuple[Seat, ...] = option(
        (),
        "The seats to take",
        check=_seats,
        more='Any of "N", "E", "S", "W". Empty: any seat, if the profile allows that.',
        flag="--seat",
        value="SEAT",
        usage="A seat to take: North, East, South or West; may be repeated",
    )
    profile: str = option(
        "auto",
        "The dialect of the table manager; auto learns it from its lines",
        choices=("auto", *DIALECTS),
        flag="--profile",
    )
    system: str = option("", "The name of our bidding system for a version 19 manager (robobridge)")
    engine: str = option(
        "alphamu",
        f"The engine that plays: {_ENGINE_HELP}, or your own as module:factory",
        check=_filled,
        flag="--engine",
        value="ENGINE",
    )
    strict_teams: bool = option(
        False, "Leave the table if our team is misnamed there", flag="--strict-teams"
    )
    alerts: Literal["none", "alert", "infos"] = option(
        "none",
        "The form in which the meaning of our alerted calls is sent",
        more='"alert": as `Alert. text`; "infos": as `Infos. text`.',
        flag="--alerts",
    )
    web: str = _web_option("what our seats see")
    min_gap: float = option(
        0.0,
        "The least time between two lines that we send; some managers lose fast lines",
        unit="seconds",
        low=0,
        high=60,
    )
    connect: ConnectConfig = section(ConnectConfig())
    bidding: BiddingConfig = section(BiddingConfig())
    clock: ClockConfig = section(ClockConfig())
    search: SearchConfig = section(SearchConfig())
    player: PlayerConfig = section(PlayerConfig())
    log: LogConfig = section(LogConfig())


@frozen
class TableConfig:
    """The behaviour of the table manager."""

    timing: bool = option(_TABLE.timing, "Announce the thinking time that each side has used")
    seated_style: Literal["quoted", "bare"] = option("quoted", 'Team names in "seated" lines')
    forward_alerts: Literal["none", "opponents"] = option(
        "none", "Who receives explanations of calls: nobody, or the caller's opponents"
    )
    min_gap: float = option(
        0.0, "The least time between two lines to a player", unit="seconds", low=0, high=60
    )
    readiness: Literal["lenient", "strict"] = option(
        "lenient",
        'The treatment of a "ready for" line that names the wrong player or trick',
        more='"lenient" logs and accepts it, "strict" refuses it.',
    )
    illegal_limit: int = option(
        _TABLE.illegal_limit,
        "Illegal calls or cards that a player may send on a board",
        low=0,
        high=1000,
    )
    on_illegal: OnIllegal = option(_TABLE.on_illegal, _ON_ILLEGAL, more=_ILLEGAL_ACTIONS)
    reconnect: bool = option(
        _TABLE.reconnect, "A player who loses his connection may take his seat again"
    )


@frozen
class ServerConfig:
    """A table."""

    FILE: ClassVar[str] = "server.toml"
    HEAD: ClassVar[str] = (
        "Defaults of `bluechip-bot serve`. Your own file need hold only the keys that you change."
    )

    host: str = option(
        "127.0.0.1",
        "The address to listen on; 0.0.0.0 for players on other machines",
        check=_filled,
        flag="--host",
        value="ADDRESS",
    )
    ports: tuple[int, ...] = option(
        (2000,),
        "One port for all players, or four for N, E, S, W; 0: any free port",
        check=_ports,
        flag="--port",
        value="PORT",
    )
    web: str = _web_option()
    line_limit: int = option(
        4096, "The longest line that is accepted", unit="bytes", low=256, high=1_048_576
    )
    table: TableConfig = section(TableConfig())


def _of_teams(default: Any, text: str, flag: str, **rest: Any) -> Callable[..., Any]:
    """A maker of the same option for each team, whose letter ends the text and the flag."""

    def of_team(team: str, detail: str = "", more: str = "") -> Any:
        name = f"{flag}-{team.lower()}"
        return option(default, f"{text} of team {team}{detail}", more=more, flag=name, **rest)

    return of_team


_engine: Final = _of_teams("alphamu", "The engine", "--team", check=_filled, value="ENGINE")
_system: Final = _of_teams("sayc", "The system", "--system", check=_filled, value="SYSTEM")
_command: Final = _of_teams("", "The command line of a seat", "--command", value="COMMAND")
_wait: Final = _of_teams(False, "Wait for the programs", "--wait")
_profile: Final = _of_teams(
    "standard", "The dialect for the programs", "--profile", choices=tuple(DIALECTS)
)
_gap: Final = _of_teams(
    0.0,
    "The least time between two lines to a program",
    "--gap",
    unit="seconds",
    low=0,
    high=60,
)


@frozen
class MatchConfig:
    """A match of two teams."""

    FILE: ClassVar[str] = "match.toml"
    HEAD: ClassVar[str] = (
        "Defaults of `bluechip-bot match`. Your own file need hold only the keys that you change.\n"
        "\n"
        "Team A sits North-South in the open room and East-West in the closed room."
    )

    boards: int = option(4, "The number of boards", low=1, high=1_000_000, flag="--boards")
    seed: int = option(1, "The seed of the deals", low=0, high=_MOST_SEED, flag="--seed")
    team_a: str = option("A", "The name of team A", check=_filled, flag="--name-a", value="NAME")
    team_b: str = option("B", "The name of team B", check=_filled, flag="--name-b", value="NAME")
    engine_a: str = _engine("A", f": {_ENGINE_HELP}, or your own as module:factory")
    engine_b: str = _engine("B")
    system_a: str = _system("A", ": a file of conf/systems by name")
    system_b: str = _system("B")
    declared: bool = option(
        True, "Whether each team knows the other's system; if not, it reads calls as a stranger's"
    )
    alerts: Literal["none", "opponents"] = option(
        "opponents", "Who receives the meaning of alerted calls"
    )
    bidding: str = option("", "A file like conf/bidding.toml", more="Empty: that file.")
    out: str = option(
        "",
        "The folder for records and logs; it must not hold a match yet",
        more="Empty: the next free one of results/match-1, results/match-2, ...",
        flag="--out",
        value="FOLDER",
    )
    thoughts: bool = option(
        False,
        "Whether open.pbn and closed.pbn hold the thoughts of our seats as commentary",
        more="Not every program can read it. The report always shows the thoughts.",
        flag="--thoughts/--no-thoughts",
    )
    rooms: Literal["both", "open", "closed", "replay"] = option(
        "both",
        "The rooms to play",
        more=(
            'A single room gives points but no IMPs. "replay": one table, at ports_open whatever '
            "the concurrency, for four programs that keep their seats. Each board is played twice "
            "in a row there, the second time turned by 90 degrees and under a number of its own; "
            "that play is the closed room's."
        ),
        flag="--rooms",
        usage="The rooms to play; replay: one table, each board twice in a row",
    )
    concurrency: int = option(
        2,
        "The number of tables played at once; 1: one room after the other",
        low=1,
        high=256,
        flag="--concurrency",
    )
    command_a: str = _command(
        "A",
        ", with {host} {port}, {seat} or {letter}, {team}, maybe {auctions}",
        more=(
            'For other programs, as "client --connect {host}:{port} --seat {seat}"; it is run for '
            "each seat of the team. {auctions} is the path of a PBN file, if auctions are given. "
            "Empty: our own player, with the engine above."
        ),
    )
    command_b: str = _command("B")
    wait_a: bool = _wait(
        "A",
        ", which somebody else starts",
        more=(
            'Programs that ask for any seat ("ANYPL") get a seat of their team; they must give its '
            "name, as above."
        ),
    )
    wait_b: bool = _wait("B")
    profile_a: str = _profile("A", "; most read standard")
    profile_b: str = _profile("B")
    gap_a: float = _gap("A", "; some lose fast lines")
    gap_b: float = _gap("B")
    host: str = option("127.0.0.1", "The address that the tables listen on", check=_filled)
    web: str = _web_option()
    ports_open: tuple[int, ...] = option(
        (0,),
        "The port of the open room, or four for N, E, S, W; 0: any free port",
        check=_ports,
        flag="--port-open",
        value="PORT",
    )
    ports_closed: tuple[int, ...] = option(
        (0,), "The same for the closed room", check=_ports, flag="--port-closed", value="PORT"
    )
    min_gap: float = option(
        0.0, "The least time between two lines to any client", unit="seconds", low=0, high=60
    )
    stall_seconds: float = option(
        120.0,
        "The silence of a table after which the log names who owes a line",
        unit="seconds",
        low=1,
        high=_DAY,
    )
    on_stall: Literal["wait", "nudge", "restart", "forfeit", "stop"] = option(
        "wait",
        "The action after that silence",
        more=(
            '"nudge": say again who is to lead. "restart": restart the seat. "forfeit": give up '
            'the board, which then has no result. "stop": stop the match.'
        ),
    )
    illegal_limit: int = option(
        _TABLE.illegal_limit,
        "Illegal calls or cards that a seat may send on a board",
        low=0,
        high=1000,
    )
    on_illegal: OnIllegal = option(_TABLE.on_illegal, _ON_ILLEGAL, more=_ILLEGAL_ACTIONS)
    restarts: int = option(
        3,
        "The most restarts of a process in a row without a finished board",
        low=0,
        high=1_000_000,
    )
    crash_status: bool = option(
        True,
        "Exit status 5 if all boards were played, but a process had to be started again",
        flag="--crash-status/--no-crash-status",
    )
    fallback_limit: float = option(
        0.25,
        "The share of our decisions by rule, without a search, beyond which the exit status is 6",
        low=0,
        high=1,
        more="Such a result says little about the engines. 1: never.",
        flag="--fallback-limit",
    )
    sprt: tuple[float, ...] = option(
        (),
        "Two means in IMPs a board for team A, as 0.0 0.5, between which a sequential test decides",
        more="The test can end the match before all boards are played. Empty: no test.",
        flag="--sprt",
        value="H0 H1",
    )
    alpha: float = option(0.05, "The rate at which the test may wrongly choose the second mean")
    beta: float = option(0.05, "The rate at which the test may wrongly choose the first mean")
    clock: float = option(
        0.0,
        "The time of each pair for a board; 0: no clock, every decision gets its budget",
        unit="seconds",
        low=0,
        high=_DAY,
        check=_clock_or_none,
        more="With a clock, budgets limit single decisions; 0 leaves the limit to the clock.",
        flag="--clock",
    )
    search: SearchConfig = section(
        SearchConfig(budget_call=0.25, budget_card=0.25),
        "The search of our seats of both teams",
        more="All players share a machine, so the budgets are smaller than at other tables.",
    )

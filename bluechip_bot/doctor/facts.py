"""Facts of a machine and of what is installed there, as they were measured.

Times are in seconds, sizes in bytes. What could not be found out is None.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Software:
    """What is installed.

    Attributes:
        versions: of Python, of the package and of the libraries, by name.
        code: a hash of all that runs, the same on machines that play alike.
        commit: the commit that the package comes from, if it can be known.
        changed: whether the working tree differs from it.
    """

    versions: Mapping[str, str]
    code: str
    commit: str | None = None
    changed: bool = False


@frozen
class Build:
    """The compiled modules beside this processor.

    Attributes:
        platform: what they were compiled for.
        processor: its name.
        features: the instruction sets that it has, as the operating system names them.
        failure: why they cannot be imported; empty if they can.
        stale: sources that are newer than what was compiled of them.
    """

    platform: str
    processor: str
    features: frozenset[str] | None = None
    failure: str = ""
    stale: tuple[str, ...] = ()


@frozen
class CardSpeed:
    """A card that was chosen to see how fast this machine is.

    Attributes:
        card: which one, in words.
        layouts: the layouts of the hidden hands in which every card was judged.
        seconds: how long that took.
        processor: the seconds of a processor that were used meanwhile.
        allotted: the seconds that the chosen clock gives for such a card.
    """

    card: str
    layouts: int
    seconds: float
    processor: float
    allotted: float

    @property
    def rate(self) -> float:
        """Layouts a second."""
        return self.layouts / self.seconds

    @property
    def expected(self) -> float:
        """The layouts that such a card gets with the chosen clock."""
        return self.rate * self.allotted


@frozen
class Processors:
    """The processors.

    Attributes:
        usable: how many this process may use.
        load: the mean number of processes that wanted one during the last minute.
    """

    usable: int
    load: float | None = None


@frozen
class Memory:
    """The memory.

    Attributes:
        available: what can be had without swapping.
        player: what one player's process takes at first.
        table: what its tables take in time.
    """

    available: int | None
    player: int
    table: int


@frozen
class Clocks:
    """The clocks.

    Attributes:
        zone: the time zone's name.
        offset: its hours ahead of UTC.
        now: the time, in seconds since 1970.
        installed: when the newest file of the package was written, likewise.
        span: how long the clocks were compared, by the monotonic clock.
        gained: what the time of day gained on the monotonic clock meanwhile.
        synchronised: whether the operating system takes the time of day for synchronised.
        error: the greatest error of the time of day by its account.
        correction: how much it speeds the clock up, in parts per million.
    """

    zone: str
    offset: float
    now: float
    installed: float
    span: float
    gained: float
    synchronised: bool | None = None
    error: float | None = None
    correction: float | None = None


@frozen
class PortState:
    """A port of the configuration.

    Attributes:
        host: the address.
        port: the port.
        listens: whether we listen there; else a manager does.
        free: whether we can listen there.
        answered: whether something answers there.
        reason: what the operating system says if it is neither free nor answered.
    """

    host: str
    port: int
    listens: bool
    free: bool = False
    answered: bool = False
    reason: str = ""


@frozen
class Disk:
    """Where records and logs go.

    Attributes:
        folder: the folder.
        free: what is free there.
        rate: bytes a second that reach the disk.
        syncs: how long short records took to reach the disk, one after the other.
        failure: why it cannot be written; empty if it can.
    """

    folder: str
    free: int = 0
    rate: float = 0.0
    syncs: tuple[float, ...] = ()
    failure: str = ""


@frozen
class Rehearsal:
    """A short match with the chosen clock.

    Attributes:
        clock: each pair's time for a board; 0 if there was no clock.
        planned: the boards of all rooms that were to be played.
        played: those that were played to the end.
        decisions: the calls and cards that our players were to decide.
        rules: of these, the ones made by a rule of last resort.
        late: those that took longer than they might by more than a tenth of a second.
        latest: the most by which one was late.
        slowest: the longest time of a decision.
        allotted: what that decision might take.
        over: boards on which a pair exceeded its time.
        longest: the longest time of a pair for a board.
        crashes: processes that had to be started again.
        size: what a board adds to records and logs.
        failure: why it was not played to the end; empty if it was.
    """

    clock: float
    planned: int
    played: int = 0
    decisions: int = 0
    rules: int = 0
    late: int = 0
    latest: float = 0.0
    slowest: float = 0.0
    allotted: float = 0.0
    over: int = 0
    longest: float = 0.0
    crashes: int = 0
    size: int = 0
    failure: str = ""

"""The tables of how well strangers' calls are read: by file, by role and by kind of call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import frozen

from bluechip_bot.bidding.auction.roles import Role
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.lab.bidding.strangers import PASSED, BoardFigures, Figures, PlayerFigures
from bluechip_bot.lab.estimates import Estimate, mean, wilson

HARD_FLOORS: Final = (0.3, 0.1, 0.05, 0.02, 0.005, 0.001)
"""What a hard reading may leave to a hand that it excludes: without it one miss would be all."""

BIDDERS: Final = "all who bid"

_NOTE: Final = f"""\
inside: the true hand in the outer box, of players who bid; random: the share of random hands there
bits: how much likelier a reading makes the true hand than a random one, in the mean over all four
players (bidders: over those who bid); no reading: 0; hard: only hands that agree with every call as
described, others weighing what suits that reading best, of {", ".join(map(str, HARD_FLOORS))}"""

_WIDTHS: Final = (30, 7, 19, 8, 19, 24, 9, 14, 10, 11, 9, 6)


@frozen
class _Summary:
    """Some hands."""

    found: tuple[Figures, ...]

    @property
    def inside(self) -> Estimate:
        return wilson(sum(one.inside for one in self.found), len(self.found))

    @property
    def hard(self) -> Estimate:
        return wilson(sum(one.hard for one in self.found), len(self.found))

    @property
    def random(self) -> float:
        return sum(one.random for one in self.found) / len(self.found)

    @property
    def bits(self) -> Estimate:
        return mean([one.bits for one in self.found])

    @property
    def hard_bits(self) -> float:
        """The most that a hard reading tells, by any of its floors."""
        return max(
            mean([one.hard_bits(floor) for one in self.found]).value for floor in HARD_FLOORS
        )


def report(files: Mapping[str, Sequence[BoardFigures]]) -> str:
    """The table by file, and one of all files by role and by kind of call.

    Raises:
        ValueError: if there is no file, or one without a board.
    """
    if not files or not all(files.values()):
        raise ValueError("a report needs at least one board of each file")
    head = ("file", "boards", "inside", "random", "all four", "bits", "bidders", "hard: inside",
            "all four", "bits", "bidders", "none")  # fmt: skip
    lines = [_line(head)]
    for name, boards in files.items():
        lines.append(_line(_file_cells(name, [board.players for board in boards])))
        if told := [board.told for board in boards if board.told]:
            plain = [board.players for board in boards if board.told]
            lines.append(_line(_file_cells("  calls with words, without", plain)))
            lines.append(_line(_file_cells("  with their explanations", told)))
    players = [p for boards in files.values() for board in boards for p in board.players]
    lines += ["", *_family_lines(players), "", *_NOTE.splitlines()]
    return "\n".join(lines)


def _file_cells(name: str, boards: Sequence[tuple[PlayerFigures, ...]]) -> Sequence[str]:
    players = [player for board in boards for player in board]
    whole = _Summary(tuple(player.figures for player in players))
    bidders = _Summary(tuple(p.figures for p in players if p.family != PASSED) or whole.found)
    soft = sum(all(player.figures.inside for player in board) for board in boards)
    hard = sum(all(player.figures.hard for player in board) for board in boards)
    return (
        name,
        str(len(boards)),
        _share(bidders.inside),
        _percent(bidders.random),
        _share(wilson(soft, len(boards))),
        _bits(whole.bits),
        f"{bidders.bits.value:+.2f}",
        _percent(bidders.hard.value),
        _percent(wilson(hard, len(boards)).value),
        f"{whole.hard_bits:+.2f}",
        f"{bidders.hard_bits:+.2f}",
        "0",
    )


def _family_lines(players: Sequence[PlayerFigures]) -> Iterable[str]:
    yield _line(
        ("players", "number", "inside", "random", "", "bits", "", "hard: inside", "", "bits")
    )
    bidders = [player for player in players if player.family != PASSED]
    families = {role.value: [p for p in bidders if p.family == role.value] for role in Role}
    families[BIDDERS] = bidders
    families[PASSED] = [player for player in players if player.family == PASSED]
    yield from _group_lines(
        {name: [player.figures for player in found] for name, found in families.items()}
    )
    yield ""
    yield _line(("calls by themselves", "number", "inside", "random", "", "bits", "",
                 "hard: inside", "", "bits"))  # fmt: skip
    calls = [call for player in players for call in player.calls]
    yield from _group_lines(
        {
            kind.value: [call.figures for call in calls if call.kind == kind.value]
            for kind in CallKind
        }
    )


def _group_lines(groups: Mapping[str, Sequence[Figures]]) -> Iterable[str]:
    for name, found in groups.items():
        if found:
            summary = _Summary(tuple(found))
            yield _line(
                (
                    name.replace("_", " "),
                    str(len(found)),
                    _share(summary.inside),
                    _percent(summary.random),
                    "",
                    _bits(summary.bits),
                    "",
                    _percent(summary.hard.value),
                    "",
                    f"{summary.hard_bits:+.2f}",
                )
            )


def _line(cells: Sequence[str]) -> str:
    return "".join(
        f"{cell:<{width}}" if index == 0 else f"{cell:>{width}}"
        for index, (cell, width) in enumerate(zip(cells, _WIDTHS, strict=False))
    ).rstrip()


def _share(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.0f}-{100 * estimate.high:.0f})"


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _bits(estimate: Estimate) -> str:
    return f"{estimate.value:+.2f} ({estimate.low:+.2f} to {estimate.high:+.2f})"

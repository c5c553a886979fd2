"""The tables of how well strangers' calls are read: by file, by role and by kind of call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from bluechip_bot.bidding.auction.roles import Role
from bluechip_bot.bidding.reading.ladder import CallKind
from bluechip_bot.lab.bidding.strangers import PASSED, BoardFigures, Figures, PlayerFigures
from bluechip_bot.lab.estimates import Estimate, mean, wilson

T = TypeVar("T")

_BIDDERS: Final = "all who bid"
_NOTE: Final = """\
inside: the true hand in the outer box, of players who bid; random: the share of random hands there
bits: how much likelier a reading makes the true hand than a random one, in the mean over all four
players (bidders: over those who bid); no reading: 0"""
_HEAD: Final = ("file", "boards", "inside", "random", "all four", "bits", "bidders")
_WIDTHS: Final = (30, 7, 19, 8, 19, 24, 9)


def report(files: Mapping[str, Sequence[BoardFigures]]) -> str:
    """The table by file, and one of all files by role and by kind of call; each has a board."""
    lines = [_line(_HEAD)]
    for name, boards in files.items():
        lines.append(_file_line(name, [board.players for board in boards]))
        if told := [board for board in boards if board.told]:
            plain = [board.players for board in told]
            lines.append(_file_line("  calls with words, without", plain))
            lines.append(_file_line("  with their explanations", [board.told for board in told]))
    players = [p for boards in files.values() for board in boards for p in board.players]
    return "\n".join([*lines, "", *_family_lines(players), "", _NOTE])


def _file_line(name: str, boards: Sequence[tuple[PlayerFigures, ...]]) -> str:
    players = [player for board in boards for player in board]
    whole = [player.figures for player in players]
    bidders = [player.figures for player in players if player.family != PASSED] or whole
    four = [[player.figures for player in board] for board in boards]
    all_inside = _range(_share(four, lambda board: all(one.inside for one in board)))
    bits = f"{_bits(whole):+.2f}", f"{_bits(bidders).value:+.2f}"
    return _line((name, str(len(boards)), *_shares(bidders), all_inside, *bits))


def _family_lines(players: Sequence[PlayerFigures]) -> Iterator[str]:
    bidders = [player for player in players if player.family != PASSED]
    families = {role.value: [p for p in bidders if p.family == role.value] for role in Role}
    families[_BIDDERS] = bidders
    families[PASSED] = [player for player in players if player.family == PASSED]
    yield from _groups("players", {n: [p.figures for p in own] for n, own in families.items()})
    yield ""
    calls = [call for player in players for call in player.calls]
    kinds = {one.value: [found for kind, found in calls if kind == one.value] for one in CallKind}
    yield from _groups("calls by themselves", kinds)


def _groups(title: str, groups: Mapping[str, Sequence[Figures]]) -> Iterator[str]:
    yield _line((title, "number", *_HEAD[2:4], "", "bits"))
    for name, found in groups.items():
        if found:
            figures = (*_shares(found), "", f"{_bits(found):+.2f}")
            yield _line((name.replace("_", " "), str(len(found)), *figures))


def _shares(found: Sequence[Figures]) -> tuple[str, str]:
    """The shares of true hands and of random ones inside."""
    inside, random = _share(found, lambda one: one.inside), [one.random for one in found]
    return _range(inside), f"{100 * sum(random) / len(random):.0f} %"


def _share(found: Sequence[T], holds: Callable[[T], bool]) -> Estimate:
    return wilson(sum(map(holds, found)), len(found))


def _bits(found: Sequence[Figures]) -> Estimate:
    return mean([one.bits for one in found])


def _line(cells: Sequence[str]) -> str:
    name, *figures = cells
    texts = (f"{cell:>{width}}" for cell, width in zip(figures, _WIDTHS[1:], strict=False))
    return f"{name:<{_WIDTHS[0]}}{''.join(texts)}".rstrip()


def _range(share: Estimate) -> str:
    return f"{100 * share.value:.1f} % ({100 * share.low:.0f}-{100 * share.high:.0f})"

"""A long match under fire, with a supervisor that takes it up again: `python tests/e2e/soak.py`.

Every so often a process is killed or a connection is cut, of each kind in turn. At the end a table
tells what was lost, and how memory and handles of the processes developed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from attrs import define, field

sys.path.insert(0, str(Path(__file__).parent.parent))

from bluechip_bot.formats import pbn
from bluechip_bot.match.record.folder import MatchFolder
from bluechip_bot.match.record.store import MatchStore
from support.wounded import KINDS, Match, victims

_ROOMS: Final = ("open", "closed")
_PROCESSES: Final = ("runner", "manager", "seat", "player")
_EVERY: Final = 1.0
"""Seconds between two looks at the processes."""


Needs = tuple[float, int]
"""The greatest needs of a process: resident memory in MiB, and open file descriptors."""


@define
class Soak:
    """A match, the harm done to it, and the needs of its processes by tenth of its boards."""

    match: Match
    kill_every: float
    chance: random.Random
    harm: Counter[str] = field(factory=Counter)
    needs: dict[tuple[str, int], Needs] = field(factory=dict)
    resumed: int = 0

    def run(self) -> None:
        """Play to the end; a runner that ends before is started again."""
        self.match.begin()
        while not self.match.actions:
            if self.match.is_over:
                raise SystemExit(self.match.folder.with_suffix(".log").read_text())
            time.sleep(_EVERY)
        due = time.monotonic() + self.kill_every
        while not self.match.is_over or self.match.finished < 2 * self.match.boards:
            if self.match.is_over:
                self.resumed += 1
                self.match.resume()
            self._look()
            kind = KINDS[self.harm.total() % len(KINDS)]
            if time.monotonic() >= due and self.match.hurt(kind, self.chance):
                self.harm[kind] += 1
                due = time.monotonic() + self.kill_every
            time.sleep(_EVERY)

    def _look(self) -> None:
        assert self.match.process is not None
        tenth = min(9, 5 * self.match.finished // max(1, self.match.boards))
        for kind in _PROCESSES:
            for process in victims(self.match.process.pid, kind):
                place = kind, tenth
                memory, handles = self.needs.get(place, (0.0, 0))
                now = _needs(process)
                self.needs[place] = max(memory, now[0]), max(handles, now[1])


def _needs(process: int) -> Needs:
    """The needs of a process now; nothing if it has just gone."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
        handles = len(list(Path(f"/proc/{process}/fd").iterdir()))
    except OSError:
        return 0.0, 0
    lines = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return int(lines.get("VmRSS", "0 kB").split()[0]) / 1024, handles


def table(soak: Soak, seconds: float) -> str:
    """The report of a finished soak."""
    match = soak.match
    folder = MatchFolder(match.folder)
    with closing(MatchStore.open(folder.store)) as store:
        troubles = Counter(trouble.what for trouble in store.troubles)
    wanted = range(1, match.boards + 1)
    lost = twice = 0
    for room in _ROOMS:
        counts = Counter(record.number for record in pbn.read(folder.pbn(room)))
        lost += sum(counts[number] == 0 for number in wanted)
        twice += sum(count - 1 for count in counts.values())
    harm = ", ".join(f"{kind} {soak.harm[kind]}" for kind in KINDS)
    rows: Mapping[str, object] = {
        "boards": f"{match.boards} in each room, {seconds / 3600:.2f} h",
        "killed or cut": f"{soak.harm.total()} ({harm}); taken up again {soak.resumed}",
        "boards lost / twice": f"{lost} / {twice}",
        "over the clock": folder.counts.over,
        "illegal calls and cards": troubles["illegal"],
        "decisions by rule": f"{folder.counts.fallbacks} of {folder.counts.decisions}"
        f" ({folder.counts.fallback_share:.2%})",
    }
    lines = [f"{name:<24} {value}" for name, value in rows.items()]
    lines.append(f"{'MiB / handles by tenth':<24} {' '.join(f'{n:>9}' for n in range(1, 11))}")
    for kind in _PROCESSES:
        needs = (soak.needs.get((kind, tenth), (0.0, 0)) for tenth in range(10))
        cells = (f"{memory:.0f}/{handles}" if handles else "-" for memory, handles in needs)
        lines.append(f"{kind:<24} {' '.join(f'{cell:>9}' for cell in cells)}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Soak a match, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="of the match; it must not be there")
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--clock", type=float, default=60.0, help="seconds of a pair and board")
    parser.add_argument("--kill-every", type=float, default=60.0, help="seconds")
    parser.add_argument("--seed", type=int, default=1, help="of the choice of victims")
    parser.add_argument(
        "--engine", default="--engine alphamu --worlds 20 --depth 2", help="options of the seats"
    )
    options = parser.parse_args(arguments)
    match = Match(
        options.folder, options.boards, tuple(options.engine.split()), clock=options.clock
    )
    soak = Soak(match, options.kill_every, random.Random(options.seed))
    begun = time.monotonic()
    soak.run()
    print(table(soak, time.monotonic() - begun))


if __name__ == "__main__":
    main()

"""A seat of ben at a table manager: a file gives the calls, ben plays the cards.

ben (https://github.com/lorserker/ben, GPL-3) is imported from FOLDER, where its `src`, `models` and
`bin` are, and its Python in `venv`. Only its bidder is replaced. On a board that the file does not
give, or from a call that departs from the file, ben bids for itself.

    bluechip-bot match --deals boards.pbn --auctions --name-b ben --profile-b ben --concurrency 1 \
        --command-b "python contrib/ben_seat.py FOLDER {auctions} {host} {port} {seat} {team}"
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

_TAG = re.compile(r'\[(\w+)\s+"(.*)"\]')


def given_calls(text: str) -> dict[int, tuple[str, ...]]:
    """The auctions of a match's `auctions.pbn` by board, in ben's words: PASS, 1N, X, XX."""
    found: dict[int, tuple[str, ...]] = {}
    number, inside = 0, False
    for line in text.splitlines():
        if tag := _TAG.match(line):
            name, value = tag.groups()
            inside = name == "Auction"
            if name == "Board":
                number = int(value)
            elif inside:
                found[number] = ()
        elif inside:
            found[number] += tuple(line.upper().replace("NT", "N").split())
    return found


def next_call(given: Sequence[str], made: Sequence[str]) -> str | None:
    """The call that follows those made; None if they are not the given ones, or there are no more.

    Args:
        given: the auction of the file.
        made: the calls so far, after a PAD_START for each player from North to the dealer.
    """
    calls = [call for call in made if call != "PAD_START"]
    follows = calls == list(given[: len(calls)]) and len(calls) < len(given)
    return given[len(calls)] if follows else None


def seat_of(ben: Any, given: Mapping[int, Sequence[str]]) -> type:
    """The class of ben's seat whose bidder makes the given calls, by the number of the board.

    Args:
        ben: the module `table_manager_client`, whose bidder is replaced.
    """
    calls: Sequence[str] = ()

    class Bidder(ben.botbidder.BotBid):  # type: ignore[misc, name-defined]
        def bid(self, auction: Sequence[str]) -> Any:
            call = next_call(calls, auction)
            if call is None:
                return super().bid(auction)
            # What ben leaves empty in the calls of others.
            empty = {"candidates": [], "samples": [], "shape": -1, "hcp": -1, "quality": None}
            return ben.BidResp(call, **empty, who="given", alert=False, explanation=None)

    class Seat(ben.TMClient):  # type: ignore[misc, name-defined]
        async def bidding(self) -> Any:
            nonlocal calls
            calls = given.get(int(self.board_number), ())
            return await super().bidding()

    ben.botbidder.BotBid = Bidder
    return Seat


def main() -> None:
    """Sit down as ben's own client does, in ben's Python."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name in ("folder", "auctions", "host", "port", "seat", "team"):
        parser.add_argument(name, metavar=name.upper())
    parser.add_argument("--config", default="config/onnx.conf", help="in the folder src")
    options = parser.parse_args()
    folder = Path(options.folder).resolve()
    if os.environ.get("BEN_HOME") != str(folder):
        _begin_again(folder)
    given = given_calls(Path(options.auctions).read_text("latin-1"))
    sys.argv[1:] = [
        *("--host", options.host, "--port", options.port, "--seat", options.seat),
        *("--name", options.team, "--config", str(folder / "src" / options.config)),
    ]
    os.chdir(folder / "src")
    import table_manager_client as ben  # its folder is in PYTHONPATH by now

    ben.TMClient = seat_of(ben, given)
    asyncio.run(ben.main())


def _begin_again(folder: Path) -> None:
    """Become ben's Python; its libraries are found only by what a process begins with."""
    python = folder / "venv" / "bin" / "python"
    if not python.exists():
        raise SystemExit(f"{python}: not there; FOLDER is where ben is installed")
    changes = {
        "BEN_HOME": str(folder),
        "PYTHONPATH": os.pathsep.join(str(folder / part) for part in ("stand_ins", "src")),
        "LD_LIBRARY_PATH": str(folder / "bin/BGA/linux/x64"),
        "DDS_LIBRARY": str(folder / "bin/libdds.so"),
        "PYTHONUNBUFFERED": "1",
        "CUDA_VISIBLE_DEVICES": "",
    }
    words = [str(python), str(Path(__file__).resolve()), *sys.argv[1:]]
    os.execve(python, words, {**os.environ, **changes})  # noqa: S606 - no shell is wanted


if __name__ == "__main__":
    main()

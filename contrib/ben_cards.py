"""ben as a card player for `bluechip-bot lab cards`: a line of JSON in, a card out.

    VENV/bin/python contrib/ben_cards.py FOLDER [--config src/config/onnx.conf]

FOLDER is your installation of ben (https://github.com/lorserker/ben), VENV the environment that it
runs in. ben is under the GNU General Public License, version 3, and is no part of this project:
this script imports it from there, and nothing of it is here. Questions and answers are described
in docs/how-to/cards.md.

It plays as ben's client for table managers does: for each seat of a board it runs that client, with
the cards of the questions in place of a network.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path

SEATS = "NESW"


def prepare() -> argparse.Namespace:
    """Read the command line, and start again in the environment that ben needs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="ben's folder, with src, bin and models")
    parser.add_argument("--config", type=Path, help="by default src/config/onnx.conf")
    options = parser.parse_args()
    folder = options.folder = options.folder.resolve()
    needed = {
        "BEN_HOME": str(folder),
        "LD_LIBRARY_PATH": str(folder / "bin/BGA/linux/x64"),
        "CUDA_VISIBLE_DEVICES": "",
    }
    if (library := folder / "bin/libdds.so").exists():
        needed["DDS_LIBRARY"] = str(library)
    if any(os.environ.get(name) != value for name, value in needed.items()):
        # The loader reads its path when a process starts.
        os.execve(  # noqa: S606
            sys.executable, [sys.executable, __file__, *sys.argv[1:]], {**os.environ, **needed}
        )
    options.config = (options.config or folder / "src/config/onnx.conf").resolve()
    sys.path[:0] = [str(path) for path in (folder / "stand_ins", folder / "src") if path.exists()]
    os.chdir(folder / "src")
    return options


OPTIONS = prepare()
with contextlib.redirect_stdout(sys.stderr):
    import botopeninglead
    from bba.BBA import BBABotBid
    from ddsolver.ddsolver import DDSolver
    from nn.models_tf2 import Models
    from objects import Card
    from pimc.PIMC import BGADLL
    from sample import Sample
    from table_manager_client import TMClient

    import conf


class Seat(TMClient):
    """A seat of a board: ben's client, which is given cards and gives cards.

    Attributes:
        known: the cards of the last question.
        played: the cards so far, as the client has followed them.
    """

    def __init__(self, ben: Ben, asked: dict) -> None:
        seat = SEATS.index(asked["seat"])
        names = ("North", "East", "South", "West")
        super().__init__("ben", names[seat], ben.models, ben.sampler(), ben.solver, 0, 0, False)
        self.dealer_i = SEATS.index(asked["dealer"])
        self.decl_i = SEATS.index(asked["declarer"])
        self.vuln_ns = asked["vulnerable"] in ("NS", "All")
        self.vuln_ew = asked["vulnerable"] in ("EW", "All")
        self.hand_str = asked["deal"][asked["seat"]]
        self.calls = ["PAD_START"] * self.dealer_i
        self.calls += [
            {"P": "PASS"}.get(call, call).replace("NT", "N") for call in asked["auction"]
        ]
        self.features = ben.features(self)
        self.card_responses = []
        self.known: list[str] = []
        self.played: list[str] = []
        self._changed = asyncio.Condition()
        self._task: asyncio.Task | None = None

    def opens(self) -> str:
        """The opening lead."""
        lead = botopeninglead.BotLead(
            [self.vuln_ns, self.vuln_ew],
            self.hand_str,
            self.models,
            self.sampler,
            self.player_i,
            self.dealer_i,
            self.dds,
            False,
        )
        found = lead.find_opening_lead(self.calls, self.features["aceking"])
        return found.card.symbol()

    async def answer(self, asked: dict) -> str:
        """The card that follows those of a question."""
        cards = asked["cards_played"]
        if not cards:
            return self.opens()
        if self._task is None:
            self.dummy_hand_str = asked["deal"][SEATS[(self.decl_i + 2) % 4]]
            self.played.append(cards[0])
            lead = Card.from_symbol(cards[0]).code()
            self._task = asyncio.create_task(self.play(self.calls, lead, self.features, False))
        async with self._changed:
            self.known = cards
            self._changed.notify_all()
        following = asyncio.create_task(self._follow())
        done, _ = await asyncio.wait({following, self._task}, return_when="FIRST_COMPLETED")
        if following not in done:
            following.cancel()
            self._task.result()
        if self.played[: len(cards)] != cards:
            raise ValueError(f"these are not the cards that ben has followed: {self.played}")
        return self.played[len(cards)]

    async def _follow(self) -> None:
        """Wait until ben has played a card that the question does not have."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.played) > len(self.known))

    async def _add(self, card: str) -> None:
        async with self._changed:
            self.played.append(card)
            self._changed.notify_all()

    async def receive_card_play_for(self, player_i: int, trick_i: int) -> str:
        """The next card of the questions, when it is there."""
        async with self._changed:
            await self._changed.wait_for(lambda: len(self.known) > len(self.played))
            card = self.known[len(self.played)]
        await self._add(card)
        return card

    async def send_card_played(self, card_symbol: str, who: str) -> None:
        """Take a card of ben's."""
        await self._add(card_symbol)

    async def send_card_played_for_dummy(self, card_symbol: str, who: str) -> None:
        """Take a card of ben's from dummy."""
        await self._add(card_symbol)

    async def receive_line(self) -> str:
        """Nothing: the manager says that it is ben's turn."""
        return ""


class Ben:
    """ben's networks and solver, and its seats at the board in play."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._configuration = conf.load(str(options.config))
        self.models = Models.from_conf(self._configuration, str(options.folder))
        self.models.claim = False  # as at a table manager
        self.models.ace_use_declaring = self.models.ace_use_defending = False  # Windows alone
        if BGADLL.get_dll() is None:
            self.models.pimc_use_declaring = self.models.pimc_use_defending = False
        self.solver = DDSolver(max_threads=1)
        self._seats: dict[tuple, Seat] = {}

    def sampler(self) -> Sample:
        """A sampler of its own for each seat: it remembers samples."""
        return Sample.from_conf(self._configuration, verbose=False)

    def features(self, seat: Seat) -> dict:
        """What ben reads of the auction, as its client does before the play."""
        if not self.models.use_bba_to_count_aces:
            return {"aceking": {}}
        bba = BBABotBid(
            self.models.bba_our_cc,
            self.models.bba_their_cc,
            seat.player_i,
            seat.hand_str,
            [seat.vuln_ns, seat.vuln_ew],
            seat.dealer_i,
            self.models.matchpoint,
            False,
        )
        explanation, _, preempted = bba.explain_auction(seat.calls)
        aces = bba.find_aces(seat.calls)
        return {"aceking": aces, "Explanation": explanation, "preempted": preempted}

    async def card(self, asked: dict) -> str:
        """The card for a question."""
        key = (asked["seat"], asked["deal"][asked["seat"]], *asked["auction"])
        cards = asked["cards_played"]
        seat = self._seats.get(key)
        if seat is None or seat.played[: len(cards)] != cards[: len(seat.played)]:
            if len(self._seats) >= len(SEATS):  # a board has three: declarer, and two defenders
                del self._seats[next(iter(self._seats))]
            seat = self._seats[key] = Seat(self, asked)
        return await seat.answer(asked)


async def main() -> None:
    """Answer until the questions end."""
    with contextlib.redirect_stdout(sys.stderr):
        ben = Ben(OPTIONS)
    for line in sys.stdin:
        with contextlib.redirect_stdout(sys.stderr):
            card = await ben.card(json.loads(line))
        print(json.dumps({"card": card}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())

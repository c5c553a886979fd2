"""Emulated table managers of other programs, for our seats to play at.

Each writes and reads its lines without our protocol code, and stops at a line that the real program
would refuse. They are generators, which block as the real ones do: each yields the seat that it
wants a line from. Sources: RoboBridge's host, and what its client has to work around in Bridge
Moniteur's; the protocol's text for Blue Chip's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from typing import ClassVar

from bluechip_bot.model import Board, Call, Called, Card, Hand, Phase, Played, Seat
from support.foreign_words import VULNERABLE, NotUnderstoodError, hand_words

ManagerScript = Generator[Seat, str, None]
Tell = Callable[[Seat, str], None]
_CALL = r"{seat} (passes|doubles|redoubles|bids [1-7](?:[CDHS]|NT))( (?:Alert|Infos)\. ?.*)?"
_CARD = r"{owner} plays ([2-9TJQKA][CDHS])"


class Manager:
    """A table manager of another program.

    Attributes:
        finished: the boards played, with all hands.
        versions: the protocol version that each seat has asked for.
    """

    name: ClassVar[str]
    welcome: ClassVar[tuple[str, ...]] = ("18",)
    seated: ClassVar[str] = '{seat} ("{team}") seated'
    teams: ClassVar[str] = 'Teams : N/S : "{ns}" E/W : "{ew}"'
    start: ClassVar[str] = "Start of board"
    clock: ClassVar[str] = "{}"
    timing_stop: ClassVar[str] = "."
    after_hand: ClassVar[str] = ""
    last: ClassVar[str] = "End of session"
    prompts_early: ClassVar[bool] = False

    def __init__(self, boards: Sequence[Board], tell: Tell) -> None:
        self.boards = boards
        self.finished: list[Board] = []
        self.versions: dict[Seat, str] = {}
        self._tell = tell
        self._names: dict[Seat, str] = {}

    def run(self) -> ManagerScript:
        for seat in Seat:
            yield from self.connect(seat)
        yield from self.barrier("ready for teams")
        self.tell_teams()
        yield from self.barrier("ready to start")
        for number, board in enumerate(self.boards, 1):
            self.tell_all(self.start)
            yield from self.board(board)
            total = f"0:{number // 60:02}:{number % 60:02}"
            side = f"this board  {self.clock.format('00:01')},  total  {self.clock.format(total)}"
            self.tell_all(f"Timing - N/S : {side}.  E/W : {side}{self.timing_stop}")
        self.tell_all(self.last)

    def connect(self, seat: Seat) -> ManagerScript:
        words = rf'Connecting "(.+)" as {seat} using protocol version (\d\d)(?: (.*))?'
        line = yield seat
        team, version, system = self.read(seat, line, words)
        partner = self._names.get(seat.partner, team)
        if team != partner or version not in self.welcome:
            raise NotUnderstoodError(f"{self.name}, {seat}:", line, f"{partner}, {self.welcome}")
        if system and version == "18":
            raise NotUnderstoodError(f"{self.name}, {seat}:", line, "the end after 18")
        self._names[seat], self.versions[seat] = team, version
        self._tell(seat, self.seated.format(seat=seat, team=team))

    def tell_all(self, line: str) -> None:
        for seat in Seat:
            self._tell(seat, line)

    def tell_teams(self) -> None:
        names = self._names
        self.tell_all(self.teams.format(ns=names[Seat.NORTH], ew=names[Seat.EAST]))

    def read(self, seat: Seat, line: str, pattern: str) -> tuple[str, ...]:
        found = re.fullmatch(pattern, line)
        if found is None:
            raise NotUnderstoodError(f"{self.name}, {seat}:", line, pattern)
        return tuple(found.groups(default=""))

    def barrier(self, words: str) -> ManagerScript:
        for seat in Seat:
            self.read(seat, (yield seat), f"{seat} {words}")

    def board(self, board: Board) -> ManagerScript:
        yield from self.barrier("ready for deal")
        vulnerable = f"{VULNERABLE[board.vulnerability]} vulnerable."
        head = f"Board number {board.number}. Dealer {board.dealer}. {vulnerable}"
        for seat in Seat:
            self._tell(seat, head + self.room())
        yield from self.barrier("ready for cards")
        for seat in Seat:
            self._tell(seat, f"{seat}'s cards : {hand_words(_known(board, seat))}{self.after_hand}")
        while board.phase is Phase.AUCTION:
            board = yield from self.call(board)
        while board.phase is Phase.PLAY:
            board = yield from self.card(board)
        self.finished.append(board)

    def room(self) -> str:
        return ""

    def call(self, board: Board) -> Generator[Seat, str, Board]:
        caller = board.auction.turn
        others = [seat for seat in Seat if seat is not caller]
        for seat in others:
            self.read(seat, (yield seat), f"{seat} ready for {caller}'s bid")
        words, note = self.read(caller, (yield caller), _CALL.format(seat=caller))
        for seat in others:
            self._tell(seat, self.call_line(caller, words, note, seat))
        return board.apply(Called(caller, Call.parse(words.removeprefix("bids "))))

    def call_line(self, caller: Seat, words: str, note: str, hearer: Seat) -> str:
        return f"{caller} {words}" + (note if hearer.side is not caller.side else "")

    def card(self, board: Board) -> Generator[Seat, str, Board]:
        play, owner, decider, dummy = board.play, board.turn, board.decider, board.dummy
        if play is None or owner is None or decider is None or dummy is None:
            raise ValueError(f"board {board.number} is not in play")
        leads = not play.trick.cards
        prompt = f"{'Dummy' if owner is dummy else owner} to lead"
        others = [seat for seat in Seat if seat is not decider]
        if leads and self.prompts_early:
            self._tell(decider, prompt)
        for seat in others:
            asked = self.asked(owner, dummy, seat)
            trick = f"card to trick {play.trick_number}"
            self.read(seat, (yield seat), f"{seat} ready for {asked}'s {trick}")
        if leads and not self.prompts_early:
            self._tell(decider, prompt)
        (card,) = self.read(decider, (yield decider), _CARD.format(owner=owner))
        for seat in others:
            self._tell(seat, self.card_line(owner, card, seat))
        if not play.cards:
            seers = [seat for seat in Seat if seat is not dummy]
            for seat in seers:
                self.read(seat, (yield seat), f"{seat} ready for dummy")
            for seat in seers:
                shown = hand_words(_known(board, dummy))
                self._tell(seat, f"Dummy's cards : {shown}{self.after_hand}")
        return board.apply(Played(owner, Card.parse(card)))

    def asked(self, owner: Seat, dummy: Seat, asker: Seat) -> str:
        """The pattern of whose card a player asks for.

        As strict as the strictest: only dummy may say `dummy's`, of its own cards.
        """
        return "dummy" if asker is dummy is owner else str(owner)

    def card_line(self, owner: Seat, card: str, hearer: Seat) -> str:
        del hearer
        return f"{owner} plays {card}"


class RoboBridge(Manager):
    """RoboBridge's host: 18 and 19, `Playing IMP`, early prompts, notes and signals to 19 alone."""

    name = "RoboBridge"
    teams = 'Teams : N/S : "{ns}" E/W : "{ew}". Playing IMP'
    welcome = ("18", "19")
    prompts_early = True

    def room(self) -> str:
        both = self.versions[Seat.NORTH] == self.versions[Seat.EAST] == "19"
        return " Open room." if both else ""

    def call_line(self, caller: Seat, words: str, note: str, hearer: Seat) -> str:
        line = super().call_line(caller, words, note, hearer)
        return line if self.versions[hearer] == "19" else f"{caller} {words}"

    def card_line(self, owner: Seat, card: str, hearer: Seat) -> str:
        signals = self.versions[hearer] == "19" and owner.side is not hearer.side
        return f"{owner} plays {card}" + (". even" if signals else "")


class _BrokenOffError(Exception):
    """The board in play begins again."""


class BridgeMoniteur(Manager):
    """Bridge Moniteur: bare team, `dummy's` from all or none, `doubles.`, boards again, `NS:`.

    Attributes:
        broken_off: the number of the board that was begun again; 0 for none.
    """

    name = "Bridge Moniteur"
    seated = "{seat} {team} seated"
    start = "Start of Board"
    timing_stop = ""
    after_hand = " "
    last = "NS: 12 IMPs, EW: 3 IMPs"

    def __init__(self, boards: Sequence[Board], tell: Tell) -> None:
        super().__init__(boards, tell)
        self.broken_off = 0
        self._stale = False

    def asked(self, owner: Seat, dummy: Seat, asker: Seat) -> str:
        asked = super().asked(owner, dummy, asker)
        return f"(?:dummy|{asked})" if owner is dummy else asked

    def call_line(self, caller: Seat, words: str, note: str, hearer: Seat) -> str:
        line = super().call_line(caller, words, note, hearer)
        return line + "." if words == "doubles" and line.endswith(words) else line

    def board(self, board: Board) -> ManagerScript:
        try:
            yield from super().board(board)
        except _BrokenOffError:
            self.tell_teams()
            self.tell_all(self.start)
            yield from super().board(board)

    def barrier(self, words: str) -> ManagerScript:
        for seat in Seat:
            line = yield seat
            while self._stale and line != f"{seat} {words}":
                line = yield seat
            self.read(seat, line, f"{seat} {words}")
        self._stale = False

    def card(self, board: Board) -> Generator[Seat, str, Board]:
        if not self.broken_off and board.play is not None and len(board.play.cards) == 10:
            self.broken_off = board.number
            self._stale = True
            raise _BrokenOffError
        return (yield from super().card(board))


class BlueChip(Manager):
    """Blue Chip's own, after the protocol's text: a port for each seat, a period between teams."""

    name = "Blue Chip"
    teams = 'Teams : N/S : "{ns}". E/W : "{ew}"'
    clock = "[{}]"


def _known(board: Board, seat: Seat) -> Hand:
    return board.hands[seat] or Hand(0)

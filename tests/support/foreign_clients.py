"""Emulated clients of other programs, to play at our table.

Each writes and reads its lines without our protocol code, and refuses what the real program cannot
read. They are generators, which block as the real ones do: `yield` waits for a line. Sources: the
code of `ben` and `bridge_env`, OpenSpiel's wrapper of WBridge5, the grammar of bridge-player's
parser.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from typing import ClassVar

from bluechip_bot.model import Board, BoardError, Call, Card, Contract, Hand, Seat
from support.foreign_words import (
    VERBS,
    VULNERABLE,
    NotUnderstoodError,
    call_words,
    card_words,
    hand_words,
)

ClientScript = Generator[None, str, None]


def moves(board: Board) -> Iterator[tuple[Seat, Seat, Card]]:
    """Yield the hand, the player who chose, and the card, for each card of a finished board."""
    contract, play = contract_of(board), board.play
    for card in play.cards if play else ():
        (owner,) = (s for s in Seat if (board.hands[s] or Hand(0)).mask & card.mask)
        yield owner, contract.declarer if owner is contract.dummy else owner, card


def contract_of(board: Board) -> Contract:
    """The contract of a board that is played.

    Raises:
        BoardError: if it was passed out.
    """
    if board.contract is None:
        raise BoardError(f"board {board.number} is passed out")
    return board.contract


class Client:
    """A client that makes the calls and plays the cards of finished boards.

    Attributes:
        sent: its lines, until they are taken.
        done: whether it has read the end of the session.
    """

    name: ClassVar[str]
    connects_as: ClassVar[str] = "{seat}"
    seated: ClassVar[str] = r'{seat} \("{team}"\) seated'
    teams: ClassVar[str] = r'Teams : N/S : "(.+)" E/W : "(.+)"'
    start: ClassVar[str] = "(?i:start of board)"
    header: ClassVar[str] = r"Board number {number}\. Dealer {dealer}\. {vulnerable} vulnerable\..*"
    cards: ClassVar[str] = r"{owner}'s cards : {hand}"
    calls: ClassVar[str] = "{seat} {call}( .*)?"
    plays: ClassVar[str] = "{seat} plays {card}"
    to_lead: ClassVar[str] = "{leader} to lead"
    timing: ClassVar[str] = "Timing - N/S : this board .*"
    others_dummy: ClassVar[str] = "dummy"
    note: ClassVar[str] = ""

    def __init__(self, seat: Seat, team: str, boards: Sequence[Board]) -> None:
        self.seat = seat
        self.team = team
        self.boards = boards
        self.sent: deque[str] = deque()
        self.done = False

    def word(self, seat: Seat) -> str:
        return str(seat)

    def say(self, words: str) -> None:
        self.sent.append(f"{self.word(self.seat)} {words}")

    def read(self, line: str, pattern: str, **parts: str) -> re.Match[str]:
        wanted = pattern.format(**parts)
        found = re.fullmatch(wanted, line)
        if found is None:
            raise NotUnderstoodError(f"{self.name}, {self.seat},", line, wanted)
        return found

    def run(self) -> ClientScript:
        place = self.connects_as.format(seat=self.word(self.seat))
        self.sent.append(f'Connecting "{self.team}" as {place} using protocol version 18')
        yield from self.take_seat()
        self.say("ready for teams")
        line = yield
        if self.read(line, self.teams)[1 + self.seat.side] != self.team:
            raise NotUnderstoodError(f"{self.name}, {self.seat},", line, self.team)
        self.say("ready to start")
        for board in self.boards:
            yield from self.board(board)
        self.read((yield), "End of session")
        self.done = True

    def take_seat(self) -> ClientScript:
        self.read((yield), self.seated, seat=self.word(self.seat), team=self.team)

    def board(self, board: Board) -> ClientScript:
        self.read((yield), self.start)
        self.say("ready for deal")
        dealer, vulnerable = str(board.dealer), VULNERABLE[board.vulnerability]
        number = str(board.number)
        self.read((yield), self.header, number=number, dealer=dealer, vulnerable=vulnerable)
        self.say("ready for cards")
        self.read_hand((yield), str(self.seat), board.hands[self.seat])
        for index, call in enumerate(board.auction.calls):
            caller = board.auction.caller(index)
            if caller is self.seat:
                self.say(self.own_call(call))
            else:
                self.say(f"ready for {self.word(caller)}'s bid")
                words = call_words(call)
                self.read((yield), self.calls, seat=str(caller), call=words)
        if board.play is not None:
            yield from self.play(board)
        if self.timing:
            self.read((yield), self.timing)
            self.after_board()

    def read_hand(self, line: str, owner: str, hand: Hand | None) -> None:
        cards = re.escape(hand_words(hand or Hand(0)))
        self.read(line, self.cards, owner=owner, hand=cards)

    def own_call(self, call: Call) -> str:
        return call_words(call) + self.note

    def own_card(self, owner: Seat, card: Card) -> str:
        return f"{self.word(owner)} plays {card_words(card)}"

    def play(self, board: Board) -> ClientScript:
        contract = contract_of(board)
        for index, (owner, sender, card) in enumerate(moves(board)):
            dummy = owner is contract.dummy
            if sender is self.seat:
                if index % 4 == 0:
                    leader = "Dummy" if dummy else str(owner)
                    self.read((yield), self.to_lead, leader=leader)
                self.sent.append(self.own_card(owner, card))
            else:
                player = self.player_word(owner, contract.dummy)
                self.say(f"ready for {player}'s card to trick {index // 4 + 1}")
                self.read((yield), self.plays, seat=str(owner), card=card_words(card))
            if index == 0 and self.seat is not contract.dummy:
                self.say("ready for dummy")
                self.read_hand((yield), "Dummy", board.hands[contract.dummy])

    def player_word(self, owner: Seat, dummy: Seat) -> str:
        return self.others_dummy if owner is dummy else self.word(owner)

    def after_board(self) -> None:
        """The lines between boards."""


class Ben(Client):
    """ben: exact seats and teams, no final period; eats one line after a board; may start again."""

    name = "ben"
    seated = ".*"
    calls = "{seat} {call}( (Alert|Infos)\\. .*)?"
    to_lead = ".*"
    note = " Infos. natural"

    def after_board(self) -> None:
        self.say("ready to start")


class WBridge5(Client):
    """WBridge5: any place, upper case, lower-case cards, two blanks, `Dummy's`, alerts."""

    name = "WBridge5"
    connects_as = "ANYPL"
    teams = r'Teams ?: N/S :? ?"(.+)" E/W :? ?"(.+)"'
    header = r"Board number {number}\. Dealer (?i:{dealer})\. {vulnerable} vulnerable\."
    cards = "(?i:{owner})'s cards ?: {hand}"
    calls = "(?i:{seat} {call})( .*)?"
    plays = "(?i:{seat} plays {card})"
    to_lead = "(?i:{leader}) to lead"

    def word(self, seat: Seat) -> str:
        return str(seat).upper()

    def take_seat(self) -> ClientScript:
        line = yield
        found = self.read(line, rf'(?i:(north|east|south|west)) \("{self.team}"\) seated')
        if Seat.parse(found[1]) is not self.seat:
            raise NotUnderstoodError(self.name, line, f"{self.seat}, whose cards it knows,")

    def say(self, words: str) -> None:
        super().say(re.sub(r"ready for (?=[A-Z]+'s bid)", "ready for  ", words))

    def own_call(self, call: Call) -> str:
        return f"bids {call} Alert." if call.is_bid else VERBS[call].upper()

    def own_card(self, owner: Seat, card: Card) -> str:
        return f"{self.word(owner)} plays {card_words(card).lower()}"

    def player_word(self, owner: Seat, dummy: Seat) -> str:
        return "Dummy" if self.seat is dummy is owner else self.word(owner)


class BridgeEnv(Client):
    """bridge_env: reads seats and calls in any case, a bare team, SHDC with `-.`; no `Timing`."""

    name = "bridge_env"
    seated = r'{seat} (\("{team}"\)|{team}) seated'
    teams = r'Teams : N/S : "(.+)"\.? E/W : "(.+)"'
    cards = r"{owner}'s cards : {hand}\s*"
    calls = "(?i:{seat} {call})( .*)?"
    plays = "(?i:{seat} plays {card})"
    timing = ""


class BridgePlayer(Client):
    """bridge-player: lower case, dummy before the lead, `received dummy`, `dummy's` for all."""

    name = "bridge-player"
    seated = r'(?i:{seat}) ("{team}"|{team}) seated'
    header = r"Board number {number}\. Dealer (?i:{dealer})\. {vulnerable} vulnerable\..*"
    cards = "(?i:{owner})'s cards : {hand}"
    calls = "(?i:{seat}) {call}( Alert\\..*)?"
    plays = "(?i:{seat}) plays {card}"
    to_lead = "(?i:{leader}) to lead"
    timing = r"Timing [^\[]*"

    def word(self, seat: Seat) -> str:
        return str(seat).lower()

    def play(self, board: Board) -> ClientScript:
        dummy = contract_of(board).dummy
        for index, (owner, sender, card) in enumerate(moves(board)):
            if index == 0 and self.seat not in (dummy, sender):
                yield from self.see_dummy(board.hands[dummy])
            if sender is self.seat:
                if index % 4 == 0:
                    leader = "Dummy" if owner is dummy else str(owner)
                    self.read((yield), self.to_lead, leader=leader)
                self.sent.append(self.own_card(owner, card))
            else:
                player = "dummy" if self.seat is dummy else self.word(owner)
                self.say(f"ready for {player}'s card to trick {index // 4 + 1}")
                self.read((yield), self.plays, seat=str(owner), card=card_words(card))
            if index == 0 and self.seat is sender:
                yield from self.see_dummy(board.hands[dummy])

    def see_dummy(self, hand: Hand | None) -> ClientScript:
        self.say("ready for dummy")
        self.read_hand((yield), "Dummy", hand)
        self.say("received dummy")

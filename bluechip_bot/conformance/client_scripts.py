"""The scripts by which a client is checked."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Final

from attrs import frozen

from bluechip_bot.conformance.ends import OddStyle
from bluechip_bot.conformance.hands import (
    ChooseCall,
    calling,
    deal_with,
    passing,
    redoubling,
)
from bluechip_bot.conformance.manager import CLIENT, ManagerEnd, begun
from bluechip_bot.conformance.script import (
    Action,
    HangUp,
    Heard,
    NotApplicable,
    Performance,
    Talk,
)
from bluechip_bot.model import Board, Deal, Seat
from bluechip_bot.protocol.dialect import Dialect
from bluechip_bot.protocol.messages import CallNote, NoteKind

_WEAK: Final = "5432.432.5432.32"
_STRONG: Final = ("AKQJT98.AK.AK.AQ", "AKQ.AKQ.AKQJ.AKQ", "AK.AKQJT9.AK.AQJ")
_VOID: Final = "AKQJT9.AKQJT98.."
_TIMINGS: Final = (
    "Timing - N/S : this board  00:14,  total  0:00:14.  E/W : this board  00:08,  total  0:00:08.",
    "Timing - N/S : this board [1:15], total [0:11:23]. E/W : this board [1:23], total [23:59:09]",
    "",
)
LONG_NAME: Final = "A team of more than a few words, v1.2.3 (beta) & Co. - " + "x" * 140 + " end"


@frozen
class ClientScript:
    """A script for a client.

    Attributes:
        name: by which it is chosen.
        title: what is tried, in a few words.
        about: the rules under test; any departure from them fails the script.
        talk: the script, given the manager's end.
        seat: where the client sits, if it goes where it is told to.
        alone: whether it needs a session of its own.
    """

    name: str
    title: str
    about: tuple[str, ...]
    talk: Callable[[ManagerEnd], Talk]
    seat: Seat = Seat.SOUTH
    alone: bool = False

    def perform(self, dialect: Dialect, *, insist: bool, seed: int = 1) -> Performance:
        """The script in a session of its own, ready to begin.

        Args:
            dialect: how the client is written to.
            insist: whether the client has been told its seat.
            seed: of our cards.
        """
        end = ManagerEnd(self.seat, dialect, self.about, insist=insist, seed=seed)
        return Performance(self.name, self.talk(end), end.remarks)

    def go_on(self, end: ManagerEnd, *, stays: bool) -> Performance:
        """The script in a session that may have begun, ready to begin.

        Args:
            end: the manager's end.
            stays: whether the session then goes on with another script.
        """
        end.next_script(self.about, stays=stays)
        return Performance(self.name, self.talk(end), end.remarks)


def _deal(end: ManagerEnd, hand: str = "", seed: int = 1, **others: str) -> Deal:
    """A deal with the client's hand, and perhaps those of `lho`, `partner` and `rho`."""
    held = {end.seat: hand} if hand else {}
    for name, text in others.items():
        held[getattr(end.seat, name)] = text
    return deal_with(held, random.Random(seed))  # noqa: S311 - no secret


def _one(
    end: ManagerEnd, board: Board, choose: ChooseCall = passing
) -> Generator[Action, Heard, Board]:
    """A session of one board."""
    yield from end.seated()
    board = yield from end.play(board, choose)
    yield from end.end()
    return board


def _passed_out(end: ManagerEnd) -> Talk:
    yield from end.seated()
    board = yield from _until(end, [_WEAK] * 3, lambda board: board.contract is None)
    if board is None:
        raise NotApplicable("the client bids three times on a hand without a picture")
    yield from end.quiet("4.3", "the board is passed out: nothing is to be asked for")
    yield from end.end()


def _until(
    end: ManagerEnd, hands: Sequence[str], wanted: Callable[[Board], bool]
) -> Generator[Action, Heard, Board | None]:
    """Boards with these hands for the client, until one of them is as it is wanted."""
    for at, hand in enumerate(hands):
        dealer = end.seat.plus(at + 2)
        board = yield from end.play(begun(at + 1, dealer, _deal(end, hand, at)), passing)
        if wanted(board):
            return board
    return None


def _declarer(end: ManagerEnd) -> Talk:
    end.hold = True
    yield from end.seated()
    yield from _declared(end, _STRONG)
    yield from end.end()


def _declared(end: ManagerEnd, hands: Sequence[str]) -> Generator[Action, Heard, Board]:
    board = yield from _until(
        end, hands, lambda board: board.contract is not None and board.contract.declarer is end.seat
    )
    if board is None:
        raise NotApplicable(f"the client does not bid on {' or '.join(hands)}")
    return board


def _dummy(end: ManagerEnd) -> Talk:
    # Partner deals and bids 7NT: nobody can help it.
    deal = _deal(end, "AKQJ.AKQ.AKQ.AKQ")
    yield from _one(end, begun(1, end.seat.partner, deal), calling({end.seat.partner: ["7NT"]}))


def _leader(end: ManagerEnd) -> Talk:
    end.hold = True
    deal = _deal(end, seed=3)
    yield from _one(end, begun(2, end.seat.rho, deal), redoubling(end.seat.rho))


def _third_hand(end: ManagerEnd) -> Talk:
    deal = _deal(end, seed=4)
    yield from _one(end, begun(3, end.seat.lho, deal), redoubling(end.seat.lho))


def _voids(end: ManagerEnd) -> Talk:
    yield from end.seated()
    end.theme = "3.4"
    lho = end.seat.lho
    deal = _deal(end, ".5432.65432.5432", rho="AKQJT987.AKQJT..")
    yield from end.play(begun(1, lho, deal), calling({lho: ["7NT"]}))
    deal = _deal(end, "5432..65432.5432", partner=".AKQJT98.AKQJT9.")
    yield from end.play(begun(2, end.seat.partner, deal), calling({end.seat.partner: ["7NT"]}))
    deal = _deal(end, _VOID, 2)
    yield from end.play(begun(3, end.seat, deal), passing)
    yield from end.end()


def _restart(end: ManagerEnd) -> Talk:
    yield from end.seated()
    partner, seat = end.seat.partner, end.seat
    board = begun(1, partner, _deal(end, seed=5))
    choose = calling({partner: ["7NT"]})
    yield from end.play(board, choose, lambda now: len(now.auction.calls) == 1)
    end.theme = "3.5"
    # While the client thinks about its first call.
    yield from end.play(board, choose, lambda now: now.turn is seat, again=True)
    yield from end.play(board, choose, _at_trick(3), again=True)
    yield from end.play(board, choose, again=True)
    # While it thinks about the opening lead.
    board = begun(2, seat.rho, _deal(end, seed=6))
    choose = calling({seat.rho: ["7NT"]})
    yield from end.play(board, choose, _at_trick(1))
    yield from end.play(board, choose, again=True)
    yield from end.end()


def _at_trick(trick: int) -> Callable[[Board], bool]:
    """Broken off at a card to a trick."""
    return lambda board: board.play is not None and board.play.trick_number >= trick


def _explained(end: ManagerEnd) -> Talk:
    yield from end.seated()
    end.theme = "4.4"
    rho, lho = end.seat.rho, end.seat.lho
    notes = (
        CallNote(NoteKind.ALERT, "15-17 HCP; may bid 2C next. 5-card major: possible"),
        CallNote(NoteKind.INFOS, "C=2-5,D=2-5,H=2-5,S=2-5,HCP=15-17"),
        CallNote(NoteKind.ALERT, ""),
    )
    for at, note in enumerate(notes):
        end.notes = note
        deal = _deal(end, "5432.432.5432.32", at)
        choose = calling({rho: ["1NT"], lho: ["2C", "3NT"]})
        yield from end.play(begun(at + 1, rho, deal), choose)
    yield from end.end()


def _odd(end: ManagerEnd) -> Talk:
    end.style = OddStyle()
    end.theme = "1.2"
    deal = _deal(end, _STRONG[0], 6)
    yield from _one(end, begun(1, end.seat.partner, deal))


def _timing(end: ManagerEnd) -> Talk:
    yield from end.seated()
    for at, line in enumerate(_TIMINGS):
        board = begun(at + 1, end.seat.plus(at), _deal(end, _WEAK, at))
        yield from end.play(board, passing, timing=False)
        yield from end.quiet("3.7", "nothing is to be said between boards")
        if line:
            end.theme = "3.6"
            yield from end.say_text(CLIENT, line)
            yield from end.quiet("3.6", "'Timing' needs no answer")
    yield from end.end()


def _long_name(end: ManagerEnd) -> Talk:
    end.opponents = LONG_NAME
    end.theme = "2.4"
    yield from _one(end, begun(1, end.seat.rho, _deal(end, _WEAK)))


def _teams_again(end: ManagerEnd) -> Talk:
    yield from end.seated()
    board = begun(1, end.seat.rho, _deal(end, _WEAK))
    yield from end.play(board, passing, timing=False)
    end.theme = "2.3"
    yield from end.tell(end.teams)
    yield from end.quiet("2.3", "teams that come again need no answer")
    yield from end.play(begun(2, end.seat.lho, _deal(end, _WEAK)), passing)
    yield from end.end()


def _unknown(end: ManagerEnd) -> Talk:
    yield from end.take_seat()
    end.theme = "1.3"
    yield from end.say_text(CLIENT, "Welcome to the 3rd championship; good luck!")
    yield from end.tell_teams()
    yield from end.say_text(CLIENT, "Round 1, table 7")
    yield from end.play(begun(1, end.seat.rho, _deal(end, _WEAK)), passing, timing=False)
    yield from end.say_text(CLIENT, "Score: N/S +0")
    yield from end.quiet("1.3", "an unknown line needs no answer")
    yield from end.play(begun(2, end.seat.rho, _deal(end, _WEAK, 2)), passing)
    yield from end.end()


def _lost(end: ManagerEnd) -> Talk:
    yield from end.take_seat()
    yield HangUp(CLIENT)
    yield from end.seated_again()
    partner = end.seat.partner
    board = begun(1, partner, _deal(end, seed=7))
    choose = calling({partner: ["7NT"]})
    for stop in (lambda now: len(now.auction.calls) == 1, _at_trick(2)):
        yield from end.play(board, choose, stop)
        yield HangUp(CLIENT)
        yield from end.seated_again()
    yield from end.play(board, choose)
    yield from end.end()


CLIENT_SCRIPTS: Final = (
    ClientScript(
        "passed-out",
        "all four pass",
        ("4.3",),
        _passed_out,
        Seat.NORTH,
    ),
    ClientScript(
        "declarer",
        "the client plays its own cards and dummy's; dummy leads",
        ("5.5",),
        _declarer,
    ),
    ClientScript(
        "dummy",
        "the client is dummy, and dummy leads",
        ("5.6",),
        _dummy,
        Seat.EAST,
    ),
    ClientScript(
        "leader",
        "a redoubled contract, which the client leads against",
        ("5.1", "5.2"),
        _leader,
        Seat.WEST,
    ),
    ClientScript(
        "third-hand",
        "a redoubled contract, which the client's partner leads against",
        ("5.3", "5.4"),
        _third_hand,
        Seat.NORTH,
    ),
    ClientScript(
        "voids",
        "hands without cards in one suit or two, the client's and dummy's",
        ("3.4",),
        _voids,
    ),
    ClientScript(
        "restart",
        "boards begin anew: while the client waits, and while it thinks",
        ("3.5",),
        _restart,
        Seat.EAST,
    ),
    ClientScript(
        "explanations",
        "alerted and explained calls of the opponents",
        ("4.4",),
        _explained,
    ),
    ClientScript(
        "odd-lines",
        "upper and lower case, runs of blanks, no final periods",
        ("1.2",),
        _odd,
        Seat.WEST,
    ),
    ClientScript(
        "timing",
        "`Timing` in two forms and none at all",
        ("3.6", "3.7"),
        _timing,
    ),
    ClientScript(
        "long-name",
        "opponents with a name of 200 characters",
        ("2.4",),
        _long_name,
        alone=True,
    ),
    ClientScript(
        "teams-again",
        "`Teams` comes again between boards",
        ("2.3",),
        _teams_again,
    ),
    ClientScript(
        "unknown-lines",
        "lines that no rule knows, before and between boards",
        ("1.3",),
        _unknown,
    ),
    ClientScript(
        "lost",
        "the connection breaks before the first board, in the auction and in the play",
        ("2.7",),
        _lost,
    ),
)
"""In order of what they ask."""

"""The scripts by which a client is checked."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Final

from bluechip_bot.conformance.end import odd
from bluechip_bot.conformance.hands import LONG_NAME, calling, deal_with
from bluechip_bot.conformance.manager import CLIENT, ManagerEnd
from bluechip_bot.conformance.script import (
    Action,
    Break,
    Heard,
    NotApplicable,
    Script,
    Step,
    Talk,
    at_trick,
    setting,
)
from bluechip_bot.model import Board, Seat
from bluechip_bot.protocol.messages import CallNote, NoteKind

_WEAK: Final = "5432.432.5432.32"
_STRONG: Final = ("AKQJT98.AK.AK.AQ", "AKQ.AKQ.AKQJ.AKQ", "AK.AKQJT9.AK.AQJ")
_TIMINGS: Final = (
    "Timing - N/S : this board  00:14,  total  0:00:14.  E/W : this board  00:08,  total  0:00:08.",
    "Timing - N/S : this board [1:15], total [0:11:23]. E/W : this board [1:23], total [23:59:09]",
)
_7NT: Final = {"partner": "7NT"}


def _board(  # noqa: PLR0913 - what makes a board
    number: int = 1,
    dealer: int | str = "rho",
    calls: Mapping[str, str] | None = None,
    stop: Break | None = None,
    *,
    seed: int = 1,
    timing: bool = True,
    again: bool = False,
    **hands: str,
) -> Callable[[ManagerEnd], Generator[Action, Heard, Board]]:
    """A board is played.

    Args:
        number: the board's.
        dealer: the dealer as the client sees it, `client`, `lho`, `partner` or `rho`, or the
            number of seats from the client to it.
        calls: our calls, as for `calling`, by the caller as the client sees it.
        stop: as for `ManagerEnd.play`.
        seed: of the cards that are not given.
        timing: as for `ManagerEnd.play`.
        again: as for `ManagerEnd.play`.
        hands: the hands of `client`, `lho`, `partner` and `rho` that are given.
    """

    def step(end: ManagerEnd) -> Generator[Action, Heard, Board]:
        yield from end.be_seated()

        def seat(name: str) -> Seat:
            return end.seat if name == "client" else Seat(getattr(end.seat, name))

        deal = deal_with({seat(name): hand for name, hand in hands.items()}, seed)
        deals = end.seat.plus(dealer) if isinstance(dealer, int) else seat(dealer)
        board = Board.begin(number, deals, None, deal)
        choose = calling({seat(name): text for name, text in (calls or {}).items()})
        return (yield from end.play(board, choose, stop, timing=timing, again=again))

    return step


def _until(hands: Sequence[str], wanted: Callable[[ManagerEnd, Board], bool], reason: str) -> _Step:
    """Boards with these hands for the client, until one of them is as it is wanted."""

    def step(end: ManagerEnd) -> Talk:
        for at, hand in enumerate(hands):
            board = yield from _board(at + 1, at + 2, seed=at, client=hand)(end)
            if wanted(end, board):
                return
        raise NotApplicable(reason)

    return step


def _quiet(rule: str, why: str) -> _Step:
    """A moment in which the client must say nothing."""
    return lambda end: end.hush(CLIENT, rule, why)


def _line(text: str) -> _Step:
    """A line as it is."""
    return lambda end: end.say_text(CLIENT, text)


def _called(count: int) -> Break:
    """Broken off after so many calls."""
    return lambda board: len(board.auction.calls) == count


def _teams_again(end: ManagerEnd) -> Talk:
    return end.tell(end.teams)


def _explained(number: int, kind: NoteKind, text: str) -> tuple[_Step, _Step]:
    calls = {"rho": "1NT", "lho": "2C 3NT"}
    note = setting(notes=CallNote(kind, text))
    return note, _board(number, "rho", calls, seed=number - 1, client=_WEAK)


def _timed(number: int) -> tuple[_Step, _Step]:
    board = _board(number, number - 1, seed=number - 1, timing=False, client=_WEAK)
    return board, _quiet("3.7", "nothing is to be said between boards")


def _timing(text: str) -> tuple[_Step, ...]:
    return setting(theme="3.6"), _line(text), _quiet("3.6", "'Timing' needs no answer")


def _script(  # noqa: PLR0913 - the parts of a script
    name: str,
    title: str,
    about: str,
    steps: Sequence[_Step],
    seat: Seat = Seat.SOUTH,
    *,
    alone: bool = False,
) -> Script[ManagerEnd]:
    """A script that ends its session."""
    return Script(name, title, tuple(about.split()), (*steps, ManagerEnd.end), seat, alone)


_Step = Step[ManagerEnd]
_SEATED: Final = ManagerEnd.be_seated
_ANEW: Final = setting(theme="3.5")

CLIENT_SCRIPTS: Final = (
    _script(
        "passed-out",
        "all four pass",
        "4.3",
        [
            _until(
                [_WEAK] * 3,
                lambda _, board: board.contract is None,
                "the client bids three times on a hand without a picture",
            ),
            _quiet("4.3", "the board is passed out: nothing is to be asked for"),
        ],
        Seat.NORTH,
    ),
    _script(
        "declarer",
        "the client plays its own cards and dummy's; dummy leads",
        "5.5",
        [
            setting(hold=True),
            _until(
                _STRONG,
                lambda end, board: (
                    board.contract is not None and board.contract.declarer is end.seat
                ),
                f"the client does not bid on {' or '.join(_STRONG)}",
            ),
        ],
    ),
    _script(
        "dummy",
        "the client is dummy, and dummy leads",
        "5.6",
        # Nobody can help its partner.
        [_board(1, "partner", _7NT, client="AKQJ.AKQ.AKQ.AKQ")],
        Seat.EAST,
    ),
    _script(
        "leader",
        "a redoubled contract, which the client leads against",
        "5.1 5.2",
        [
            setting(hold=True),
            _board(2, "rho", {"rho": "7NT XX", "partner": "X X", "lho": "XX XX"}, seed=3),
        ],
        Seat.WEST,
    ),
    _script(
        "third-hand",
        "a redoubled contract, which the client's partner leads against",
        "5.3 5.4",
        [_board(3, "lho", {"lho": "7NT XX", "partner": "X X", "rho": "XX XX"}, seed=4)],
        Seat.NORTH,
    ),
    _script(
        "voids",
        "hands without cards in one suit or two, the client's and dummy's",
        "3.4",
        [
            _SEATED,
            setting(theme="3.4"),
            _board(1, "lho", {"lho": "7NT"}, client=".5432.65432.5432", rho="AKQJT987.AKQJT.."),
            _board(2, "partner", _7NT, client="5432..65432.5432", partner=".AKQJT98.AKQJT9."),
            _board(3, "client", seed=2, client="AKQJT9.AKQJT98.."),
        ],
    ),
    _script(
        "restart",
        "boards begin anew: while the client waits, and while it thinks",
        "3.5",
        [
            _SEATED,
            _board(1, "partner", _7NT, _called(1), seed=5),
            _ANEW,
            # While the client thinks about its first call.
            _board(1, "partner", _7NT, _called(2), seed=5, again=True),
            _board(1, "partner", _7NT, at_trick(3), seed=5, again=True),
            _board(1, "partner", _7NT, seed=5, again=True),
            # While it thinks about the opening lead.
            _board(2, "rho", {"rho": "7NT"}, at_trick(1), seed=6),
            _board(2, "rho", {"rho": "7NT"}, seed=6, again=True),
        ],
        Seat.EAST,
    ),
    _script(
        "explanations",
        "alerted and explained calls of the opponents",
        "4.4",
        [
            _SEATED,
            setting(theme="4.4"),
            *_explained(1, NoteKind.ALERT, "15-17 HCP; may bid 2C next. 5-card major: possible"),
            *_explained(2, NoteKind.INFOS, "C=2-5,D=2-5,H=2-5,S=2-5,HCP=15-17"),
            *_explained(3, NoteKind.ALERT, ""),
        ],
    ),
    _script(
        "odd-lines",
        "upper and lower case, runs of blanks, no final periods",
        "1.2",
        [
            setting(style=odd, theme="1.2"),
            _board(1, "partner", seed=6, client=_STRONG[0]),
        ],
        Seat.WEST,
    ),
    _script(
        "timing",
        "`Timing` in two forms and none at all",
        "3.6 3.7",
        [
            _SEATED,
            *_timed(1),
            *_timing(_TIMINGS[0]),
            *_timed(2),
            *_timing(_TIMINGS[1]),
            *_timed(3),
        ],
    ),
    _script(
        "long-name",
        "opponents with a name of 200 characters",
        "2.4",
        [setting(opponents=LONG_NAME, theme="2.4"), _board(client=_WEAK)],
        alone=True,
    ),
    _script(
        "teams-again",
        "`Teams` comes again between boards",
        "2.3",
        [
            _board(timing=False, client=_WEAK),
            setting(theme="2.3"),
            _teams_again,
            _quiet("2.3", "teams that come again need no answer"),
            _board(2, "lho", client=_WEAK),
        ],
    ),
    _script(
        "unknown-lines",
        "lines that no rule knows, before and between boards",
        "1.3",
        [
            ManagerEnd.take_seat,
            setting(theme="1.3"),
            _line("Welcome to the 3rd championship; good luck!"),
            _SEATED,
            _line("Round 1, table 7"),
            _board(timing=False, client=_WEAK),
            _line("Score: N/S +0"),
            _quiet("1.3", "an unknown line needs no answer"),
            _board(2, seed=2, client=_WEAK),
        ],
    ),
    _script(
        "lost",
        "the connection breaks before the first board, in the auction and in the play",
        "2.7",
        [
            ManagerEnd.take_seat,
            ManagerEnd.lose,
            _board(1, "partner", _7NT, _called(1), seed=7),
            ManagerEnd.lose,
            _board(1, "partner", _7NT, at_trick(2), seed=7),
            ManagerEnd.lose,
            _board(1, "partner", _7NT, seed=7),
        ],
    ),
)
"""In order of what they ask."""

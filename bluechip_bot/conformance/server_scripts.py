"""The scripts by which a table manager is checked."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from attrs import frozen

from bluechip_bot.conformance.client_scripts import LONG_NAME
from bluechip_bot.conformance.ends import OddStyle
from bluechip_bot.conformance.hands import calling, passing
from bluechip_bot.conformance.players import Lost, Player, PlayersEnd
from bluechip_bot.conformance.script import (
    Absence,
    Fault,
    HangUp,
    Hear,
    Join,
    NotApplicable,
    Performance,
    Talk,
)
from bluechip_bot.model import (
    DOUBLE,
    REDOUBLE,
    Board,
    Call,
    Card,
    Hand,
    Phase,
    Seat,
)
from bluechip_bot.protocol.dialect import Dialect
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import (
    CallMade,
    CallNote,
    CardPlayed,
    Complaint,
    Illegal,
    NoteKind,
    Seated,
)
from bluechip_bot.protocol.reader import parse

_NONSENSE: Final = ("Hello, is anybody there?", "ready", "South plays the fool", "?!")
_MOST: Final = 64
"""The most boards until the end of a session is no longer waited for."""


@frozen
class ServerScript:
    """A script for a table manager.

    Attributes:
        name: by which it is chosen.
        title: what is tried, in a few words.
        about: the rules under test; any departure from them fails the script.
        talk: the script, given the players' end.
        alone: whether it needs a table of its own.
    """

    name: str
    title: str
    about: tuple[str, ...]
    talk: Callable[[PlayersEnd], Talk]
    alone: bool = False

    def perform(self, dialect: Dialect, *, fresh: bool = True, seed: int = 1) -> Performance:
        """The script, ready to begin.

        Args:
            dialect: how the manager is written to.
            fresh: whether nobody has sat at this table before.
            seed: of our cards.
        """
        end = PlayersEnd(dialect, self.about, fresh=fresh, seed=seed)
        return Performance(self.name, self._talk(end), end.remarks)

    def _talk(self, end: PlayersEnd) -> Talk:
        if self.alone and not end.fresh:
            raise NotApplicable("this needs a manager that is started for it, see --command")
        yield from self.talk(end)


def _opening(board: Board) -> Call:
    """The dealer bids 1NT, and all others pass."""
    return calling({board.auction.dealer: ["1NT"]})(board)


def _one_board(end: PlayersEnd) -> Talk:
    end.choose_call = _opening
    yield from end.session()


def _ask_for_seats(end: PlayersEnd) -> None:
    if end.dialect.any_place:
        raise NotApplicable("this manager gives the seats itself")


def _any_order(end: PlayersEnd) -> Talk:
    _ask_for_seats(end)
    end.order = (Seat.WEST, Seat.SOUTH, Seat.NORTH, Seat.EAST)
    end.apart = True
    end.theme = "2.6"
    end.stop = _at_trick(2)
    yield from _one_board(end)


def _at_trick(trick: int) -> Callable[[Board], bool]:
    return lambda board: board.play is not None and board.play.trick_number >= trick


def _passed_out(end: PlayersEnd) -> Talk:
    yield from end.session()


def _redoubled(end: PlayersEnd) -> Talk:
    def choose(board: Board) -> Call:
        auction = board.auction
        if auction.last_bid is None:
            return Call.parse("1C")
        doubles = [call for call in (DOUBLE, REDOUBLE) if auction.is_legal(call)]
        # Each once: 1C, double, redouble.
        return doubles[0] if doubles and len(auction.calls) < 3 else passing(board)

    end.choose_call = choose
    yield from end.session()


def _dummy_leads(end: PlayersEnd) -> Talk:
    led: list[int] = []

    def choose(board: Board, _chance: random.Random) -> Card:
        """Dummy plays high, all others low."""
        play = board.play
        assert play is not None
        if board.turn is board.dummy:
            if not play.trick.cards:
                led.append(play.trick_number)
            return max(board.legal_cards, key=lambda card: card.rank)
        return min(board.legal_cards, key=lambda card: card.rank)

    end.choose_card = choose
    yield from _one_board(end)
    if not led:
        raise NotApplicable("dummy has won no trick")


def _odd(end: PlayersEnd) -> Talk:
    end.style = OddStyle()
    end.theme = "1.2"
    yield from _one_board(end)


def _unasked(end: PlayersEnd) -> Talk:
    end.unasked = True
    end.stop = _at_trick(2)
    yield from _one_board(end)


def _refusals(end: PlayersEnd) -> Talk:
    north = Player(Seat.NORTH, int(Seat.NORTH))
    ns, _ = end.teams
    _ask_for_seats(end)
    refused = (
        (f'Connecting "{ns}" as North using protocol version 18', "the seat is taken"),
        ('Connecting "Another" as South using protocol version 18', "partner has another name"),
        (f'Connecting "{ns}" as Nobody using protocol version 18', "there is no such seat"),
        (f'Connecting "{ns}" as South using protocol version 7', "there is no such version"),
        ("Good morning", "not a seat is asked for"),
    )
    yield from end.take_seat(north)
    for at, (line, why) in enumerate(refused, 4):
        if (yield Join(at)) is not None:
            raise Fault("2.5", "", "no further connection is accepted")
        yield from end.say_text(at, line)
        heard = yield Hear(at)
        if heard is Absence.SILENT:
            raise Fault("2.5", "", f"nothing came after {line!r}: {why}")
        if isinstance(heard, str) and _is_seated(heard):
            raise Fault("2.5", heard, f"expected a refusal of {line!r}: {why}")
        yield HangUp(at)
    end.theme = "2.5"
    end.stop = _at_trick(2)
    end.choose_call = _opening
    yield from end.session(north)


def _is_seated(line: str) -> bool:
    try:
        return isinstance(parse(line), Seated)
    except RemoteProtocolError:
        return False


def _nonsense(end: PlayersEnd) -> Talk:
    said: set[tuple[int, Seat]] = set()

    def disturb(here: PlayersEnd, player: Player) -> Talk:
        board = player.known
        trick = 0 if board.play is None else board.play.trick_number
        if (trick, player.seat) not in said and trick < 2:
            said.add((trick, player.seat))
            player.tolerant = True
            here.theme = "1.3"
            yield from here.say_text(player.peer, _NONSENSE[len(said) % len(_NONSENSE)])

    end.disturb = disturb
    yield from _one_board(end)


def _illegal_call(end: PlayersEnd) -> Talk:
    done: list[Seat] = []

    def disturb(here: PlayersEnd, player: Player) -> Talk:
        auction = player.known.auction
        if auction.last_bid is not None and not done:
            done.append(player.seat)
            yield from _refused(
                here, player, CallMade(player.seat, Call.parse("1C")), "a bid of 1C"
            )

    end.disturb = disturb
    end.stop = _at_trick(2)
    yield from _one_board(end)


def _illegal_card(end: PlayersEnd) -> Talk:
    done: list[Seat] = []

    def disturb(here: PlayersEnd, player: Player) -> Talk:
        board = player.known
        if board.phase is not Phase.PLAY or done or board.turn is not player.seat:
            return
        held = board.hands[player.seat] or Hand(0)
        card = next(card for card in map(Card, range(52)) if card not in held)
        done.append(player.seat)
        yield from _refused(here, player, CardPlayed(player.seat, card), f"{card}, not held")

    end.disturb = disturb
    end.stop = _at_trick(3)
    yield from _one_board(end)


def _refused(end: PlayersEnd, player: Player, wrong: CallMade | CardPlayed, what: str) -> Talk:
    """The manager refuses a call or card, and then takes another one."""
    end.theme = "4.5"
    yield from end.tell(player, wrong)
    text, message = yield from end.read(player, "4.5", f"a refusal of {what}")
    if not isinstance(message, Illegal | Complaint):
        raise Fault("4.5", text, f"expected a refusal of {what}")
    if not isinstance(message, Illegal):
        right = "Illegal bid" if isinstance(wrong, CallMade) else "Illegal card"
        end.remark("4.5", text, f"expected '{right}'")


def _explained(end: PlayersEnd) -> Talk:
    end.note = CallNote(NoteKind.ALERT, "15-17 HCP, balanced")

    def choose(board: Board) -> Call:
        end.theme = "4.4"
        auction = board.auction
        bids = [call for call in auction.legal_calls if call.is_bid]
        return bids[3] if len(auction.calls) < 6 and len(bids) > 3 else passing(board)

    end.choose_call = choose
    end.stop = _at_trick(2)
    yield from end.session()


def _lost(end: PlayersEnd) -> Talk:
    done: list[int] = []

    def disturb(_end: PlayersEnd, player: Player) -> Talk:
        board = player.known
        trick = 0 if board.play is None else board.play.trick_number
        if trick in (0, 2) and trick not in done and len(board.auction.calls) > 1:
            done.append(trick)
            yield HangUp(player.peer)
            raise Lost

    west = Player(Seat.WEST, int(Seat.WEST))
    if not end.dialect.any_place:
        # Whoever leaves before the first board need not come again, but may.
        yield from end.take_seat(west)
        yield HangUp(west.peer)
        end.fresh = False
        end.optional = "the manager does not go on when a player has left"
    end.disturb = disturb
    # Two boards are broken off.
    end.boards = 3
    yield from _one_board(end)


def _long_name(end: PlayersEnd) -> Talk:
    end.teams = (LONG_NAME, LONG_NAME.replace("x", "y"))
    end.theme = "2.4"
    end.stop = _at_trick(2)
    yield from _one_board(end)


def _to_the_end(end: PlayersEnd) -> Talk:
    end.boards = _MOST
    end.theme = "2.8"
    yield from end.session()
    if not end.ended:
        raise NotApplicable(f"the session has more than {_MOST} boards")


SERVER_SCRIPTS: Final[Sequence[ServerScript]] = (
    ServerScript("board", "one board, from `Connecting` to what follows it", (), _one_board),
    ServerScript(
        "any-order", "the players come in another order, one by one", ("2.6",), _any_order
    ),
    ServerScript("passed-out", "all four pass", ("4.3",), _passed_out),
    ServerScript("redoubled", "a redoubled contract", ("4.2",), _redoubled),
    ServerScript(
        "dummy-leads", "dummy wins tricks, and declarer leads from it", ("5.1", "5.5"), _dummy_leads
    ),
    ServerScript("unasked", "calls come to those who have asked, not before", ("4.1",), _unasked),
    ServerScript(
        "odd-lines", "upper and lower case, runs of blanks, no final periods", ("1.2",), _odd
    ),
    ServerScript("nonsense", "players say what no rule knows", ("1.3",), _nonsense),
    ServerScript("illegal-call", "a bid that is too low", ("4.5",), _illegal_call),
    ServerScript("illegal-card", "a card that the player does not hold", ("4.5",), _illegal_card),
    ServerScript("explanations", "all bids are alerted and explained", ("4.4",), _explained),
    ServerScript(
        "refusals", "seats, names and versions that are to be refused", ("2.5",), _refusals
    ),
    ServerScript(
        "lost",
        "connections break before the first board, in the auction, in the play",
        ("2.7",),
        _lost,
    ),
    ServerScript("long-name", "names of 200 characters", ("2.4",), _long_name, alone=True),
    ServerScript("end", "boards are passed out until the session ends", ("2.8",), _to_the_end),
)
"""In order of what they ask; the last one ends the session."""

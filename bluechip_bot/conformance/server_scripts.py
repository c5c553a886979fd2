"""The scripts by which a table manager is checked, read from `server.toml`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from bluechip_bot.conformance.players import (
    CheckedPlayer,
    ConnectionLostError,
    Disturbance,
    PlayersEnd,
    Talk,
)
from bluechip_bot.conformance.reading import READERS, ChooseCall, Readers, calling, scripts, setting
from bluechip_bot.conformance.script import MissingLine, NotApplicable, Step, require
from bluechip_bot.model import Board, Call, Card, Hand, Phase, Seat
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import CallMade, CardPlayed, Complaint, Illegal, Seated
from bluechip_bot.protocol.reader import parse


def _needs_seats(end: PlayersEnd) -> None:
    if end.dialect.any_place:
        raise NotApplicable("this manager gives the seats itself")


def _needs_new_table(end: PlayersEnd) -> None:
    if not end.fresh:
        raise NotApplicable("this needs a manager that is started for it, see --command")


def _dummy_plays_high(end: PlayersEnd) -> None:
    """Dummy plays high, all others low."""
    led: list[int] = []

    def choose(board: Board, _chance: random.Random) -> Card:
        play = board.play
        assert play is not None
        if board.turn is board.dummy:
            if not play.trick.cards:
                led.append(play.trick_number)
            return max(board.legal_cards, key=lambda card: card.rank)
        return min(board.legal_cards, key=lambda card: card.rank)

    end.choose_card = choose
    end.session()
    if not led:
        raise NotApplicable("dummy has won no trick")


def _refusals(refused: Sequence[tuple[str, str]], end: PlayersEnd) -> None:
    """First lines that are to be refused, each with the reason."""
    end.seat_alone(end.player(Seat.NORTH))
    for at, (line, why) in enumerate(refused, 4):
        accepted = end.stage.join(at) is None
        require(accepted, "2.5", "", "no further connection is accepted")
        end.say_text(at, line)
        _, heard = end.hear(at)
        answers = heard is not MissingLine.SILENT
        require(answers, "2.5", "", f"nothing came after {line!r}: {why}")
        if isinstance(heard, str):
            wanted = f"expected a refusal of {line!r}: {why}"
            require(not _is_seated(heard), "2.5", heard, wanted)
        end.stage.hang_up(at)


def _is_seated(line: str) -> bool:
    try:
        return isinstance(parse(line), Seated)
    except RemoteProtocolError:
        return False


def _nonsense(lines: Sequence[str], end: PlayersEnd, player: CheckedPlayer) -> Talk[None]:
    """Each player says one of these lines before its call and its card to the first trick."""
    now = _trick(player.board), player.seat
    if now not in end.disturbed and now[0] < 2:
        end.disturbed.add(now)
        player.tolerant = True
        end.theme = "1.3"
        end.say_text(player.peer, lines[len(end.disturbed) % len(lines)])
    yield from ()


def _trick(board: Board) -> int:
    return 0 if board.play is None else board.play.trick_number


def _low_bid(player: CheckedPlayer) -> tuple[CallMade, str] | None:
    if player.board.auction.last_bid is None:
        return None
    return CallMade(player.seat, Call.parse("1C")), "a bid of 1C"


def _strange_card(player: CheckedPlayer) -> tuple[CardPlayed, str] | None:
    board = player.board
    if board.phase is not Phase.PLAY or board.turn is not player.seat:
        return None
    held = board.hands[player.seat] or Hand(0)
    card = next(card for card in map(Card, range(52)) if card not in held)
    return CardPlayed(player.seat, card), f"{card}, not held"


def _illegal(
    attempt: Callable[[CheckedPlayer], tuple[CallMade | CardPlayed, str] | None],
    right: str,
    end: PlayersEnd,
    player: CheckedPlayer,
) -> Talk[None]:
    """A call or card that the manager is to refuse, the first time that there is one."""
    tried = None if end.disturbed else attempt(player)
    if tried is None:
        return
    end.disturbed.add(player.seat)
    wrong, what = tried
    end.theme = "4.5"
    end.say(player.peer, wrong)
    text, message = yield from end.read(player, "4.5", f"a refusal of {what}")
    refused = isinstance(message, Illegal | Complaint)
    require(refused, "4.5", text, f"expected a refusal of {what}")
    if not isinstance(message, Illegal):
        end.remark("4.5", text, f"expected '{right}'")


def _losing(end: PlayersEnd, player: CheckedPlayer) -> Talk[None]:
    """Players lose their connections in the auction and in the second trick."""
    trick = _trick(player.board)
    called = len(player.board.auction.calls) > 1
    if trick in (0, 2) and called and trick not in end.disturbed:
        end.disturbed.add(trick)
        end.stage.hang_up(player.peer)
        raise ConnectionLostError
    yield from ()


def _explaining(end: PlayersEnd, _player: CheckedPlayer) -> Talk[None]:
    end.theme = "4.4"
    yield from ()


def _leave_early(end: PlayersEnd) -> None:
    """Whoever leaves before the first board need not come again, but may."""
    if not end.dialect.any_place:
        west = CheckedPlayer(Seat.WEST, int(Seat.WEST))
        end.seat_alone(west)
        end.stage.hang_up(west.peer)
        end.fresh = False
        end.optional = "the manager does not go on when a player has left"


def _has_ended(end: PlayersEnd) -> None:
    if not end.ended:
        raise NotApplicable(f"the session has more than {end.boards} boards")


def _calls(data: Mapping[str, str]) -> ChooseCall:
    """The calls of the dealer and of the players as the dealer sees them."""

    def choose(board: Board) -> Call:
        dealer = board.auction.dealer
        places = {"dealer": dealer, "lho": dealer.lho, "partner": dealer.partner, "rho": dealer.rho}
        return calling({places[name]: text for name, text in data.items()})(board)

    return choose


_DISTURBANCES: Final[Mapping[str, Disturbance]] = {
    "illegal-call": partial(_illegal, _low_bid, "Illegal bid"),
    "illegal-card": partial(_illegal, _strange_card, "Illegal card"),
    "explanations": _explaining,
    "losing": _losing,
}
_READERS: Final[Readers] = {
    **READERS,
    "calls": _calls,
    "disturb": lambda data: (
        _DISTURBANCES[data] if isinstance(data, str) else partial(_nonsense, data)
    ),
    "order": lambda letters: tuple(map(Seat.parse, letters)),
    "teams": lambda letters: tuple(map(READERS["opponents"], letters)),
}
_NAMED: Final[Mapping[str, Step[PlayersEnd]]] = {
    "session": PlayersEnd.session,
    "needs-seats": _needs_seats,
    "needs-new-table": _needs_new_table,
    "dummy-plays-high": _dummy_plays_high,
    "leave-early": _leave_early,
    "has-ended": _has_ended,
}


def _step(data: Any) -> Step[PlayersEnd]:
    """A step from its data, see `server.toml`."""
    match data:
        case str():
            return _NAMED[data]
        case {"refused": lines}:
            return partial(_refusals, lines)
    return setting(data["set"], _READERS)


SERVER_SCRIPTS: Final = scripts("server.toml", _step)
"""In order of what they ask; the last one ends the session."""

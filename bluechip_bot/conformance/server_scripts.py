"""The scripts by which a table manager is checked, read from `server.toml`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bluechip_bot.conformance.players import Disturbance, Lost, Player, PlayersEnd, Talk
from bluechip_bot.conformance.reading import (
    READERS,
    ChooseCall,
    Readers,
    calling,
    long_name,
    scripts,
    setting,
)
from bluechip_bot.conformance.script import Absence, Fault, NotApplicable, Step
from bluechip_bot.model import Board, Call, Card, Hand, Phase, Seat
from bluechip_bot.protocol.errors import RemoteProtocolError
from bluechip_bot.protocol.messages import (
    CallMade,
    CardPlayed,
    Complaint,
    Illegal,
    Seated,
)
from bluechip_bot.protocol.reader import parse


def _needs_seats(end: PlayersEnd) -> None:
    if end.dialect.any_place:
        raise NotApplicable("this manager gives the seats itself")


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


def _refusals(refused: Sequence[tuple[str, str]]) -> Step[PlayersEnd]:
    """First lines that are to be refused, each with the reason."""

    def step(end: PlayersEnd) -> None:
        end.seat_alone(end.player(Seat.NORTH))
        for at, (line, why) in enumerate(refused, 4):
            if end.stage.join(at) is not None:
                raise Fault("2.5", "", "no further connection is accepted")
            end.say_text(at, line)
            _, heard = end.hear(at)
            if heard is Absence.SILENT:
                raise Fault("2.5", "", f"nothing came after {line!r}: {why}")
            if isinstance(heard, str) and _is_seated(heard):
                raise Fault("2.5", heard, f"expected a refusal of {line!r}: {why}")
            end.stage.hang_up(at)

    return step


def _is_seated(line: str) -> bool:
    try:
        return isinstance(parse(line), Seated)
    except RemoteProtocolError:
        return False


def _nonsense(lines: Sequence[str]) -> Disturbance:
    """Each player says one of these lines before its call and its card to the first trick."""
    said: set[tuple[int, Seat]] = set()

    def disturb(end: PlayersEnd, player: Player) -> Talk[None]:
        trick = _trick(player.known)
        if (trick, player.seat) not in said and trick < 2:
            said.add((trick, player.seat))
            player.tolerant = True
            end.theme = "1.3"
            end.say_text(player.peer, lines[len(said) % len(lines)])
        yield from ()

    return disturb


def _trick(board: Board) -> int:
    return 0 if board.play is None else board.play.trick_number


def _once(attempt: Callable[[Player], tuple[CallMade | CardPlayed, str] | None]) -> Disturbance:
    """A call or card that the manager is to refuse, the first time that there is one."""
    done: list[Seat] = []

    def disturb(end: PlayersEnd, player: Player) -> Talk[None]:
        tried = None if done else attempt(player)
        if tried is None:
            return
        done.append(player.seat)
        wrong, what = tried
        end.theme = "4.5"
        end.say(player.peer, wrong)
        text, message = yield from end.read(player, "4.5", f"a refusal of {what}")
        if not isinstance(message, Illegal | Complaint):
            raise Fault("4.5", text, f"expected a refusal of {what}")
        if not isinstance(message, Illegal):
            right = "Illegal bid" if isinstance(wrong, CallMade) else "Illegal card"
            end.remark("4.5", text, f"expected '{right}'")

    return disturb


def _low_bid(player: Player) -> tuple[CallMade, str] | None:
    if player.known.auction.last_bid is None:
        return None
    return CallMade(player.seat, Call.parse("1C")), "a bid of 1C"


def _strange_card(player: Player) -> tuple[CardPlayed, str] | None:
    board = player.known
    if board.phase is not Phase.PLAY or board.turn is not player.seat:
        return None
    held = board.hands[player.seat] or Hand(0)
    card = next(card for card in map(Card, range(52)) if card not in held)
    return CardPlayed(player.seat, card), f"{card}, not held"


def _losing() -> Disturbance:
    """Players lose their connections in the auction and in the second trick."""
    done: list[int] = []

    def disturb(end: PlayersEnd, player: Player) -> Talk[None]:
        trick = _trick(player.known)
        if trick in (0, 2) and trick not in done and len(player.known.auction.calls) > 1:
            done.append(trick)
            end.stage.hang_up(player.peer)
            raise Lost
        yield from ()

    return disturb


def _leave_early(end: PlayersEnd) -> None:
    """Whoever leaves before the first board need not come again, but may."""
    if not end.dialect.any_place:
        west = Player(Seat.WEST, int(Seat.WEST))
        end.seat_alone(west)
        end.stage.hang_up(west.peer)
        end.fresh = False
        end.optional = "the manager does not go on when a player has left"


def _about_explanations(end: PlayersEnd, _player: Player) -> Talk[None]:
    end.theme = "4.4"
    yield from ()


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


_DISTURBANCES: Final[Mapping[str, Callable[[], Disturbance]]] = {
    "illegal-call": lambda: _once(_low_bid),
    "illegal-card": lambda: _once(_strange_card),
    "explanations": lambda: _about_explanations,
    "losing": _losing,
}
_READERS: Final[Readers] = {
    **READERS,
    "calls": _calls,
    "disturb": lambda told: _nonsense(told) if isinstance(told, list) else _DISTURBANCES[told](),
    "order": lambda letters: tuple(map(Seat.parse, letters)),
    "teams": lambda letters: tuple(map(long_name, letters)),
}
_NAMED: Final[Mapping[str, Step[PlayersEnd]]] = {
    "session": PlayersEnd.session,
    "needs-seats": _needs_seats,
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
            return _refusals(lines)
    return setting(data["set"], _READERS)


SERVER_SCRIPTS: Final = scripts("server.toml", _step)
"""In order of what they ask; the last one ends the session."""

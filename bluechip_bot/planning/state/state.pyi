from typing import Final, final

from bluechip_bot.planning.settings import PlanningSettings
from bluechip_bot.planning.state.belief import Beliefs
from bluechip_bot.planning.view import DeclarerView

__pyx_capi__: dict[str, object]

NO_TRUMPS: Final[int]

@final
class Round:
    leader: Final[int]
    played: Final[int]
    suit: Final[int]
    best: Final[int]
    best_suit: Final[int]
    top: Final[int]
    turn: Final[int]

@final
class State:
    declarer: Final[int]
    dummy: Final[int]
    alive: Final[int]
    round: Final[Round]
    won: Final[int]
    left: Final[int]
    def ranks(self, player: int, suit: int) -> int: ...
    def both(self, suit: int) -> int: ...
    def played(self, defender: int, suit: int) -> tuple[int, ...]: ...

@final
class Game:
    def __init__(
        self,
        trumps: int,
        target: int,
        beliefs: Beliefs,
        out: tuple[int, int, int, int],
        opening: int,
        held: tuple[int, int],
        numbers: PlanningSettings,
    ) -> None: ...
    trumps: Final[int]
    target: Final[int]
    beliefs: Final[Beliefs]
    out: Final[tuple[int, int, int, int]]
    opening: Final[int]
    runs: Final[dict[object, object]]
    ways: Final[dict[object, object]]
    numbers: Final[PlanningSettings]
    def holds(self, state: State, defender: int, suit: int, ranks: int = 0x1FFF) -> int: ...
    def at_least(self, state: State, defender: int, suit: int, cards: int) -> int: ...
    def may_hold(self, state: State, defender: int, suit: int, ranks: int = 0x1FFF) -> bool: ...
    def top_out(self, state: State, suit: int) -> int: ...
    def longest(self, state: State, suit: int) -> int: ...

def begin(
    position: DeclarerView, beliefs: Beliefs, numbers: PlanningSettings
) -> tuple[Game, State]: ...
def play_ours(game: Game, state: State, card: int) -> State: ...
def legal(state: State) -> list[int]: ...
def partner(player: int) -> int: ...

from typing import NamedTuple

from bluechip_bot.planning.state.state import Game, State

class SureTricks(NamedTuple):
    tricks: int
    cards: tuple[int, ...]

def sure_tricks(game: Game, state: State) -> SureTricks: ...

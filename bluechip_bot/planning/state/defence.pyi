from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from bluechip_bot.planning.state.state import Game, State

class DefenderAct(Enum):
    LOW = "plays low"
    WIN = "wins"
    HIGH = "plays high"
    COVER = "covers"
    RUFF = "ruffs"
    DISCARD = "shows out"
    CASH = "cashes"
    LEAD = "leads"

class Branch(NamedTuple):
    act: DefenderAct
    suit: int
    ranks: int
    weight: int
    state: State

def branches(game: Game, state: State) -> list[Branch]: ...
def other_plays(game: Game, state: State) -> list[Branch]: ...
def other_leads(game: Game, state: State) -> Iterator[list[Branch]]: ...

"""A bridge player, and what a program can do with its parts.

Everything here is immutable but `Bot` and `Table`. A text is read by `parse` or `position`, and
`str` writes it. All that a result depends on is an argument: seeds, limits and, where time counts,
a clock. Errors are `ValueError`s that name the argument or the value; those of the game are
`ModelError`s. All other modules are private to the project.

Examples:
    A deal, written as in PBN, and its double-dummy table:

    >>> from bluechip_bot import Deal, Seat, Strain, Vulnerability, double_dummy
    >>> deal = Deal.parse("N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74")
    >>> deal[Seat.NORTH].hcp
    16
    >>> table = double_dummy(deal)
    >>> print(table)
            C   D   H   S  NT
    North   9   4  11  12   6
    East    3   8   1   1   3
    South   9   4  11  12   6
    West    3   8   1   1   3
    >>> table[Strain.HEARTS, Seat.SOUTH]
    11
    >>> par = table.par(Vulnerability.NONE)
    >>> par.score, [str(contract) for contract in par.contracts]
    (980, ['6S by North', '6S by South'])

    A call with its reason, for the hand whose turn it is (`-` is a hand that is not known):

    >>> from bluechip_bot import Bot, position
    >>> bot = Bot()
    >>> choice = bot.call(position("S:KJ84.K92.QT6.J83 - - -", auction="1NT P"))
    >>> choice.call, choice.meaning, choice.alert
    (Call(2C), 'Stayman: asks for a four-card major, 8+ HCP or weak with shortness in clubs', True)
    >>> choice.reason, choice.rule
    ('Stayman', 'notrump.bid:7:1')
    >>> choice.gains
    {Call(2C): 0.0, Call(P): -3.35, Call(3NT): -0.12}

    A card with its reason, and what each card is worth:

    >>> board = position(
    ...     "S:A72.AK4.A63.J843 - 865.Q52.K74.KQT9 -",
    ...     auction="1NT P 3NT P P P",
    ...     cards="SK S5 S4",
    ...     dealer="S",
    ... )
    >>> choice = Bot("alphamu").play(board)
    >>> choice.card
    Card(S2)
    >>> print(choice.reason)
    alphamu M=2, 20 worlds, 9 tricks wanted: S2 S7 95 % (8.9 tricks), SA 70 % (8.7 tricks)
    >>> choice.plan[-72:]
    's. It is a 26 % chance: if spades break badly, the contract is down one.'
    >>> [(str(one.card), one.value, one.tricks) for one in choice.cards]
    [('S2', 0.95, 8.95), ('S7', 0.95, 8.95), ('SA', 0.7, 8.7)]

    The boards of a PBN or LIN file; `str` draws a board, and a notebook shows it:

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from bluechip_bot import read_boards, viewer_link
    >>> lin = (
    ...     "pn|South,West,North,East|md|1SQT952HKQT75DC932,SJ8H8DAKQ432CAT74,SAK7HA42DT76CKQ86,"
    ...     "S643HJ963DJ985CJ5|rh||ah|Board 7|sv|b|mb|1S|mb|2D|mb|4S|mb|p|mb|p|mb|p|"
    ...     "pc|DA|pc|D6|pc|D5|pc|S2|mc|11|"
    ... )
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "club.lin")
    ...     _ = path.write_text(lin)
    ...     (record,) = read_boards(path)
    >>> record.names, record.result_text, record.score()
    (('North', 'East', 'South', 'West'), '4S S +1', 650)
    >>> print(record.board)
    Board 7, South deals, vulnerable: All
    <BLANKLINE>
                  ♠ AK7
                  ♥ A42
                  ♦ T76
                  ♣ KQ86
    ♠ J8                        ♠ 643
    ♥ 8                         ♥ J963
    ♦ AKQ432                    ♦ J985
    ♣ AT74                      ♣ J5
                  ♠ QT952
                  ♥ KQT75
                  ♦ –
                  ♣ 932
    <BLANKLINE>
    West   North  East   South
                         1♠
    2♦     4♠     P      P
    P
    <BLANKLINE>
    4♠ by South
     1. W: ♦A ♦6 ♦5 ♠2  South
    >>> viewer_link(record)[:61]
    'https://www.bridgebase.com/tools/handviewer.html?lin=pn%7CSou'

    A table in memory with four players, North's first. Whatever has the methods of `Player` can sit
    there:

    >>> from bluechip_bot import Decision, DecisionRequest, Table, random_board
    >>> class Passer:
    ...     def decide(self, request: DecisionRequest) -> Decision:
    ...         return request.last_resort("a pass or a low card will do")
    ...
    ...     def stop(self) -> None: ...
    >>> board = Table(["alphamu", Passer(), "pimc", Passer()]).play(random_board(5, seed=7))
    >>> str(board.auction), str(board.contract)
    ('1S P 4S P P P', '4S by North')
    >>> board.play.declarer_tricks, board.score()
    (11, 650)

    A match in two rooms, with a process for every seat; its records are in a folder:

    >>> from tempfile import TemporaryDirectory
    >>> from bluechip_bot import run_match
    >>> team = {"engine": "random"}
    >>> with TemporaryDirectory() as folder:
    ...     result = run_match(boards=1, team_a=team, team_b=team, out=f"{folder}/match")
    ...     print(result, sorted(path.name for path in result.folder.glob("*.pbn")))
    A 0 - 0 B IMPs, boards: 1 ['closed.pbn', 'open.pbn']

Duels of two ways to play or to bid are in `bluechip_bot.lab.duels`.
"""

# tests/unit/test_layers.py says which package may import which. Everything below `net` is pure: no
# sockets, no clock, no reactor, no module state.

from __future__ import annotations

from importlib import import_module

# Type checkers know the name; `typing` would take longer to import than this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from bluechip_bot.api.boards import position, random_board, read_boards, viewer_link
    from bluechip_bot.api.bot import Bot, CardWorth, ChosenCall, ChosenCard
    from bluechip_bot.api.doubledummy import DoubleDummyTable, double_dummy
    from bluechip_bot.api.match import MatchError, MatchResult, run_match
    from bluechip_bot.api.table import Table
    from bluechip_bot.formats.record import BoardRecord
    from bluechip_bot.model import (
        Board,
        Call,
        Card,
        Contract,
        Deal,
        Decision,
        DecisionRequest,
        ModelError,
        Seat,
        Strain,
        Vulnerability,
    )
    from bluechip_bot.player import Player

# A literal, as setuptools reads it without importing; CHANGELOG.md says the same.
__version__ = "1.0.0"

__all__ = [
    "Board",
    "BoardRecord",
    "Bot",
    "Call",
    "Card",
    "CardWorth",
    "ChosenCall",
    "ChosenCard",
    "Contract",
    "Deal",
    "Decision",
    "DecisionRequest",
    "DoubleDummyTable",
    "MatchError",
    "MatchResult",
    "ModelError",
    "Player",
    "Seat",
    "Strain",
    "Table",
    "Vulnerability",
    "double_dummy",
    "position",
    "random_board",
    "read_boards",
    "run_match",
    "viewer_link",
]

_HOMES = {
    "api.boards": ("position", "random_board", "read_boards", "viewer_link"),
    "api.bot": ("Bot", "CardWorth", "ChosenCall", "ChosenCard"),
    "api.doubledummy": ("DoubleDummyTable", "double_dummy"),
    "api.match": ("MatchError", "MatchResult", "run_match"),
    "api.table": ("Table",),
    "formats.record": ("BoardRecord",),
    "model": (
        "Board",
        "Call",
        "Card",
        "Contract",
        "Deal",
        "Decision",
        "DecisionRequest",
        "ModelError",
        "Seat",
        "Strain",
        "Vulnerability",
    ),
    "player": ("Player",),
}
"""The names by the module that has them, which is imported when one of its names is wanted."""
_MOVED = ("BiddingDuelReport", "Contender", "DuelReport", "bidding_duel", "card_duel")
"""Names that `bluechip_bot.lab.duels` has now."""

if not TYPE_CHECKING:  # a type checker would take every name for one that is there

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used: `import bluechip_bot` alone loads nothing."""
        for home, names in _HOMES.items():
            if name in names:
                found = getattr(import_module(f"{__name__}.{home}"), name)
                globals()[name] = found
                return found
        if name in _MOVED:
            from warnings import warn

            warn(f"{name} is in {__name__}.lab.duels", DeprecationWarning, stacklevel=2)
            return getattr(import_module(f"{__name__}.lab.duels"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

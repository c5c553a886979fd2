"""The answers of the service, as values for JSON; they are found in processes of their own.

The systems of a question are those of `conf/systems`, by name: a path is never opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

from bluechip_bot.api.boards import part
from bluechip_bot.api.doubledummy import DoubleDummyTable
from bluechip_bot.bidding.bidder import Bidder
from bluechip_bot.bidding.system.system import System, load
from bluechip_bot.config import DEFAULT_ENGINE, SearchConfig, conf_dir
from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.engine import DoubleDummy, FactError, SearchLimits, SolverError, draw_layouts
from bluechip_bot.formats.problem import PlayProblem, ProblemError
from bluechip_bot.model import Board, Deal, Hand, ModelError, Phase, Seat, Strain, Vulnerability
from bluechip_bot.player.assembly import PlayerAssembly
from bluechip_bot.player.calling import SideCallers
from bluechip_bot.service.auction import AuctionMeaning
from bluechip_bot.service.call import board_to_call, call_answer, called_board
from bluechip_bot.service.card import card_advice

T = TypeVar("T")
ServiceQuestion = Mapping[str, Any]

_IMPOSSIBLE: Final[tuple[type[Exception], ...]] = (ModelError, ProblemError, FactError, SolverError)
"""Errors of what is asked, not of the program."""
_MEMORY_MB: Final = 64
_PAIRS: Final = 8
"""The pairs of systems that a process keeps."""


class AnswerError(ValueError):
    """A question cannot be answered: its hand, auction or claim is impossible."""


def answer(path: str, question: ServiceQuestion) -> dict[str, Any]:
    """Answer a question that was sent to a path; its keys must have been checked."""
    try:
        return _ANSWERS[path](question)
    except _IMPOSSIBLE as error:
        raise AnswerError(str(error)) from None


def warm_up() -> None:
    """Load the systems and the solver, which most questions need."""
    _callers("sayc", "sayc")
    _parts(DEFAULT_ENGINE).partnership()
    _system("sayc")
    _solver()


def _bid(question: ServiceQuestion) -> dict[str, Any]:
    ours = _known("system", question["system"])
    theirs = ours if question["opponents"] is None else _known("opponents", question["opponents"])
    board = board_to_call(*(question[key] for key in ("hand", "dealer", "vul", "auction")))
    return call_answer(_callers(ours, theirs), board, budget=question["seconds"])


def _explain(question: ServiceQuestion) -> dict[str, Any]:
    board = _board("N:- - - -", question)
    ours, theirs = (_system(_known(key, question[key])).book for key in ("system_ns", "system_ew"))
    bidder = Bidder((ours, theirs))
    return AuctionMeaning.of(bidder, board.auction, board.vulnerability).as_dict()


def _lead(question: ServiceQuestion) -> dict[str, Any]:
    contract = _board("N:- - - -", question).contract
    if contract is None:
        raise AnswerError("auction: it has not ended in a contract, nobody is to lead")
    hands = f"{contract.leader.letter}:{_parsed('hand', Hand.parse, question['hand'])} - - -"
    return _advice(_board(hands, question), question)


def _claim(question: ServiceQuestion) -> dict[str, Any]:
    board = _board(question["hands"], question)
    play, turn = board.play, board.decider
    if play is None or turn is None:
        raise AnswerError("auction: no card is to be played, nobody claims")
    named = question["seat"]
    seat = turn if named is None else _parsed("seat", Seat.parse, named, "N, E, S or W")
    seat = play.contract.declarer if seat is play.contract.dummy else seat
    left = 13 - len(play.cards) // 4
    if question["tricks"] > left:
        raise AnswerError(f"tricks: {question['tricks']} claimed, and {left} are left")
    if board.seen_by(seat).hands[seat] is None:
        raise AnswerError(f"hands: {seat} claims, and that hand is not known")
    best = None if None in board.hands else _best(board, board.hands, seat)
    known = Evidence(HardFacts.of(board, seat), (), ())
    layouts = draw_layouts(known, question["worlds"], question["seed"]).layouts.tolist()
    good = [_best(board, tuple(map(Hand, each)), seat) >= question["tricks"] for each in layouts]
    return {
        "seat": seat.letter,
        "tricks": question["tricks"],
        "left": left,
        "double_dummy": best,
        "good": None if best is None else best >= question["tricks"],
        "layouts": len(good),
        "share": sum(good) / len(good),
    }


def _best(board: Board, hands: tuple[Hand | None, ...], seat: Seat) -> int:
    """The double-dummy tricks that a seat's side still takes if these are the hands."""
    play = board.card_play
    held = [Hand((hand or Hand()).mask & ~board.played[at]) for at, hand in enumerate(hands)]
    trick = play.trick
    strain: Strain = play.contract.strain
    made = max(_solver().cards(held, strain, trick.leader, trick.cards).values())
    return made if play.turn.side is seat.side else 13 - len(play.cards) // 4 - made


def _double_dummy(question: ServiceQuestion) -> dict[str, Any]:
    table = _table(question["deal"])
    rows = {seat.letter: {str(strain): table[strain, seat] for strain in Strain} for seat in Seat}
    return {"deal": question["deal"], "tricks": rows}


def _par(question: ServiceQuestion) -> dict[str, Any]:
    found = _table(question["deal"]).par(
        _parsed("vul", Vulnerability.parse, question["vul"], "None, NS, EW or All"),
        _parsed("dealer", Seat.parse, question["dealer"], "N, E, S or W"),
    )
    return {"score": found.score, "contracts": list(map(str, found.contracts))}


_ANSWERS: Final[Mapping[str, Callable[[Any], dict[str, Any]]]] = {
    "/bid": _bid,
    "/explain": _explain,
    "/lead": _lead,
    "/play": lambda question: _advice(_board(question["hands"], question), question),
    "/claim": _claim,
    "/double-dummy": _double_dummy,
    "/par": _par,
}


def _advice(board: Board, question: ServiceQuestion) -> dict[str, Any]:
    """The card to play in a position, as `bluechip-bot advise --json` prints it."""
    observer = board.decider
    if board.phase is not Phase.PLAY or observer is None:
        raise AnswerError("cards: no card is to be played")
    seen = board.seen_by(observer)
    needed = {observer} | ({seen.dummy} if seen.play and seen.play.cards else set())
    for seat in needed:
        if seat is not None and seen.hands[seat] is None:
            raise AnswerError(f"hands: {observer} is to decide and sees {seat}: give that hand")
    limits = SearchLimits(budget=question["seconds"], worlds=question["worlds"])
    advice = card_advice(
        PlayProblem("", seen, observer, True, {}),
        _parts(question["engine"]),
        limits,
        question["seed"],
        question["scoring"],
    )
    if advice is None:
        raise AnswerError(f"seconds: no layout was judged in {question['seconds']:g}: give more")
    return advice[1]


def _board(hands: str, question: ServiceQuestion) -> Board:
    calls = question["dealer"], question["vul"], question["auction"]
    return called_board(*calls, hands, question.get("cards", ()))


def _table(deal: str) -> DoubleDummyTable:
    return DoubleDummyTable.of(_parsed("deal", Deal.parse, deal), _solver())


def _parsed(key: str, parse: Callable[[str], T], text: str, expected: str = "") -> T:
    with part(key, expected):
        return parse(text)


def _known(key: str, name: str) -> str:
    names = sorted(path.stem for path in (conf_dir() / "systems").glob("*.toml"))
    if name.casefold() not in names:
        raise AnswerError(f"{key}: no system {name!r} (there are {', '.join(names)})")
    return name.casefold()


@lru_cache(_PAIRS)
def _callers(system: str, opponents: str) -> SideCallers:
    return SideCallers(system, opponents, 0.0, 0)


@lru_cache(_PAIRS)
def _system(name: str) -> System:
    return load(conf_dir() / "systems" / f"{name}.toml", check=False)


@cache
def _parts(engine: str) -> PlayerAssembly:
    return PlayerAssembly(engine, SearchConfig(memory_mb=_MEMORY_MB, threads=1))


@cache
def _solver() -> DoubleDummy:
    return DoubleDummy(_MEMORY_MB)

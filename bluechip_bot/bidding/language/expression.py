"""Expressions in square brackets: numbers and conditions that rules compute from the auction.

They are Python's arithmetic, comparisons, `and`, `or`, `not` and `a if b else c` on the words of
`WORDS` and `SUIT_WORDS`, on the names of suits (numbers from 0 for spades to 3 for clubs, `NT` is
4) and on texts in quotes.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, Final

from attrs import field, frozen

from bluechip_bot.bidding.auction.meaning import CallSense, Meaning
from bluechip_bot.bidding.auction.state import GAME_LEVEL, AuctionState
from bluechip_bot.model.calls import DOUBLE, PASS, Call
from bluechip_bot.model.cards import Strain, Suit

# With these a pass over their game is forcing (`rules/competition.bid`).
_GAME_VALUES: Final = 21
"""The points of both hands from which a side leaves no bid above game undoubled."""


def _pick(number: int, *values: int) -> int:
    """The value at position `number`, counted from 1; the last value for any higher number."""
    return values[min(number, len(values)) - 1]


def _under(state: AuctionState, level: int, strain: int) -> bool:
    """Whether the last bid is below the bid of this level and strain."""
    return state.bid < Call.bid(level, Strain(strain))


def _has_doubled(state: AuctionState) -> bool:
    """Whether partner has just doubled for penalty, and the next opponent passed."""
    last = state.last(state.partner)
    penalty = last is not None and last.kind is CallSense.PENALTY and last.call == DOUBLE
    return penalty and state.is_theirs and not state.opponents_called


_NOTRUMP_KINDS: Final = (CallSense.OPENING_NOTRUMP, CallSense.NOTRUMP_OVERCALL)


def _situation(state: AuctionState) -> str:
    """The situation of the player to call, such as `opening`; empty if it has no name."""
    if not state.is_open:
        return "opening"
    mine, partners = state.acts(state.me), state.acts(state.partner)
    if not partners:
        return "" if mine else "defence"
    last = state.last(state.partner)
    assert last is not None  # he has acted
    if last.call != PASS:
        if last.kind is CallSense.QUANTITATIVE and state.is_ours:
            return "quantitative"
        if state.bid == last.call and _is_notrump_opening(state, last):
            return "notrump"
    if not mine:
        return _of_answers(state, partners, last)
    if len(mine) == 1 and len(partners) == 1 and last.call != PASS:
        return _of_rebids(state, mine[0], last)
    return ""


def _is_notrump_opening(state: AuctionState, last: Meaning) -> bool:
    """Whether partner's bid is a notrump opening, or 2NT or 3NT after 2C P 2D P."""
    if last.kind is CallSense.OPENING_NOTRUMP:
        return True
    mine = state.acts(state.me)
    if last.call.strain is not Strain.NOTRUMP or len(mine) != 1 or state.theirs:
        return False
    return mine[0].artificial and "strong" in state.acts(state.partner)[-1].marks


def _of_answers(state: AuctionState, partners: tuple[Meaning, ...], last: Meaning) -> str:
    """The situation of a player who has only passed, after partner's first action."""
    first = partners[-1]
    if len(partners) > 1 or (last.call == PASS and first.kind is not CallSense.TAKEOUT):
        return ""
    if first.call.is_bid and first.call.strain.suit is not None:
        opening = "contested response" if state.is_theirs else "response"
        return {
            CallSense.OPENING: opening, CallSense.PREEMPT: "preempt", CallSense.OVERCALL: "advance"
        }.get(first.kind, "")  # fmt: skip
    if first.kind in _NOTRUMP_KINDS:
        if state.bid == first.call:
            return "notrump"
        below = state.is_theirs and state.bid < Call.bid(3, Strain.NOTRUMP)
        return "contested notrump" if below else ""
    if first.kind is CallSense.TAKEOUT and not state.is_ours:
        if state.live_takeout:
            return "answer to a double"
        return "contested double" if state.opponents_called else ""
    return ""


def _of_rebids(state: AuctionState, first: Meaning, last: Meaning) -> str:
    """The situation of opener's second call, partner having answered once."""
    suit = first.call.strain.suit if first.call.is_bid else None
    if first.kind is not CallSense.OPENING or suit is None:
        doubled = last.kind is CallSense.TAKEOUT and state.live_takeout and not first.call.is_bid
        return "answer to a double" if doubled else ""
    if last.kind is CallSense.SUIT:
        return "rebid" if last.call.level <= 2 and last.call.strain.suit is not None else ""
    over_one = last.kind is CallSense.NOTRUMP and last.call.level == 1 and not state.is_theirs
    return "rebid over notrump" if over_one else ""


def _needs(state: AuctionState, suit: int) -> int:
    return max(8 - state.partner_box.lengths[suit][0], 0)


def _fits(state: AuctionState, suit: int) -> bool:
    """Whether our side may have eight cards in a suit in which partner has shown two."""
    may = _needs(state, suit) <= min(state.my_box.lengths[suit][1], 7)
    return may and state.partner_box.lengths[suit][0] >= 2 and suit not in state.their_suits


AUCTION_FACTS: Final[Mapping[str, Callable[[AuctionState], bool]]] = {
    "vul": attrgetter("vulnerable"),
    "they_vul": lambda state: state.vulnerability.includes(state.me.side.other),
    "favourable": lambda state: state.equity > 0,
    "unfavourable": lambda state: state.equity < 0,
    "passed_hand": lambda state: state.is_passed(state.me),
    "partner_passed": lambda state: state.is_passed(state.partner),
    "contested": lambda state: len(state.first_to_act) == 2,
    "forced": attrgetter("must_act"),
    "game_forced": lambda state: bool(state.game_forced >> state.me.side & 1),
    "balancing": lambda state: (
        state.is_open and state.passes == 2 and state.meanings[-1].call == PASS
    ),
    "our_bid": attrgetter("is_ours"),
    "their_bid": attrgetter("is_theirs"),
    "doubled": lambda state: state.doubled > 0,
    "suit_agreed": lambda state: state.agreed is not None,
    "asked": lambda state: (last := state.last(state.partner)) is not None and bool(last.ask),
    "our_values": lambda state: (
        state.shown[state.me].points[0] + state.partner_points[0] >= _GAME_VALUES
    ),
    "told": lambda state: any(act.limited or act.final for act in state.acts(state.me)),
}
"""Facts of an auction, whatever the hand, which are conditions also outside of brackets."""
AUCTION_NUMBERS: Final = ("seat", "level")
"""The same for numbers: the place of the player to call (1-4), the level of the last bid."""

WORDS: Final[Mapping[str, Callable[[AuctionState], Any]]] = {
    **AUCTION_FACTS,
    **{name: attrgetter(name) for name in ("below_game", "passes", "equity")},
    "situation": _situation,
    "seat": lambda state: (state.me - state.dealer) % 4 + 1,
    "level": lambda state: state.bid.level,
    "strain": lambda state: state.bid.strain,
    "bid_notrump": lambda state: state.is_open and state.bid.strain is Strain.NOTRUMP,
    "partner_is_bidder": lambda state: state.is_open and state.bidder is state.partner,
    "bidder_least": lambda state: state.shown[state.bidder].box.hcp[0],
    "bidder_kind": lambda state: (
        "" if (last := state.last(state.bidder)) is None else last.kind.name.lower()
    ),
    "placed": lambda state: state.partner_final and not state.must_act,
    "least": lambda state: state.partner_points[0],
    "most": lambda state: state.partner_points[1],
    "partner_least": lambda state: state.partner_box.hcp[0],
    "partner_most": lambda state: state.partner_box.hcp[1],
    "partner_acted": lambda state: bool(state.acts(state.partner)),
    "partner_doubled": _has_doubled,
    "only_doubled": lambda state: (
        not (acts := state.acts(state.me)) or acts[0].call == DOUBLE
    ),
    "strong_double": lambda state: (
        len(acts := state.acts(state.me)) == 1 and acts[0].kind is CallSense.TAKEOUT
    ),
    "answer_level": lambda state: (
        0 if (last := state.last(state.partner)) is None else last.call.level
    ),
    "enemies": lambda state: len(state.their_suits),
    "first_enemy": lambda state: state.their_suits[0] if state.their_suits else None,
    "unbids": lambda state: len(state.unbid),
    "best_fit": lambda state: max(map(state.trumps, Suit)),
}  # fmt: skip
"""Words for an auction, seen by the player to call.

`least` and `most` limit partner's points, `partner_least` and `partner_most` his high-card points.
`enemies` counts the suits that the opponents alone have bid, `first_enemy` is the highest of them.
"""

SUIT_WORDS: Final[Mapping[str, Callable[[AuctionState, Any], Any]]] = {
    "level_in": lambda state, strain: state.level(strain),
    "game": lambda _, strain: GAME_LEVEL[strain],
    "unbid": lambda state, suit: suit in state.unbid,
    "enemy": lambda state, suit: suit in state.their_suits,
    "they_bid": lambda state, strain: state.theirs >> strain & 1,
    "partner_bid": lambda state, strain: state.strains[state.partner] >> strain & 1,
    "i_bid": lambda state, strain: state.strains[state.me] >> strain & 1,
    "partner_has": lambda state, suit: state.partner_box.lengths[suit][0],
    "have": lambda state, suit: state.my_box.lengths[suit][0],
    "may_have": lambda state, suit: state.my_box.lengths[suit][1],
    "trumps": lambda state, suit: state.trumps(suit),
    "needs": _needs,
    "fits": _fits,
}
"""Words for a suit in an auction.

`level_in` is the level of the cheapest bid. `have`, `may_have` and `partner_has` are the fewest and
most cards that we, and the fewest that partner has shown, `trumps` those of both. `needs` is how
many we need for eight together, and `fits` whether we may have them.
"""


_FUNCTIONS: Final = {"NT": Strain.NOTRUMP, "min": min, "max": max, "pick": _pick}
_ALL_WORDS: Final = WORDS.keys() | SUIT_WORDS.keys() | _FUNCTIONS.keys() | {"under"}
_PARTS: Final = (
    ast.Expression, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.Name,
    ast.Constant, ast.boolop, ast.unaryop, ast.cmpop, ast.Load, ast.Add, ast.Sub, ast.Mult,
    ast.FloorDiv,
)  # fmt: skip


class AuctionWords(dict[str, Any]):
    """The values of `WORDS` and `SUIT_WORDS` in an auction, each when needed; False without one."""

    def __init__(self, state: AuctionState | None = None) -> None:
        super().__init__(state=state)
        if state is not None:
            self["under"] = partial(_under, state)
        self.state: Final = state

    def __missing__(self, name: str) -> Any:
        if self.state is None:
            return False
        by_suit = SUIT_WORDS.get(name)
        found = WORDS[name](self.state) if by_suit is None else partial(by_suit, self.state)
        self[name] = found
        return found


class _NameLookup(ast.NodeTransformer):
    """Replaces each name that is not a function's by a look-up among words or suits."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in _FUNCTIONS:
            return node
        table = ast.Name("words" if node.id in _ALL_WORDS else "suits", ast.Load())
        return ast.Subscript(table, ast.Constant(node.id), ast.Load())


def _compiled(tree: ast.Expression) -> Callable[[Mapping[str, Suit], Mapping[str, Any]], Any]:
    """Compile an expression, whose parts have been checked, to a function of suits and words."""
    body = _NameLookup().visit(tree).body
    names = ast.arguments([], [ast.arg("suits"), ast.arg("words")], None, [], [], None, [])
    made = ast.fix_missing_locations(ast.Expression(ast.Lambda(names, body)))
    scope = {"__builtins__": {}, **_FUNCTIONS}
    found: Callable[..., Any] = eval(compile(made, "<rule>", "eval"), scope)  # noqa: S307
    return found


@frozen
class Expression:
    """An expression that has been parsed.

    `of` computes its value from a scene's suits and words; `names` are its suits and unknown words.
    """

    text: str
    of: Callable[[Mapping[str, Suit], Mapping[str, Any]], Any] = field(eq=False, repr=False)
    names: frozenset[str] = field(eq=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> Expression:
        """Parse a text as an expression.

        Raises:
            ValueError: if the text is not an expression.
        """
        try:
            tree = ast.parse(text.strip(), mode="eval")
        except SyntaxError:
            raise ValueError(f"{text!r} is not an expression") from None
        nodes = list(ast.walk(tree))
        if not all(isinstance(node, _PARTS) for node in nodes):
            raise ValueError(f"{text!r} is not an expression")
        names = {node.id for node in nodes if isinstance(node, ast.Name)} - _ALL_WORDS
        return cls(text, _compiled(tree), frozenset(names))

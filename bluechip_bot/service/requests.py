"""The questions of the service: a class for each, checked as it is read.

A value of the wrong type, a key that there is not and a number out of range are a `RequestError`
that names each of them. Whether a hand, a call or a card is possible is only known when the
question is answered.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, TypeVar

from attrs import NOTHING, Attribute, field, fields, frozen
from cattrs import Converter, transform_error
from cattrs.errors import ForbiddenExtraKeysError

from bluechip_bot.config import DEFAULT_ENGINE
from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.quoting import quoted

T = TypeVar("T")

LONGEST_THOUGHT: Final = 10.0
"""The most seconds that a question may ask for."""
_TYPES: Final = {str: "a text", int: "a whole number", float: "a number", tuple: "a list of texts"}
_PLAIN: Final = (str, int, float)

Engine = Literal["alphamu", "recursive", "pimc"]
Scoring = Literal["imps", "win", "points", "matchpoints"]


class RequestError(ValueError):
    """A question that cannot be read.

    Attributes:
        is_json: whether the text was JSON at all.
    """

    def __init__(self, message: str, *, is_json: bool = True) -> None:
        """Keep whether it was JSON."""
        self.is_json = is_json
        super().__init__(message)


@frozen
class KeyDescription:
    """The description of a key.

    Attributes:
        text: what it is.
        example: a value, for the page.
        low: the least number allowed.
        high: the greatest one.
    """

    text: str
    example: Any = None
    low: float | None = None
    high: float | None = None


def _key(text: str, default: Any = NOTHING, **more: Any) -> Any:
    return field(default=default, metadata={"about": KeyDescription(text, **more)})


def about(attribute: Attribute[Any]) -> KeyDescription:
    """The description of the key of an attribute."""
    found: KeyDescription = attribute.metadata["about"]
    return found


def _dealer() -> Any:
    return _key("who calls first: N, E, S or W", "N")


def _vulnerability() -> Any:
    return _key("who is vulnerable: None, NS, EW or All", "None")


def _calls(text: str = "the calls so far, the dealer's first", **more: Any) -> Any:
    return _key(text, **more)


def _seconds(default: float, text: str) -> Any:
    return _key(text, default, low=0, high=LONGEST_THOUGHT)


def _worlds() -> Any:
    return _key("the most layouts of the hidden hands to judge by", 100, low=1, high=1000)


def _seed() -> Any:
    return _key("where the choice of layouts begins", 1, low=0, high=2**63 - 1)


@frozen
class BidRequest:
    """The call of a hand, what it shows, and why."""

    hand: str = _key("the hand of the player to call, as S.H.D.C", example="KJ84.K92.QT6.J83")
    auction: tuple[str, ...] = _calls(default=(), example=["1NT", "P"])
    dealer: str = _dealer()
    vul: str = _vulnerability()
    system: str = _key("the side's system", "sayc")
    opponents: str | None = _key("the opponents' system; null is the same", None)
    seconds: float = _seconds(0.0, "seconds for a close call; 0 is the system alone")


@frozen
class ExplainRequest:
    """What each call of an auction shows, and what is known of each hand."""

    auction: tuple[str, ...] = _calls(example=["1NT", "P", "2C", "P", "2D"])
    dealer: str = _dealer()
    vul: str = _vulnerability()
    system_ns: str = _key("North-South's system", "sayc")
    system_ew: str = _key("East-West's system", "sayc")


@frozen
class LeadRequest:
    """The opening lead from a hand."""

    hand: str = _key("the leader's hand, as S.H.D.C", example="QJT4.A93.82.K754")
    auction: tuple[str, ...] = _calls(
        "all calls, the dealer's first", example=["1NT", "P", "3NT", "P", "P", "P"]
    )
    dealer: str = _key("who calls first: N, E, S or W", "N", example="S")
    vul: str = _vulnerability()
    engine: Engine = _key("how cards are chosen", DEFAULT_ENGINE)
    scoring: Scoring = _key("what is played for", "imps")
    worlds: int = _worlds()
    seconds: float = _seconds(2.0, "seconds to think")
    seed: int = _seed()


@frozen
class PlayRequest:
    """The card to play in a position."""

    hands: str = _key(
        "the hands as dealt, as in PBN; - is one that the player to decide does not see",
        example="S:A72.AK4.A63.J843 - 865.Q52.K74.KQT9 -",
    )
    auction: tuple[str, ...] = _calls(
        "all calls, the dealer's first", example=["1NT", "P", "3NT", "P", "P", "P"]
    )
    cards: tuple[str, ...] = _key("the cards so far, in order", (), example=["SK", "S5", "S4"])
    dealer: str = _key("who calls first: N, E, S or W", "N", example="S")
    vul: str = _vulnerability()
    engine: Engine = _key("how cards are chosen", DEFAULT_ENGINE)
    scoring: Scoring = _key("what is played for", "imps")
    worlds: int = _worlds()
    seconds: float = _seconds(2.0, "seconds to think")
    seed: int = _seed()


@frozen
class ClaimRequest:
    """Whether a claim is good against best defence: in the deal, and as the claimer sees it."""

    hands: str = _key(
        "the hands as dealt, as in PBN; - is one that is not known",
        example="N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74",
    )
    auction: tuple[str, ...] = _calls(
        "all calls, the dealer's first", example=["1C", "1D", "1S", "P", "4S", "P", "P", "P"]
    )
    tricks: int = _key(
        "how many of the remaining tricks the side of the claimer claims",
        example=11,
        low=0,
        high=13,
    )
    cards: tuple[str, ...] = _key(
        "the cards so far, in order", (), example=["DA", "D6", "D5", "S2"]
    )
    seat: str | None = _key("who claims; null is who plays next", None, example="S")
    dealer: str = _dealer()
    vul: str = _vulnerability()
    worlds: int = _key("the layouts to try the claim in", 50, low=1, high=200)
    seed: int = _seed()


@frozen
class DoubleDummyRequest:
    """The tricks of each declarer in each strain, all hands open."""

    deal: str = _key(
        "the deal, as in PBN",
        example="N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74",
    )


@frozen
class ParRequest:
    """The score of a deal, and the contracts, when both sides bid perfectly."""

    deal: str = _key(
        "the deal, as in PBN",
        example="N:AK7.A42.T76.KQ86 643.J963.J985.J5 QT952.KQT75..932 J8.8.AKQ432.AT74",
    )
    dealer: str = _dealer()
    vul: str = _vulnerability()


Request = (
    BidRequest
    | ExplainRequest
    | LeadRequest
    | PlayRequest
    | ClaimRequest
    | DoubleDummyRequest
    | ParRequest
)


def read(body: bytes, kind: type[T]) -> T:
    """The question in the body of a request.

    Raises:
        RequestError: if it is not JSON, or not such a question; the message names what is wrong.
    """
    try:
        data = parse_json(body)
    except DataFormatError as error:
        raise RequestError(f"not JSON: {error}", is_json=False) from None
    return structured(data, kind)


def structured(data: Any, kind: type[T]) -> T:
    """The question of plain values.

    Raises:
        RequestError: if it is no such question; the message names what is wrong.
    """
    if not isinstance(data, dict):
        raise RequestError(f"an object is expected, not {quoted(data)}")
    try:
        found = _converter().structure(data, kind)
    except Exception as error:  # cattrs raises groups of whatever was raised inside
        lines = transform_error(error, format_exception=_words)
        raise RequestError("; ".join(map(_named, lines))) from None
    for attribute in fields(kind):  # type: ignore[arg-type]
        _check_range(attribute, getattr(found, attribute.name))
    return found


def plain(question: Request) -> dict[str, Any]:
    """The question as plain values."""
    found: dict[str, Any] = _converter().unstructure(question)
    return found


def _check_range(attribute: Attribute[Any], value: Any) -> None:
    low, high = about(attribute).low, about(attribute).high
    if low is not None and high is not None and not low <= value <= high:
        raise RequestError(f"{attribute.name}: {value} ({low:g} to {high:g} expected)")


@cache
def _converter() -> Converter:
    """Converts nothing silently: 5 is no text, and true no number."""
    converter = Converter(forbid_extra_keys=True)
    for kind in _PLAIN:
        converter.register_structure_hook(kind, _exactly)
    converter.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _texts)
    converter.register_structure_hook_func(lambda kind: kind == str | None, _text_or_null)
    converter.register_structure_hook_func(
        lambda kind: getattr(kind, "__origin__", None) is Literal, _choice
    )
    return converter


def _exactly(value: Any, kind: type) -> Any:
    fits = isinstance(value, (int, float) if kind is float else kind)
    if not fits or isinstance(value, bool):
        raise RequestError(f"{quoted(value)} ({_TYPES[kind]} expected)")
    return kind(value)


def _texts(value: Any, _kind: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise RequestError(f"{quoted(value)} (a list of texts expected)")
    return tuple(value)


def _text_or_null(value: Any, _kind: Any) -> str | None:
    return None if value is None else str(_exactly(value, str))


def _choice(value: Any, kind: Any) -> Any:
    if value not in kind.__args__:
        raise RequestError(f"{quoted(value)} ({', '.join(kind.__args__)} expected)")
    return value


def _named(line: str) -> str:
    """A line of cattrs, `what @ $.key`, with the key first."""
    text, _, place = line.rpartition(" @ $")
    return f"{place[1:]}: {text}" if place else text


def _words(error: BaseException, _kind: type | None) -> str:
    """The message of an error that cattrs raised, without the key."""
    match error:
        case KeyError():
            return "this key is missing"
        case ForbiddenExtraKeysError():
            known = ", ".join(one.name for one in fields(error.cl))
            extra = ", ".join(sorted(map(repr, error.extra_fields)))
            return f"no key {extra} (there are: {known})"
    return str(error)

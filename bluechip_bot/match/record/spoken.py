"""Thoughts of our players in plain words.

Logs, and the files of earlier matches, hold them in a short form with the figures of the search
(`engine.thought_of`, `simulation.reasons`). Suits are written as in systems: `!S7` is the seven of
spades.
"""

from __future__ import annotations

import re
from typing import Final

from bluechip_bot.model import PLAN

_PLACE: Final = re.compile(r"\S+\.bid:\d+(?::\d+)?:?\s*")
_SEARCH: Final = re.compile(
    r"(?P<method>[a-z]+)(?: M=(?P<depth>\d+))?, (?P<worlds>\d+) worlds?"
    r"(?:, (?P<rollouts>\d+) played out)?"
    r"(?:, (?:(?P<target>\d+) tricks? wanted|(?P<slid>contract decided, other tricks count)): "
    r"(?P<cards>.+))?"
)
_WORTH: Final = re.compile(
    r"(?P<cards>[SHDC][2-9TJQKA](?: [SHDC][2-9TJQKA])*) (?P<most><= )?(?P<share>\d+) %"
    r"(?: \((?P<tricks>[\d.]+) tricks\))?"
)
_COMPARED: Final = re.compile(r"(?P<solved>\d+) of (?P<layouts>\d+) layouts: (?P<calls>.+)")
_CALL: Final = re.compile(r"(?P<call>\S+)(?: (?P<imps>[+-][\d.]+) IMPs)? \((?P<auction>[^)]*)\)")
_POLICY: Final = re.compile(
    r"policy (?P<share>\d+) ?%(?:, (?P<reason>[^;]+))?(?:; or (?P<others>.+))?"
)
_BID: Final = re.compile(r"\b([1-7])([SHDC])\b")
_CARD: Final = re.compile(r"(?<![!\w])([SHDC][2-9TJQKA])\b")
_SAME: Final = {
    "all legal cards are equal": "All cards that may be played are equal.",
    "no time for a search": "There was no time to think.",
    "the rule of last resort answered": "There was no time to think.",
    "the only legal card": "It is the only card that may be played.",
}


def spoken(thought: str) -> str:
    """A thought in words; unchanged if it is not in one of our logged forms."""
    if thought in _SAME:
        return _SAME[thought]
    if thought.startswith(PLAN):
        return thought.removeprefix(PLAN)
    if (found := _SEARCH.fullmatch(thought)) is not None:
        return _search(found)
    if (found := _COMPARED.fullmatch(thought)) is not None:
        return _compared(found)
    if (found := _POLICY.fullmatch(thought)) is not None:
        reason = f": {found['reason']}" if found["reason"] else ""
        return _suits(f"The learned bidder is {found['share']} % sure{reason}.") + _also(
            found["others"]
        )
    if (found := _PLACE.match(thought)) is not None:
        reason, _, others = thought[found.end() :].partition("; or ")
        return _suits(f"By the system: {reason or 'its rule'}.") + _also(others)
    return thought


def _also(others: str | None) -> str:
    """A sentence on the other calls that were allowed; empty if there were none."""
    return f" Also allowed: {_calls(others)}." if others else ""


def _search(found: re.Match[str]) -> str:
    count = int(found["worlds"])
    head = f"I looked at {count} layout{'' if count == 1 else 's'} of the hidden cards"
    if found["depth"] is not None and int(found["depth"]) > 1:
        head += f", {found['depth']} of our cards ahead"
    if found["rollouts"] is not None:
        head += f", and played {found['rollouts']} of them out"
    if found["cards"] is None:
        return f"{head}."
    worths = list(_WORTH.finditer(found["cards"]))
    if found["slid"]:
        # The share of layouts in which the contract is made is the same for all cards.
        head += "; the contract is decided, other tricks count"
        if worths and all(each["tricks"] for each in worths):
            means = [f"{_names(each)}: {each['tricks']}" for each in worths]
            return f"{head}. Tricks on average for {'; '.join(means)}."
        return f"{head}. Best: {_names(worths[0])}." if worths else f"{head}."
    one = found["target"] == "1"
    aim = "wins the trick we want" if one else f"wins the {found['target']} tricks we want"
    texts = [_worth(each, "" if index else aim) for index, each in enumerate(worths)]
    return f"{head}. {'; '.join(texts)}." if texts else f"{head}."


def _worth(found: re.Match[str], aim: str) -> str:
    names = _names(found)
    most = "at most " if found["most"] else ""
    share = f"{most}{found['share']} %"
    tricks = f" ({found['tricks']} tricks on average)" if found["tricks"] else ""
    return f"{names} {aim} in {share} of them{tricks}" if aim else f"{names} in {share}{tricks}"


def _names(found: re.Match[str]) -> str:
    return " or ".join(f"!{found['cards']}".replace(" ", ", !").rsplit(", ", 1))


def _compared(found: re.Match[str]) -> str:
    calls = list(_CALL.finditer(found["calls"]))
    if not calls:
        return found[0]
    first, *others = calls
    told = [f"{one['call']} gains {one['imps']} IMPs on average" for one in others]
    told = [text.replace("gains -", "loses ").replace("gains +", "gains ") for text in told]
    solved = f", and solved {found['solved']} of them" if found["solved"] != "0" else ""
    against = f"; against it {', '.join(told)}" if told else ""
    return f"I bid {found['layouts']} layouts of the hidden cards to the end{solved}. " + _calls(
        f"The system's call is {first['call']}{against}."
    )


def _calls(text: str) -> str:
    return _suits(re.sub(r"\bP\b", "pass", text))


def _suits(text: str) -> str:
    return _CARD.sub(r"!\1", _BID.sub(r"\1!\2", text))

"""The rules of the protocol as we speak it, by number; `docs/protocol.md` is written from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from types import MappingProxyType
from typing import Final

from attrs import frozen


@frozen
class Rule:
    """A rule.

    Attributes:
        number: its section and its place there.
        title: a few words.
        text: one or two sentences.
    """

    number: str
    title: str
    text: str

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


_SECTIONS: Final = (
    "Lines",
    "Session",
    "Board",
    "Auction",
    "Play",
)
_ALL: Final = (
    Rule(
        "1.1",
        "Lines of text",
        "A message is one line of printable ASCII, ended by CR LF. Several lines may arrive at "
        "once, and one line in pieces.",
    ),
    Rule(
        "1.2",
        "Case, blanks and periods",
        "Nothing depends on upper or lower case, on the number of blanks between words, on blanks "
        "at the end of a line or on a final period.",
    ),
    Rule(
        "1.3",
        "Unknown lines",
        "A seated client ignores a line that it does not know. A manager may complain about one, "
        "but plays on.",
    ),
    Rule(
        "2.1",
        "Connecting",
        'The first line of a client is `Connecting "TEAM" as SEAT using protocol version 18`. SEAT '
        "may be `ANYPL`, any place, where the manager accepts that.",
    ),
    Rule(
        "2.2",
        "Seated",
        'The manager answers `SEAT ("TEAM") seated`; the team may also stand in plain quotation '
        "marks or in none. The client answers `SEAT ready for teams`.",
    ),
    Rule(
        "2.3",
        "Teams",
        'When all four are ready, each is sent `Teams : N/S : "A" E/W : "B"`, and answers `SEAT '
        "ready to start`. There may be a period after A. Teams that come again need no answer.",
    ),
    Rule(
        "2.4",
        "Names of teams",
        "Partners have the same name of a team. It holds 1 to 200 printable characters, but no "
        "quotation mark, and comes back as it was given.",
    ),
    Rule(
        "2.5",
        "Refusals",
        "A manager refuses a seat that is taken or does not exist, another name than partner's and "
        "a version that it does not speak: by a line that is not `seated`, or by closing the "
        "connection. Those who are seated notice nothing.",
    ),
    Rule(
        "2.6",
        "Order of arrival",
        "The four players may come in any order.",
    ),
    Rule(
        "2.7",
        "Connections lost",
        "A player whose connection is lost may connect again to the same seat, under the same name "
        "of the team; the board then begins anew with `Start of board`. Not every program offers "
        "this.",
    ),
    Rule(
        "2.8",
        "End of session",
        "`End of session` stands where `Start of board` would. The client closes the connection.",
    ),
    Rule(
        "3.1",
        "Start of board",
        "`Start of board` comes to all four, and each answers `SEAT ready for deal`.",
    ),
    Rule(
        "3.2",
        "Board number",
        "When all four are ready, each is sent `Board number 7. Dealer South. Both vulnerable.` "
        "(`Neither`, `N/S`, `E/W`, `Both`), and answers `SEAT ready for cards`.",
    ),
    Rule(
        "3.3",
        "Own cards",
        "When all four are ready, each is sent its own thirteen cards, `South's cards : S Q T. H K "
        "...`, and no others.",
    ),
    Rule(
        "3.4",
        "Voids",
        "A suit without cards is written `D -.`; a reader also takes `D.` and `D -`.",
    ),
    Rule(
        "3.5",
        "A board begun anew",
        "`Start of board` in the middle of a board ends it without a result. The client forgets it "
        "and answers `SEAT ready for deal`. What it has said just before is not minded.",
    ),
    Rule(
        "3.6",
        "Timing",
        "After each board, also a passed-out one, the manager may send a line that begins with "
        "`Timing`. It needs no answer, and nothing depends on it.",
    ),
    Rule(
        "3.7",
        "Between boards",
        "After the last call or card a client sends nothing until `Start of board`.",
    ),
    Rule(
        "4.1",
        "Asking for a call",
        "A player who is not to call sends `SEAT ready for SEAT2's bid`, which names the caller, "
        "and is then told the call.",
    ),
    Rule(
        "4.2",
        "Own call",
        "The player to call sends `SEAT passes`, `SEAT doubles`, `SEAT redoubles` or `SEAT bids "
        "1NT`, without being asked. There is no answer, and no echo.",
    ),
    Rule(
        "4.3",
        "End of the auction",
        "After the last call nobody asks for another one. When all four have passed, the board is "
        "over.",
    ),
    Rule(
        "4.4",
        "Explanations",
        "After a call there may stand ` Alert. text` or ` Infos. text`. A client that does not "
        "read it goes by the call alone; a manager passes it on to the opponents in this form, or "
        "not at all.",
    ),
    Rule(
        "4.5",
        "Illegal calls and cards",
        "A manager does not take an illegal call or card. It tells the player `Illegal bid` or "
        "`Illegal card`, and the player may send another one.",
    ),
    Rule(
        "5.1",
        "To lead",
        "The leader of a trick waits for `SEAT to lead`. When dummy leads, declarer waits for "
        "`Dummy to lead`. Nobody else is sent it.",
    ),
    Rule(
        "5.2",
        "Own card",
        "A player plays a card that the rules of bridge allow with `SEAT plays QS`. To a trick "
        "that another hand has led there is no prompt.",
    ),
    Rule(
        "5.3",
        "Asking for a card",
        "A player sends `SEAT ready for SEAT2's card to trick 3` for each card that another player "
        "chooses, and is then told it.",
    ),
    Rule(
        "5.4",
        "Dummy's cards",
        "After the opening lead the three others send `SEAT ready for dummy` once, and are sent "
        "`Dummy's cards : ...`, all thirteen of them.",
    ),
    Rule(
        "5.5",
        "Declarer plays dummy's cards",
        "Declarer sends `SEAT plays QS` with dummy's seat, and is not told these cards.",
    ),
    Rule(
        "5.6",
        "Dummy",
        "Dummy plays no card and does not ask for its own hand. It asks for every card, its own "
        "included: `North ready for dummy's card to trick 3`. The seat in place of `dummy` is "
        "understood from every player, and so is `dummy`.",
    ),
)
RULES: Final[Mapping[str, Rule]] = MappingProxyType({rule.number: rule for rule in _ALL})


_HEAD: Final = """\
# The protocol as we speak it

The rules by which `bluechip-bot check` judges clients and table managers: version 18 of the Blue
Chip Bridge protocol in our words, with what today's programs have made of it. SEAT is `North`,
`East`, `South` or `West`. `conformance.md` has what came of checks. This page is written by
`bluechip-bot check rules`."""


def rules_text() -> Iterator[str]:
    """Yield the lines of `docs/protocol.md`."""
    yield from _HEAD.split("\n")
    for number, section in enumerate(_SECTIONS, 1):
        yield ""
        yield f"## {number} {section}"
        for rule in _ALL:
            if rule.number.startswith(f"{number}."):
                yield ""
                yield from wrap(f"**{rule}.** {rule.text}", 100, break_on_hyphens=False)

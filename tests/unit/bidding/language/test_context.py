"""Which context decides: exact sequences, tails, facts; call templates; switches; preferences."""

from collections.abc import Mapping

import pytest

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.features import HandFeatures
from bluechip_bot.bidding.language.limits import boxes
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import NO_CALL, Rulebook, label
from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.constraints import batch
from bluechip_bot.model import Auction, Call, Hand, Seat
from bluechip_bot.model.cards import Vulnerability
from support.tables import rows


def calls(
    text: str,
    auction: str,
    options: Mapping[str, object] | None = None,
    vulnerability: Vulnerability = Vulnerability.NONE,
) -> list[str]:
    """Return the calls of the rules that apply, the first to take first; one system for all."""
    book = Rulebook(parse(text, "a.bid"), options)
    made = Auction(Seat.NORTH, tuple(map(Call.parse, auction.split())))
    position = Bidder((book, book)).position(made, vulnerability)
    return [str(bound.call) for bound in position.rules]


def test_the_closest_context_decides_call_by_call() -> None:
    """A call belongs to the closest context that names it; the others follow."""
    text = """
    @when responder responds, opener bid 1X
    2C need 5+ C
    2D need 5+ D prio 90
    @after 1X (P)
    2D need 6+ D
    @after 1S (P)
    2H need 5+ H
    """
    assert calls(text, "1S P") == ["2H", "2D", "2C"]
    assert calls(text, "1H P") == ["2D", "2C"]
    assert calls(text, "1H 1S") == ["2D", "2C"]


def test_what_goes_first_leaves_closer_contexts_their_calls() -> None:
    """Rules under `@first` go before closer ones, whose rules for the same calls remain."""
    text = """
    @after 1S (P)
    2C need 6+ C
    2D need 5+ D
    @first responder responds
    2C need 5+ C
    @when responder responds, opener bid 1X
    2C need 4+ C
    """
    assert calls(text, "1S P") == ["2C", "2C", "2D"]
    assert calls(text, "1H P") == ["2C", "2C"]


@pytest.mark.parametrize(("facts", "auction", "so"), rows("bidding", "facts"))
def test_facts(facts: str, auction: str, *, so: bool) -> None:
    """Facts about the players hold or not."""
    assert calls(f"@when {facts}\n7NT", auction) == ["7NT"] * so


def test_tails() -> None:
    """Three points stand for whatever went before."""
    text = "@after ... 4NT (P)\n5C!"
    assert calls(text, "1S P 3S P 4NT P") == ["5C"]
    assert calls(text, "1S P 3S P 4NT X") == []


def test_marks_of_rules_are_contexts() -> None:
    """A later context knows a call by the name that its rule gives it."""
    text = "@after 1M (P)\n2NT! need 13+ pts  as jacoby  game\n@after 1M (P) jacoby (P)\n3M"
    assert calls(text, "1S P 2NT P") == ["3S"]
    assert calls(text, "1S P 3NT P") == []


@pytest.mark.parametrize(("call", "auction", "expected"), rows("bidding", "call_templates"))
def test_call_templates(call: str, auction: str, expected: list[str]) -> None:
    """Templates mean the calls that the auction makes of them."""
    made = len(auction.split())
    text = f"@after {' '.join('*' if i % 2 == made % 2 else '(*)' for i in range(made))}\n{call}"
    assert calls(text, auction) == expected


@pytest.mark.parametrize(
    ("call", "expected"),
    [("high", ["2S"]), ("3low", ["3H"]), ("3jump-high", ["3S"]), ("game-low", ["4H"])],
)
def test_the_suits_of_a_two_suiter(call: str, expected: list[str]) -> None:
    """`high` and `low` are the two suits in which partner has shown five cards."""
    text = f"@after (1X)\ncue!  shows 5+ S, 5+ H\n@after (1X) 2X (P)\n{call} need 2+ S"
    assert calls(text, "1D 2D P") == expected
    assert calls(text.replace("5+ H", "4+ H"), "1D 2D P") == []


def test_switches() -> None:
    """A context applies where its switches are as it asks."""
    text = "@after 1NT (P) @if texas !gerber def=dont\n4D!"
    assert calls(text, "1NT P", {"texas": True, "gerber": False, "def": "dont"}) == ["4D"]
    assert calls(text, "1NT P", {"texas": True, "gerber": True, "def": "dont"}) == []
    assert calls(text, "1NT P", {"texas": True, "gerber": False, "def": "landy"}) == []


def test_preferences() -> None:
    """Of one priority, the call preferred goes first, whatever the order of the file."""
    text = "@after\n1H need 4+ H\n1S need 4+ S\n1D need 4+ D prio 60\n"
    assert calls(text, "") == ["1D", "1H", "1S"]
    assert calls(text + "@prefer 1S over 1H", "") == ["1D", "1S", "1H"]


def test_no_pass_where_forced() -> None:
    """A pass that a rule would allow is left out opposite a forcing call."""
    text = "@after 1M (P)\n2m need 4+ m f1\n@after 1M (P) 2m (P)\nP prio 90\n2M"
    assert calls(text, "1S P 2C P") == ["2S"]


def test_a_takeout_double_may_be_passed_by_a_rule() -> None:
    """A pass is allowed where a rule leaves in a double that it knows as takeout."""
    text = "@after (1X)\nX need 12+ hcp as takeout f1\n@after (1X) X (P)\nP need 5+ X\n1NT"
    assert calls(text, "1H X P") == ["P", "1NT"]


def test_conditions_of_the_auction() -> None:
    """A rule asks for seat and vulnerability; what the auction excludes does not apply."""
    text = "@after\n1H need 3-4 seat\n2H need not vul"
    assert len(NATURAL.sections) == 0
    position = Bidder((Rulebook(parse(text, "a.bid")), NATURAL)).position(
        Auction(Seat.NORTH), Vulnerability.NONE
    )
    assert [str(bound.call) for bound in position.rules] == ["2H"]


@pytest.mark.parametrize(
    ("need", "expected"),
    [
        ("5+ suit, major(suit)", ["2S"]),
        ("4+ suit, best(suit)", ["2S"]),
        ("3+ unbid", ["2S", "3D", "3C"]),
        ("5+ unbid_majors", ["2S", "3D", "3C"]),
        ("4+ unbid", []),
        ("<4 unbid", ["2S", "3D", "3C"]),
    ],
)
def test_words_for_suits_not_bid(need: str, expected: list[str]) -> None:
    """Rules ask for all suits not bid, for the longest, and whether their call is in a major."""
    book = Rulebook(parse(f"@after (2H)\nnew need {need}", "a.bid"))
    made = Auction(Seat.NORTH, (Call.parse("2H"),))
    position = Bidder((book, book)).position(made, Vulnerability.NONE)
    hand = HandFeatures(batch.masks([Hand.parse("AQ652.7.KJ93.K84")]))
    calls = {str(bound.call) for bound in position.rules if label([bound], hand)[0] != NO_CALL}
    assert calls == set(expected)
    told = {str(bound.call) for bound in position.rules if boxes(bound.rule.need, bound.scene)}
    assert calls <= told


@pytest.mark.parametrize("need", ["<=3 unbid_majors", "4+ unbid_majors"])
def test_no_major_is_left_to_hold_too_many_or_too_few_of(need: str) -> None:
    """Where both majors are bid, any number of unbid ones will do."""
    assert calls(f"@after 1H (1S)\n1NT need 7-10 hcp, {need}", "1H 1S") == ["1NT"]
    book = Rulebook(parse(f"@after 1H (1S)\n1NT need 7-10 hcp, {need}", "a.bid"))
    made = Auction(Seat.NORTH, (Call.parse("1H"), Call.parse("1S")))
    position = Bidder((book, book)).position(made, Vulnerability.NONE)
    found = label(position.rules, HandFeatures(batch.masks([Hand.parse("KQ64.96.QT76.J72")])))
    assert [Call(int(index)) for index in found] == [Call.parse("1NT")]
    (told,) = boxes(position.rules[0].rule.need, position.rules[0].scene)
    assert told.hcp == (7, 10)


@pytest.mark.parametrize(
    ("need", "shown"),
    [
        ("need 8+ hcp, [3 + level]+ suit", "8+ HCP, 5+ S"),
        ("need [14 if vul else 11]-15 hcp if 5+ suit", "11-15 HCP"),
        ("need [level_in(suit) == 2], [20 - most]+ hcp, 4+ suit if quality(suit) > 2", None),
        ("need [level_in(suit) == 2], 4+ suit if 3+ quality(suit)", "4+ S"),
        ("need [level_in(suit) == 3], 4+ suit", ""),
        ("need [unbid(S) and enemy(H) and not passed_hand], 3+ unbid_majors", "3+ S"),
        ("need [pick(level, 1, 7, 9)]+ hcp, 0-[min(9, passes)] their_longest", "7+ HCP, 0 H"),
    ],
)
def test_numbers_computed_from_the_auction(need: str, shown: str | None) -> None:
    """Square brackets hold arithmetic of the auction; what stands after `if` is not shown."""
    text = f"@after (2H)\n2S {need}"
    if shown is None:
        with pytest.raises(SystemFileError, match=r"a\.bid:2:"):
            parse(text, "a.bid")
        return
    book = Rulebook(parse(text, "a.bid"))
    made = Auction(Seat.NORTH, (Call.parse("2H"),))
    rules = Bidder((book, book)).position(made, Vulnerability.NONE).rules
    assert [str(box) for bound in rules for box in bound.boxes] == ([shown] if shown else [])


def test_a_rule_that_the_auction_excludes_does_not_define_its_call() -> None:
    """A rule for others' seats, suits or levels leaves its call to other rules."""
    text = "@after (1S)\nnew need 5+ suit, not major(suit)\nX need passed_hand"
    assert calls(text, "1S") == ["2D", "2C"]
    assert set(calls(text, "P P P 1S")) == {"X", "2D", "2C"}

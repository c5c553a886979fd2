"""Which rules apply in an auction, their calls, and the calls of hands."""

from collections.abc import Iterator, Mapping

import pytest

from bluechip_bot.bidding.bidder import NATURAL, Bidder
from bluechip_bot.bidding.language.limits import boxes
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.rulebook import NO_CALL, LazyItems, Rulebook, label
from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.model.cards import Vulnerability
from support.bidding import auction, features, labels, position
from support.tables import rows


def calls(text: str, made: str, options: Mapping[str, object] | None = None) -> list[str]:
    """The calls of the rules that apply, the first to take first; one system for all."""
    rules = position(Rulebook(parse(text, "a.bid"), options), made).rules
    return [str(bound.call) for bound in rules]


CLOSEST = """
@when responder responds, opener bid 1X
2C need 5+ C
2D need 5+ D prio 90
@after 1X (P)
2D need 6+ D
@after 1S (P)
2H need 5+ H
"""
FIRST = """
@after 1S (P)
2C need 6+ C
2D need 5+ D
@first responder responds
2C need 5+ C
@when responder responds, opener bid 1X
2C need 4+ C
"""
FORCED = "@after 1M (P)\n2m need 4+ m f1\n@after 1M (P) 2m (P)\nP prio 90\n2M"
TAKEOUT = "@after (1X)\nX need 12+ hcp as takeout f1\n@after (1X) X (P)\nP need 5+ X\n1NT"
JACOBY = "@after 1M (P)\n2NT! need 13+ pts  as jacoby  game\n@after 1M (P) jacoby (P)\n3M"
EXCLUDED = "@after (1S)\nnew need 5+ suit, not major(suit)\nX need passed_hand"
REVERSE = "@after 1X (P) 1Y (P)\n2new need above(suit, X), 4+ suit  f1"


@pytest.mark.parametrize(
    ("text", "made", "expected"),
    [
        # A call belongs to the closest context that names it; the others follow.
        (CLOSEST, "1S P", "2H 2D 2C"),
        (CLOSEST, "1H P", "2D 2C"),
        (CLOSEST, "1H 1S", "2D 2C"),
        # Rules under `@first` go before closer ones, whose rules for the same calls remain.
        (FIRST, "1S P", "2C 2C 2D"),
        (FIRST, "1H P", "2C 2C"),
        # Three points stand for whatever went before.
        ("@after ... 4NT (P)\n5C!", "1S P 3S P 4NT P", "5C"),
        ("@after ... 4NT (P)\n5C!", "1S P 3S P 4NT X", ""),
        # A later context knows a call by the name that its rule gives it.
        (JACOBY, "1S P 2NT P", "3S"),
        (JACOBY, "1S P 3NT P", ""),
        # A pass that a rule would allow is left out opposite a forcing call.
        (FORCED, "1S P 2C P", "2S"),
        # It is allowed where the rule leaves in a double that it knows as takeout.
        (TAKEOUT, "1H X P", "P 1NT"),
        # A rule for others' seats, suits or levels leaves its call to other rules.
        (EXCLUDED, "1S", "2D 2C"),
        (EXCLUDED, "P P P 1S", "2D 2C X"),
        # Only suits above the opened one are a reverse.
        (REVERSE, "1C P 1S P", "2H 2D"),
        (REVERSE, "1D P 1S P", "2H"),
        (REVERSE, "1H P 1S P", ""),
    ],
)
def test_rules_that_apply(text: str, made: str, expected: str) -> None:
    """The calls of the rules that apply, in order."""
    assert calls(text, made) == expected.split()


@pytest.mark.parametrize(("facts", "made", "so"), rows("bidding", "facts"))
def test_facts(facts: str, made: str, *, so: bool) -> None:
    """Facts about the players hold or not."""
    assert calls(f"@when {facts}\n7NT", made) == ["7NT"] * so


@pytest.mark.parametrize(("call", "made", "expected"), rows("bidding", "call_templates"))
def test_call_templates(call: str, made: str, expected: list[str]) -> None:
    """Templates mean the calls that the auction makes of them."""
    turns = len(made.split())
    text = f"@after {' '.join('*' if i % 2 == turns % 2 else '(*)' for i in range(turns))}\n{call}"
    assert calls(text, made) == expected


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


def test_conditions_of_the_auction() -> None:
    """A rule asks for seat and vulnerability; what the auction excludes does not apply."""
    text = "@after\n1H need 3-4 seat\n2H need not vul"
    assert calls(text, "") == ["2H"]
    book = Rulebook(parse(text, "a.bid"))
    state = Bidder((book, NATURAL)).position(auction("P P"), Vulnerability.BOTH)
    assert [str(bound.call) for bound in state.rules] == ["1H"]


@pytest.mark.parametrize(("need", "expected"), rows("bidding", "words_for_suits_not_bid"))
def test_words_for_suits_not_bid(need: str, expected: list[str]) -> None:
    """Rules ask for all suits not bid, for the longest, and whether their call is in a major."""
    here = position(f"@after (2H)\nnew need {need}", "2H")
    hand = features("AQ652.7.KJ93.K84")
    made = {str(bound.call) for bound in here.rules if label([bound], hand)[0] != NO_CALL}
    assert made == set(expected)
    assert made <= {str(rule.call) for rule in here.rules if boxes(rule.rule.need, rule.scene)}


def test_a_major_of_four_is_as_good_an_answer_as_a_minor_of_five() -> None:
    """A major of three is not."""
    text = "@after (2H)\nnew need best_answer(suit)"
    assert labels(text, "2H", "AQ65.7.KJ932.K84") == ["2S"]
    assert labels(text, "2H", "AQ6.74.KJ932.K84") == ["3D"]


@pytest.mark.parametrize("need", ["<=3 unbid_majors", "4+ unbid_majors"])
def test_no_major_is_left_to_hold_too_many_or_too_few_of(need: str) -> None:
    """Where both majors are bid, any number of unbid ones will do."""
    text = f"@after 1H (1S)\n1NT need 7-10 hcp, {need}"
    assert labels(text, "1H 1S", "KQ64.96.QT76.J72") == ["1NT"]
    (only,) = position(text, "1H 1S").rules
    assert [box.hcp for box in boxes(only.rule.need, only.scene)] == [(7, 10)]


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
    rules = position(text, "2H").rules
    assert [str(box) for bound in rules for box in bound.boxes] == ([shown] if shown else [])


def test_rules_that_the_auction_excludes_are_left_out() -> None:
    """A passed hand's call means what its own rule says, not what an unpassed hand's would."""
    text = """
    @after 1S (P)
    2NT! need not passed_hand, 4+ S  prio 80  game  agree S
    2NT need passed_hand, bal        prio 70
    """
    for made, forcing in (("1S P 2NT", True), ("P P 1S P 2NT", False)):
        state = position(text, made).state
        assert bool(state.game_forced) is forcing
        assert state.meanings[-1].alert is forcing


def test_stoppers_in_unbid_suits() -> None:
    """Every suit that nobody has bid is asked for, and no other."""
    hands = ("KQ4.82.AJ3.K9872", "842.AK3.AJ3.K982", "KQ4.AK.832.K9872")
    found = labels("@after 1C (P) 1H (P)\n3NT need unbid_stopped", "1C P 1H P", *hands)
    assert found == ["3NT", "", ""]


def test_own_suit_in_notrump_is_natural() -> None:
    """A notrump bid that also shows more of a suit bid before is not artificial."""
    state = position("@after 1C (P) 1H (P)\n3NT need 6+ C", "1C P 1H P 3NT").state
    assert not state.meanings[-1].artificial


def test_variables() -> None:
    """The suit named in the context is the rule's; a variable of the call stands for each left."""
    book = "@after 1M (P)\n2M need 3+ M\n3X need 6+ X prio 60"
    hands = ("Q32.K8764.Q87.32", "2.K864.K8.QJ8732", "32.K864.K82.Q873")
    assert labels(book, "1S P", *hands) == ["2S", "3C", ""]
    assert labels(book, "1H P", *hands) == ["2H", "3C", "2H"]
    assert labels(book, "1H X", *hands) == ["", "", ""]


def test_items_are_made_once_for_readers_that_take_turns() -> None:
    """Each reader sees every item in order; an item is made when the first of them asks for it."""
    made: list[int] = []

    def source() -> Iterator[int]:
        for number in range(4):
            made.append(number)
            yield number

    kept = LazyItems(source())
    one, other = iter(kept), iter(kept)
    assert next(one) == 0
    assert made == [0]
    assert [next(other), next(other), next(one)] == [0, 1, 1]
    assert made == [0, 1]
    assert list(one) == list(other) == [2, 3]
    assert list(kept) == made == [0, 1, 2, 3]

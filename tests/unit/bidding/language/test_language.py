"""The language of rules: what is read, what is refused and where, what conditions mean."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from bluechip_bot.bidding.features import OneHand, random_hands
from bluechip_bot.bidding.language.condition import (
    FACTS,
    SUIT_FACTS,
    SUIT_VALUES,
    VALUES,
    check,
    decider,
    hand_test,
    holds,
)
from bluechip_bot.bidding.language.expression import AuctionWords
from bluechip_bot.bidding.language.limits import boxes
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.scene import PLAIN, RuleScene
from bluechip_bot.bidding.language.syntax import SystemFileError
from bluechip_bot.bidding.system.check import check_words, overlaps
from bluechip_bot.config import conf_dir
from bluechip_bot.constraints import Box, batch
from bluechip_bot.model import Hand, Suit
from bluechip_bot.model.cards import Vulnerability
from support.bidding import condition, features, position
from support.call_tables import book
from support.tables import rows


def test_a_section() -> None:
    """Contexts, switches, clauses and preferences are kept as written."""
    text = """
    @after 1NT (P) | 1NT (X) @if transfers !texas   # interference tail
    2C! need 8+ hcp, (4S | 4H) shows 8+ hcp prio 60 ask stayman f1 "Stayman"
    2D  need 5+ H transfer H f1
    @prefer 2D over 2C
    """
    (section,) = parse(text, "nt.bid")
    assert [(step.text, step.theirs) for step in section.context.patterns[1]] == [
        ("1NT", False), ("X", True),
    ]  # fmt: skip
    assert section.context.options == ("transfers", "!texas")
    stayman, transfer = section.rules
    assert (stayman.call, stayman.prio, stayman.text) == ("2C", 60, "Stayman")
    assert dict(stayman.clauses) == {"alert": "", "ask": "stayman", "f1": ""}
    assert dict(transfer.clauses) == {"transfer": "H", "f1": ""}
    assert section.preferences == (("2D", "2C"),)


@pytest.mark.parametrize(
    ("context", "low", "high"),
    rows("bidding", "points_are_shifted"),
)
def test_points_are_shifted(context: str, low: int, high: int) -> None:
    """By an option, as a notrump of ours is weaker than the numbers say."""
    text = f"@shift weaker\n{context}\n2NT need 8-9 hcp, 0-3 S, 9+ losers, <=7 pts, 30+ combined"
    (section,) = parse(text, "a.bid", {"weaker": (3, 3)})
    spans = [part.span for part in section.rules[0].need.parts]  # type: ignore[union-attr]
    assert spans == [(low, high), (0, 3), (9, 99), (0, low - 1), (30, 99)]


def test_a_shift_needs_to_know_who_calls() -> None:
    """A section is for who bid notrump, or for his partner."""
    text = "@shift weaker\n\n@after 1NT (P) | 1NT (P) 2C (P)\n2D"
    with pytest.raises(SystemFileError, match=r"a\.bid:3:1: @shift: who bid notrump and his"):
        parse(text, "a.bid", {"weaker": (3, 3)})


@pytest.mark.parametrize(("text", "place", "reason"), rows("bidding", "errors_name_the_place"))
def test_errors_name_the_place(text: str, place: str, reason: str) -> None:
    """What is not understood is refused with file, line and column."""
    with pytest.raises(SystemFileError) as caught:
        parse(text, "a.bid")
    assert str(caught.value).startswith(f"a.bid:{place}: ")
    assert reason in str(caught.value)


def test_named_conditions() -> None:
    """A condition that has a name is used by it, in the lines below."""
    text = "@let strong 16+ hcp | 18+ pts\n@after\n1C need strong, not bal"
    (section,) = parse(text, "a.bid")
    assert section.rules[0].need == condition("(16+ hcp | 18+ pts), not bal")
    with pytest.raises(SystemFileError, match=r"a.bid:2:1: 'a' is defined already"):
        parse("@let a 16+ hcp\n@let a 17+ hcp", "a.bid")


@pytest.mark.parametrize("text", ["5+ Q", "hcp", "3 bal", "2+ tops", "2+ tops(W)", "1+ aces(S)"])
def test_conditions_are_checked(text: str) -> None:
    """Unknown words, missing or needless numbers and suits are refused."""
    with pytest.raises(SystemFileError):
        check(condition(text))


EXAMPLES = [
    "15-17 hcp, bal",
    "12-21 pts, 5+ S, not 5+ H | 20+ hcp",
    "10+ sup(H), 4+ H, not stop(S)",
    "not (3-5 S | 10+ hcp)",
    "not (not semibal, 6+ C)",
    "<=6 losers, 2+ keycards(S), 5+ longest",
]


@pytest.mark.parametrize("text", EXAMPLES)
def test_boxes_hold_every_hand(text: str) -> None:
    """Whoever meets a condition lies in one of its boxes, also where something is excluded."""
    parsed, hands = condition(text), random_hands(2000, 1)
    check(parsed)
    met = holds(parsed, hands)
    found = boxes(parsed)
    values = batch.features(hands.hands)
    limits = np.array([(box.hcp, *box.lengths) for box in found], dtype=np.int16)
    assert met.any()
    assert batch.inside(limits, values)[:, met].any(axis=0).all()


def test_variables_stand_for_suits() -> None:
    """A suit variable means the suit that the context bound."""
    hand = features("AQ952.K4.A76.832")
    for suit, so in ((Suit.SPADES, True), (Suit.HEARTS, False)):
        assert holds(condition("5+ M"), hand, PLAIN.bind({"M": suit}))[0] == so


def test_what_partner_may_have() -> None:
    """Partner's least, a third of his range more (up to three), and his most."""
    hand = features("AQ95.K4.A76.8432")
    scene = evolve(PLAIN, partner_points=(6, 10))
    for text in ("19 combined", "20 likely", "23 potential", "21 likely_sup(S)"):
        assert holds(condition(text), hand, scene)[0], text


def test_what_both_hands_are_worth_in_a_slam() -> None:
    """Ours with shape and aces, partner's mean, three for his shape, and his trumps."""
    hand = features("AQ952.K4.A764.83")
    box = Box((12, 12), ((3, 13), (0, 13), (0, 13), (0, 13)))
    scene = evolve(PLAIN, partner=box, expected_hcp=12.0)
    ours, partners = 13 + 1 + 1 + 1 + 1, 12 + 3 - 1
    assert holds(condition(f"{ours + partners} slam_points(S)"), hand, scene)[0]
    # Partner is short in hearts: he is worth one more, and the king and the doubleton are not.
    short = Box((12, 12), ((3, 13), (0, 1), (0, 13), (0, 13)))
    together = ours + partners + 1 - 3 - 1
    assert holds(condition(f"{together} slam_points(S)"), hand, evolve(scene, partner=short))[0]


def test_two_names_of_one_suit() -> None:
    """`same` asks the auction alone."""
    hand = features("AQ952.K4.A76.832")
    for suit, so in ((Suit.SPADES, True), (Suit.HEARTS, False)):
        assert holds(condition("same(agreed, S)"), hand, PLAIN.bind({"agreed": suit}))[0] == so


RULES = sorted((conf_dir() / "systems" / "rules").glob("*.bid"))


def test_undecided_rules_are_found() -> None:
    """Rules of one priority that share a hand are found, unless one is preferred."""
    text = "@after\n1S need 5+ S\n1H need 5+ H\n1D need 5+ D, <5 S, <5 H\n"
    (found,) = overlaps(parse(text, "a.bid"), random_hands(2000, 1))
    assert str(found).startswith("a.bid:3:1: 1H and 1S of line 2 both fit ")
    assert not list(overlaps(parse(text + "@prefer 1S over 1H", "a.bid"), random_hands(2000, 1)))


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_rule_files_decide(path: Path) -> None:
    """Every word of a rule file is known, and no hand is left between two calls."""
    ranges = {"nt_range": (15, 17), "cue": (2, 2)}
    sections = parse(path.read_text(encoding="utf-8"), path.name, ranges)
    check_words(sections)
    assert all(section.rules for section in sections)
    assert [str(item) for item in overlaps(sections, random_hands(3000, 1))] == []


@pytest.mark.parametrize(
    "text",
    [
        *(f"5-12 {word}" for word in VALUES),
        *FACTS,
        *(f"2-12 {word}(M)" for word in SUIT_VALUES if word != "len"),
        *(f"{word}(M)" for word in SUIT_FACTS),
        "3+ unbid | 0-2 their_longest, 1+ their_shortest",
        "[6 + vul]+ hcp, 2-[level + 3] M, [unbid(S) and not enemy(M)]",
        "4+ M",
        "stop(H), not (5+ S | bal), longer(D, C)",
        "best(M) | 2+ level",
        "not passed_hand, (6+ hcp | vul)",
        "above(S, H), 3-5 D",
    ],
)
def test_one_hand_meets_what_many_do(text: str) -> None:
    """A condition asked of one hand has the answer that it has among many."""
    test = hand_test(condition(text))
    scene = RuleScene(
        suits={**PLAIN.suits, "M": Suit.HEARTS},
        partner=Box((6, 9), ((0, 3), (3, 5), (0, 9), (2, 8))),
        partner_points=(6, 10),
        words=AuctionWords(position(book(), "1D P 1H 1S 2C P", Vulnerability.NS).state),
        enemy=(Suit.CLUBS,), unbid=(Suit.SPADES, Suit.DIAMONDS),
    )  # fmt: skip
    many = random_hands(200, 1)
    found = holds(condition(text), many, scene)
    one_by_one = [test(OneHand(Hand(int(hand))), scene) for hand in many.hands]
    assert found.dtype == np.bool_
    assert found.tolist() == one_by_one


@pytest.mark.parametrize(
    ("text", "so"),
    [
        ("vul", True),
        ("not vul", False),
        ("4+ S", None),
        ("passed_hand, 4+ S", False),
        ("vul, 4+ S", None),
        ("vul | 4+ S", True),
        ("passed_hand | 4+ S", None),
        ("vul, (passed_hand | 2+ level)", True),
        ("not (vul | 4+ S)", False),
    ],
)
def test_what_the_auction_decides(text: str, *, so: bool | None) -> None:
    """A condition is decided where the auction's part settles it, whatever the hand."""
    decides = decider(condition(text))
    scene = RuleScene(words=defaultdict(bool, vul=True, level=2))
    assert (decides and decides(scene)) is so

"""Likelihoods of the cards that hidden hands have played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest
from attrs import evolve

from bluechip_bot.inference.choice import CardLikelihood
from bluechip_bot.inference.evidence import likelihoods
from bluechip_bot.inference.facts import CardAct, PlayKind, SuitFacts, acts
from bluechip_bot.inference.settings import InferenceSettings
from bluechip_bot.model import Board, Card, Deal, Hand, Played, Seat, Suit
from support.boards import after, at_card
from support.settings import INFERENCE

MakeBoard = Callable[[int], Board]
PLAIN = InferenceSettings(play=evolve(INFERENCE.play, floor=0.0))
DEAL = "N:AQ32.K54.A32.K54 K54.A32.K54.A632 J76.J76.QJ76.J87 T98.QT98.T98.QT9"


def positions(finished_board: MakeBoard, count: int) -> Iterator[tuple[Board, Seat]]:
    """Boards in play and an observer each."""
    found = 0
    for seed in range(4 * count):
        finished = finished_board(seed)
        if finished.contract is not None and found < count:
            found += 1
            chance = random.Random(seed)
            board = at_card(finished, chance.randrange(53))
            yield board, chance.choice([s for s in Seat if s is not finished.contract.dummy])


def hand_array(*hands: Hand) -> npt.NDArray[np.uint64]:
    """The hands as a likelihood takes them."""
    return np.array([hand.mask for hand in hands], dtype=np.uint64)


def dealt_to(board: Board, seat: Seat) -> Hand:
    """The hand of a seat, which must be known."""
    hand = board.hands[seat]
    assert hand is not None
    return hand


def swapped(board: Board, seat: Seat, other: Seat, seed: int) -> Hand:
    """Another hand for a seat: the cards that it and the other have not played, dealt anew."""
    chance = random.Random(seed)
    left = [board.remaining(seat) or Hand(), board.remaining(other) or Hand()]
    void = board.void[seat]
    pool = [card for hand in left for card in hand if not void >> card.suit & 1]
    chosen = chance.sample(pool, len(left[0]))
    return Hand(Hand.of(chosen).mask | board.played[seat])


def legal(likelihood: CardLikelihood, dealt: Hand) -> list[Card]:
    """The cards that the act could have been."""
    act = likelihood.act
    now = Hand(dealt.mask & ~act.before)
    return list(now.in_suit(act.card.suit) if act.kind is PlayKind.FOLLOW else now)


def test_one_for_every_card_of_a_hidden_hand(finished_board: MakeBoard) -> None:
    """Neither the observer's cards nor dummy's say anything; names tell the acts apart."""
    for board, seat in positions(finished_board, 8):
        found = likelihoods(board, seat, INFERENCE)
        hidden = [other for other in Seat if other not in (seat, board.dummy)]
        assert len(found) == sum(board.played[other].bit_count() for other in hidden)
        assert {item.seat for item in found} <= set(hidden)
        assert len({item.name for item in found}) == len(found)


def test_probabilities_of_the_legal_cards_add_up(finished_board: MakeBoard) -> None:
    """Over all cards that a hand could have played, the probabilities sum to 1."""
    for settings in (PLAIN, INFERENCE):
        for board, seat in positions(finished_board, 3):
            for item in likelihoods(board, seat, settings):
                dealt = dealt_to(board, item.seat)
                total = 0.0
                for card in legal(item, dealt):
                    other = evolve(item, act=evolve(item.act, card=card))
                    total += float(np.exp(other.log(hand_array(dealt)))[0])
                assert total == pytest.approx(1.0, abs=1e-5)


def test_without_trust_every_legal_card_is_equally_likely(finished_board: MakeBoard) -> None:
    """What is left without weights is only that fewer legal cards make each likelier."""
    for settings in (
        InferenceSettings(play=evolve(INFERENCE.play, trust=0.0, floor=0.0)),
        InferenceSettings(play=evolve(INFERENCE.play, floor=1.0)),
    ):
        for board, seat in positions(finished_board, 4):
            for item in likelihoods(board, seat, settings):
                dealt = dealt_to(board, item.seat)
                wanted = -np.log(len(legal(item, dealt)))
                assert item.log(hand_array(dealt))[0] == pytest.approx(wanted, abs=1e-6)


def test_every_observer_reads_the_same(finished_board: MakeBoard) -> None:
    """A likelihood is the same to every observer, if all signals are trusted alike."""
    alike = evolve(INFERENCE.play, partner_signal_trust=INFERENCE.play.signal_trust)
    settings = InferenceSettings(play=alike)
    for board, seat in positions(finished_board, 6):
        partner = next(s for s in Seat if s not in (seat, board.dummy))
        theirs = {item.name: item for item in likelihoods(board, partner, settings)}
        for item in likelihoods(board, seat, settings):
            if item.name in theirs:
                dealt = hand_array(dealt_to(board, item.seat))
                assert item.log(dealt) == theirs[item.name].log(dealt)


def test_many_hands_at_once(finished_board: MakeBoard) -> None:
    """A hand's answer depends on no other; the odds of two differ by 13 / floor at most."""
    settings = InferenceSettings(play=evolve(INFERENCE.play, trust=2.0, floor=0.1))
    for board, seat in positions(finished_board, 6):
        for item in likelihoods(board, seat, settings):
            other = next(s for s in Seat if s not in (seat, item.seat, board.dummy))
            hands = [swapped(board, item.seat, other, seed) for seed in range(8)]
            logs = item.log(hand_array(*hands))
            assert logs.dtype == np.float64
            for hand, log in zip(hands, logs, strict=True):
                assert item.log(hand_array(hand))[0] == pytest.approx(log, abs=1e-5)
            assert np.all(np.isfinite(logs))
            assert logs.max() - logs.min() <= np.log(13 / 0.1) + 1e-9


def test_a_hand_without_the_card_is_impossible(finished_board: MakeBoard) -> None:
    """A hand that does not hold the card has probability 0, and does not disturb the others."""
    board, seat = next(
        pair for pair in positions(finished_board, 9) if likelihoods(*pair, INFERENCE)
    )
    for item in likelihoods(board, seat, INFERENCE):
        dealt = dealt_to(board, item.seat)
        log = item.log(hand_array(dealt, dealt.without(item.act.card)))
        assert log[0] == item.log(hand_array(dealt))[0]
        assert log[1] == -np.inf
    assert likelihoods(board, seat, INFERENCE)[0].log(hand_array()).shape == (0,)


def test_nothing_to_read(finished_board: MakeBoard) -> None:
    """Before the lead, in a passed-out board and when switched off there is no evidence."""
    finished = next(b for b in map(finished_board, range(99)) if b.contract)
    assert finished.contract is not None
    seat = finished.contract.declarer
    off = InferenceSettings(play=evolve(INFERENCE.play, on=False))
    assert likelihoods(at_card(finished, 0), seat, INFERENCE) == ()
    assert likelihoods(finished, seat, off) == ()
    assert likelihoods(after(Board.begin(1), "P P P P"), Seat.NORTH, INFERENCE) == ()


def test_facts_agree_with_the_board(finished_board: MakeBoard) -> None:
    """Cards gone, dummy's, the actor's own, the trick and its winner are those of the board."""
    for seed in range(6):
        finished = finished_board(seed)
        if finished.play is None:
            continue
        strain, dummy = finished.play.contract.strain, finished.play.contract.dummy
        now, count = at_card(finished, 0), 0
        found = iter(acts(finished))
        for card in finished.play.cards:
            assert now.play is not None
            seat, trick = now.play.turn, now.play.trick
            if seat is not dummy:
                act = next(found)
                assert (act.seat, act.card, act.number) == (seat, card, now.play.trick_number)
                assert act.before == now.played[seat]
                gone = Hand.of(now.play.cards[: count // 4 * 4])
                on_table = now.remaining(dummy) if count else Hand()
                assert on_table is not None
                wins = bool(trick.cards) and trick.winner(strain) is seat.partner
                for suit in Suit:
                    facts = facts_of(act, suit)
                    assert facts["gone"] == gone.ranks(suit)
                    assert facts["dummy"] == on_table.ranks(suit)
                    assert facts["trick"] == Hand.of(trick.cards).ranks(suit)
                    assert facts["own"] == Hand(now.played[seat]).ranks(suit)
                    assert facts["position"] == len(trick.cards)
                    assert facts["partner_wins"] == wins
                    assert facts["void_left"] == now.void[seat.lho] >> suit & 1
                    assert facts["led"] == (trick.suit is suit)
            now, count = now.apply(Played(seat, card)), count + 1
        assert next(found, None) is None


def facts_of(act: CardAct, suit: Suit) -> dict[str, int]:
    """The facts of one suit by name."""
    return dict(zip(SuitFacts._fields, act.facts[suit].tolist(), strict=True))


def test_public_facts() -> None:
    """Dummy, calls, leads, show-outs and the trick are told as everybody saw them."""
    board = Board.begin(1, Seat.NORTH, deal=Deal.parse(DEAL))
    board = after(board, "1D 1S 2S P 2NT P P P", "C2 C7 C9 CK D2 D4 DJ D8 S6")
    found = list(acts(board))
    assert [act.kind.value for act in found] == [
        "opening", "follow", "follow", "lead", "follow", "follow",
    ]  # fmt: skip
    assert [act.seat.letter for act in found] == list("EWNNEW")
    opening, third, fourth, lead, second, last = found
    spades = facts_of(opening, Suit.SPADES)
    assert [facts_of(opening, suit)["major"] for suit in Suit] == [1, 1, 0, 0]
    assert (spades["dummy"], spades["bid_self"], spades["notrump"], spades["level"]) == (0, 1, 1, 2)
    assert (spades["dummy_side"], facts_of(third, Suit.SPADES)["dummy_side"]) == (1, 3)
    # North's cue-bid of spades names no suit of his.
    assert facts_of(fourth, Suit.SPADES)["bid_left"] == 1
    assert facts_of(third, Suit.DIAMONDS)["bid_left"] == 1
    clubs = facts_of(third, Suit.CLUBS)
    assert clubs["dummy"] == Hand.parse("...J8").ranks(Suit.CLUBS)
    assert clubs["trick"] == Hand.parse("...72").ranks(Suit.CLUBS)
    assert (clubs["led_card"], clubs["best"]) == (1, 1 << 5)
    assert (clubs["partner_led"], clubs["partner_wins"], clubs["position"]) == (1, 0, 2)
    assert (facts_of(fourth, Suit.CLUBS)["partner_wins"], fourth.declarer) == (0, True)
    after_trick = facts_of(lead, Suit.CLUBS)
    assert after_trick["gone"] == Hand.parse("...K972").ranks(Suit.CLUBS)
    assert (after_trick["own"], after_trick["led_them"], after_trick["led_self"]) == (1 << 11, 1, 0)
    assert facts_of(second, Suit.CLUBS)["last_led"] == 1
    diamonds = facts_of(second, Suit.DIAMONDS)
    assert (diamonds["dummy_after"], diamonds["dummy_led"], diamonds["led_them"]) == (1, 0, 0)
    assert facts_of(last, Suit.DIAMONDS)["best"] == 1 << 9
    assert second.number == last.number == 2

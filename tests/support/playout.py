"""A problem played to the end: the engine for declarer, against defenders who see all cards."""

from __future__ import annotations

import random
from collections.abc import Iterator

from attrs import evolve

from bluechip_bot.constraints import Evidence, HardFacts
from bluechip_bot.engine import CardChoice, DoubleDummy, Question, SearchLimits, WorldPool
from bluechip_bot.formats.problem import PlayProblem
from bluechip_bot.model import Board, Card, Hand, Phase, Played, four
from bluechip_bot.player.planned import CardChooser
from bluechip_bot.service.position import declared_of


def known_of(problem: PlayProblem, board: Board) -> Evidence:
    """Declarer's evidence in a problem without calls: the cards played, and its constraints."""
    assert not problem.has_auction
    facts = HardFacts.of(board.seen_by(problem.observer), problem.observer)
    return Evidence(facts, declared_of(problem), ())


def layouts(problem: PlayProblem, count: int, seed: int) -> Iterator[Board]:
    """The board of the problem with hidden hands that agree with its constraints."""
    board = problem.board
    question = Question(board, problem.observer, known_of(problem, board), seed=seed)
    worlds = WorldPool().worlds(question, count)
    for hands, times in zip(worlds.hands.tolist(), worlds.counts.tolist(), strict=True):
        whole = four(Hand(hand | played) for hand, played in zip(hands, board.played, strict=True))
        for _ in range(times):
            yield evolve(board, hands=whole)


def played_out(
    engine: CardChooser,
    limits: SearchLimits,
    double_dummy: DoubleDummy,
    problem: PlayProblem,
    dealt: Board,
    seed: int,
) -> Board:
    """The board at its end.

    Defenders play any of their best cards against all four hands. Declarer is told the constraints
    of the problem and the cards played, no more.
    """
    chance = random.Random(seed)
    while dealt.phase is Phase.PLAY:
        assert dealt.turn is not None
        declares = dealt.turn.side is problem.observer.side
        if declares:
            card = chosen(engine, limits, problem, dealt.seen_by(problem.observer), seed).card
        else:
            card = chance.choice(best_defence(double_dummy, dealt))
        dealt = dealt.apply(Played(dealt.turn, card))
    return dealt


def is_made(board: Board) -> bool:
    """Whether declarer has made the contract."""
    assert board.play is not None
    contract = board.play.contract
    return board.play.won[contract.declarer.side] >= contract.target


def chosen(
    engine: CardChooser, limits: SearchLimits, problem: PlayProblem, board: Board, seed: int
) -> CardChoice:
    """The engine's choice for declarer, who knows the constraints and the cards played."""
    question = Question(board, problem.observer, known_of(problem, board), seed=seed)
    choice = engine.choose(question, limits)
    assert choice is not None
    return choice


def best_defence(double_dummy: DoubleDummy, dealt: Board) -> list[Card]:
    """The cards of a defender that leave declarer the fewest tricks."""
    play, hands = dealt.play, [dealt.remaining(seat) for seat in range(4)]
    assert play is not None
    known = [hand for hand in hands if hand is not None]
    tricks = double_dummy.cards(known, play.contract.strain, play.leader, play.trick.cards)
    most = max(tricks.values())
    return sorted((card for card, taken in tricks.items() if taken == most), key=int)

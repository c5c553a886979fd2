"""Plain αμ when Min's first cards are drawn: what a policy means ("Min does not see all")."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from solver.alphamu.policy import WHOLE, Policy
from support.alphamu.reference import Reference, State


class PolicyReference:
    """The values of a question when Min's first cards follow a policy.

    Args:
        reference: the question, its fronts below the policy; win or loss, or tricks.
        policy: by history, the shares uint16[worlds, 52] of Min's cards.
        weights: what each world counts; 1 if not given.
        payoff: what Max gets, by world and tricks; the target is 1 and less is 0 if not given.
    """

    def __init__(
        self,
        reference: Reference,
        policy: Policy,
        weights: Sequence[int] | None = None,
        payoff: Sequence[Sequence[int]] | None = None,
    ) -> None:
        question = reference.question
        self.game = reference
        self.policy = policy
        self.inner = {history[:i] for history in policy for i in range(len(history))}
        self.weights = weights or [1] * len(question.worlds)
        step = [int(tricks >= question.target) for tricks in range(question.left + 1)]
        self.payoff = payoff or [step] * len(question.worlds)
        self.counts = payoff is not None

    def card_values(self, max_moves: int | None = None) -> dict[int, Fraction]:
        """What each card of the player to move is worth."""
        game = self.game
        moves = game.question.moves if max_moves is None else max_moves
        measure = [Fraction(weight) for weight in self.weights]
        return {
            card: self.value((card,), game.play(game.root, card), measure, moves - 1)
            for card in game.legal(game.root, 0)
        }

    def value(
        self, history: tuple[int, ...], state: State, measure: list[Fraction], moves: int
    ) -> Fraction:
        """The value of a node for weights of the worlds."""
        game = self.game
        worlds = [w for w, one in enumerate(measure) if one]
        if not worlds:
            return Fraction(0)
        if history not in self.policy and history not in self.inner:
            front = game.front(state, sum(1 << w for w in worlds), moves)
            return max(
                sum((measure[w] * self.worth(v, w) for w in worlds), Fraction()) for v in front
            )
        if moves == 0:
            return sum(
                (measure[w] * self.clear_payoff(history, state, w) for w in worlds), Fraction()
            )
        if history in self.policy:
            return sum(
                (
                    self.value((*history, card), game.play(state, card), drawn, moves)
                    for card, drawn in self.draws(history, measure)
                ),
                Fraction(),
            )
        return max(
            self.value((*history, card), game.play(state, card), measure, moves - 1)
            for card in game.legal(state, worlds[0])
        )

    def draws(
        self, history: tuple[int, ...], measure: list[Fraction]
    ) -> Iterator[tuple[int, list[Fraction]]]:
        """The cards that Min may draw, each with the weights of the worlds after it."""
        shares = self.policy[history]
        for card in range(52):
            drawn = [
                one * Fraction(int(share), WHOLE)
                for one, share in zip(measure, shares[:, card], strict=True)
            ]
            if any(drawn):
                yield card, drawn

    def worth(self, vector: Any, world: int) -> int:
        """What a front's vector gets in a world."""
        if self.counts:
            return self.payoff[world][int(vector[world])]
        return int(vector >> world & 1)

    def clear_payoff(self, history: tuple[int, ...], state: State, world: int) -> Fraction:
        """What Max gets in a world when he sees all cards."""
        row = self.payoff[world]
        steps = ((t, row[t] - row[t - 1]) for t in range(1, len(row)) if row[t] != row[t - 1])
        return row[0] + sum(
            (gain * self.clear(history, state, world, t) for t, gain in steps), Fraction()
        )

    def clear(self, history: tuple[int, ...], state: State, world: int, need: int) -> Fraction:
        """How often Max takes as many tricks in a world when he sees all cards."""
        game = self.game
        if history in self.policy:
            return sum(
                (
                    Fraction(int(share), WHOLE)
                    * self.clear((*history, card), game.play(state, card), world, need)
                    for card, share in enumerate(self.policy[history][world])
                    if share
                ),
                Fraction(),
            )
        if history in self.inner:
            return max(
                self.clear((*history, card), game.play(state, card), world, need)
                for card in game.legal(state, world)
            )
        return Fraction(int(state.won + game.dummy_tricks(state, world) >= need))


def random_policy(rng: random.Random, reference: Reference, draws: int) -> dict[Any, Any]:
    """Shares for the first cards of Min, as many as `draws` on each path.

    Some worlds have one card, others several; now and then a history has none.
    """
    game = reference
    policy: dict[Any, Any] = {}

    def visit(history: tuple[int, ...], state: State, possible: int, left: int) -> None:
        if not left or not game.left(state):
            return
        worlds = game.worlds(possible)
        if game.question.is_max(state.mover):
            for card in game.legal(state, worlds[0]):
                visit((*history, card), game.play(state, card), possible, left)
            return
        if rng.random() < 0.1:
            return
        shares = np.zeros((len(game.question.worlds), 52), dtype=np.uint16)
        after: dict[int, int] = {}
        for w in worlds:
            cards = game.legal(state, w)
            some = rng.sample(cards, rng.randint(1, min(3, len(cards))))
            cuts = sorted(rng.sample(range(1, WHOLE), len(some) - 1))
            for card, low, high in zip(some, [0, *cuts], [*cuts, WHOLE], strict=True):
                shares[w, card] = high - low
                after[card] = after.get(card, 0) | 1 << w
        policy[history] = shares
        for card, remaining in after.items():
            visit((*history, card), game.play(state, card), remaining, left - 1)

    for card in game.legal(game.root, 0):
        visit((card,), game.play(game.root, card), game.everything, draws)
    return policy

"""The stages of a training: examples, imitation, improvement by self-play.

Each stage goes on from its checkpoint. What a stage draws at random depends only on the seed and on
how far it has come, so that a training that was stopped still makes the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import jax
import numpy as np
import numpy.typing as npt
import optax
from attrs import evolve, field, frozen

from bluechip_bot.lab.train import learner
from bluechip_bot.lab.train.examples import Examples, policy_named
from bluechip_bot.lab.train.folder import (
    ImprovementOptions,
    TrainingError,
    TrainingFolder,
    TrainingOptions,
)
from bluechip_bot.lab.train.selfplay import SelfPlay, SelfPlayLessons, duel
from bluechip_bot.policy.network import PolicyNetwork, softmax
from bluechip_bot.simulation.estimate import TrickNetworks

_IMITATION, _IMPROVEMENT, _EVALUATION, _ORDER = range(1, 5)  # the uses of a seed; examples have 0
_TOGETHER: Final = 4  # files of examples that are mixed with each other
_SAVED: Final = 2000  # steps of imitation between two checkpoints
_PART: Final = 512  # deals that a thread bids at a time
_ASKED: Final = 20_000  # held-out examples that measure imitation


@frozen
class PolicyTraining:
    """A training with its files in a folder.

    The number of threads, which bid deals in parallel, changes nothing but the time. `report` is
    called with a line of text now and then.
    """

    folder: TrainingFolder
    options: TrainingOptions
    tricks: TrickNetworks
    threads: int = 1
    report: Callable[[str], None] = field(default=lambda _: None)

    def imitate(self) -> PolicyNetwork:
        """Learn the calls of the examples, and return the network."""
        options = self.options.imitation
        files = self.options.examples.numbers[1:]
        counts = [len(Examples.load(self.folder.examples(number)).calls) for number in files]
        if sum(counts) < options.batch:
            raise TrainingError(
                f"{sum(counts)} examples are fewer than a step learns (imitation.batch = "
                f"{options.batch}); give more, or a smaller batch"
            )
        total = options.epochs * (sum(counts) // options.batch)
        rule = optax.adamw(
            optax.warmup_cosine_decay_schedule(
                0.0, options.rate, min(200, total // 2), max(total, 1), options.rate / 100
            ),
            weight_decay=options.decay,
        )
        shape = self.options.network
        if shape.start:
            first = learner.parameters_of(policy_named(shape.start))
        else:
            first = learner.random_parameters(shape.width, shape.layers, self.options.seed)
        state = self._resumed("imitation", first, rule)
        held = Examples.load(self.folder.examples(0))
        losses: list[Any] = []
        for step, batch, calls in self._examples(total):
            if step < state.step:
                continue
            state, loss = state.after(learner.imitation_loss, rule, batch, calls)
            state = evolve(state, step=step + 1)
            losses.append(loss)
            if state.step % _SAVED == 0 or state.step == total:
                figures = {
                    "loss": float(np.mean([float(one) for one in losses])),
                    **_agreement(learner.network_of(state.parameters), held),
                }
                losses.clear()
                self._log("imitation", state.step, total, figures)
                self.folder.save("imitation", state.arrays())
        return learner.network_of(state.parameters)

    def _resumed(
        self, stage: str, parameters: learner.Parameters, rule: optax.GradientTransformation
    ) -> _LearningState:
        """Return the state of a stage's checkpoint, or a first state; cut the log at its step."""
        state = _LearningState(parameters, rule.init(parameters), 0)
        arrays, first = self.folder.load(stage), state.arrays()
        if arrays is not None:
            kept, wanted = (
                {name: one.shape for name, one in each.items()} for each in (arrays, first)
            )
            if kept != wanted:
                raise TrainingError(
                    f"{self.folder.path / stage}.npz is damaged (arrays of other shapes); delete "
                    "it, and run again"
                )
            _, shape = jax.tree.flatten((state.parameters, state.memory))
            leaves = [jax.numpy.asarray(arrays[name]) for name in first if name != "step"]
            parameters, memory = jax.tree.unflatten(shape, leaves)
            state = _LearningState(parameters, memory, int(arrays["step"]))
        self.folder.cut_log(stage, state.step)
        return state

    def _examples(
        self, total: int
    ) -> Iterator[tuple[int, learner.StateBatch, npt.NDArray[np.int8]]]:
        """Yield each step of imitation with its states and their calls."""
        size, step = self.options.imitation.batch, 0
        for epoch in range(self.options.imitation.epochs):
            rng = np.random.default_rng([self.options.seed, _IMITATION, epoch])
            files = rng.permutation(self.options.examples.numbers[1:])
            left: list[Examples] = []
            for begin in range(0, len(files), _TOGETHER):
                some = files[begin : begin + _TOGETHER]
                left += [Examples.load(self.folder.examples(int(number))) for number in some]
                mixed = Examples.together(left)
                mixed = mixed.part(rng.permutation(len(mixed.calls)))
                whole = len(mixed.calls) // size * size
                for row in range(0, whole, size):
                    if step == total:
                        return
                    part = mixed.part(slice(row, row + size))
                    yield step, learner.StateBatch.of(part.seen, part.legal), part.calls
                    step += 1
                left = [mixed.part(slice(whole, None))]

    def improve(self, reference: PolicyNetwork) -> PolicyNetwork:
        """Learn from self-play against `reference`, and return the network."""
        reference = reference.softened(self.options.improvement.temperature)
        options, every = self.options.improvement, self.options.evaluation.every
        rule = _improvement_rule(options)
        state = self._resumed("improvement", learner.parameters_of(reference), rule)
        with ThreadPoolExecutor(self.threads) as pool:
            for number in range(state.step, options.rounds):
                policy = learner.network_of(state.parameters)
                lessons = self._lessons(pool, policy, reference, number)
                state = self._learn(rule, state, lessons, number)
                if state.step % every == 0 or state.step == options.rounds:
                    self._measure(state, reference, lessons)
                    self.folder.save("improvement", state.arrays())
        return learner.network_of(state.parameters)

    def _lessons(
        self, pool: ThreadPoolExecutor, policy: PolicyNetwork, reference: PolicyNetwork, number: int
    ) -> SelfPlayLessons:
        options = self.options.improvement
        play = SelfPlay(policy, reference, self.tricks, options)
        sizes = [min(_PART, options.deals - done) for done in range(0, options.deals, _PART)]
        seeds = [
            np.random.default_rng([self.options.seed, _IMPROVEMENT, number, part])
            for part in range(len(sizes))
        ]
        return SelfPlayLessons.together(pool.map(play.lessons, sizes, seeds))

    def _learn(
        self,
        rule: optax.GradientTransformation,
        state: _LearningState,
        lessons: SelfPlayLessons,
        number: int,
    ) -> _LearningState:
        options = self.options.improvement
        rng = np.random.default_rng([self.options.seed, _ORDER, number])
        close, plain = np.flatnonzero(lessons.close), np.flatnonzero(~lessons.close)
        rows = np.concatenate([close, rng.permutation(plain)[: len(close)]])
        # A firm tie of all hands forbade light openings, and cost a tenth of an IMP.
        ties = np.where(lessons.weak, options.weak_tie, options.tie)
        advantages = lessons.advantages / max(lessons.scale, 1e-6)
        for _ in range(options.epochs):
            order = rng.permutation(rows)
            for begin in range(0, len(order) - options.batch + 1, options.batch):
                some = order[begin : begin + options.batch]
                lesson = learner.TrainingLesson(
                    learner.StateBatch.of(lessons.seen[some], lessons.legal[some]),
                    lessons.old[some],
                    lessons.reference[some],
                    advantages[some],
                    ties[some].astype(np.float32),
                )
                state, _ = state.after(learner.improvement_loss, rule, lesson, options.inertia)
        return evolve(state, step=number + 1)

    def _measure(
        self, state: _LearningState, reference: PolicyNetwork, lessons: SelfPlayLessons
    ) -> None:
        rng = np.random.default_rng([self.options.seed, _EVALUATION])
        policy = learner.network_of(state.parameters)
        gains = duel(policy, reference, self.tricks, self.options.evaluation.deals, rng)
        figures = {
            "imps": float(gains.mean()),
            "error": float(gains.std() / len(gains) ** 0.5),
            "distance": lessons.distance,
            "scale": lessons.scale,
            "close": float(lessons.close.mean()),
        }
        self._log("improvement", state.step, self.options.improvement.rounds, figures)

    def _log(self, stage: str, step: int, total: int, figures: dict[str, float]) -> None:
        self.folder.log(stage, step, figures)
        said = ", ".join(f"{name} {value:.3f}" for name, value in figures.items())
        self.report(f"{stage} {step} of {total}: {said}")


def _improvement_rule(options: ImprovementOptions) -> optax.GradientTransformation:
    # How many steps a round has is known only when it is played. About four states of a deal are
    # learnt from.
    round_steps = options.epochs * (4 * options.deals // options.batch)
    steps = max(1, options.rounds * round_steps)
    warm = min(20 * round_steps, steps // 2)
    schedule = optax.warmup_cosine_decay_schedule(0.0, options.rate, warm, steps, options.rate / 10)
    return optax.chain(optax.clip_by_global_norm(1.0), optax.adam(schedule))


def _agreement(network: PolicyNetwork, held: Examples) -> dict[str, float]:
    """Return how well a network predicts held-out calls: cross entropy, shares of right calls."""
    some = held.part(np.arange(0, len(held.calls), max(1, len(held.calls) // _ASKED)))
    logits = network.logits(some.seen, some.legal)
    chances = softmax(logits)[np.arange(len(logits)), some.calls]
    right, bids = logits.argmax(axis=1) == some.calls, some.calls > 0
    return {
        "held-out loss": float(-np.log(np.maximum(chances, 1e-9)).mean()),
        "right": float(right.mean()),
        "right bids": float(right[bids].mean()) if bids.any() else 1.0,
    }


@frozen(eq=False)
class _LearningState:
    """The state of learning: parameters, the optimiser's memory, and the steps made."""

    parameters: Any
    memory: Any
    step: int

    def after(
        self, loss: Callable[..., Any], rule: optax.GradientTransformation, *lesson: Any
    ) -> tuple[_LearningState, Any]:
        """Return the state after a lesson, and the loss before it."""
        parameters, memory, value = learner.learn(loss, rule, self.parameters, self.memory, *lesson)
        return _LearningState(parameters, memory, self.step), value

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return the state as arrays, by name."""
        leaves: Iterable[Any] = jax.tree.leaves((self.parameters, self.memory))
        found = {f"leaf{index}": np.asarray(leaf) for index, leaf in enumerate(leaves)}
        return {**found, "step": np.array(self.step)}

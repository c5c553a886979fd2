"""The same questions asked of our solver and of another one, side by side."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from solver.bench.engines import BenchEngine, MeasuredAnswer
from solver.bench.workloads import SolverQuestion


def compare(
    questions: Mapping[int, SolverQuestion],
    make: Callable[[], BenchEngine],
    rival: BenchEngine | None,
    show: Callable[[str], object],
    *,
    each: bool,
) -> tuple[list[MeasuredAnswer], list[MeasuredAnswer], int]:
    """Return what both needed for all questions, and how many answers are wrong.

    A wrong answer, ours or theirs, is shown with its question and with all answers.

    Args:
        questions: by number.
        make: returns our solver.
        rival: the other one, if there is one.
        show: called with lines.
        each: whether a question has a solver of its own, and a line with its cost.
    """
    ours, theirs, wrong = list[MeasuredAnswer](), list[MeasuredAnswer](), 0
    kept = make()
    for number, question in questions.items():
        ours.append((make() if each else kept).ask(question))
        answers = {"known": question.answer, "ours": ours[-1].answer}
        if rival is not None:
            theirs.append(rival.ask(question))
            answers[rival.name] = theirs[-1].answer
        is_wrong = len(set(answers.values()) - {None}) > 1
        wrong += is_wrong
        if each:
            costs = _cost(ours[-1]) + (f"  {_cost(theirs[-1])}" if theirs else "")
            show(f"{number:>4} {costs}  {'wrong' if is_wrong else 'right'}")
        if is_wrong:
            show(f"wrong: {number}: {question}")
            for name, answer in answers.items():
                show(f"  {name:<9}{answer if answer is None else ' '.join(map(str, answer))}")
    return ours, theirs, wrong


def _cost(found: MeasuredAnswer) -> str:
    nodes = f"{found.nodes:>13} nodes" if found.nodes else ""
    return f"{found.seconds:>9.3f} s{nodes}{found.memory:>8.1f} MiB"


def head(rival: BenchEngine | None) -> str:
    """The head of a table that has a `row` for each set of questions."""
    theirs = (
        f"{rival.name + ' s':>12}{'median ms':>11}{'ratio':>7}{'of medians':>12}" if rival else ""
    )
    return (
        f"{'':<10}{'questions':>10}{'CPU s':>10}{'median ms':>11}{'nodes':>14}{theirs}{'wrong':>7}"
    )


def row(
    name: str, ours: Sequence[MeasuredAnswer], theirs: Sequence[MeasuredAnswer], wrong: int
) -> str:
    """Return the line of a set: total and median times. In a ratio above 1 ours is faster."""
    (total, middle), nodes = _times(ours), sum(each.nodes for each in ours)
    line = f"{name:<10}{len(ours):>10}{total:>10.3f}{1e3 * middle:>11.3f}{nodes:>14}"
    if theirs:
        their_total, their_middle = _times(theirs)
        line += f"{their_total:>12.3f}{1e3 * their_middle:>11.3f}"
        line += f"{their_total / total:>7.2f}{their_middle / middle:>12.2f}"
    return f"{line}{wrong:>7}"


def _times(found: Sequence[MeasuredAnswer]) -> tuple[float, float]:
    seconds = [each.seconds for each in found]
    return sum(seconds), median(seconds)

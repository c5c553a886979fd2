"""Double-dummy play, alpha-mu search, and layouts of the hidden cards.

Cards are numbers, 13 * suit + rank (suits S H D C = 0..3, ranks 2..A = 0..12). A hand is a set of
cards as a 52-bit mask, bit number = card. Seats N E S W are 0..3, strains S H D C NT are 0..4. Four
hands are a PBN text, uint64[4] or four whole numbers, and may have fewer than 13 cards; many
layouts ("worlds") are uint64[n, 4]. Answers depend on the arguments alone, not on a clock.

An impossible position raises `SolverError`, a `ValueError` that names the fact. A solver, a search
or a sampler serves one thread at a time, and releases the GIL. `stop`, which any thread may call,
makes solvers and searches raise `SearchStopped` until `clear_stop`.

Examples:
    A deal. Its table is int8[5, 4], the tricks of declarer's side by strain S H D C NT and declarer
    N E S W; the tables of many deals, on several threads, are int8[n, 5, 4]:

    >>> from solver import DoubleDummySolver, solve_many
    >>> deal = "N:AT.KT75.A83.K543 Q9862.Q64.QT2.92 KJ743.AJ82.J54.6 5.93.K976.AQJT87"
    >>> double_dummy = DoubleDummySolver(memory_mb=64)
    >>> table = double_dummy.table(deal)
    >>> table.dtype, table.shape, table[1].tolist()
    (dtype('int8'), (5, 4), [11, 2, 11, 2])
    >>> solve_many([deal, deal], threads=2, memory_mb=64).shape
    (2, 5, 4)

    An ending: South (2) is to lead at notrump (4). `tricks` are those of North and South from here,
    `card_tricks` those of the leader's side after each card:

    >>> ending = "N:AJ2... Q54... KT3... 876..."
    >>> double_dummy.tricks(ending, 4, 2)
    3
    >>> double_dummy.card_tricks(ending, 4, 2)
    {1: 3, 8: 2, 11: 2}
    >>> double_dummy.reaches(ending, 4, 2, (), 3)
    True

    A sample: South sees North, and knows which six cards East and West hold, three each. A sampler
    counts the layouts. `draw` gives all of them if they are no more than wanted, else random ones,
    the same for the same seed. A hand is described by whole numbers [k, 5, 2], which are k boxes:
    each has the least and the most points, spades, hearts, diamonds and clubs, and the hand fits
    one of them:

    >>> from solver import WorldSampler
    >>> north, south = sum(1 << card for card in (12, 9, 0)), sum(1 << card for card in (11, 8, 1))
    >>> hidden = sum(1 << card for card in (10, 6, 5, 4, 3, 2))
    >>> facts = {"hidden": hidden, "vacant": (0, 3, 0, 3), "held": (north, 0, south, 0)}
    >>> sampler = WorldSampler(**facts)
    >>> sampler.layouts, sampler.mass
    (20, 20.0)
    >>> sample = sampler.draw(40, seed=1)
    >>> sample.worlds.dtype, sample.worlds.shape, sample.weights.dtype, sample.complete
    (dtype('uint64'), (20, 4), dtype('float64'), True)
    >>> sampler.draw(8, seed=1).worlds.shape
    (8, 4)
    >>> east = [[(2, 40), (0, 13), (0, 13), (0, 13), (0, 13)]]
    >>> WorldSampler(**facts, boxes=[None, east, None, None]).mass
    10.0

    A search. Double dummy, South takes three tricks in each of these layouts, because he sees where
    the queen is. Alpha-mu has him play one card in all layouts that he cannot tell apart, and no
    line of play takes three tricks in more than ten of the twenty. `front` is bool[k, n]: the
    undominated sets of layouts in which he can be sure of his target:

    >>> from solver import AlphaMuSearch
    >>> double_dummy.solve_worlds(sample.worlds, 4, 2, (), 3).sum().item()
    20
    >>> search = AlphaMuSearch(memory_mb=64)
    >>> result = search.search(sample.worlds, 4, 2, (), target=3, max_moves=None)
    >>> result.value, result.cards[11]
    (10, CardValue(value=10, exact=True))
    >>> result.front.dtype, result.front.shape
    (dtype('bool'), (12, 20))

    Layouts with weights, float64[m], are worth `effective_size` layouts of equal weight;
    `resample` takes some of them, int64[n] of their indices:

    >>> from solver import effective_size, resample
    >>> round(effective_size([1.0, 3.0]), 3)
    1.6
    >>> resample([1.0, 3.0], 8, seed=0).tolist()
    [0, 0, 1, 1, 1, 1, 1, 1]

The compiled modules may use instructions that an old processor lacks; importing them then says so.
"""

from importlib.util import find_spec as _find_spec
from pathlib import Path as _Path

if _find_spec("solver.core.cpu") is None:
    # Python that is started in a checkout finds the sources there before what is installed.
    raise ImportError(
        f"solver in {_Path(__file__).parents[1]} is not compiled for this Python: "
        "start Python in another folder, or run `pip install -e .` in that one"
    )

from solver.core import cpu as _cpu

if _missing := _cpu.missing_feature():
    raise ImportError(
        f"this build of solver needs a processor with {_missing}; "
        "build it with CFLAGS=-DSOLVER_BASELINE for this one"
    )

from solver.alphamu.alphamu import AlphaMuSearch
from solver.alphamu.options import SearchOptions
from solver.alphamu.result import SearchResult
from solver.core.errors import SearchStopped, SolverError
from solver.dd.batch import solve_many
from solver.dd.dd import DoubleDummySolver
from solver.rollout.rollout import Rollouts
from solver.worlds.weights import effective_size, resample
from solver.worlds.worlds import Sample, WorldSampler

__all__ = [
    "AlphaMuSearch",
    "DoubleDummySolver",
    "Rollouts",
    "Sample",
    "SearchOptions",
    "SearchResult",
    "SearchStopped",
    "SolverError",
    "WorldSampler",
    "effective_size",
    "resample",
    "solve_many",
]

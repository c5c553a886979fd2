"""The options of an alpha-mu search."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """The enhancements that an alpha-mu search uses, and the limit of its fronts.

    README.md explains each enhancement. None of the first nine changes the value of a search, and
    without `root_cut` every card's value is exact.

    Attributes:
        early_cut: whether a node ends when a bound of it is covered by the Max nodes above.
        root_cut: whether cards that cannot beat the best card are skipped.
        useful_worlds: whether worlds that a bound says are lost are dropped.
        world_cuts: whether a node with one world is solved double dummy.
        empty_entry: whether the double-dummy vector is the bound of a node not in the table.
        cut_on_win: whether a Max node ends when a card wins all worlds.
        alpha_cut: whether a Min node ends when the Max node above covers its front.
        deep_alpha_cut: whether all Max nodes above count for cuts, not only the last one.
        transposition_table: whether fronts are stored and used again.
        low_card_classes: whether touching hidden cards of a suit count as one.
        front_limit: the most vectors in a front, 1 to 4096; fewer if memory is short. Beyond it,
            two are merged and win what either wins; values based on these are upper bounds.
    """

    early_cut: bool = True
    root_cut: bool = True
    useful_worlds: bool = True
    world_cuts: bool = True
    empty_entry: bool = True
    cut_on_win: bool = True
    alpha_cut: bool = True
    deep_alpha_cut: bool = True
    transposition_table: bool = True
    low_card_classes: bool = True
    front_limit: int = 512

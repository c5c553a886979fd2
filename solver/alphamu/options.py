"""How an alpha-mu search works: its enhancements, and what its values mean."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How a search works.

    README.md says what each enhancement is. None of the first nine changes the value of a search,
    and without `root_cut` every card's value is exact.

    Attributes:
        early_cut: whether a node ends when a bound of it is covered by the Max nodes above.
        root_cut: whether a card is passed over that cannot beat the best one.
        useful_worlds: whether worlds that a bound says are lost are dropped.
        world_cuts: whether a node with one world is solved double dummy.
        empty_entry: whether the double-dummy vector is the bound of a node not in the table.
        cut_on_win: whether a Max node ends when a card wins all worlds.
        alpha_cut: whether a Min node ends when the Max node above covers its front.
        deep_alpha_cut: whether all Max nodes above count for cuts, not the last one only.
        transposition_table: whether fronts are stored and used again.
        low_card_classes: whether hidden cards of a suit between which nothing is left count as one.
        vector_minimaxing: whether one vector of each front is kept, that of the highest mean, of
            equal ones that of the highest card (Frank and Basin, a baseline: weaker than
            alpha-mu). The cuts that would change which one that is are off, and so are classes.
        front_limit: vectors that a front may have, 1 to 4096; fewer where memory is short. Beyond
            it two are merged into what either wins, and values that rest on that are upper bounds.
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
    vector_minimaxing: bool = False
    front_limit: int = 512

    def compatible(self) -> "SearchOptions":
        """These options without those that vector minimaxing rules out."""
        if not self.vector_minimaxing:
            return self
        return replace(
            self,
            early_cut=False,
            root_cut=False,
            useful_worlds=False,
            empty_entry=False,
            alpha_cut=False,
            deep_alpha_cut=False,
            low_card_classes=False,
        )


DEFAULTS = SearchOptions()
"""Alpha-mu with all enhancements."""

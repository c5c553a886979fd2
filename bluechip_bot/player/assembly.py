"""The parts of a seat's player, assembled in one place: systems, inference, thinker, engine.

Everything that bids, plays, analyses or measures takes its parts from here, so that what is shown
and measured is what plays. They come from one settings object and the files that it names.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final, get_args

from attrs import evolve, field, frozen

from bluechip_bot.bidding.explanation import OverrideFile
from bluechip_bot.bidding.partnership import Partnership
from bluechip_bot.bidding.settings import Systems, load_bidding
from bluechip_bot.config import DEFAULT_ENGINE, BiddingConfig, SearchConfig, conf_dir, load_config
from bluechip_bot.engine import CardEngine, EngineSettings, SearchMethod, WorldPool
from bluechip_bot.inference import InferenceSettings
from bluechip_bot.planning import PlanningSettings
from bluechip_bot.player.planned import CardChooser, PlanningEngine
from bluechip_bot.player.search import SearchPlayer
from bluechip_bot.simulation import CallThinker, SimulationSettings, TrickNetworks, load_networks

_SEARCH: Final = SearchConfig()
_BIDDING: Final = BiddingConfig()


@frozen(slots=False)
class PlayerAssembly:
    """The parts of a player, each made when it is first needed.

    Attributes:
        engine: how cards are chosen: `alphamu`, `recursive`, `pimc` or `htn`.
        classes: whether alpha-mu treats touching low cards of hidden hands as one.

    Every part raises a ConfigError if a file that it needs cannot be used.
    """

    engine: str = DEFAULT_ENGINE
    search: SearchConfig = _SEARCH
    bidding: BiddingConfig = _BIDDING
    classes: bool = field(default=True, kw_only=True)
    clock: Callable[[], float] = field(default=time.monotonic, kw_only=True)

    def check(self) -> None:
        """Read the files of all parts, so that errors in them are found before a board begins.

        Raises:
            ConfigError: if a file is wrong, or a system is unknown or cannot be used.
        """
        _ = (self.inference, self.simulation, self.networks, self.planning, self.searching)
        self.partnership()

    @cached_property
    def systems(self) -> Systems:
        """The systems of both sides; the opponents' system is found by the name of their team."""
        settings, chosen = load_bidding(self.bidding.file), self.bidding
        settings = evolve(
            settings,
            our=chosen.our or settings.our,
            opponents=chosen.opponents or settings.opponents,
        )
        # To compare all rules with each other takes long; `bluechip-bot system check` does it.
        return Systems(settings, conf_dir() / "systems", check=False)

    @cached_property
    def inference(self) -> InferenceSettings:
        """The settings for drawing evidence from calls and cards."""
        return load_config(InferenceSettings, self.search.inference)

    @cached_property
    def simulation(self) -> SimulationSettings:
        """The settings for deciding close calls."""
        return load_config(SimulationSettings, self.search.simulation)

    @cached_property
    def networks(self) -> TrickNetworks:
        """The networks that estimate tricks without a search."""
        return load_networks()

    @cached_property
    def planning(self) -> PlanningSettings:
        """The settings for declarer's plans."""
        return load_config(PlanningSettings)

    @cached_property
    def searching(self) -> EngineSettings:
        """The settings for choosing cards by search."""
        return load_config(EngineSettings)

    def partnership(self, opponents: str = "") -> Partnership:
        """Return the systems as our side knows them; `opponents` is the name of their team.

        Each call returns a new partnership, with its own cache of auctions.
        """
        return evolve(self.systems.partnership(opponents))

    def thinker(self, settings: SimulationSettings | None = None) -> CallThinker:
        """Make a thinker, which decides close calls; None takes the settings of `simulation`."""
        return CallThinker(
            self.simulation if settings is None else settings,
            self.inference,
            self.networks,
            clock=self.clock,
        )

    def world_pool(self) -> WorldPool:
        """Make a pool of layouts of the hidden hands."""
        return WorldPool(settings=self.searching.layouts)

    def card_engine(self) -> CardChooser:
        """Make an engine that chooses cards, with transposition tables of its own."""
        methods: dict[str, SearchMethod] = {one: one for one in get_args(SearchMethod)}
        search = CardEngine(
            self.search.memory_mb,
            method=methods.get(self.engine, "pimc"),
            threads=self.search.threads or os.cpu_count() or 1,
            classes=self.classes,
            error=self.search.error,
            settings=self.searching,
            clock=self.clock,
        )
        if self.engine != "htn":
            return search
        return PlanningEngine(search, self.planning, clock=self.clock)

    def player(
        self, partnership: Partnership | None = None, votes: int | None = None
    ) -> SearchPlayer:
        """Make the player.

        Args:
            partnership: the systems, whoever the opponents are; None for those of the settings.
            votes: the most layouts that vote on a card before alpha-mu searches; None is no limit.
        """
        overrides = self.systems.settings.overrides
        if partnership is None:
            self.systems.partnership()  # loads all systems, before a board waits
        return SearchPlayer(
            self.systems.partnership if partnership is None else lambda _: partnership,
            self.inference,
            self.card_engine(),
            self.thinker() if self.search.think else None,
            planning=self.planning,
            scoring=self.search.scoring,
            worlds=self.search.worlds or None,
            depth=self.search.depth or None,
            votes=votes,
            plans="off" if self.engine == "htn" else self.search.plans,
            overrides=OverrideFile(Path(overrides)) if overrides else None,
            clock=self.clock,
        )

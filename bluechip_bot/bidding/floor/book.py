"""The floor's rules that hold in an auction, from `natural/*.bid` of the default systems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from attrs import Factory, field, frozen

from bluechip_bot.bidding.auction.situation import named_suits
from bluechip_bot.bidding.auction.state import AuctionState
from bluechip_bot.bidding.floor.rules import FloorRule
from bluechip_bot.bidding.language.condition import Decider, decider
from bluechip_bot.bidding.language.kept import LazyItems
from bluechip_bot.bidding.language.parser import parse
from bluechip_bot.bidding.language.scene import Scene, scene_of
from bluechip_bot.bidding.language.template import Template
from bluechip_bot.config import conf_dir
from bluechip_bot.model.calls import PASS, Call


@frozen(slots=False)
class ByNature:
    """The rules of the player to call, made when they are first asked for.

    Rules whose call is not legal are left out.

    Attributes:
        state: the auction.
        plain: its scene, without the suits that calls name.
    """

    state: AuctionState
    plain: Scene = field(default=Factory(lambda self: scene_of(self.state), takes_self=True))

    @cached_property
    def close(self) -> LazyItems[FloorRule]:
        """Those of the context, in order of preference; they may fit no hand."""
        return LazyItems(self._rules(self._close_templates))

    @cached_property
    def floor(self) -> LazyItems[FloorRule]:
        """Those of any auction, for hands that the closer ones do not provide for.

        The last is a pass, also where partner's call forces.
        """
        return LazyItems(self._rules(self._floor_templates))

    def makers(self, call: Call, *, close: bool) -> Iterator[FloorRule]:
        """Yield the rules, of the context or of any auction, that make a call with some hand."""
        templates = self._close_templates if close else self._floor_templates
        found = self._rules(each for each in templates if each.may_make(call))
        return (rule for rule in found if rule.call == call and rule.is_possible)

    def _rules(self, templates: Iterable[Template]) -> Iterator[FloorRule]:
        for template in templates:
            for bound in template.bind(self.state, self._scene):
                rule = FloorRule(bound)
                if rule.call != PASS or self._may_pass(rule):
                    yield rule

    def _may_pass(self, rule: FloorRule) -> bool:
        """Whether a rule's pass is allowed: not when forced, but to sit for a takeout double."""
        if not self.state.must_act or rule.bound.template is self._floor_templates[-1]:
            return True
        return self.state.live_takeout and not rule.fallback

    @cached_property
    def _close_templates(self) -> tuple[Template, ...]:
        return _templates("contexts.bid", self._scene)

    @cached_property
    def _floor_templates(self) -> tuple[Template, ...]:
        return _templates("general.bid", self._scene)

    @cached_property
    def _scene(self) -> Scene:
        return self.plain.bind(named_suits(self.state))


def _templates(file: str, scene: Scene) -> tuple[Template, ...]:
    """The rules of the sections of a file that hold in a scene."""
    return tuple(
        template
        for deciders, templates in _sections(file)
        if any(decides(scene) for decides in deciders)
        for template in templates
    )


@cache
def _sections(file: str) -> tuple[tuple[tuple[Decider, ...], tuple[Template, ...]], ...]:
    """The sections of a file: in which auctions they hold, and their rules; it is read once."""
    text = (conf_dir() / "systems" / "natural" / file).read_text(encoding="utf-8")
    return tuple(
        (
            tuple(found for when in each.context.whens if (found := decider(when.condition))),
            tuple(map(Template, each.rules)),
        )
        for each in parse(text, file)
    )

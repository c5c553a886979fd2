"""HTML templates, in the folders of the packages that use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined


def page_environment(
    package: str,
    filters: Mapping[str, Callable[..., object]] | None = None,
    folder: str = "templates",
) -> Environment:
    """The environment of the templates in a folder of a package, and of those shared by all pages.

    Values that are filled in are escaped, and a name without a value is an error.
    """
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(package, folder), PackageLoader("bluechip_bot.pages")]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters.update(filters or {})
    return environment

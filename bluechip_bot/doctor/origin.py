"""Where each option of a configuration comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import frozen

from bluechip_bot.config import comments, conf_dir, document, dotted, read_toml
from bluechip_bot.config.loading import Config

DEFAULT: Final = "default"


@frozen
class OptionOrigin:
    """An option of a configuration: dotted key, value, the document that sets it, and a comment."""

    key: str
    value: Any
    origin: str
    text: str


def explained(
    value: Config, documents: Sequence[tuple[str, Mapping[str, Any]]]
) -> list[OptionOrigin]:
    """Every option of a configuration, in order.

    `documents` are the name and content of each document that it was merged from; the last wins.
    The file of defaults need not be given.
    """
    path: Path = conf_dir() / value.FILE
    layers = [
        (name, dict(dotted(data))) for name, data in ((str(path), read_toml(path)), *documents)
    ]
    usual = dict(dotted(document(type(value)())))
    texts = comments(type(value))
    found = []
    for key, item in dotted(document(value)):
        # The file of defaults counts only where it was changed.
        origins = [name for name, data in layers[int(item == usual.get(key)) :] if key in data]
        text = texts.get(key, "").partition(". ")[0].removesuffix(".")
        found.append(OptionOrigin(key, item, origins[-1] if origins else DEFAULT, text))
    return found

"""Endplays: a defender thrown in with nothing but bad leads."""

from __future__ import annotations

from collections.abc import Iterator

from bluechip_bot.planning.table import Table
from bluechip_bot.planning.task import Catalogue, Way

ENDPLAY = Catalogue()

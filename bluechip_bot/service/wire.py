r"""The messages of the service and a process that answers, as frames on a pipe.

The frames are those of `player.wire`. A process sends `Started` once, and `ServiceReply` for
each `ServiceCall`::

    service > {"kind": "servicecall", "id": 7, "path": "/par", "question": {"deal": "N:AK7..."}}
    process < {"kind": "servicereply", "id": 7, "status": 200, "body": "{\"score\": 980, ...}"}
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from bluechip_bot.player.wire import Started


@frozen
class ServiceCall:
    """A question of a number, which has been read."""

    id: int
    path: str
    question: dict[str, Any]


@frozen
class ServiceReply:
    """The answer to the question of a number: a status of HTTP, and JSON."""

    id: int
    status: int
    body: str


ServiceMessage = Started | ServiceCall | ServiceReply

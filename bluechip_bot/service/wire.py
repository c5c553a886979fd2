r"""What the service and a process that answers say to each other, as frames on a pipe.

The frames are those of `player.wire`. A process says `Started` once, and `Answered` for each
`Asked`::

    service > {"kind": "asked", "id": 7, "path": "/par", "question": {"deal": "N:AK7..."}}
    process < {"kind": "answered", "id": 7, "status": 200, "body": "{\"score\": 980, ...}"}
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from bluechip_bot.player.wire import Started


@frozen
class Asked:
    """A question that has been read.

    Attributes:
        id: its number.
        path: of its route.
        question: its keys.
    """

    id: int
    path: str
    question: dict[str, Any]


@frozen
class Answered:
    """The answer to a question.

    Attributes:
        id: the number of the question.
        status: of HTTP.
        body: the answer, as JSON.
    """

    id: int
    status: int
    body: str


ServiceMessage = Started | Asked | Answered

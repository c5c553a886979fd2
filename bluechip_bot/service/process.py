r"""A process that answers questions: `python -m bluechip_bot.service.process`.

The service starts it. It sends `Started` once, and a `ServiceReply` for each `ServiceCall`, as
frames of `player.wire`:

    service > {"kind": "servicecall", "id": 7, "path": "/par", "question": {"deal": "N:AK7..."}}
    process < {"kind": "servicereply", "id": 7, "status": 200, "body": "{\"score\": 980, ...}"}

The main thread answers one question after the other. Another thread reads the pipe; the end of the
pipe ends the process at once, even during an answer.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import Any, Final

from attrs import frozen

from bluechip_bot.player.process import private_pipes, send
from bluechip_bot.player.wire import FrameDecoder, FrameError, Started, encode
from bluechip_bot.quoting import brief

_CHUNK: Final = 1 << 16

COMMAND: Final = (sys.executable, "-P", "-m", "bluechip_bot.service.process")


@frozen
class ServiceCall:
    """A checked question, with its number and path."""

    id: int
    path: str
    question: dict[str, Any]


@frozen
class ServiceReply:
    """The answer to a question: its number, an HTTP status, and JSON."""

    id: int
    status: int
    body: str


ServiceMessage = Started | ServiceCall | ServiceReply


def main() -> None:
    """Answer the questions that come through the pipe, until it is closed."""
    pipe_in, pipe_out = private_pipes()
    faulthandler.enable()
    inbox: SimpleQueue[ServiceCall] = SimpleQueue()
    threading.Thread(target=_watch, args=(pipe_in, inbox), daemon=True).start()
    from bluechip_bot.service.answering import warm_up

    warm_up()
    send(pipe_out, encode(Started(os.getpid()), kind=ServiceMessage))
    while True:
        send(pipe_out, encode(answered(inbox.get()), kind=ServiceMessage))


def answered(asked: ServiceCall) -> ServiceReply:
    """Answer a question; an error in our program has status 500."""
    from bluechip_bot.service.answering import AnswerError, answer

    try:
        return ServiceReply(asked.id, 200, json.dumps(answer(asked.path, asked.question)))
    except AnswerError as error:
        return ServiceReply(asked.id, 422, refusal(str(error)))
    except Exception:
        traceback.print_exc()
        return ServiceReply(asked.id, 500, refusal("this question brings the program down"))


def refusal(text: str) -> str:
    """An error as JSON."""
    return json.dumps({"error": brief(text)})


def _watch(pipe: int, inbox: SimpleQueue[Any]) -> None:
    decoder = FrameDecoder(kind=ServiceMessage)
    try:
        while data := os.read(pipe, _CHUNK):
            for message in decoder.feed(data):
                inbox.put(message)
    except (OSError, FrameError) as error:
        sys.stderr.write(f"the pipe from the service: {error}\n")
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    main()

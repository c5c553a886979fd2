"""`bluechip-bot service`: answer questions of other programs, as JSON over HTTP."""

from __future__ import annotations

import os
from typing import Any, Final

import click
from twisted.internet.defer import Deferred, DeferredList

from bluechip_bot.cli import logs, options
from bluechip_bot.cli.failure import session_runs
from bluechip_bot.cli.ranges import FiniteNumber, WholeNumber
from bluechip_bot.cli.web import is_here
from bluechip_bot.config import web_place
from bluechip_bot.net import reactor as reactors
from bluechip_bot.net.answer_pool import AnswerPool, PoolError
from bluechip_bot.net.child_process import ChildProcess
from bluechip_bot.net.web_server import Reply, WebServer
from bluechip_bot.pages.http import WebAnswer, WebRequest
from bluechip_bot.service.process import COMMAND, ServiceCall, ServiceMessage, ServiceReply
from bluechip_bot.service.site import MOST_BODY, ServiceSite, problem

_AGAIN: Final = (429, 503)
"""The statuses after which the same question may be asked again soon."""


@click.command("service")
@click.option(
    "--port",
    metavar="[HOST:]PORT",
    default="8080",
    help="Where it listens; on this machine alone without a host.",
)
@options.JOBS
@click.option(
    "--waiting", type=WholeNumber(1, 10_000), default=64, help="The most questions that may wait."
)
@click.option(
    "--seconds",
    type=FiniteNumber(15, 3600),
    default=30.0,
    help="How long a question may wait, and how long it may be in work.",
)
@click.option("--verbose", "-v", is_flag=True, help="Log everything.")
def command(*, port: str, jobs: int, waiting: int, seconds: float, verbose: bool) -> None:
    """Answer questions of other programs, as JSON over HTTP.

    POST /bid, /explain, /lead, /play, /claim, /double-dummy and /par take a JSON object and answer
    with one. The page at / is for trying them, and /openapi.json describes every key; both are made
    from the rules that check questions. Systems are those of conf/systems, by name.

    An unanswered question gets a status and a JSON object with `error`: 400 not JSON, 413 too long,
    422 an impossible question, 429 or 503 too many wait, 504 no answer in time.

    Exit status: 0 ended, 2 wrong usage, or the port cannot be opened.
    """
    host, number = web_place("port", port)
    logs.begin(verbose=verbose)
    reactor: Any = reactors.install()
    site = ServiceSite()
    pool = AnswerPool(
        reactor,
        lambda listener: ChildProcess(reactor, COMMAND, listener, ServiceMessage),
        jobs or os.cpu_count() or 1,
        most=waiting,
        seconds=seconds,
    )

    def respond(request: WebRequest) -> Reply | Deferred[Reply]:
        state = {"ready": pool.ready, "in_work": pool.in_work, "waiting": pool.waiting}
        found = site.answer(request, state)
        if isinstance(found, WebAnswer):
            return found
        route, question = found
        answer = pool.ask(lambda each: ServiceCall(each, route.path, question), request.client)
        return answer.addCallbacks(_answered, _refused)

    server = WebServer(reactor, respond, host, most_body=MOST_BODY)
    reactor.addSystemEventTrigger(
        "before", "shutdown", lambda: DeferredList([server.close(), pool.close()])
    )
    server.listen(number)
    click.echo(f"the service: {server.address}", err=True)
    if not is_here(host):
        click.echo(
            "public: whoever reaches that address may ask, read the names of the systems in "
            "conf/systems and see how busy this machine is; there are no passwords, and nothing "
            "is encrypted or kept",
            err=True,
        )
    session_runs()
    pool.start()
    reactor.run()


def _answered(message: ServiceReply) -> Reply:
    return WebAnswer.json(message.body.encode(), message.status)


def _refused(failure: Any) -> Reply:
    failure.trap(PoolError)
    error = failure.value
    again = {"Retry-After": "5"} if error.status in _AGAIN else {}
    return problem(error.status, str(error), **again)

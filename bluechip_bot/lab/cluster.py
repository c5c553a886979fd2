"""Work on the machines of a cluster: a scheduler of dask.distributed and its workers.

The rules of this file:

* If a worker dies, another one does its item; `distributed` sees to that.
* A worker must run the same code as we do, in one thread, because what a process keeps from item to
  item is not thread-safe. Each item checks that, so that a worker may join at any time.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from bluechip_bot.lab.workers import Item, Result, WorkersError, WorkersLost

if TYPE_CHECKING:
    from distributed import Client

_AHEAD: Final = 8
"""Items running or done for each worker: one slow item must not keep the others waiting."""
_ANSWER: Final = 10.0
"""Seconds after which a scheduler that does not answer, or has no worker, is given up."""


@frozen
class ClusterWorkers:
    """The workers of a scheduler at an address like `tcp://10.0.0.1:8786`.

    `version` returns the version of the code on the machine that calls it.
    """

    address: str
    version: Callable[[], str]

    def in_order(
        self, work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Generator[Result, None, None]:
        """Yield the results of `work` for all items, in their order."""
        waiting = iter(items)
        with _client(self.address) as client:
            self._check(client)
            checked = partial(_work, work, self.version, self.version())
            running: deque[Any] = deque()
            while True:
                with _losses(self.address):
                    wanted = _AHEAD * max(1, len(client.nthreads())) - len(running)
                    # Negative after a worker has gone: more is running than is wanted.
                    for item in islice(waiting, max(0, wanted)):
                        running.append(client.submit(checked, item, pure=False))
                    if not running:
                        return
                    result, error = running.popleft().result()
                if error is not None:
                    raise error
                yield result

    def _check(self, client: Client) -> None:
        """Raise `WorkersError` unless there are workers and all can be used."""
        try:
            client.wait_for_workers(1, timeout=_ANSWER)
        except TimeoutError:
            raise WorkersError(f"{self.address}: the scheduler has no worker") from None
        # Machines need our package to take our work, but not to answer these questions.
        place = f"scheduler {self.address}"
        try:
            client.run_on_scheduler(version, "bluechip-bot")
            # A worker that has left meanwhile is not in the answer.
            for worker, found in client.run(version, "bluechip-bot", on_error="return").items():
                place = f"worker {worker}"
                if isinstance(found, PackageNotFoundError):
                    raise found
        except PackageNotFoundError:
            raise WorkersError(f"{place}: bluechip-bot is not installed there") from None
        theirs = client.run(self.version, on_error="return")
        for worker, threads in client.nthreads().items():
            _check_worker(worker, theirs.get(worker), self.version(), threads)


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        from distributed import Client
    except ImportError:
        raise WorkersError(
            "--cluster needs dask.distributed: pip install 'bluechip-bot[cluster]'"
        ) from None
    try:
        # In a thread of its own: the caller's may have an event loop that runs.
        with ThreadPoolExecutor(1) as thread:
            found = thread.submit(asyncio.run, _identity(address)).result()
    except Exception as error:  # what answers there may be anything
        reason = str(error) or f"nothing in {_ANSWER:g} s"
        raise WorkersError(f"{address}: no scheduler answers ({reason})") from None
    if found != "Scheduler":
        raise WorkersError(f"{address}: a {found} answers; give the address of the scheduler")
    # Our own errors say in a line what it would log, with tracebacks.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    client = Client(address, timeout=_ANSWER, set_as_default=False)
    try:
        yield client
    finally:
        client.close(timeout=1)


@contextmanager
def _losses(address: str) -> Iterator[None]:
    """Turn a client's errors into `WorkersLost` when its scheduler or workers are gone."""
    from distributed import CancelledError, KilledWorker

    try:
        yield
    except (CancelledError, OSError):
        raise WorkersLost(f"the scheduler at {address} went away") from None
    except KilledWorker as error:
        raise WorkersLost(f"worker after worker was lost: {error}") from None


async def _identity(address: str) -> str:
    """Return the kind of server at an address: "Scheduler", "Worker" or "Nanny"."""
    from distributed import rpc

    async with asyncio.timeout(_ANSWER), rpc(address) as remote:
        return str((await remote.identity())["type"])


def _work(
    work: Callable[[Item], Result], version: Callable[[], str], wanted: str, item: Item
) -> tuple[Result | None, Exception | None]:
    """Check and run on a worker; return an item's result and None, or None and the exception."""
    from distributed import get_worker

    try:
        worker = get_worker()
        _check_worker(worker.address, version(), wanted, worker.state.nthreads)
        return work(item), None
    except Exception as error:  # not to be taken for an error of the cluster
        return None, error


def _check_worker(worker: str, version: object, wanted: str, threads: int) -> None:
    if version != wanted:
        raise WorkersError(
            f"worker {worker} has another version of the code\nthere: {version}\nhere:  {wanted}"
        )
    if threads != 1:
        raise WorkersError(f"worker {worker} has {threads} threads: start it with --nthreads 1")

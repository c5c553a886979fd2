"""A crowd at one of our web servers: `python contrib/crowd.py URL PID KIND`.

URL is the address that the command printed, PID the process of the server. Each client has an
address of 127.0.0.0/8 of its own. The kinds of crowds:

    watch    opens the page and its files, and reads the stream of events
    silent   sends nothing, or half a question, or asks and never reads
    bid      asks the service for calls, one question after the other
    par      asks it for double dummy and par, of another deal each time

At the end a table has the answers, and the processor time and memory of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import socket
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final
from urllib.parse import SplitResult, urlsplit

import psutil

from bluechip_bot import random_board
from bluechip_bot.model import Seat

_LINK: Final = re.compile(rb'(?:src|href)="([a-z]+\.(?:js|css))"')
_AUCTIONS: Final = ("", "P", "1NT P", "1H P", "1S 2D", "P P 1C")


class Crowd:
    """Clients of a server, and what they were answered, by status."""

    def __init__(self, url: SplitResult, until: float) -> None:
        self.url = url
        self.until = until
        self.answers: Counter[str] = Counter()
        self.seconds: list[float] = []
        self.bytes = 0

    async def client(self, kind: str, number: int) -> None:
        """Be a client of that kind until the time is over."""
        try:
            await {"watch": self._watch, "silent": self._silent}.get(kind, self._ask)(kind, number)
        except OSError as error:
            self.answers[type(error).__name__] += 1

    async def _watch(self, _kind: str, number: int) -> None:
        page = await self._request(number, f"{self.url.path}?{self.url.query}")
        for link in set(_LINK.findall(page)):
            await self._request(number, f"/{link.decode()}")
        await self._request(number, f"/events?{self.url.query}")

    async def _ask(self, kind: str, number: int) -> None:
        for question in range(10**6):
            body = _hand(question + 1, number) if kind == "bid" else _deal(question + 1, number)
            await self._request(number, f"/{kind}", json.dumps(body))
            if time.monotonic() >= self.until:
                return

    async def _silent(self, _kind: str, number: int) -> None:
        ask = _message(self.url, "/par", json.dumps(_deal(1, number)))
        text = [b"", ask[:-9], ask, _message(self.url, "/openapi.json")][number % 4]
        loop = asyncio.get_running_loop()
        # Not a stream: asyncio would read what is sent to it.
        with socket.socket() as client:
            client.setblocking(False)
            client.bind((_address(number), 0))
            await loop.sock_connect(client, (self.url.hostname, self.url.port))
            await loop.sock_sendall(client, text)
            await asyncio.sleep(self.until - time.monotonic())
            try:
                while client.recv(1 << 16):
                    pass
                self.answers["left by the server"] += 1
            except BlockingIOError:
                self.answers["kept"] += 1

    async def _request(self, number: int, path: str, body: str = "") -> bytes:
        """Send a request, read what comes until the server ends or the time is over."""
        begun = time.monotonic()
        reader, writer = await self._connect(number)
        writer.write(_message(self.url, path, body))
        found = b""
        try:
            async with asyncio.timeout(max(20.0, self.until - begun)):
                while more := await reader.read(1 << 16):
                    found += more
        except TimeoutError:
            pass
        writer.close()
        self.answers[found[9:12].decode() or "nothing"] += 1
        self.seconds.append(time.monotonic() - begun)
        self.bytes += len(found)
        return found

    async def _connect(self, number: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        own = (_address(number), 0)
        return await asyncio.open_connection(self.url.hostname, self.url.port, local_addr=own)


def _address(number: int) -> str:
    return f"127.1.{number // 250}.{number % 250 + 1}"


def _deal(number: int, seed: int) -> dict[str, str]:
    return {"deal": str(random_board(number, seed=seed).deal)}


def _hand(number: int, seed: int) -> dict[str, object]:
    hand = random_board(number, seed=seed).deal[Seat.NORTH]
    return {"hand": str(hand), "auction": _AUCTIONS[number % len(_AUCTIONS)].split()}


def _message(url: SplitResult, path: str, body: str = "") -> bytes:
    asked = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
    method = "POST" if body else "GET"
    head = f"{method} {path} HTTP/1.1\r\nHost: {url.netloc}\r\nConnection: close\r\n{asked}"
    return f"{head}\r\n{body}".encode()


def _needs(server: psutil.Process) -> tuple[float, float, int]:
    """The processor seconds of the server and of its processes, and the server's memory in MB."""
    used = [sum(each.cpu_times()[:2]) for each in (server, *server.children(recursive=True))]
    return used[0], sum(used[1:]), server.memory_info().rss // 10**6


async def main(arguments: Sequence[str] | None = None) -> None:
    """Be the crowd, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url", type=urlsplit)
    parser.add_argument("pid", type=int)
    parser.add_argument("kind", choices=("watch", "silent", "bid", "par"))
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args(arguments)
    server = psutil.Process(options.pid)
    before = _needs(server)
    crowd = Crowd(options.url, time.monotonic() + options.seconds)
    good = Crowd(options.url, 0)
    async with asyncio.TaskGroup() as group:
        for number in range(options.clients):
            group.create_task(crowd.client(options.kind, number))
        while options.kind == "silent" and time.monotonic() < crowd.until:
            await asyncio.sleep(5)
            await good.client("bid", 60000)
    after = _needs(server)
    seconds = sorted(crowd.seconds) or [0.0]
    waits = [round(each, 2) for each in good.seconds]
    rows = {
        "answers": dict(crowd.answers),
        "a good client, every 5 s": f"{dict(good.answers)} in {waits} s",
        "bytes received": crowd.bytes,
        "answers a second": round(crowd.answers["200"] / options.seconds, 1),
        "seconds, median and last": f"{seconds[len(seconds) // 2]:.3f}, {seconds[-1]:.3f}",
        "processor seconds": f"{after[0] - before[0]:.2f}, of its processes "
        f"{after[1] - before[1]:.2f}",
        "memory in MB": f"{before[2]}, then {after[2]}",
    }
    for name, value in rows.items():
        print(f"{name:<26}{value}")


if __name__ == "__main__":
    asyncio.run(main())

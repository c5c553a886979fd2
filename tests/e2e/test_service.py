"""The service over HTTP, with a process that thinks."""

from __future__ import annotations

import http.client
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from bluechip_bot.service.routes import ROUTES
from bluechip_bot.service.site import MOST_BODY
from support.commands import run, started, told

SERVICE = ("service", "--jobs", 1, "--port")
PAR = json.dumps(next(route.example for route in ROUTES if route.path == "/par")).encode()
JSON = {"Content-Type": "application/json"}


class Service:
    """A service that runs."""

    def __init__(self, folder: Path) -> None:
        self.process = started(folder, *SERVICE, 0)
        self.place = urlsplit(told(self.process, "^the service: ")).netloc

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        connection = http.client.HTTPConnection(self.place, timeout=120)
        connection.request("POST", path, body, JSON | headers)
        reply = connection.getresponse()
        found = reply.status, reply.read()
        connection.close()
        return found


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service, which is killed at the end."""
    found = Service(tmp_path)
    yield found
    found.process.kill()
    found.process.communicate()


@pytest.mark.timeout(280)
def test_a_service(service: Service) -> None:
    """It answers, refuses, survives the death of its process, and ends with it when asked to."""
    status, body = service.post("/par", PAR)
    assert (status, json.loads(body)["score"]) == (200, 980)
    assert service.post("/par", b"[" * 5000)[0] == 400
    assert service.post("/par", b"{}")[0] == 422
    assert service.post("/par", b" " * (MOST_BODY + 1))[0] == 413
    assert service.post("/par", PAR, Origin="http://example.org")[0] == 403
    assert service.post("/par", PAR, Host="example.org")[0] == 421
    (child,) = psutil.Process(service.process.pid).children()
    child.kill()
    child.wait()
    assert service.post("/par", PAR) == (200, body)
    (child,) = psutil.Process(service.process.pid).children()
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(30) == 0
    child.wait(30)


def test_an_address_of_another_machine(tmp_path: Path) -> None:
    """It cannot be listened on; the message says so in a line."""
    done = run(tmp_path, *SERVICE, "192.0.2.1:0")
    assert done.returncode == 2
    assert done.stderr.startswith("Error: cannot show the page on 192.0.2.1:0: ")


def test_a_service_for_others_says_what_is_public(tmp_path: Path) -> None:
    """Whoever opens it beyond this machine is told."""
    with started(tmp_path, *SERVICE, "0.0.0.0:0") as process:
        assert process.stderr is not None
        process.stderr.readline()
        assert process.stderr.readline().startswith("public: whoever reaches that address may ask")
        process.terminate()

"""A headless Chromium, driven by the DevTools protocol over its websocket; nothing but the library.

https://chromedevtools.github.io/devtools-protocol/, RFC 6455.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import socket
import struct
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit
from urllib.request import urlopen

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
OPTIONS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-background-networking", "--remote-debugging-port=0",
)  # fmt: skip


class Browser:
    """A page in a browser.

    Attributes:
        console: what the page has written to the console, and its errors.
    """

    def __init__(self, folder: Path, width: int = 1200, height: int = 1600) -> None:
        """Start a browser whose profile lies in a folder."""
        self.console: list[str] = []
        self._profile = folder / "profile"
        self._process = subprocess.Popen(
            [
                *(BROWSER, *OPTIONS, f"--user-data-dir={self._profile}"),
                *(f"--window-size={width},{height}", "about:blank"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0
        self._data = b""
        self._socket = self._connected()
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.resize(width, height)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(20)

    def call(self, method: str, **parameters: Any) -> Any:
        """The result of a method of the protocol."""
        self._number += 1
        number = self._number
        self._send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._receive())
            if told.get("id") == number:
                assert "error" not in told, told
                return told["result"]
            self._take(told)

    def open(self, address: str) -> None:
        """Go to an address."""
        self.call("Page.navigate", url=address)

    def evaluate(self, script: str) -> Any:
        """The value of an expression of JavaScript, a promise awaited."""
        told = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def wait(self, script: str, seconds: float = 60) -> Any:
        """The value of an expression once it is true."""
        end = time.monotonic() + seconds
        while True:
            value = self.evaluate(script)
            if value:
                return value
            assert time.monotonic() < end, (script, self.console[:5], self.evaluate(TEXT)[:2000])
            time.sleep(0.1)

    def press(self, key: str) -> None:
        """Press a key."""
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind, key=key, code=key, windowsVirtualKeyCode=_KEYS.get(key, 0),
            )  # fmt: skip

    def resize(self, width: int, height: int) -> None:
        """Give the page a size."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip

    def picture(self, path: Path, *, whole: bool = True) -> None:
        """Write what is drawn, as PNG."""
        told = self.call("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(told["data"]))

    def _take(self, told: dict[str, Any]) -> None:
        about = told.get("params", {})
        match told.get("method"):
            case "Runtime.consoleAPICalled":
                texts = [str(one.get("value", one.get("description"))) for one in about["args"]]
                self.console.append(" ".join(texts))
            case "Runtime.exceptionThrown":
                self.console.append(str(about["exceptionDetails"]))
            case "Log.entryAdded":
                self.console.append(f"{about['entry']['text']} {about['entry'].get('url', '')}")

    # The websocket

    def _connected(self) -> socket.socket:
        path = self._profile / "DevToolsActivePort"
        end = time.monotonic() + 30
        while not (path.exists() and path.read_text().count("\n")):
            assert time.monotonic() < end, "no browser"
            time.sleep(0.1)
        port = int(path.read_text().split()[0])
        with urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            pages = json.load(answer)
        address = next(one["webSocketDebuggerUrl"] for one in pages if one["type"] == "page")
        connection = socket.create_connection(("127.0.0.1", port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET {urlsplit(address).path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        connection.sendall(head.encode())
        while b"\r\n\r\n" not in self._data:
            self._data += connection.recv(65536)
        self._data = self._data.partition(b"\r\n\r\n")[2]
        return connection

    def _send(self, text: str) -> None:
        data = text.encode()
        size = struct.pack("!BBQ", 0x81, 0x80 | 127, len(data))
        self._socket.sendall(size + bytes(4) + data)  # masked by zeros

    def _receive(self) -> str:
        """The next message."""
        text = b""
        while True:
            first, second = self._take_bytes(2)
            size = second & 127
            if size > 125:
                size = int.from_bytes(self._take_bytes(2 if size == 126 else 8), "big")
            data = self._take_bytes(size)
            if first & 15 in (0, 1):
                text += data
                if first & 128:
                    return text.decode()

    def _take_bytes(self, count: int) -> bytes:
        while len(self._data) < count:
            got = self._socket.recv(1 << 20)
            assert got, "the browser is gone"
            self._data += got
        taken, self._data = self._data[:count], self._data[count:]
        return taken


TEXT = "document.body.innerText"
_KEYS = {"Escape": 27, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowRight": 39}

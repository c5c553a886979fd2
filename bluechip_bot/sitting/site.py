"""The answers of the page at which a person sits, without input or output.

| path | answer |
|---|---|
| `/` | the page; its scripts and styles have addresses of their own, the same for everybody |
| `/events` | the stream of the desk's topics |
| `/boards/WHOSE/NUMBER` | a board that is over: `mine`, or as the `bots` played it |
| `/values/WHOSE/NUMBER` | its double-dummy values |
| POST `/act`, `/hint`, `/claim`, `/undo` | see `SeatDesk.wish` |

All but the page itself need `?token=...`, since its holder sees the hand and plays it. Several
pages may be open with it, say on a telephone: all show the same, and the first answer counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from bluechip_bot.match.record.document import BoardSight
from bluechip_bot.pages.http import WebAnswer, WebRequest
from bluechip_bot.sitting.desk import ActionError, DeskWish, SeatDesk
from bluechip_bot.vugraph.site import Values, is_token, page_files

_BOARD: Final = re.compile(r"/(boards|values)/(mine|bots)/([1-9][0-9]{0,8})")
_WISHES: Final = ("/act", "/hint", "/claim", "/undo")


class SeatSite:
    """The page of a person's seat; `do` is called with each request that is granted."""

    def __init__(
        self, desk: SeatDesk, token: str, values: Values, do: Callable[[DeskWish], object]
    ) -> None:
        self._desk = desk
        self._token = token
        self._values = values
        self._do = do
        self._files = page_files("bluechip_bot.sitting", "seat")

    def answer(self, request: WebRequest) -> Any:
        """Answer a request; the answer is a `BoardSight` if the stream is asked for."""
        path = request.path
        is_post = request.method == "POST"
        if path in self._files and not is_post:
            return self._files[path]
        if not is_token(request.query.get("token", []), self._token):
            return WebAnswer.refusal(
                403, "That is not the token of this seat: take the address that was printed."
            )
        if is_post and path in _WISHES:
            try:
                self._do(self._desk.wish(path[1:], request.body))
            except ActionError as error:
                return WebAnswer.refusal(error.status, str(error))
            return WebAnswer.json(b"{}", 202)
        if path == "/events" and not is_post:
            return BoardSight.PUBLIC
        if is_post or (found := _BOARD.fullmatch(path)) is None:
            return WebAnswer.refusal(404, "There is no such page.")
        what, whose, number = found[1], found[2], int(found[3])
        document = self._desk.result(whose, number)
        if document is None:
            return WebAnswer.refusal(404, "That board is not over.")
        body = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        return WebAnswer.json(body) if what == "boards" else self._values((whose, number), body)

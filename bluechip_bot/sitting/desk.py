"""A person's desk: the topics (named values) that their page shows, and the requests it may make.

A desk gets the events in order from the seat's client and the table's manager. While a board is
played, the desk shows what the client knows of it, with the hands that its seat may see; what the
manager knows is shown when the board is over.

| topic | value |
|---|---|
| `seat` | `seat`; `players` N E S W; `planned`, the number of boards; `free`, see below |
| `missing` | the seats that nobody has taken yet |
| `board` | the board, see `match.record.document`; `asked`, `legal`, `left`, `back`, see below |
| `meanings` | `asked`, and by call what each legal call would show |
| `hint` | `asked`, and `action` and `why`, or None while it is being found |
| `claim` | `asked`, `tricks`, and `stands`, or None while it is being checked |
| `result/NUMBER` | `mine` and `bots`, see `result_document`; `imps` of our side; `undone` |
| `over` | why the session is over |

`asked` is the number of the request that waits for the person, `legal` the calls or cards for it,
`left` the tricks that are still to be won. `free` says whether all others are our own players:
then `back` says whether something can be taken back, and there are claims.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from bluechip_bot.dataformats import DataFormatError, parse_json
from bluechip_bot.formats.record import Remark
from bluechip_bot.match.record.document import (
    Document,
    actions_of,
    board_document,
    board_of,
    result_document,
)
from bluechip_bot.match.record.spoken import spoken
from bluechip_bot.model import (
    Board,
    Call,
    Card,
    Decision,
    DecisionRequest,
    ModelError,
    Phase,
    Seat,
    imps,
)
from bluechip_bot.quoting import brief
from bluechip_bot.sitting.script import SettledPlay
from bluechip_bot.vugraph.topics import PageTopics

MOST_BODY: Final = 1000
"""The longest body of a request, in bytes."""


class ActionError(ValueError):
    """A request is refused: status 400 if it is not understood, 409 if it cannot be granted now."""

    def __init__(self, text: str, status: int = 409) -> None:
        super().__init__(text)
        self.status = status


DeskWish = Decision | DecisionRequest | int | None
"""A request of the page that can be met.

A call or card; the request for which a hint is wanted; the tricks of a claim; None to take back,
which uses the desk's script to bring the board back to the person's last decision.
"""


class SeatDesk:
    """A person's seat, as its page shows it.

    Attributes:
        script: the settled calls and cards of the board in play; its players look there first.
        board: the board in play as the seat sees it; None before the first.
    """

    def __init__(self, seat: Seat, players: Sequence[str], planned: int, *, free: bool) -> None:
        self.seat = seat
        self.topics = PageTopics()
        self.script = SettledPlay()
        self._free = free
        self.board: Board | None = None
        self.request: DecisionRequest | None = None
        self._decided: list[int] = []
        self._undone: Counter[int] = Counter()
        self._verdict: Document | None = None
        self._is_over = False
        self._shows: list[str] = []
        self._mine: dict[int, Document] = {}
        self._bots: dict[int, Document] = {}
        about = {"seat": seat.letter, "players": list(players), "planned": planned, "free": free}
        self.topics.set("seat", about)

    # What happens

    def see(self, board: Board) -> None:
        """Show the board as the seat's client sees it."""
        if self.board is None or board.number != self.board.number:
            self._decided = []
            for name in ("hint", "meanings"):
                self.topics.set(name, None)
            self._show_claim(None)
        if self.board is None or board.auction != self.board.auction:
            kept = 0 if self.board is None else _alike(board, self.board)
            del self._shows[kept:]
        self.board = board
        self._show()

    def ask(self, request: DecisionRequest) -> None:
        """Show a request, with its board, and wait for the person's answer."""
        self.request = request
        self.see(request.board)

    def abandon(self, request_id: int) -> None:
        """Drop a request: its answer is no longer wanted."""
        if self.request is not None and self.request.id == request_id:
            self.request = None
            self._show()

    def miss(self, seats: Sequence[Seat]) -> None:
        """Show which seats are still empty."""
        self.topics.set("missing", [seat.letter for seat in seats] or None)

    def read(self, board: Board, shows: Sequence[str]) -> None:
        """Show the meanings of a board's calls, in order, if the board shown begins with them."""
        if self.board is not None and _alike(board, self.board) == len(board.auction.calls):
            self._shows = [*shows]
            self._show()

    def mean(self, request_id: int, meanings: Mapping[str, str]) -> None:
        """Show what each legal call would mean."""
        self.topics.set("meanings", {"asked": request_id, "calls": dict(meanings)})

    def hint(self, request_id: int, decision: Decision, meaning: str) -> None:
        """Show our player's decision as a hint, with its meaning if it is a call."""
        why = [meaning, *(spoken(text) for text in decision.thoughts or (decision.reason,))]
        told = {"action": str(decision.action), "why": [text for text in why if text]}
        self.topics.set("hint", {"asked": request_id, **told})

    def judge(self, tricks: int, board: Board, line: Sequence[Card] | None) -> None:
        """Show the verdict on a claim, and keep the line of play that proves it.

        `line` is None if the claim does not stand. If the board has moved on, nothing happens.
        """
        request = self.request
        place = board.number, board.made
        if request is None or (request.board.number, request.board.made) != place:
            return
        self._show_claim({"asked": request.id, "tricks": tricks, "stands": line is not None})
        if line is not None:
            self.script.number = board.number
            self.script.actions = (*actions_of(board), *line)

    def finish(self, board: Board, remarks: Sequence[Remark] = ()) -> None:
        """Keep a board that is over, and show its result."""
        self._mine[board.number] = board_document(board, remarks=remarks, shows=self._shows)
        self._show_result(board.number)

    def replayed(self, number: int, document: Document) -> None:
        """Keep the document of a board that the bots played; it is shown once our board is over."""
        self._bots[number] = document
        self._show_result(number)

    def end(self, text: str) -> None:
        """Show that the session is over; `text` says why."""
        self.request, self._is_over = None, True
        self._show()
        self.topics.set("over", text)

    # What is asked for

    def wish(self, what: str, body: bytes) -> DeskWish:
        """Read a request of the page: `what` is `act`, `hint`, `claim` or `undo`.

        The body is a JSON object with `asked`, and with `action` or `tricks`.
        """
        told = _told(body)
        request, board = self.request, self.board
        if self._is_over:
            raise ActionError("The session is over.")
        if request is None or board is None:
            raise ActionError("It is not your turn.")
        if told.get("asked") != request.id:
            raise ActionError("That was for an earlier turn; it has been answered already.")
        match what:
            case "act":
                return self._decision(request, told.get("action"))
            case "hint":
                self.topics.set("hint", {"asked": request.id, "action": None, "why": []})
                return request
            case "claim":
                return self._claim(request, board, told.get("tricks"))
            case _:
                self._take_back(request.board)
                return None

    def answered(self) -> None:
        """Note that the open request is answered, by the person or from the script."""
        request, self.request = self.request, None
        if request is not None:
            self._decided.append(request.board.made)
        self._show()

    def result(self, whose: str, number: int) -> Document | None:
        """The document of a finished board, `mine` or as the `bots` played it; None if missing."""
        documents = self._bots if whose == "bots" else self._mine
        return documents.get(number) if number in self._mine else None

    def _decision(self, request: DecisionRequest, text: object) -> Decision:
        kind = Call if request.board.phase is Phase.AUCTION else Card
        if not isinstance(text, str):
            told = brief(repr(text))
            raise ActionError(f"`action` is a text such as 2NT or SA, not {told}.", 400)
        try:
            decision = Decision(request.id, kind.parse(text))
            request.check(decision)
        except ModelError as error:
            raise ActionError(brief(f"{error}.")) from None
        return decision

    def _claim(self, request: DecisionRequest, board: Board, tricks: object) -> int:
        if not self._free:
            raise ActionError("There are no claims at a table with players from elsewhere.")
        if board.play is None:
            raise ActionError("Claims are made in the play.")
        left = 13 - sum(board.play.won)
        if not isinstance(tricks, int) or isinstance(tricks, bool) or not 0 <= tricks <= left:
            raise ActionError(f"A claim is of 0 to {left} tricks, not {brief(repr(tricks))}.", 400)
        self._show_claim({"asked": request.id, "tricks": tricks, "stands": None})
        return tricks

    def _take_back(self, board: Board) -> None:
        if not self._free:
            raise ActionError("Nothing is taken back at a table with players from elsewhere.")
        if not self._decided:
            raise ActionError("There is nothing to take back.")
        self.script.number = board.number
        self.script.actions = actions_of(board)[: self._decided.pop()]
        self.request = None
        self._undone[board.number] += 1

    # What is shown

    def _show(self) -> None:
        board, request = self.board, self.request
        has_claimed = self._verdict is not None and self._verdict["stands"] is True
        if board is None or (request is None and self.script.covers(board) and not has_claimed):
            return  # A board that is on its way back to where it was.
        asked = None if request is None else request.id
        legal: list[str] = []
        if request is not None:
            is_call = board.phase is Phase.AUCTION
            legal = list(map(str, board.auction.legal_calls if is_call else board.legal_cards))
        left = 0 if board.play is None else 13 - sum(board.play.won)
        about = {"asked": asked, "legal": legal, "left": left}
        about["back"] = self._free and asked is not None and bool(self._decided)
        document = board_document(board, shows=self._shows)
        if board.phase is Phase.OVER and None in board.hands:
            # Passed out: the others' hands are in the result.
            document["hands"] = [None if hand is None else str(hand) for hand in board.hands]
        self.topics.set("board", {**document, **about})

    def _show_claim(self, claim: Document | None) -> None:
        self._verdict = claim
        self.topics.set("claim", claim)

    def _show_result(self, number: int) -> None:
        if number not in self._mine:
            return
        board = board_of(self._mine[number])
        told: Document = {"mine": result_document(board), "undone": self._undone[number]}
        told |= {"bots": None, "imps": None}
        if number in self._bots:
            other = board_of(self._bots[number])
            told["bots"] = result_document(other)
            told["imps"] = imps(board.score(self.seat.side) - other.score(self.seat.side))
        self.topics.set(f"result/{number}", told)


def _alike(board: Board, other: Board) -> int:
    """How many calls two boards share from the start; 0 if they are different boards."""
    pairs = zip(board.auction.calls, other.auction.calls, strict=False)
    same = takewhile(lambda pair: pair[0] == pair[1], pairs)
    return len(list(same)) if board.number == other.number else 0


def _told(body: bytes) -> Mapping[str, Any]:
    try:
        told = parse_json(body)
    except DataFormatError as error:
        raise ActionError(f"That is not JSON: {error}.", 400) from None
    if not isinstance(told, dict):
        raise ActionError(f"An object of JSON is expected, not {brief(repr(told))}.", 400)
    return told

"""A WSGI application behind an ASGI server: one thread for each request that is being answered, and not for longer.

Django under ASGI would cost ten times the CPU for each request, so it stays on WSGI. A request is read by the loop,
which lets slow senders wait without a thread; it is answered in a pool; the answer is sent by the loop again, which
lets slow readers wait. Only an answer too long to hold is sent from its thread, piece by piece.
"""

from __future__ import annotations

import asyncio
import io
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_to_bytes

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.views.decorators.http import require_GET

from tournaments.club.reads.access import visitor_of
from tournaments.evening.reads import live
from tournaments.site.web import query_params

# How a page learns that its evening has moved where it hears no stream: a number that grows, asked for by
# and by.
# The answer carries no news, only the version; the page then fetches again what it shows.


def version_heard(request: HttpRequest, club: str, evening: str) -> live.LiveEvening:
    """What the asker may hear of an evening; `?table=`: what the phones of that table show. Raises Http404."""
    table = query_params.whole_number(request, "table") or live.WHOLE
    key = query_params.text(request, "key")
    live_evening = live.heard_by(visitor_of(request), club, evening, table, key=key)
    if live_evening is None:
        raise Http404
    return live_evening


@require_GET
def version(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """The version of an evening, or of one of its tables, with an ETag; one query."""
    live_evening = version_heard(request, club, evening)
    etag = f'"{live_evening.version}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    return JsonResponse(
        {"version": live_evening.version, "status": live_evening.status},
        headers={"ETag": etag, "Cache-Control": "no-cache"},
    )


LONGEST_BODY = 1024 * 1024
"""The longest that any address takes; what is longer nobody has to hold."""
HELD = 4 * 1024 * 1024
"""An answer up to this size is held and its thread goes on; no page or file of the house is longer."""
SLOW_WAITING = 16
"""How many slow requests may wait or be answered at once; together they take a few seconds."""
SLOW_KNOWN = 8
"""So many more may wait of those who are known, whatever a flood of others does."""
LONGEST_WAIT_SECONDS = 5.0
"""A request that changes something and has waited so long for its turn is answered that it has to be sent again."""
OVERLOADED = "head_table.overloaded"
"""The name in the environ of what says so to the application."""
READS = ("GET", "HEAD", "OPTIONS")
SLOWEST_SECONDS = 30.0
"""For so long a reader of a longer answer may keep a thread from everybody else."""

GUARDED = (
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "strict-origin"),
)
"""The headers of what is answered here; the application sets its own."""

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

log = logging.getLogger(__name__)


class TooLong(Exception):  # noqa: N818 - it is an answer rather than an error
    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.length = length


class Gone(Exception):  # noqa: N818
    """The client went away before the whole request was read."""


async def read(scope: Scope, receive: Receive) -> bytes:
    """The whole body of a request. Raises Gone, and TooLong where it is longer than LONGEST_BODY, or says so."""
    content_length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    if content_length.isdigit() and int(content_length) > LONGEST_BODY:
        raise TooLong(int(content_length))
    parts: list[bytes] = []
    length = 0
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        parts.append(message.get("body", b""))
        length += len(parts[-1])
        if length > LONGEST_BODY:
            raise TooLong(length)
        more = message.get("more_body", False)
    return b"".join(parts)


def environ(scope: Scope, body: bytes) -> Environ:
    """The request as WSGI (PEP 3333) has it. All text is bytes read as latin-1."""
    root = scope.get("root_path", "")
    raw = scope.get("raw_path") or scope["path"].encode()
    path = unquote_to_bytes(raw).decode("latin-1")
    server = scope.get("server") or ("localhost", 80)
    variables: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root,
        "PATH_INFO": path.removeprefix(root) if root else path,
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0] if scope.get("client") else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        # `X_Forwarded_For` would be taken for `X-Forwarded-For`, which a proxy sets or removes.
        if b"_" not in name:
            _add_header(variables, name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1"))
    variables["CONTENT_LENGTH"] = str(len(body))  # also of a body that came in chunks
    return variables


def _add_header(made: Environ, name: str, value: str) -> None:
    key = name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{name}"
    between = "; " if name == "COOKIE" else ","
    made[key] = f"{made[key]}{between}{value}" if key in made else value


def start(status: int, headers: Iterable[tuple[str, str]]) -> Message:
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": encoded}


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


async def plainly(send: Send, status: int, words: str) -> None:
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Cache-Control", "no-store")]
    length = ("Content-Length", str(len(words)))
    await send(start(status, [*headers, *GUARDED, length, ("Connection", "close")]))
    await send(part(words.encode()))


class Answering:
    """One call of the application, in a thread of the pool; `push` waits until a message is sent."""

    def __init__(self, application: Application, asked: Environ, push: Callable[[Message], None]) -> None:
        self.application, self.asked, self.push = application, asked, push
        self.begun: Message | None = None
        self.pushed = False
        self.held: list[bytes] = []

    def start_response(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        if exc_info and self.pushed:
            raise exc_info[1].with_traceback(exc_info[2])
        self.begun = start(int(status.split(None, 1)[0]), headers)
        return self.held.append

    def __call__(self) -> tuple[Message, bytes] | None:
        # None where all but the end has been sent.
        chunks = self.application(self.asked, self.start_response)
        try:
            length = 0
            for chunk in chunks:
                self.held.append(chunk)
                length += len(chunk)
                if length > HELD:
                    self._push()
                    length = 0
        finally:
            close = getattr(chunks, "close", None)
            if close is not None:
                close()
        if self.pushed:
            self._push()
            return None
        return self._beginning(), b"".join(self.held)

    def _beginning(self) -> Message:
        if self.begun is None:
            raise RuntimeError("The application answered without a status.")
        return self.begun

    def _push(self) -> None:
        if not self.pushed:
            self.pushed = True
            self.push(self._beginning())
        self.push(part(b"".join(self.held), more=True))
        self.held.clear()


@dataclass(frozen=True, slots=True)
class Slow:
    """Requests that take long by their nature: one at a time is answered, beside all others.

    `asks` and `is_known` look at the environ; `no_room` is its name for the flag that too many wait already.
    """

    asks: Callable[[Environ], bool]
    is_known: Callable[[Environ], bool]
    no_room: str


class Bridge:
    """Answers requests by a WSGI application: so many at once that change something, and as many that do not.

    These go on while those wait for a lock that another process holds.
    """

    def __init__(self, application: Application, threads: int, slow: Slow | None = None) -> None:
        self.application = application
        self.slow = slow
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self.writers = ThreadPoolExecutor(threads, thread_name_prefix="writes")
        self.slow_pool = ThreadPoolExecutor(1, thread_name_prefix="slow")
        self.slow_waiting = 0

    async def answer(
        self, scope: Scope, receive: Receive, send: Send, offers: Environ, goes_on: Callable[[], bool]
    ) -> None:
        """Answer one request, which finds `offers` in its environ; where it `goes_on`, others end the answer."""
        try:
            request_environ = environ(scope, await read(scope, receive))
        except Gone:
            return
        except TooLong as refused:
            # The application refuses it by its length, as it does at addresses that take less.
            request_environ = environ(scope, b"") | {"CONTENT_LENGTH": str(refused.length)}
        loop = asyncio.get_running_loop()

        def push(message: Message) -> None:
            sending = asyncio.run_coroutine_threadsafe(_sent(send, message), loop)
            try:
                sending.result(SLOWEST_SECONDS)
            finally:
                sending.cancel()

        answering = Answering(self.application, request_environ | offers, push)
        try:
            answered = await self._answered(answering)
        except Exception:
            log.exception("%s %s", scope["method"], scope["path"])
            if answering.pushed:
                raise  # half an answer is sent: the server ends the line, so that nobody takes it for whole
            await plainly(send, 500, "That failed.")
            return
        beginning, body = answered or (None, b"")
        if beginning is not None:
            await send(beginning)
        await send(part(b"" if scope["method"] == "HEAD" else body, more=goes_on()))

    async def _answered(self, answering: Answering) -> tuple[Message, bytes] | None:
        loop = asyncio.get_running_loop()
        if self.slow is not None and self.slow.asks(answering.asked):
            return await self._answered_slowly(answering, self.slow)
        if answering.asked["REQUEST_METHOD"] in READS:
            return await loop.run_in_executor(self.pool, answering)
        return await loop.run_in_executor(self.writers, in_turn, answering, time.monotonic())

    async def _answered_slowly(self, answering: Answering, slow: Slow) -> tuple[Message, bytes] | None:
        loop = asyncio.get_running_loop()
        if self.slow_waiting >= SLOW_WAITING + (SLOW_KNOWN if slow.is_known(answering.asked) else 0):
            answering.asked[slow.no_room] = True
            return await loop.run_in_executor(self.pool, answering)
        self.slow_waiting += 1
        try:
            return await loop.run_in_executor(self.slow_pool, answering)
        finally:
            self.slow_waiting -= 1


def in_turn(answering: Answering, since: float) -> tuple[Message, bytes] | None:
    """The answer to a request that has waited since `since`; after too long, that the server is overloaded."""
    if time.monotonic() - since > LONGEST_WAIT_SECONDS:
        answering.asked[OVERLOADED] = True
    return answering()


async def _sent(send: Send, message: Message) -> None:
    await send(message)

"""Who listens to what: listeners by topic, told of new versions from any thread.

A listener is not sent what has happened but only where things stand: however many versions pass while its client
is slow, the next hint has the newest.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Mapping
from threading import Condition, Thread
from types import FrameType
from typing import Any, NamedTuple

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import path
from django.views.decorators.http import require_GET

from tournaments.club.services.throttle import address_of
from tournaments.evening.reads import live
from tournaments.live.bridge import Application, Bridge, Receive, Scope, Send, Slow, part, version_heard
from tournaments.tenant_guard import EVERYWHERE, enter

QUIET_SECONDS = 15.0
"""How long a stream stays silent: proxies take a line on which nothing is said for a minute for dead."""
PER_ADDRESS = 1000
"""A whole club comes from one address, that of its router; several times that is no club."""
IN_ALL = 5000
COMMENT = b": still here\n\n"


class Stand(NamedTuple):
    """How a topic stands: its version, and the status of its evening, which decides what some pages show."""

    version: int
    status: str


def hint(topic: object, stand: Stand) -> bytes:
    payload = {"topic": str(topic), "version": stand.version, "status": stand.status}
    return b"data: %s\n\n" % json.dumps(payload).encode()


class Listener:
    """One open stream, from `Hub.join` to `Hub.leave`; `stand` is how its topic stands now."""

    __slots__ = ("_ended", "_told", "_waiting", "address", "loop", "stand", "topic")

    def __init__(self, topic: Hashable, stand: Stand, address: str, loop: asyncio.AbstractEventLoop) -> None:
        self.topic, self.stand, self.address, self.loop = topic, stand, address, loop
        self._told = stand
        self._ended = False
        self._waiting: asyncio.Future[None] | None = None

    async def next(self) -> bytes:
        """What to send next: a hint, or a comment after a long silence; b"" when the stream ends."""
        if self.stand == self._told and not self._ended:
            await self._something(QUIET_SECONDS)
        if self._ended:
            return b""
        if self.stand == self._told:
            return COMMENT
        self._told = self.stand
        return hint(self.topic, self._told)

    async def _something(self, seconds: float) -> None:
        # A timer is enough: no task for each stream that waits.
        self._waiting = self.loop.create_future()
        timer = self.loop.call_later(seconds, self.wake)
        try:
            await self._waiting
        finally:
            timer.cancel()
            self._waiting = None

    def wake(self) -> None:
        """Let `next` look again; only from the listener's own loop."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def end(self) -> None:
        """End the stream; only from the listener's own loop."""
        self._ended = True
        self.wake()


class Hub:
    """All listeners of this process, so many `per_address` and `in_all` at once.

    `watch` tells this hub of new versions, for as long as `somebody_listens`, in a thread that starts with the first.
    """

    def __init__(
        self, watch: Callable[[Hub], None], *, per_address: int = PER_ADDRESS, in_all: int = IN_ALL
    ) -> None:
        self._watch = watch
        self._most = per_address, in_all
        self._listeners: dict[Hashable, set[Listener]] = defaultdict(set)
        self._addresses: Counter[str] = Counter()
        self._changed = Condition()
        self._watcher: Thread | None = None
        self._closed = False
        self.joined = 0
        """How many have ever joined: whoever has seen it grow looks at the topics again."""
        self.looked_at = time.monotonic()

    def __len__(self) -> int:
        return self._addresses.total()

    def join(
        self, topic: Hashable, stand: Stand, address: str, loop: asyncio.AbstractEventLoop
    ) -> Listener | None:
        """A new listener that knows how its topic stands; None where too many listen, or the hub is closed."""
        with self._changed:
            if self._closed or self._addresses[address] >= self._most[0] or len(self) >= self._most[1]:
                return None
            listener = Listener(topic, stand, address, loop)
            self._listeners[topic].add(listener)
            self._addresses[address] += 1
            self.joined += 1
            if self._watcher is None:
                self._watcher = Thread(target=self._watch, args=(self,), name="watcher", daemon=True)
                self._watcher.start()
            self._changed.notify_all()
            return listener

    def leave(self, listener: Listener) -> None:
        """Remove a listener; doing so again changes nothing."""
        with self._changed:
            if listener not in self._listeners.get(listener.topic, ()):
                return
            self._listeners[listener.topic].remove(listener)
            if not self._listeners[listener.topic]:
                del self._listeners[listener.topic]
            self._addresses[listener.address] -= 1
            if not self._addresses[listener.address]:
                del self._addresses[listener.address]

    def topics(self) -> list[Any]:
        with self._changed:
            return list(self._listeners)

    def tell(self, stands: Mapping[Any, Stand]) -> None:
        """Take over how each topic stands in the database; listeners that know it otherwise are sent a hint."""
        behind: dict[asyncio.AbstractEventLoop, list[Listener]] = defaultdict(list)
        with self._changed:
            for topic, stand in stands.items():
                for listener in self._listeners.get(topic, ()):
                    if listener.stand != stand:
                        listener.stand = stand
                        behind[listener.loop].append(listener)
        for loop, listeners in behind.items():
            _from_outside(loop, Listener.wake, listeners)

    def end(self, topics: Collection[Any]) -> None:
        with self._changed:
            self._end([listener for topic in topics for listener in self._listeners.get(topic, ())])

    def somebody_listens(self) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._listeners)
            return not self._closed

    def pause(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed, seconds)

    def lag(self) -> float:
        """For how many seconds nobody has looked for news, where somebody listens."""
        return time.monotonic() - self.looked_at if self._addresses else 0.0

    def close(self) -> None:
        with self._changed:
            self._closed = True
            everybody = [listener for listeners in self._listeners.values() for listener in listeners]
            self._changed.notify_all()
        self._end(everybody)

    def _end(self, listeners: Collection[Listener]) -> None:
        for loop in {listener.loop for listener in listeners}:
            _from_outside(loop, Listener.end, [listener for listener in listeners if listener.loop is loop])


def _from_outside(
    loop: asyncio.AbstractEventLoop, act: Callable[[Listener], None], listeners: list[Listener]
) -> None:
    def each() -> None:
        for listener in listeners:
            act(listener)

    with contextlib.suppress(RuntimeError):  # a loop that is closed has nobody left to tell
        loop.call_soon_threadsafe(each)


# What the web server calls: Django for every request, and streams of hints beneath the answers that ask
# for it.
# A view finds `LISTEN` among its environ. When it takes a place there, what it answers is only the
# beginning: the hints of its topic follow. So it is Django that says who may listen, in its own words and
# with its own headers.

LISTEN = "head_table.listen"
"""The name in the environ of a function that takes a place: topic, how it stands, address in; one out or not."""
Listen = Callable[[Hashable, Stand, str], bool]


class Front:
    """An ASGI application around a WSGI application, which answers so many requests at once, and a hub."""

    def __init__(self, application: Application, threads: int, hub: Hub, slow: Slow | None = None) -> None:
        self.bridge = Bridge(application, threads, slow)
        self.hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self.life(receive, send)

    async def life(self, receive: Receive, send: Send) -> None:
        """The lifespan protocol: every stream ends with the server."""
        while (await receive())["type"] != "lifespan.shutdown":
            self.hear_the_end()
            await send({"type": "lifespan.startup.complete"})
        self.hub.close()
        await send({"type": "lifespan.shutdown.complete"})

    def hear_the_end(self) -> None:
        """End every stream as soon as the server is asked to stop.

        The server itself says so only when all requests are answered, and an open stream never is.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)

            def stop(number: int, frame: FrameType | None, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.hub.close)
                if callable(before):
                    before(number, frame)

            with contextlib.suppress(ValueError):  # only a process's main thread hears signals
                signal.signal(number, stop)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; where the answer took a place at the hub, go on with its hints."""
        loop = asyncio.get_running_loop()
        places: list[Listener] = []

        def listen(topic: Hashable, stand: Stand, address: str) -> bool:
            place = self.hub.join(topic, stand, address, loop)
            if place is not None:
                places.append(place)
            return place is not None

        try:
            await self.bridge.answer(scope, receive, send, {LISTEN: listen}, lambda: bool(places))
            for place in places:
                await stream(place, receive, send)
        finally:
            for place in places:
                self.hub.leave(place)


async def stream(listener: Listener, receive: Receive, send: Send) -> None:
    gone = asyncio.ensure_future(receive())
    gone.add_done_callback(lambda _: listener.end())
    try:
        while event := await listener.next():
            await send(part(event, more=True))
        if not gone.done():
            await send(part(b""))
    finally:
        gone.cancel()


# --- Sees what has been committed, whichever process did it, without anybody having to say so ---------
# SQLite counts the commits of others in `PRAGMA data_version`, which costs a few microseconds: the
# versions are read only when it has changed. On PostgreSQL the versions are simply read, a few times a
# second and by primary key. NOTIFY from a trigger would save these reads and cost more where it matters:
# all transactions that notify commit one after the other, and every hand would.

EVERY_SECONDS = {"sqlite": 0.1}
ELSEWHERE_SECONDS = 0.2
AGAIN_SECONDS = 1.0
"""How long a database that is away is left in peace."""

log = logging.getLogger(__name__)
Mark = tuple[object, int]


def watch(hub: Hub) -> None:
    """Tell `hub` every new version of its topics, until it is closed."""
    enter(EVERYWHERE)  # it tells versions of every evening to whoever was found to hear of one
    mark: Mark | None = None
    away = False
    pause = EVERY_SECONDS.get(connection.vendor, ELSEWHERE_SECONDS)
    while hub.somebody_listens():
        try:
            mark = look_for_news(hub, mark)
            hub.looked_at, away = time.monotonic(), False
        except Error as trouble:
            if not away:
                log.warning("Live updates wait for the database: %s", trouble)
            away, mark = True, None
            drop_connection()
        hub.pause(AGAIN_SECONDS if away else pause)
    drop_connection()


def look_for_news(hub: Hub, seen: Mark | None) -> Mark:
    """Read the versions and tell them, unless nothing can have changed; the mark to give next time.

    A topic that may no longer be heard has no version: its streams end, and their clients ask anew.
    """
    mark = (commits(), hub.joined)
    if mark != seen:
        topics = hub.topics()
        stands = {topic: Stand(*columns) for topic, columns in live.versions(topics).items()}
        hub.tell(stands)
        hub.end({*topics} - stands.keys())
    return mark


def commits() -> object:
    """A value that stays equal until another connection commits; on PostgreSQL it is never equal."""
    if connection.vendor != "sqlite":
        return object()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return cursor.fetchone()


def drop_connection() -> None:
    """Close the connection: a database that comes back does not know it, and the next look opens another."""
    with contextlib.suppress(Error):
        connection.close()


RETRY_MS = 1000
"""So soon a page whose stream broke off asks again, or up to twice as late: not all of a room at once."""
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


@require_GET
def live_stream(request: HttpRequest, club: str, evening: str) -> HttpResponseBase:
    """A stream of hints of an evening's versions, for whoever may hear of it; the first has the present one.

    With `?table=` they are the versions that the phones of the table show. A server without streams, such as
    Django's development server, answers 204: the page then polls.
    """
    live_evening = version_heard(request, club, evening)
    listen: Listen | None = request.META.get(LISTEN)
    if listen is None:
        return HttpResponse(status=204)
    stand = Stand(live_evening.version, live_evening.status)
    if not listen(live_evening.topic, stand, address_of(request.META)):
        return HttpResponse(status=429, headers={"Retry-After": "30"})
    retry = RETRY_MS + secrets.randbelow(RETRY_MS)
    beginning = b"retry: %d\n%s" % (retry, hint(live_evening.topic, stand))
    return StreamingHttpResponse([beginning], content_type="text/event-stream", headers=HEADERS)


app_name = "live"

urlpatterns = [path("c/<slug:club>/<slug:evening>/live", live_stream, name="stream")]

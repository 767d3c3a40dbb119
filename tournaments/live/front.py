"""What the web server calls: Django for every request, and streams of hints beneath the answers that ask for it.

A view finds `LISTEN` among its environ. When it takes a place there, what it answers is only the beginning: the
hints of its topic follow. So it is Django that says who may listen, in its own words and with its own headers.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Hashable
from types import FrameType
from typing import Any

from tournaments.live.bridge import Application, Bridge, Receive, Scope, Send, Slow, part
from tournaments.live.hub import Hub, Listener, Stand

LISTEN = "head_table.listen"
"""The name in the environ of a function that takes a place: topic, how it stands, address in; one out or not."""
Listen = Callable[[Hashable, Stand, str], bool]


class Front:
    """An ASGI application around a WSGI application and a hub.

    Args:
        application: the WSGI application.
        threads: how many requests it answers at once; streams take none.
        hub: where streams get their hints.
        slow: which requests are answered beside the others, one at a time.
    """

    def __init__(self, application: Application, threads: int, hub: Hub, slow: Slow | None = None) -> None:
        self.bridge = Bridge(application, threads, slow)
        self.hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the life of the server; nothing else is spoken here."""
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self.life(receive, send)

    async def life(self, receive: Receive, send: Send) -> None:
        """Nothing begins with the server; with its end every stream ends."""
        while (await receive())["type"] != "lifespan.shutdown":
            self.hear_the_end()
            await send({"type": "lifespan.startup.complete"})
        self.hub.close()
        await send({"type": "lifespan.shutdown.complete"})

    def hear_the_end(self) -> None:
        """End every stream as soon as the server is asked to stop.

        It says so itself only when all requests are answered, and an open stream is one that never is.
        """
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(number)

            def asked(number: int, frame: FrameType | None, before: Any = before) -> None:
                loop.call_soon_threadsafe(self.hub.close)
                if callable(before):
                    before(number, frame)

            with contextlib.suppress(ValueError):  # only a process's main thread hears signals
                signal.signal(number, asked)

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; where the answer took a place at the hub, go on with what is heard there."""
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
    """Send what the listener is told, until the client goes or the hub ends it."""
    gone = asyncio.ensure_future(receive())
    gone.add_done_callback(lambda _: listener.end())
    try:
        while said := await listener.next():
            await send(part(said, more=True))
        if not gone.done():
            await send(part(b""))
    finally:
        gone.cancel()

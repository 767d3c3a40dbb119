"""A web server's end of a line: what an ASGI application is asked, and what it sends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, TypeVar

from django.db import connections

PATIENCE = 60
"""Seconds; what takes longer never comes."""
T = TypeVar("T")


def run(what: Coroutine[Any, Any, T]) -> T:
    """The outcome of a coroutine; one that never ends fails the test."""

    async def bounded() -> T:
        async with asyncio.timeout(PATIENCE):
            return await what

    return asyncio.run(bounded())


async def apart(act: Callable[[], T]) -> T:
    """The outcome of something that uses the database, from a thread of its own as another process would."""

    def alone() -> T:
        try:
            return act()
        finally:
            connections.close_all()

    return await asyncio.to_thread(alone)


def scope(
    path: str = "/", *, method: str = "GET", headers: Iterable[tuple[str, str]] = (), **others: Any
) -> dict[str, Any]:
    """A request as a server passes it on."""
    raw, _, query = path.partition("?")
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": raw,
        "raw_path": raw.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers],
        "client": ("192.0.2.7", "4711"),
        "server": ("127.0.0.1", "8000"),
        **others,
    }


class Line:
    """One request and its answer; a client that `hangs_up` goes away before it has said all."""

    def __init__(
        self,
        application: Any,
        asked: Mapping[str, Any],
        body: Iterable[bytes] = (b"",),
        *,
        hangs_up: bool = False,
    ) -> None:
        self.application, self.asked = application, dict(asked)
        parts = list(body)
        self.coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        for place, part in enumerate(parts):
            more = hangs_up or place < len(parts) - 1
            self.coming.put_nowait({"type": "http.request", "body": part, "more_body": more})
        if hangs_up:
            self.hang_up()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body: list[bytes] = []
        self.ended = False
        self._sent = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def receive(self) -> dict[str, Any]:
        """What the application hears."""
        return await self.coming.get()

    async def send(self, message: Mapping[str, Any]) -> None:
        """Note what the application says."""
        async with self._sent:
            if message["type"] == "http.response.start":
                assert not self.status, "an answer begins once"
                self.status = message["status"]
                self.headers = {name.decode(): value.decode("latin-1") for name, value in message["headers"]}
            else:
                assert self.status, "an answer has a beginning"
                self.body.append(message["body"])
                self.ended = not message["more_body"]
            self._sent.notify_all()

    def hang_up(self) -> None:
        self.coming.put_nowait({"type": "http.disconnect"})

    def begin(self) -> Line:
        self._task = asyncio.create_task(self.application(self.asked, self.receive, self.send))
        return self

    async def end(self) -> Line:
        """Wait until the application has done with it.

        Raises:
            Exception: whatever the application raises.
        """
        assert self._task is not None
        await self._task
        return self

    async def leave(self) -> Line:
        """The client goes away, and the application has done with it."""
        self.hang_up()
        return await self.end()

    async def whole(self) -> Line:
        """Ask, and wait for the end."""
        return await self.begin().end()

    async def says(self, words: str) -> None:
        """Wait until the answer has these words; one that ends without them never will."""
        async with self._sent:
            await self._sent.wait_for(lambda: self.ended or words in self.text)
        assert words in self.text, (self.status, self.text)

    @property
    def text(self) -> str:
        return b"".join(self.body).decode()

"""Open pages without a browser: each hears its stream, and comes back by itself as `EventSource` does."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

VERSION = re.compile(rb'"version": (\d+)')
RETRY = re.compile(rb"retry: (\d+)")
PATIENCE = 60
AT_ONCE = 50
"""So many open their stream in the same moment: a browser has more to do."""


class Page:
    """One open page.

    Attributes:
        version: what it has heard last.
        heard: the moment, by the monotonic clock that all processes of a machine share, of each version.
    """

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.version = 0
        self.heard: dict[int, float] = {}
        self.retry = 1.0

    async def live(self, gate: asyncio.Semaphore) -> None:
        """Hear for ever."""
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._hear(gate)
            await asyncio.sleep(self.retry)

    async def _hear(self, gate: asyncio.Semaphore) -> None:
        async with gate:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(f"GET {self.path}live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            await self._one(reader)
        try:
            while await self._one(reader):
                pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader) -> bool:
        """Read up to the next version; false at the stream's end."""
        while line := await reader.readline():
            if retry := RETRY.match(line):
                self.retry = int(retry[1]) / 1000
            elif version := VERSION.search(line):
                self.version = int(version[1])
                self.heard.setdefault(self.version, time.monotonic())
                return True
        return False


async def until(true: Callable[[], bool]) -> None:
    """Wait for what must come.

    Raises:
        TimeoutError: it did not.
    """
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def open_pages(number: int, port: int, path: str) -> AsyncIterator[list[Page]]:
    """So many pages, each with its stream open; they are closed at the end of the block."""
    pages = [Page(port, path) for _ in range(number)]
    gate = asyncio.Semaphore(AT_ONCE)
    living = [asyncio.create_task(page.live(gate)) for page in pages]
    try:
        await until(lambda: all(page.version for page in pages))
        yield pages
    finally:
        for task in living:
            task.cancel()
        await asyncio.gather(*living, return_exceptions=True)

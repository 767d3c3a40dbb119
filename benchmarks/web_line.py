"""A browser's connection to the server, which stays open from one request to the next, and its cookies."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import AsyncIterator, Mapping
from typing import NamedTuple
from urllib.parse import urlencode

COOKIE = re.compile(r"([^=;, ]+)=([^;]*)")


class Asked(NamedTuple):
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Line:
    """One connection; two requests on it wait for each other.

    Arguments:
        cookies: those of another line of the same browser.
    """

    def __init__(self, port: int, cookies: Mapping[str, str] | None = None) -> None:
        self.port = port
        self.cookies = dict(cookies or {})
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._turn = asyncio.Lock()

    @property
    def cookie(self) -> str:
        """The cookies as a header says them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def ask(
        self, method: str, path: str, *, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Asked:
        """Ask, and read the whole answer."""
        async with self._turn:
            reader, _ = await self._say(method, path, headers or {}, body)
            status, told = await self._heading(reader)
            content = await reader.readexactly(int(told.get("content-length", 0)))
            return Asked(status, told, gzip.decompress(content) if "content-encoding" in told else content)

    async def post(
        self, path: str, form: Mapping[str, str], *, htmx: bool = False, json: bool = False
    ) -> Asked:
        """Send a form, as a page of ours does."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        headers |= {"X-CSRFToken": self.cookies.get("csrftoken", "")}
        headers |= {"HX-Request": "true"} if htmx else {}
        headers |= {"Accept": "application/json"} if json else {}
        return await self.ask("POST", path, headers=headers, body=urlencode(form).encode())

    async def events(self, path: str) -> AsyncIterator[bytes]:
        """The lines of a stream, for ever; nothing else is asked on this connection."""
        reader, _ = await self._say("GET", path, {}, b"")
        while line := await reader.readline():
            yield line

    async def _say(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if (
            self._streams is None or self._streams[0].at_eof()
        ):  # the server ends a line that was silent for long
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        told = {
            "Host": f"127.0.0.1:{self.port}",
            "Cookie": self.cookie,
            "Content-Length": str(len(body)),
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in told.items() if value)
        self._streams[1].write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        return self._streams

    async def _heading(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        status = int((await reader.readline()).split()[1])
        told: dict[str, str] = {}
        while line := (await reader.readline()).strip():
            name, _, value = (part.strip() for part in line.decode().partition(":"))
            told[name.lower()] = value
            if name.lower() == "set-cookie" and (cookie := COOKIE.match(value)):
                self.cookies[cookie[1]] = cookie[2]
        return status, told

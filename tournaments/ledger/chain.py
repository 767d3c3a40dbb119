"""The hash chain of an evening's ledger.

Each entry's hash is the SHA-256 of the hash before it and of the entry's own canonical JSON, so that a changed,
missing, added or reordered entry shows, and the last hash (the head) stands for the whole evening.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

_OFFICER = re.compile(r"(user|former):\d+")
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(value: object) -> str:
    """`value` as the one JSON text for it: keys sorted, no spaces, characters as they are."""
    return _ENCODER.encode(value)


def instant(at: datetime) -> str:
    """An aware time as the chain writes it: UTC, microseconds, a Z."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


@dataclass(frozen=True, slots=True)
class Entry:
    """One act as the ledger holds it. `body` is canonical JSON text, `at` text made by `instant`.

    Where the club has come from another server, keys in `body` and `by` are those of this one; `original` is
    `[body, by]` as they were chained there, as canonical JSON text.
    """

    sequence: int
    act: str
    body: str
    by: str
    at: str
    reason: str
    hash: str = ""
    original: str | None = None

    @property
    def chained(self) -> tuple[str, str]:
        """Body and pseudonym as the chain holds them; both "", which fit no hash, where `original` tells nothing."""
        if self.original is None:
            return self.body, self.by
        try:
            body, by = json.loads(self.original)
        except (ValueError, TypeError):
            return "", ""
        return str(body), str(by)

    def digest(self, previous_hash: str) -> str:
        """The hash that this entry must have after an entry with `previous_hash` ("" before the first)."""
        body, by = self.chained
        text = canonical([self.sequence, self.act, body, by, self.at, self.reason])
        return hashlib.sha256(f"{previous_hash}\n{text}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """An entry with its body read."""

    sequence: int
    act: str
    body: dict[str, Any]
    by: str
    at: datetime
    reason: str


def broken_links(entries: Iterable[Entry], *, length: int, head: str) -> list[str]:
    """What is wrong with a chain that should have `length` entries and end in `head`; empty when it holds."""
    problems: list[str] = []
    previous = ""
    count = 0
    for count, entry in enumerate(entries, start=1):
        if entry.sequence != count:
            problems.append(f"entry {count} of the ledger is numbered {entry.sequence}")
        if entry.digest(previous) != entry.hash:
            problems.append(f"entry {entry.sequence} does not fit the entry before it")
        if _OFFICER.sub("", entry.by) != _OFFICER.sub("", entry.chained[1]):
            problems.append(f"entry {entry.sequence} names somebody else than on the server it comes from")
        previous = entry.hash
    if count != length:
        problems.append(f"the ledger has {count} entries, the evening says {length}")
    if previous != head:
        problems.append(f"the ledger ends in {previous or 'nothing'}, the evening says {head or 'nothing'}")
    return problems

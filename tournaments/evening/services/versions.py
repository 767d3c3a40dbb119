"""Keeping one version of a hand: its ledger entry, its row with the slip, and the answer to whoever sent it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.derivation import Derivation
from scoring.faults import Faults
from tournaments.evening.acts import Act
from tournaments.evening.acts.corrections import slip_data
from tournaments.evening.models import Hand
from tournaments.evening.plan import Setup
from tournaments.evening.record.agreement import AT_A_TABLE
from tournaments.evening.record.record import HandState
from tournaments.evening.replay.rows import points_columns
from tournaments.evening.services.ledger import Book, Written
from tournaments.ledger.chain import canonical, instant
from tournaments.prepared_sql import LAST_KEY, Change, together

UNTOLD = 0
"""In place of the primary key of a phone: it does not tell which it is. All of those at a table count as one."""


@dataclass(frozen=True, slots=True)
class Version:
    """A hand about to be kept.

    Attributes:
        game: the primary key of the table in its round; `table` that of the table.
        hand: as on the game's page of the rules; `slip` is what it scores.
        running: the points of the game after it.
        key: of the request, with its `fingerprint`.
        clock_offset: by how many milliseconds the sender's clock is ahead, if that is known.
        phone: the primary key of the phone that sent it; None or `UNTOLD` where that is not known.
    """

    game: int
    table: int
    round_number: int
    table_number: int
    number: int
    hand: Mapping[str, Any]
    slip: Derivation
    points: Sequence[int]
    running: Sequence[int]
    played_at: datetime
    state: HandState
    key: str
    fingerprint: str
    clock_offset: int | None = None
    late_because: str = ""
    phone: int | None = None

    def body(self) -> dict[str, Any]:
        """What the ledger says of any version."""
        said: dict[str, Any] = {
            "round": self.round_number,
            "table": self.table_number,
            "number": self.number,
            "hand": dict(self.hand),
            "points": list(self.points),
            "played_at": instant(self.played_at),
        }
        if self.clock_offset is not None:
            said["clock_offset"] = self.clock_offset
        return said


def is_own(hand: Hand, phone: int | None) -> bool:
    """Whether a hand that a table entered is this phone's own entry, which another one has to confirm.

    None is nobody's phone: only what people at a table say comes from one.
    """
    return phone is not None and phone == (hand.phone_id or UNTOLD) and hand.entry.by.startswith(AT_A_TABLE)


class ScoredAhead:
    """A hand that is scored before the evening's lock is taken, so that no other table waits for it.

    Arguments:
        setup: what the evening was last known to be played by.
        hand: as on the game's page of the rules; None where the deal is void.
    """

    def __init__(self, setup: Setup, hand: Mapping[str, Any] | None) -> None:
        self._setup = setup
        self._hand = hand
        self._slip: Derivation | Faults | None = None
        if hand is not None:
            try:
                self._slip = setup.score(hand)
            except Faults as refused:
                self._slip = refused

    def under(self, setup: Setup) -> Derivation | None:
        """The slip under what the locked evening is played by; None where the deal is void.

        It is scored again only where the plan has changed since it was last known. Raises Faults.
        """
        if setup.plan != self._setup.plan:
            return ScoredAhead(setup, self._hand).under(setup)
        if isinstance(self._slip, Faults):
            raise self._slip
        return self._slip


def keep(
    book: Book,
    setup: Setup,
    act: type[Act],
    version: Version,
    *,
    more: Mapping[str, Any] | None = None,
    told: str = "",
    also: Sequence[Change] = (),
) -> str:
    """Write the entry and the row of a version; gives the answer to whoever sent it.

    Arguments:
        more: what the act's entry says beside the version.
        told: what the answer says became of the hand, where it does not simply count.
        also: rows that are written together with these.

    Raises Moved where the book is not locked and its evening has moved on; nothing is written then.
    """
    body = {**version.body(), **(more or {})}
    entry, changes = book.prepare(act, body)
    said = _answer(book, setup, version, body, entry, told)
    row = {
        "table_round": version.game,
        "table": version.table,
        "entry": LAST_KEY,
        "number": version.number,
        "hand": body["hand"],
        **points_columns(version.points, by_points=setup.plan.by_points),
        "derivation": slip_data(version.slip),
        "played_at": version.played_at,
        "entered_at": book.at,
        "key": version.key,
        "fingerprint": version.fingerprint,
        "answer": canonical(said),
        "state": version.state.value,
        "confirmed_by": "",
        "late_because": version.late_because,
        "clock_offset": version.clock_offset,
        "phone": version.phone or None,
    }
    together([*changes, Change(Hand, row), *also])
    return canonical({**said, "derivation": [line.as_data() for line in version.slip.lines]})


def _answer(
    book: Book, setup: Setup, version: Version, body: dict[str, Any], entry: Written, told: str
) -> dict[str, Any]:
    """The answer to whoever sent it, as it is stored: the lines of the slip are those of the row."""
    running = list(version.running)
    said = {
        **body,
        "key": version.key,
        "scores": list(version.slip.scores),
        "running": running if setup.plan.by_points else dict(zip("AB", running, strict=True)),
        "target": setup.target,
        "entered_at": instant(book.at),
        "ledger": {"sequence": entry.sequence, "hash": entry.hash},
    }
    return {**said, "state": told} if told else said

"""Names of people, clubs and evenings: bound by the chain of hashes without standing in it.

The ledger holds a salted hash of each name, its commitment; name and salt stand beside the chain. Whoever has
them repeats the hash: `printf 'name\\nSALT\\nNAME' | sha256sum`. Where both are thrown away, the hash tells nobody
who it was, and the chain still holds: so a person can be erased.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.evening import acts
from tournaments.ledger.chain import Entry, canonical
from tournaments.movement.draw import digest

Body = Mapping[str, Any]
HEADING = (
    ("club", "name"),
    ("club", "slug"),
    ("club", "time_zone"),
    ("evening", "name"),
    ("evening", "slug"),
)
"""What stands above an archive and is bound by one commitment, by where it stands there."""
NAME_TICKETS = (acts.CheckIn.name, acts.Arrive.name, acts.Substitute.name)
"""The acts that give tickets out."""
BINDS = (acts.Make.name, acts.ChangePlan.name, *NAME_TICKETS, acts.Publish.name)
"""The acts whose entries bind names."""


def name_commitment(name: str, salt: str) -> str:
    """What the ledger holds of a ticket's name.

    Arguments:
        name: as it is shown.
        salt: 128 bits as hex, drawn for this ticket and kept beside the name.
    """
    return digest("name", salt, name)


def heading_commitment(archive: Mapping[str, Any], salt: str) -> str:
    """What the ledger holds of the names and addresses of club and evening, and of the time zone.

    Arguments:
        archive: an archive, or so much of one as `HEADING` names.
        salt: 128 bits as hex, drawn for this evening.

    Raises:
        KeyError: one of them is missing.
    """
    return digest("heading", salt, canonical([archive[part][name] for part, name in HEADING]))


@dataclass(frozen=True, slots=True)
class BoundTicket:
    """What the ledger binds of a ticket: the name by its commitment, and whether it was a guest's.

    `sequence` is the entry that did; `anew` whether another name had been bound before.
    """

    commitment: str
    guest: bool
    sequence: int
    anew: bool = False


@dataclass(slots=True)
class Bound:
    """What a ledger binds, as its last word is. Ledgers of before names were bound hold nothing of them."""

    heading: str | None = None
    tickets: dict[str, BoundTicket] = field(default_factory=dict)

    def take(self, entry: Entry) -> None:
        """Take in one entry of an act of `BINDS`. Raises KeyError, TypeError or ValueError: it is not whole."""
        body = json.loads(entry.body)
        self.heading = body.get("heading", self.heading)
        if entry.act in (acts.Arrive.name, acts.Substitute.name):
            told = [body]
        else:
            told = body["tickets"] if entry.act == acts.CheckIn.name else body.get("names", [])
        for ticket in told:
            if "name" in ticket:
                self._bind(ticket, entry)

    def _bind(self, ticket: Body, entry: Entry) -> None:
        before = self.tickets.get(ticket["ticket"])
        anew = before is not None and before.commitment != ticket["name"]
        self.tickets[ticket["ticket"]] = BoundTicket(ticket["name"], ticket["guest"], entry.sequence, anew)


def bound(entries: Iterable[Entry]) -> Bound:
    """What the ledger binds of names. Raises KeyError, TypeError or ValueError where an entry is not whole."""
    found = Bound()
    for entry in entries:
        if entry.act in BINDS:
            found.take(entry)
    return found


def without_names(archive: Mapping[str, Any], codes: Collection[str]) -> dict[str, Any]:
    """The archive without the names of these tickets and without what could prove them; its ledger stays as it is."""
    tickets = [
        {**ticket, "name": None, "salt": None} if ticket["code"] in codes else ticket
        for ticket in archive["tickets"]
    ]
    return {**archive, "tickets": tickets}

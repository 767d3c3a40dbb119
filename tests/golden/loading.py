"""A kept evening put back into an empty house: what its ledger does not know, and nothing that follows from it.

People and their tickets, names, salts, keys and slips of hands, words beside seats and archives are put back as they
were. All else is missing or wrong: whoever makes the rows again from the ledger has to make it.
"""

from datetime import date, datetime
from typing import Any

from tests.tournaments.conftest import START
from tournaments.club.models import Club, Player
from tournaments.evening.models import (
    Evening,
    Hand,
    LedgerEntry,
    Publication,
    Round,
    Table,
    TableRound,
    Ticket,
)
from tournaments.evening.record import HandState
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry

Row = dict[str, Any]
LONG_AGO = date(2000, 1, 1)
WRONG = 90
"""Stands where the ledger knows the number."""


def at(told: str) -> datetime:
    return datetime.fromisoformat(told)


def entries_of(ledger: list[Row]) -> list[Entry]:
    names = ("sequence", "act", "body", "by", "at", "reason", "hash")
    return [Entry(**{name: entry[name] for name in names}) for entry in ledger]


def put_back(kept: Row) -> Evening:
    """The evening of a walk, without what follows from its ledger."""
    rows = kept["rows"]
    club = Club.objects.create(**rows["club"], made_at=START)
    known = ("name", "slug", "salt", "ledger_length", "ledger_head")
    evening = Evening.objects.create(
        club=club,
        **{name: rows["evening"][name] for name in known},
        made_at=at(rows["evening"]["made_at"]),
        status=Status.DRAFT,
        date=LONG_AGO,
        plan={},
    )
    LedgerEntry.objects.bulk_create(
        LedgerEntry(evening=evening, **{**entry, "at": at(entry["at"])}) for entry in kept["ledger"]
    )
    _tickets(evening, rows["tickets"])
    Table.objects.bulk_create(Table(evening=evening, number=number) for number in rows["tables"])
    Round.objects.bulk_create(
        Round(evening=evening, number=row["number"], reasons=row["reasons"]) for row in rows["rounds"]
    )
    _hands(evening, rows["hands"])
    for row, archive in zip(rows["publications"], kept["archives"], strict=True):
        Publication.objects.create(
            evening=evening, archive=archive, **{**row, "published_at": at(row["published_at"])}
        )
    return evening


def _tickets(evening: Evening, rows: list[Row]) -> None:
    Player.objects.bulk_create(
        Player(
            pk=row["person"],
            club=evening.club,
            name=row["player"],
            slug=f"player-{row['person']}",
            is_guest=row["guest"],
            made_at=START,
        )
        for row in rows
    )
    Ticket.objects.bulk_create(
        Ticket(
            evening=evening,
            player_id=row["person"],
            code=row["code"],
            salt=row["salt"],
            number=1000 - row["number"],
            colour="wrong",
            arrived_in=WRONG,
            left_in=WRONG,
        )
        for row in rows
    )


def _hands(evening: Evening, rows: list[Row]) -> None:
    """All of them at the first table of the first round, as notes of nothing."""
    if not rows:
        return
    first = evening.tables.get(number=1)
    game = TableRound.objects.create(round=evening.rounds.get(number=1), table=first, hands_count=WRONG)
    sequences = dict(evening.ledger.values_list("sequence", "pk"))
    known = ("derivation", "key", "fingerprint", "answer")
    Hand.objects.bulk_create(
        Hand(
            table_round=game,
            table=first,
            entry_id=sequences[row["entry"]],
            number=WRONG,
            points_a=WRONG,
            points_b=WRONG,
            played_at=at(row["entered_at"]),
            entered_at=at(row["entered_at"]),
            state=HandState.NOTE,
            late_because="wrong",
            clock_offset=WRONG,
            **{name: row[name] for name in known},
        )
        for row in rows
    )

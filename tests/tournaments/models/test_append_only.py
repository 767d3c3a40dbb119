"""The ledger is only ever added to: the database itself refuses everything else."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import F, Model

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import Make
from tournaments.club.models import AuditEntry, Club
from tournaments.club.services import audit
from tournaments.club.services.audit import Asker, audit_actor
from tournaments.evening.models import Evening, LedgerEntry
from tournaments.league.models import League, Season, SeasonEntry


def by_sql(*statement: str) -> Callable[[], object]:
    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(" ".join(statement))

    return run


LEDGERS: dict[type[Model], list[type[Model]]] = {
    LedgerEntry: [Evening, Club],
    SeasonEntry: [Season, League, Club],
}
"""Each ledger with what it is deleted with."""


def changes_of(ledger: type[Model]) -> dict[str, Callable[[], object]]:
    """How somebody might try to take back what a ledger tells."""
    rows, table = ledger._default_manager, ledger._meta.db_table
    return {
        "a body changed to what it is": lambda: rows.update(body=F("body")),
        "a hash changed": lambda: rows.filter(act="make").update(hash="0" * 64),
        "the last entry deleted": lambda: rows.latest("pk").delete(),
        "SQL: UPDATE": by_sql("UPDATE", table, "SET reason = 'because'"),
        "SQL: DELETE of the tail": by_sql("DELETE FROM", table, "WHERE sequence > 1"),
        **{f"{owner.__name__} deleted": owner._default_manager.all().delete for owner in LEDGERS[ledger]},
    }


TAKEN_BACK = [
    pytest.param(ledger, change, id=f"{ledger.__name__}: {name}")
    for ledger in LEDGERS
    for name, change in changes_of(ledger).items()
]


def stays_as_it_is(ledger: type[Model], change: Callable[[], object]) -> None:
    before = list(ledger._default_manager.values_list())
    assert before
    with pytest.raises(DatabaseError), transaction.atomic():
        change()
    assert list(ledger._default_manager.values_list()) == before


@pytest.mark.parametrize(("ledger", "change"), TAKEN_BACK)
def test_the_database_refuses_to_take_back(
    club: Club, make_evening: Make, ledger: type[Model], change: Callable[[], object]
) -> None:
    make_evening(4, until="check_in")
    ASeason.made(club)
    stays_as_it_is(ledger, change)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ledger", LEDGERS)
@pytest.mark.parametrize("time", ["first", "second"])
def test_after_real_transactions_ledgers_are_empty_and_guarded(
    club: Club, make_evening: Make, ledger: type[Model], time: str
) -> None:
    assert not ledger._default_manager.exists()
    make_evening(4, until="playing")
    ASeason.made(club)
    with pytest.raises(DatabaseError, match="append-only"):
        ledger._default_manager.all().delete()


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda: AuditEntry.objects.update(body="{}"), id="a body changed"),
        pytest.param(lambda: AuditEntry.objects.update(network="198.51.100.0/24"), id="another network"),
        pytest.param(lambda: AuditEntry.objects.update(network="", browser="", by="user:2"), id="more hands"),
        pytest.param(lambda: AuditEntry.objects.update(network=""), id="half of where forgotten"),
        pytest.param(lambda: AuditEntry.objects.all().delete(), id="all deleted"),
        pytest.param(lambda: Club.objects.all().delete(), id="the club deleted"),
        pytest.param(by_sql("DELETE FROM tournaments_auditentry"), id="SQL: DELETE"),
    ],
)
def test_nor_does_the_audit_but_from_where(club: Club, change: Callable[[], object]) -> None:
    with audit_actor(lambda: Asker("user:1", "192.0.2.0/24", "Firefox")):
        audit.note(club, "night-added", name="Friday")
    entry = AuditEntry.objects.latest("pk")
    stays_as_it_is(AuditEntry, change)
    AuditEntry.objects.filter(pk=entry.pk).update(network="", browser="")
    entry.refresh_from_db()
    assert (entry.by, entry.act, entry.network, entry.browser) == ("user:1", "night-added", "", "")

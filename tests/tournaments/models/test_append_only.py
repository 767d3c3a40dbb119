"""The ledger is only ever added to: the database itself refuses everything else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import F

from tests.tournaments.a_season import ASeason
from tests.tournaments.an_evening import AnEvening
from tournaments.club.models import AuditEntry, Club
from tournaments.club.services import audit
from tournaments.club.services.audit import Asker, audit_actor
from tournaments.evening.models import Evening, LedgerEntry
from tournaments.league.models import League, Season, SeasonEntry


def by_sql(statement: str) -> Callable[[], object]:
    def run() -> None:
        with connection.cursor() as cursor:
            cursor.execute(statement)

    return run


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda: LedgerEntry.objects.update(body="{}"), id="a body changed"),
        pytest.param(lambda: LedgerEntry.objects.update(body=F("body")), id="a body changed to what it is"),
        pytest.param(
            lambda: LedgerEntry.objects.filter(act="make").update(hash="0" * 64), id="a hash changed"
        ),
        pytest.param(lambda: LedgerEntry.objects.earliest("pk").save(), id="an entry saved again"),
        pytest.param(
            lambda: LedgerEntry.objects.bulk_update(LedgerEntry.objects.all(), ["reason"]),
            id="all saved again",
        ),
        pytest.param(lambda: LedgerEntry.objects.latest("pk").delete(), id="the last entry deleted"),
        pytest.param(lambda: LedgerEntry.objects.all().delete(), id="all deleted"),
        pytest.param(by_sql("UPDATE tournaments_ledgerentry SET reason = 'because'"), id="SQL: UPDATE"),
        pytest.param(by_sql("DELETE FROM tournaments_ledgerentry"), id="SQL: DELETE"),
        pytest.param(
            by_sql("DELETE FROM tournaments_ledgerentry WHERE sequence > 1"), id="SQL: DELETE of the tail"
        ),
        pytest.param(lambda: Evening.objects.all().delete(), id="the evening deleted"),
        pytest.param(lambda: Club.objects.all().delete(), id="the club deleted"),
    ],
)
def test_the_database_refuses_to_take_back(
    make_evening: Callable[..., AnEvening], change: Callable[[], object]
) -> None:
    make_evening(4, until="check_in")
    before = list(LedgerEntry.objects.values_list())
    with pytest.raises(DatabaseError), transaction.atomic():
        change()
    assert list(LedgerEntry.objects.values_list()) == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda: SeasonEntry.objects.update(body="{}"), id="a body changed"),
        pytest.param(lambda: SeasonEntry.objects.update(body=F("body")), id="a body changed to what it is"),
        pytest.param(
            lambda: SeasonEntry.objects.filter(act="make").update(hash="0" * 64), id="a hash changed"
        ),
        pytest.param(lambda: SeasonEntry.objects.earliest("pk").save(), id="an entry saved again"),
        pytest.param(lambda: SeasonEntry.objects.latest("pk").delete(), id="the last entry deleted"),
        pytest.param(lambda: SeasonEntry.objects.all().delete(), id="all deleted"),
        pytest.param(by_sql("UPDATE tournaments_seasonentry SET reason = 'because'"), id="SQL: UPDATE"),
        pytest.param(by_sql("DELETE FROM tournaments_seasonentry"), id="SQL: DELETE"),
        pytest.param(lambda: Season.objects.all().delete(), id="the season deleted"),
        pytest.param(lambda: League.objects.all().delete(), id="the league deleted"),
        pytest.param(lambda: Club.objects.all().delete(), id="the club deleted"),
    ],
)
def test_nor_does_it_take_back_what_the_ledger_of_a_season_tells(
    club: Club, change: Callable[[], object]
) -> None:
    ASeason.made(club)
    before = list(SeasonEntry.objects.values_list())
    assert len(before) == 2
    with pytest.raises(DatabaseError), transaction.atomic():
        change()
    assert list(SeasonEntry.objects.values_list()) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_a_test_with_real_transactions_begins_with_an_empty_and_guarded_ledger(
    make_evening: Callable[..., AnEvening], time: str
) -> None:
    assert not LedgerEntry.objects.exists()
    make_evening(4, until="playing")
    with pytest.raises(DatabaseError, match="append-only"):
        LedgerEntry.objects.all().delete()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("time", ["first", "second"])
def test_and_with_an_empty_and_guarded_ledger_of_a_season(club: Club, time: str) -> None:
    assert not SeasonEntry.objects.exists()
    ASeason.made(club)
    with pytest.raises(DatabaseError, match="append-only"):
        SeasonEntry.objects.all().delete()


def noted(club: Club) -> AuditEntry:
    """An act of a club, with where it was done."""
    with audit_actor(lambda: Asker("user:1", "192.0.2.0/24", "Firefox")):
        audit.note(club, "night-added", name="Friday")
    return AuditEntry.objects.latest("pk")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda: AuditEntry.objects.update(body="{}"), id="a body changed"),
        pytest.param(lambda: AuditEntry.objects.update(network="198.51.100.0/24"), id="another network"),
        pytest.param(
            lambda: AuditEntry.objects.update(network="", browser="", by="user:2"), id="another hand"
        ),
        pytest.param(lambda: AuditEntry.objects.update(network=""), id="half of where forgotten"),
        pytest.param(lambda: AuditEntry.objects.all().delete(), id="all deleted"),
        pytest.param(lambda: Club.objects.all().delete(), id="the club deleted"),
        pytest.param(by_sql("DELETE FROM tournaments_auditentry"), id="SQL: DELETE"),
    ],
)
def test_nor_what_is_kept_of_who_changed_what_but_from_where(
    club: Club, change: Callable[[], object]
) -> None:
    entry = noted(club)
    before = list(AuditEntry.objects.values_list())
    with pytest.raises(DatabaseError), transaction.atomic():
        change()
    assert list(AuditEntry.objects.values_list()) == before
    AuditEntry.objects.filter(pk=entry.pk).update(network="", browser="")
    entry.refresh_from_db()
    assert (entry.by, entry.act, entry.network, entry.browser) == ("user:1", "night-added", "", "")

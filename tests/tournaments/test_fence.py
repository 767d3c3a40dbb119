# ruff: noqa: S608 - the names are those of our own tables
"""On PostgreSQL the web server's own role sees and changes rows of the club that a request is about, and no others.

Django's own filters are off here: whatever a view forgets, the database refuses. A table that is made later has to
stand behind the fence, or in the list of those that hold nothing of one club.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from tests.services import OWNER, WEB
from tests.tournaments.a_full_club import full_club
from tests.tournaments.behind_the_fence import as_the_web
from tests.tournaments.conftest import START
from tests.tournaments.test_foreign_ids import House
from tests.tournaments.the_rows import everything
from tournaments import tenant_guard
from tournaments.club.models import Club, Mail, MemberDetails, Player
from tournaments.evening.models import Evening, Ticket
from tournaments.league.models import LeagueClub, PersonBond, PersonMerge
from tournaments.operations.keys import MayAllError, grant_web_role, is_bound
from tournaments.operations.one_club import CLUBS, MIGRATIONS, WAYS
from tournaments.tenant_guard import READ_EVERYWHERE
from tournaments.work.models import Job
from tournaments.work.outbox import MAIL, enqueue

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.services,
    pytest.mark.usefixtures("fence"),
    pytest.mark.urls(__name__),
]

OPEN: Final = {
    "auth_group": "Django's own, not used",
    "auth_group_permissions": "Django's own, not used",
    "auth_permission": "Django's own, the same everywhere",
    "django_admin_log": "what whoever runs the server did in the admin",
    "django_content_type": "Django's own, the same everywhere",
    "django_migrations": "which migrations were run",
    "django_session": "sessions of accounts and visitors, by a hash",
    "tournaments_accountevent": "what was done to an account",
    "tournaments_accountlink": "opens an account",
    "tournaments_answeredrequest": "what an account was answered, by the account",
    "tournaments_apitoken": "opens an account; looked up before anybody knows for what",
    "tournaments_authenticatorapp": "opens an account",
    "tournaments_bouncingaddress": "hashes of addresses from which mails come back",
    "tournaments_federation": "a group of clubs, with nothing but its name, which is everybody's",
    "tournaments_heartbeat": "when parts of the server were last seen",
    "tournaments_mail": "encrypted until it was sent; the worker sends it",
    "tournaments_passkey": "opens an account",
    "tournaments_recoverycode": "opens an account",
    "tournaments_serverkey": "which key the database belongs to",
    "tournaments_signinlink": "opens an account",
    "tournaments_user": "an account may be of several clubs",
    "tournaments_user_groups": "Django's own, not used",
    "tournaments_user_user_permissions": "Django's own, not used",
    "tournaments_usersession": "where an account is signed in",
    "tournaments_wrongguesses": "hashes of senders",
}
"""The tables outside the fence, each with the reason: their rows are of no single club."""
BESIDE: Final = {table for migration in MIGRATIONS for table in getattr(migration, "BESIDE", ())}
TOLD_TO_ALL: Final = {"tournaments_club", "tournaments_federationclub"}
"""Tables behind the fence whose rows everybody sees and their club alone changes: pages list clubs, federations."""
REFUSED: Final = "row-level security"
Keys = dict[str, set[Any]]
WORK: list[Callable[[], Any]] = []
"""What the view of these tests does next."""


def view(_request: HttpRequest, **_: str) -> HttpResponse:
    """A view that forgets whom it is for."""
    return HttpResponse(repr(WORK.pop()()))


urlpatterns = [path("in/<slug:club>/", view, name="in"), path("of-no-club/", view, name="of-no-club")]


def asked(address: str, work: Callable[[], Any]) -> Any:
    """What `work` gives in a request to this address."""
    given: list[Any] = []
    WORK.append(lambda: given.append(work()))
    Client().get(address)
    return given[0]


def models_fenced() -> Iterator[type[models.Model]]:
    found = apps.get_app_config("tournaments").get_models(include_auto_created=True)
    return (model for model in found if model._meta.db_table not in OPEN)


def key_of(model: type[models.Model]) -> str:
    return str(model._meta.pk.column)


def keys(club: Club) -> Keys:
    found = {
        model._meta.db_table: set(
            model._base_manager.filter(**{WAYS[model._meta.db_table]: club.pk}).values_list("pk", flat=True)
        )
        for model in models_fenced()
        if model._meta.db_table in WAYS
    }
    evenings = found["tournaments_evening"]
    jobs = Job.objects.filter(subject="evening", subject_key__in=evenings)
    return {
        **found,
        "tournaments_club": {club.pk},
        "tournaments_job": set(jobs.values_list("pk", flat=True)),
        "tournaments_federationclub": set(club.federations.values_list("pk", flat=True)),
        "tournaments_personbond": set(
            PersonBond.objects.filter(other__club=club).values_list("pk", flat=True)
        ),
        "tournaments_leagueclub": set(club.leagues_elsewhere.values_list("pk", flat=True)),
        "tournaments_personmerge": set(
            PersonMerge.objects.filter(into__club=club).values_list("pk", flat=True)
        ),
    }


def seen() -> Keys:
    """The keys of all rows there are, for whoever asks."""
    return {
        model._meta.db_table: set(model._base_manager.values_list("pk", flat=True))
        for model in models_fenced()
    }


def does(sql: str, *parameters: Any) -> int | str:
    """How many rows a statement meets, or why it is refused; what it did is taken back."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            count: int = cursor.rowcount
            transaction.set_rollback(True)
    except DatabaseError as refused:
        return str(refused)
    return count


def tries(model: type[models.Model], theirs: set[Any], mine: set[Any], row: str) -> dict[str, int | str]:
    """What comes of changing, deleting and adding a row of another club, and of giving one of ours away."""
    table, key = model._meta.db_table, key_of(model)
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields if not field.generated)
    record = f"jsonb_populate_record(NULL::{table}, %s::jsonb) AS record"
    link = next((f for f in model._meta.fields if f.name == WAYS.get(table, "").split("__")[0]), None)
    told = {
        "change": does(f"UPDATE {table} SET {key} = {key} WHERE {key} = ANY(%s)", list(theirs)),
        "delete": does(f"DELETE FROM {table} WHERE {key} = ANY(%s)", list(theirs)),
        "add": does(f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {record}", row),
    }
    if link is not None and table not in APPEND_ONLY:
        given = f"(SELECT {link.column} FROM {record})"
        told["give"] = does(f"UPDATE {table} SET {link.column} = {given} WHERE {key} = %s", row, min(mine))
    return told


def row_of(model: type[models.Model], key: Any) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT row_to_json(row)::text FROM {model._meta.db_table} AS row WHERE {key_of(model)} = %s",
            [key],
        )
        return str(cursor.fetchone()[0])


APPEND_ONLY: Final = {"tournaments_auditentry", "tournaments_ledgerentry", "tournaments_seasonentry"}
"""Their rows are changed by nobody, whoever asks."""


@pytest.fixture
def mine(db: None) -> House:
    return full_club("Mine")


@pytest.fixture
def theirs(db: None) -> House:
    return full_club("Theirs")


def test_every_table_stands_behind_the_fence_or_holds_nothing_of_one_club() -> None:
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        cursor.execute(
            "SELECT tablename, count(*) FROM pg_policies JOIN pg_class ON relname = tablename "
            "WHERE relrowsecurity GROUP BY tablename"
        )
        fenced = dict(cursor.fetchall())
    assert set(fenced) == {f"tournaments_{name}" for name in {*CLUBS, *BESIDE}} == tables - set(OPEN)
    assert set(fenced.values()) == {4}
    assert set(OPEN) <= tables


def test_who_owns_the_tables_is_refused_as_the_web_server() -> None:
    assert grant_web_role(WEB, "") is False, "it is there already, and is given the same again"
    with pytest.raises(MayAllError):
        grant_web_role(OWNER, "")
    assert not is_bound()
    with as_the_web():
        assert is_bound()


def test_a_request_sees_the_rows_of_its_club_alone(mine: House, theirs: House) -> None:
    own, others = keys(mine.club), keys(theirs.club)
    assert [table for table in own if not own[table] or not others[table]] == []
    there = asked("/in/mine/", seen)
    assert {
        table: found for table, found in there.items() if table not in TOLD_TO_ALL and found & others[table]
    } == {}
    assert {table for table in there if not own[table] <= there[table]} == set()


def test_a_request_changes_no_row_of_another_club(mine: House, theirs: House) -> None:
    own, others = keys(mine.club), keys(theirs.club)
    before = everything()
    for model in models_fenced():
        table = model._meta.db_table
        row = row_of(model, min(others[table]))
        told = asked("/in/mine/", partial(tries, model, others[table], own[table], row))
        assert (told["change"], told["delete"]) == (0, 0), (table, told)
        assert all(REFUSED in str(why) for act, why in told.items() if act in ("add", "give")), (table, told)
        # The control: the owner of the tables is held up by nothing but the rules that bind everybody.
        by_owner = tries(model, others[table], own[table], row)
        assert not any(REFUSED in str(why) for why in by_owner.values()), (table, by_owner)
        assert table in APPEND_ONLY or by_owner["change"] == len(others[table]), (table, by_owner)
    assert everything() == before


def test_a_request_about_no_club_sees_no_clubs_rows(mine: House) -> None:
    there = asked("/of-no-club/", seen)
    assert {table for table, found in there.items() if found & keys(mine.club)[table]} == TOLD_TO_ALL


def test_work_that_is_about_no_club_is_asked_for_by_everybody() -> None:
    def ask() -> str:
        mail = Mail.objects.create(sealed="a mail", made_at=START)
        return enqueue(MAIL, mail, at=START).subject

    assert asked("/of-no-club/", ask) == "mail"


def test_what_a_session_was_told_nothing_of_is_not_there(mine: House) -> None:
    connection.ground = None  # type: ignore[attr-defined]  # of config.postgresql
    for name in ("reads", "writes"):
        with connection.cursor() as cursor:
            cursor.execute(f"RESET head_table.{name}")
    with as_the_web():
        assert not Evening.objects.exists()
        assert Player.objects.update(name="X") == 0


def clubs_seen() -> set[str]:
    return set(Evening.objects.values_list("club__slug", flat=True))


def test_no_request_sees_what_the_one_before_it_saw(mine: House, theirs: House) -> None:
    addresses = ["/in/mine/", "/of-no-club/", "/in/theirs/", "/in/mine/", "/in/nowhere/"]
    assert [asked(address, clubs_seen) for address in addresses] == [
        {"mine"},
        set(),
        {"theirs"},
        {"mine"},
        set(),
    ]


def test_nor_after_one_that_failed(mine: House, theirs: House) -> None:
    def fail() -> None:
        clubs_seen()
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asked("/in/mine/", fail)
    assert asked("/of-no-club/", clubs_seen) == set()
    assert asked("/in/theirs/", clubs_seen) == {"theirs"}


def test_what_is_rolled_back_does_not_bring_back_what_was_said_before(mine: House, theirs: House) -> None:
    def rolled_back() -> list[set[str]]:
        with transaction.atomic():
            first = clubs_seen()
            transaction.set_rollback(True)
        return [first, clubs_seen()]

    assert asked("/in/mine/", rolled_back) == [{"mine"}] * 2
    assert asked("/in/theirs/", rolled_back) == [{"theirs"}] * 2
    assert asked("/of-no-club/", rolled_back) == [set()] * 2


def test_lowered_the_fence_stands_again_afterwards(mine: House, theirs: House) -> None:
    def lowered() -> list[set[str]]:
        with tenant_guard.bypass():
            inside = clubs_seen()
        return [inside, clubs_seen()]

    assert asked("/in/mine/", lowered) == [{"mine", "theirs"}, {"mine"}]


def test_a_failed_statement_leaves_nothing_lowered(mine: House, theirs: House) -> None:
    def failed() -> set[str]:
        with (
            suppress(DatabaseError),
            transaction.atomic(),
            tenant_guard.bypass(),
            connection.cursor() as cursor,
        ):
            cursor.execute("SELECT 1 / 0")
        return clubs_seen()

    assert asked("/in/mine/", failed) == {"mine"}


def test_who_may_look_everywhere_changes_nothing(mine: House, theirs: House) -> None:
    def look() -> tuple[set[str], int, int]:
        tenant_guard.enter(READ_EVERYWHERE)
        return clubs_seen(), Evening.objects.update(version=0), MemberDetails.objects.count()

    assert asked("/of-no-club/", look) == ({"mine", "theirs"}, 0, 0)


def test_clubs_of_one_league_see_what_they_play_and_no_more(mine: House, theirs: House) -> None:
    def look() -> tuple[set[str], set[str], list[int]]:
        tenant_guard.enter(tenant_guard.of_address("mine", across=True))
        details = set(MemberDetails.objects.values_list("player__club__slug", flat=True))
        people, tickets = Player.objects.filter(club=theirs.club), Ticket.objects.all()
        return clubs_seen(), details, [people.update(is_guest=True), tickets.update(colour="blue")]

    assert asked("/in/mine/", look) == ({"mine"}, {"mine"}, [0, len(keys(mine.club)["tournaments_ticket"])])
    LeagueClub.objects.create(
        league=theirs.club.leagues.all()[0], club=mine.club, asked_by="user:1", asked_at=START
    )
    assert asked("/in/mine/", look) == (
        {"mine", "theirs"},
        {"mine"},
        [0, len(keys(mine.club)["tournaments_ticket"])],
    )

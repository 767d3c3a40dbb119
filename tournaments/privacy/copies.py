"""A copy of what is kept about a person: every row that is about them, as `kept` lists them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.apps import apps
from django.db.models import F, Model, Q, QuerySet
from django.shortcuts import get_object_or_404

from tournaments.club.models import Player, User
from tournaments.club.reads.accounts import players_of
from tournaments.ledger.chain import instant
from tournaments.privacy.data_export import KEPT, SECRET, Kept, Rows
from tournaments.signup.sign_ups import key_of

FORMAT = 1
Person = Player | User


@dataclass(frozen=True, slots=True)
class Counted:
    """One kind of thing, and how many rows of it are about a person."""

    kept: Kept
    count: int


def person_of_club(club_id: int, pk: int) -> Player:
    return get_object_or_404(Player.objects.select_related("club"), club=club_id, pk=pk)


def account(pk: int) -> User:
    return get_object_or_404(User, pk=pk)


def all_one_is(user: User) -> list[Person]:
    return [user, *players_of(user)]


def name_of(person: Person) -> str:
    """What tells the people that somebody is apart; "" for an account."""
    return f"{person.name} · {person.club.name}" if isinstance(person, Player) else ""


def counted(person: Person) -> list[Counted]:
    return [
        Counted(entry, sum(_about(rows, person).count() for rows in entry.rows))
        for entry in _about_people_like(person)
    ]


def copy_of(*people: Person, at: datetime) -> dict[str, Any]:
    """Everything that is kept about somebody, who may be several of `people` here.

    It is `{"format", "made_at", "kept": [{"who", "what", "why", "until", "rows"}]}`: `who` as `name_of` has it,
    and `rows` are lists of rows by the name of their model. What opens something, and hashes of it, are left out.
    """
    return {
        "format": FORMAT,
        "made_at": instant(at),
        "kept": [
            {
                "who": name_of(person),
                "what": str(entry.what),
                "why": str(entry.why),
                "until": str(entry.until),
                "rows": {rows.model: list(_copied_rows(rows, person)) for rows in entry.rows},
            }
            for person in people
            for entry in _about_people_like(person)
        ],
    }


def _about_people_like(person: Person) -> Iterator[Kept]:
    whom = "players" if isinstance(person, Player) else "officers"
    yield from (entry for entry in KEPT if entry.whom == whom)


def _copied_rows(rows: Rows, person: Person) -> Iterator[dict[str, Any]]:
    model = model_of(rows)
    hidden = SECRET | rows.without
    columns = [column.attname for column in model._meta.concrete_fields if column.name not in hidden]
    for row in _about(rows, person).values(*columns):
        yield {name: _as_text(value) for name, value in row.items()}


def _as_text(value: Any) -> Any:
    return b64encode(value).decode() if isinstance(value, bytes | memoryview) else value


def model_of(rows: Rows) -> type[Model]:
    app = "admin" if rows.model == "LogEntry" else "tournaments"
    return apps.get_model(app, rows.model)


def _about(rows: Rows, person: Person) -> QuerySet[Model]:
    # Each row once, however many of the lookups lead to the person.
    queryset = model_of(rows)._default_manager.order_by("pk")
    if rows.as_name:
        assert isinstance(person, Player)  # noqa: S101 - names are those of players
        queryset = queryset.filter(announcement__evening__club=person.club_id)
    key: Any = f"user:{person.pk}" if rows.as_by else person.pk
    key = key_of(str(person)) if rows.as_name else key
    either = reduce(or_, (_leads_to(rows, lookup, key) for lookup in rows.by))
    return queryset.filter(pk__in=queryset.filter(either).order_by().values("pk"))


def _leads_to(rows: Rows, lookup: str, wanted: Any) -> Q:
    condition = Q(**{lookup or "pk": wanted})
    if rows.holds:
        # In one filter, so that it is the ticket of this person whose code is looked for.
        condition &= Q(**{f"{rows.holds}__contains": F("evening__tickets__code")})
    return condition

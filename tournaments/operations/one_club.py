"""One club in a file, for another server: written out of a database, and brought into one beside other clubs.

The file is that of a backup with the rows of one club. What hangs on the server itself stays behind: accounts, jobs,
and all links, which are made with its secret key.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from graphlib import TopologicalSorter
from importlib import import_module
from itertools import islice
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet

from scoring.faults import Faults
from tournaments import migrations
from tournaments.club.models import Club, ClubKey, Notice, Officer, Player, User
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.club.services.invitations import NewInvitation, invite
from tournaments.evening.models import Evening, Table, Ticket
from tournaments.evening.round_rules import Status
from tournaments.evening.services import links
from tournaments.league.acts.act import exchanged
from tournaments.league.models import League, PersonBond, PersonMerge, Season, SeasonEntry, SeasonEvening
from tournaments.league.services import tables
from tournaments.league.services.ratings import with_keys
from tournaments.ledger.chain import canonical
from tournaments.ledger.records import ChainedEntry
from tournaments.operations import backup
from tournaments.operations.backup import CLUB_FORMAT, BackupError, BackupReader, BackupWriter, Manifest
from tournaments.operations.restore import Verdict, verify
from tournaments.signup.models import SignUp
from tournaments.work.models import Job, kind_of

MIGRATIONS: Final = [
    import_module(f"{migrations.__name__}.{module.name}")
    for module in iter_modules(migrations.__path__)
    if not module.ispkg
]
CLUBS: Final[dict[str, str]] = {
    table: way for migration in MIGRATIONS for table, way in getattr(migration, "CLUBS", {}).items()
}
"""The tables that migrations put behind the fence by the club of their rows, and the way to it."""
WAYS: Final[dict[str, str]] = {
    f"tournaments_{table}": "__".join([*(step.partition(":")[0] for step in way.split(".") if step), "club"])
    for table, way in CLUBS.items()
}
"""How the club of a row is found, by the name of its table."""
STAYS: Final = {
    *("invitation", "playerclaim", "tablelink", "playerlink", "tabledevice", "doorcode"),
    *("planning", "rehearsal", "federationratingpoint", "calendarlink"),
    *("webhook", "webhookdelivery", "webhookposition"),
}
"""Tables of which no row leaves: links and what they open, webhooks, work of workers, what is of several clubs."""
OFFICERS: Final = "officers.json"


def _models() -> Iterator[Any]:
    # Each after those that its rows refer to.
    every: Iterable[Any] = apps.get_app_config("tournaments").get_models()
    tables_out = WAYS.keys() - {f"tournaments_{table}" for table in STAYS}
    models = {Club, PersonMerge, *(model for model in every if model._meta.db_table in tables_out)}
    graph: TopologicalSorter[Any] = TopologicalSorter()
    for model in sorted(models, key=str):
        parents = {column.related_model for column in backup.columns(model)} & models - {model}
        graph.add(model, *sorted(parents, key=str))
    return iter(graph.static_order())


def _rows(model: Any, club: Club, shared: set[int]) -> QuerySet[Any]:
    merges = PersonMerge.objects.filter(duplicate__club=club, into__club=club)
    special: dict[Any, QuerySet[Any]] = {
        Club: Club.objects.filter(pk=club.pk),
        League: club.leagues.exclude(pk__in=shared),
        Notice: Notice.objects.filter(player__club=club).exclude(state=Notice.State.WAITING),
        PersonMerge: merges.exclude(league__in=shared),
    }
    if model in special:
        return special[model]
    way = WAYS[model._meta.db_table]
    rows: QuerySet[Any] = model._base_manager.filter(**{way: club})
    league = way.removesuffix("__club")
    return rows.exclude(**{f"{league}__in": shared}) if league.endswith("league") else rows


def _shared_leagues(club: Club) -> set[int]:
    # Those in which other clubs are, or were.
    shared = set(club.leagues.filter(guest_clubs__isnull=False).values_list("pk", flat=True))
    ways: dict[str, Any] = {
        "entrants__season": Player,
        "season_lines__season": Player,
        "seasons__season": Evening,
    }
    for way, model in ways.items():
        others = model.objects.exclude(club=club).filter(**{f"{way}__league__club": club})
        shared |= set(others.values_list(f"{way}__league", flat=True))
    return shared


def _left_out(club: Club, shared: set[int]) -> dict[str, int]:
    bonds = PersonBond.objects.filter(Q(one__club=club) | Q(other__club=club))
    merges = PersonMerge.objects.filter(Q(duplicate__club=club) | Q(into__club=club))
    merges_elsewhere = merges.exclude(pk__in=_rows(PersonMerge, club, shared))
    return {
        "leagues with other clubs": len(shared),
        "leagues of other clubs": club.leagues_elsewhere.count(),
        "federations": club.federations.count(),
        "people who are one with others of other clubs": bonds.count() + merges_elsewhere.count(),
    }


def in_words(manifest: Manifest) -> str:
    return ", ".join(f"{what}: {count}" for what, count in manifest.left_out.items() if count) or "nothing"


def write_club(club: Club, path: Path, *, at: datetime) -> Manifest:
    """Write one moment of a club into a new file, and note it in the club; returns what the file holds.

    Raises BackupError where work about the club waits, the file is there already, or it cannot be written.
    """
    with BackupWriter(path) as writer, backup.one_moment():
        if topics := _topics_waiting(club):
            raise BackupError(
                f"Work of this club waits to be done ({', '.join(topics)}): try again when the worker has done it, "
                "and while no round is timed."
            )
        shared = _shared_leagues(club)
        writer.write_tables(_rows(model, club, shared) for model in _models())
        users = User.objects.filter(offices__club=club).distinct().order_by("pk")
        officers = [{"key": user.pk, "name": user.display_name, "mail": user.email} for user in users]
        writer.write_text(OFFICERS, json.dumps(officers, ensure_ascii=False))
        migrated = backup.applied_migrations()
        left_out = _left_out(club, shared)
        manifest = writer.finish(at=at, migrations=migrated, form=CLUB_FORMAT, left_out=left_out)
    audit.note(club, "club-written", at=at)
    return manifest


def _topics_waiting(club: Club) -> list[str]:
    seasons = Season.objects.filter(league__club=club)
    about = (
        Q(subject=kind_of(Club), subject_key=club.pk)
        | Q(subject=kind_of(Evening), subject_key__in=club.evenings.values("pk"))
        | Q(subject=kind_of(Season), subject_key__in=seasons.values("pk"))
    )
    return sorted(set(Job.objects.waiting().filter(about).values_list("topic", flat=True)))


class Arrival(NamedTuple):
    """A club that was brought in: links by which officers come back, by name, and evenings to print papers for."""

    club: Club
    manifest: Manifest
    verdict: Verdict
    invitations: list[tuple[str, str]]
    to_print: list[Evening]


def bring_in(path: Path, *, slug: str, owner: User | None, at: datetime) -> Arrival:
    """Bring a club in with new keys, all of it or nothing; every evening and season is worked out again first.

    Arguments:
        slug: its address here; "" for the one it had.
        owner: becomes an owner too, where one is given.

    Raises BackupError where the file is damaged, no file of a club or of another version, the address is taken,
    nobody would own the club, or what came in does not agree with its ledgers.
    """
    with BackupReader(path, CLUB_FORMAT) as reader:
        _refuse_other_version(reader)
        try:
            with transaction.atomic():
                return _bring_in(reader, slug, owner, at)
        except (DatabaseError, ValidationError, Faults, LookupError, TypeError, ValueError) as error:
            raise BackupError(f"The database refuses what {path} holds: {error}") from error


def _refuse_other_version(reader: BackupReader) -> None:
    with suppress(KeyError):
        if backup.leaves(reader.manifest.migrations) == backup.leaves(backup.applied_migrations()):
            return
    raise BackupError(
        f"{reader.path} was written by another version of Head Table. Update both servers to the same version, and "
        "export the club again."
    )


def _bring_in(reader: BackupReader, slug: str, owner: User | None, at: datetime) -> Arrival:
    writer = _ClubWriter(json.loads(reader.text(OFFICERS)), slug, at)
    for model in _models():
        table = model._meta.db_table
        writer.write(model, reader.manifest.tables[table], reader.rows(table))
    club = Club.objects.get(slug=writer.slug)
    for season in Season.objects.filter(league__club=club, kind=Season.Kind.EVENINGS):
        tables.rebuild(season, at=at)  # those who share a place stand in the order of keys
    audit.note(club, "club-brought-in", at=at)
    invitations = _fill_offices(club, writer.vacant, owner, at)
    evenings = club.evenings.exclude(status__in=(Status.PUBLISHED, Status.ABANDONED))
    links.give_links(list(Table.objects.filter(evening__in=evenings)), at=at)
    links.give_player_links(list(Ticket.objects.filter(evening__in=evenings)), at=at)
    verdict = verify(club)
    if verdict.findings:
        raise BackupError("\n".join([*verdict.findings, "Nothing was changed."]))
    to_print = list(evenings.filter(tickets__isnull=False).distinct())
    return Arrival(club, reader.manifest, verdict, invitations, to_print)


def _fill_offices(
    club: Club, vacant: list[tuple[str, Officer]], owner: User | None, at: datetime
) -> list[tuple[str, str]]:
    if owner is not None:
        office = {"role": Role.OWNER, "ends_at": None}
        club.officers.update_or_create(user=owner, evening=None, defaults=office)
    first = club.officers.filter(role=Role.OWNER, user__is_active=True).first()
    if first is None:
        raise BackupError(
            "Nobody here would own the club: none of its owners has an account with the same confirmed mail. Name "
            "an owner with --owner."
        )
    return [
        (name, invite(club, first.user, at, _invitation(name, office)))
        for name, office in vacant
        if office.ends_at is None or office.ends_at > at
    ]


def _invitation(name: str, office: Officer) -> NewInvitation:
    evening = office.evening.slug if office.evening else None
    role: Any = Role(office.role).name.lower()
    return NewInvitation(called=name, role=role, evening=evening, ends_at=office.ends_at)


def _account(mail: str) -> int | None:
    # The program keeps a mail only once it was confirmed.
    users = User.objects.filter(email__iexact=mail, is_active=True) if mail else User.objects.none()
    keys: list[int] = list(users.values_list("pk", flat=True)[:2])
    return keys[0] if len(keys) == 1 else None


class _ClubWriter:
    """Writes the rows of a file with keys of this database; `vacant` are the offices whose holders are not here."""

    def __init__(self, officers: list[dict[str, Any]], slug: str, at: datetime) -> None:
        self.vacant: list[tuple[str, Officer]] = []
        self.at = at
        self.slug, self._former_slug = slug, ""
        self._names = {officer["key"]: officer["name"] for officer in officers}
        mails = Counter(officer["mail"] for officer in officers)
        accounts = {
            officer["key"]: _account(officer["mail"]) for officer in officers if mails[officer["mail"]] == 1
        }
        self._keys: dict[Any, dict[Any, Any]] = {User: {key: pk for key, pk in accounts.items() if pk}}
        self._kinds: dict[int, str] = {}

    def write(self, model: Any, names: list[str], rows: Iterator[list[Any]]) -> None:
        columns = {column.column: column for column in backup.columns(model)}
        in_order = [columns[name] for name in names]
        keys = self._keys[model] = {}
        # A row that refers to another of its table finds it written.
        at_once = 1 if any(column.related_model is model for column in in_order) else 500
        while batch := list(islice(rows, at_once)):
            new_rows = {}
            for values in batch:
                pairs = list(zip(in_order, values, strict=True))
                former = {column.attname: value for column, value in pairs}
                row = self._row(model, former, {c.attname: self._value(c, value) for c, value in pairs})
                if row is not None:
                    new_rows[former[model._meta.pk.attname]] = row
            model._base_manager.bulk_create(new_rows.values())
            keys |= {key: row.pk for key, row in new_rows.items()}

    def _row(self, model: Any, former: dict[str, Any], values: dict[str, Any]) -> Any:
        if not model._meta.pk.is_relation:
            del values[model._meta.pk.attname]
        if issubclass(model, ChainedEntry):
            self._exchange(model, former, values)
        elif model is Club:
            self._former_slug, values["slug"] = former["slug"], self._address(former["slug"])
            values |= {
                **values["audiences_before"],
                "audiences_before": {},
                "suspended_at": None,
                "allowances": {},
            }
        elif model is Season:
            self._kinds[former["id"]] = former["kind"]
        elif model is SeasonEvening and former["result"] is not None:
            values["result"] = with_keys(former["result"], self._player)
        elif model is SignUp:
            values["token_hash"] = ""
        elif model is ClubKey:
            values["sealed"] = ""  # another server makes itself a key
            values["retired_at"] = values["retired_at"] or self.at
        elif model is Officer and values["user_id"] is None:
            self.vacant.append((self._names[former["user_id"]], Officer(**values)))
            return None
        return model(**values)

    def _value(self, column: Any, value: Any) -> Any:
        if column.related_model:
            return self._keys.get(column.related_model, {}).get(value)
        if isinstance(value, str) and (column.name in ("by", "about") or column.name.endswith("_by")):
            return self._pseudonym(value)
        return backup.value_read(column, value)

    def _pseudonym(self, former: str) -> str:
        key = former.removeprefix(audit.OFFICER)
        if key == former or not key.isdecimal():
            return former
        account = self._keys[User].get(int(key))
        return f"{audit.OFFICER}{account}" if account else f"{audit.FORMER}{key}"

    def _exchange(self, model: Any, former: dict[str, Any], values: dict[str, Any]) -> None:
        # The chain stays what it is; what is read are keys of here.
        if model is SeasonEntry:
            body, kind = json.loads(former["body"]), self._kinds[former["season_id"]]
            values["body"] = canonical(exchanged(body, kind, self._player, self._evening))
        before = [former["body"], former["by"]]
        if former["original"] is None and before != [values["body"], values["by"]]:
            values["original"] = canonical(before)

    def _address(self, former: str) -> str:
        self.slug = Club._meta.get_field("slug").clean(self.slug or former, None)
        if Club.objects.filter(slug=self.slug).exists():
            raise BackupError(f"The address “{self.slug}” is taken here. Give the club another with --slug.")
        return self.slug

    def _player(self, former: int) -> int:
        key: int = self._keys[Player].get(former, -former)  # nobody, and nobody ever
        return key

    def _evening(self, address: str) -> str:
        club, _, evening = address.partition("/")
        return f"{self.slug}/{evening}" if club == self._former_slug else address

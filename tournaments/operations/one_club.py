"""One club in a file, for another server: written out of a database, and brought into one beside other clubs.

The file is that of a backup with the rows of one club. What hangs on the server itself stays behind: accounts, jobs,
and all links, which are made with its secret key.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from graphlib import TopologicalSorter
from importlib import import_module
from itertools import islice
from operator import or_
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet

from scoring.faults import Faults
from tournaments import migrations
from tournaments.club.models import Club, Officer, Player, User
from tournaments.club.roles import Role
from tournaments.club.services import audit, invitations
from tournaments.evening.models import Evening, Table, Ticket
from tournaments.evening.round_rules import Status
from tournaments.evening.services import links
from tournaments.league.acts.act import exchanged
from tournaments.league.models import (
    EntrantMember,
    FederationClub,
    League,
    PersonBond,
    PersonMerge,
    Season,
    SeasonEntry,
    SeasonEvening,
    SeasonLine,
)
from tournaments.league.services import tables
from tournaments.league.services.ratings import with_keys
from tournaments.ledger.chain import canonical
from tournaments.ledger.records import ChainedEntry
from tournaments.operations import backup
from tournaments.operations.backup import CLUB_FORMAT, BackupError, BackupReader, BackupWriter, Manifest
from tournaments.operations.restore import verify
from tournaments.signup.models import SignUp
from tournaments.work.models import Job, kind_of

# --- Whose rows are whose ---------------------------------------------------------------------------------

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
STAYS: Final = frozenset(
    f"tournaments_{table}"
    for table in (
        # Opened by links, or links themselves.
        *("invitation", "playerclaim", "tablelink", "playerlink", "tabledevice", "doorcode"),
        # Work of this server's workers.
        *("planning", "rehearsal"),
        # Of several clubs.
        "federationratingpoint",
    )
)
"""Tables of which no row leaves the server."""
OFFICERS: Final = "officers.json"
FORMER: Final = "former:"
"""Whom a pseudonym stands for who has no account here."""


def _models() -> Iterator[Any]:
    """The models of which rows leave with a club, each after those that its rows refer to."""
    every: Iterable[Any] = apps.get_app_config("tournaments").get_models()
    below = (model for model in every if model._meta.db_table in WAYS.keys() - STAYS)
    chosen: set[Any] = {Club, PersonMerge, *below}
    graph: TopologicalSorter[Any] = TopologicalSorter()
    for model in sorted(chosen, key=str):
        above = {column.related_model for column in backup.columns(model)}
        graph.add(model, *sorted(above & chosen - {model}, key=str))
    return iter(graph.static_order())


def _rows(model: Any, club: Club, shared: list[int]) -> QuerySet[Any]:
    if model is Club:
        return Club.objects.filter(pk=club.pk)
    if model is PersonMerge:
        own = PersonMerge.objects.filter(duplicate__club=club, into__club=club)
        return own.exclude(league__in=shared)
    way = "pk__club" if model is League else WAYS[model._meta.db_table]
    rows: QuerySet[Any] = model._base_manager.filter(**{way.removeprefix("pk__"): club})
    league = way.removesuffix("__club")
    return rows.exclude(**{f"{league}__in": shared}) if league.endswith(("league", "pk")) else rows


def _shared_leagues(club: Club) -> list[int]:
    """The leagues of a club in which other clubs are, or were."""
    shared = set(club.leagues.filter(guest_clubs__isnull=False).values_list("pk", flat=True))
    ways = ((SeasonEvening, "evening"), (EntrantMember, "player"), (SeasonLine, "player"))
    for model, way in ways:
        others = model._base_manager.filter(season__league__club=club).exclude(**{f"{way}__club": club})
        shared |= set(others.values_list("season__league", flat=True))
    return sorted(shared)


def _left_out(club: Club, shared: list[int]) -> dict[str, int]:
    bonds = PersonBond.objects.filter(Q(one__club=club) | Q(other__club=club))
    merges = PersonMerge.objects.filter(Q(duplicate__club=club) | Q(into__club=club))
    merges = merges.exclude(pk__in=_rows(PersonMerge, club, shared))
    return {
        "leagues with other clubs": len(shared),
        "leagues of other clubs": club.leagues_elsewhere.count(),
        "federations": FederationClub.objects.filter(club=club).count(),
        "people who are one with others of other clubs": bonds.count() + merges.count(),
    }


def in_words(manifest: Manifest) -> str:
    return ", ".join(f"{what}: {count}" for what, count in manifest.left_out.items() if count) or "nothing"


# --- Out ----------------------------------------------------------------------------------------------------


def write_club(club: Club, path: Path, *, at: datetime) -> Manifest:
    """Write one moment of a club into a new file, and note it in the club; returns what the file holds.

    Raises BackupError where work about the club waits, the file is there already, or it cannot be written.
    """
    with BackupWriter(path) as writer, backup.one_moment():
        waiting = _waiting(club)
        if waiting:
            raise BackupError(
                f"Work of this club waits to be done ({', '.join(waiting)}): try again when the worker has done it, "
                "and while no round is timed."
            )
        shared = _shared_leagues(club)
        writer.write_tables(_rows(model, club, shared) for model in _models())
        users = User.objects.filter(offices__club=club).distinct().order_by("pk")
        told = [{"key": user.pk, "name": user.display_name, "mail": user.email} for user in users]
        writer.write_text(OFFICERS, json.dumps(told, ensure_ascii=False))
        moment: dict[str, Any] = {"at": at, "migrations": backup.applied_migrations()}
        manifest = writer.finish(**moment, form=CLUB_FORMAT, left_out=_left_out(club, shared))
    audit.note(club, "club-written", at=at)
    return manifest


def _waiting(club: Club) -> list[str]:
    about: dict[str, Any] = {
        kind_of(Club): [club.pk],
        kind_of(Evening): club.evenings.values("pk"),
        kind_of(Season): Season.objects.filter(league__club=club).values("pk"),
    }
    wanted = reduce(or_, (Q(subject=kind, subject_key__in=keys) for kind, keys in about.items()))
    return sorted(set(Job.objects.waiting().filter(wanted).order_by().values_list("topic", flat=True)))


# --- In -----------------------------------------------------------------------------------------------------


class Invited(NamedTuple):
    name: str
    token: str


@dataclass
class Arrival:
    """A club that was brought in, who was invited to be its officer again, and the evenings to print papers for."""

    club: Club
    manifest: Manifest
    rows: int
    evenings: int
    seasons: int
    invited: list[Invited] = field(default_factory=list)
    to_print: list[Evening] = field(default_factory=list)


def bring_in(path: Path, *, slug: str, owner: User | None, at: datetime) -> Arrival:
    """Bring a club in with new keys, all of it or nothing; every evening and season is worked out again first.

    Arguments:
        slug: its address here; "" for the one it had.
        owner: becomes an owner too, where one is given.

    Raises BackupError where the file is damaged, no file of a club or of another version, the address is taken,
    nobody would own the club, or what came in does not agree with its ledgers.
    """
    with BackupReader(path, CLUB_FORMAT) as reader:
        _refuse_other_version(path, reader.manifest)
        try:
            with transaction.atomic():
                return _bring_in(reader, slug, owner, at)
        except (DatabaseError, ValidationError, Faults, LookupError, TypeError, ValueError) as error:
            raise BackupError(
                f"The database refuses what {path} holds: {error}. Nothing was changed."
            ) from error


def _refuse_other_version(path: Path, manifest: Manifest) -> None:
    own = backup.leaves(backup.applied_migrations())
    try:
        is_same = backup.leaves(manifest.migrations) == own
    except KeyError:
        is_same = False
    if not is_same:
        raise BackupError(
            f"{path} was written by another version of Head Table. Update both servers to the same version, and "
            "write the club out again."
        )


def _bring_in(reader: BackupReader, slug: str, owner: User | None, at: datetime) -> Arrival:
    writer = _ClubWriter(json.loads(reader.text(OFFICERS)), slug)
    for model in _models():
        table = model._meta.db_table
        writer.write(model, reader.manifest.tables[table], reader.rows(table))
    club = Club.objects.get(slug=writer.slug)
    for season in Season.objects.filter(league__club=club, kind=Season.Kind.EVENINGS):
        tables.rebuild(season, at=at)  # who is level stands in the order of keys
    audit.note(club, "club-brought-in", at=at)
    invited = _fill_offices(club, writer.vacant, owner, at)
    evenings = club.evenings.exclude(status__in=(Status.PUBLISHED, Status.ABANDONED))
    links.give_links(list(Table.objects.filter(evening__in=evenings)), at=at)
    links.give_player_links(list(Ticket.objects.filter(evening__in=evenings)), at=at)
    verdict = verify(club)
    if verdict.findings:
        raise BackupError("\n".join([*verdict.findings, "Nothing was changed."]))
    to_print = list(evenings.filter(tickets__isnull=False).distinct())
    return Arrival(club, reader.manifest, writer.rows, verdict.evenings, verdict.seasons, invited, to_print)


def _fill_offices(
    club: Club, vacant: list[tuple[str, Officer]], owner: User | None, at: datetime
) -> list[Invited]:
    if owner is not None:
        Officer.objects.update_or_create(
            user=owner, club=club, evening=None, defaults={"role": Role.OWNER, "ends_at": None}
        )
    first = club.officers.filter(role=Role.OWNER, evening=None, user__is_active=True).first()
    if first is None:
        raise BackupError(
            "Nobody here would own the club: none of its owners has an account with the same confirmed mail. Name "
            "an owner with --owner."
        )
    invited = []
    for name, office in vacant:
        if office.ends_at is None or office.ends_at > at:
            told = {"called": name, "role": Role(office.role).name.lower(), "ends_at": office.ends_at}
            evening = office.evening.slug if office.evening else None
            new = invitations.NewInvitation.model_validate({**told, "evening": evening})
            invited.append(Invited(name, invitations.invite(club, first.user, at, new)))
    return invited


class _ClubWriter:
    """Writes the rows of a file with keys of this database; `vacant` are the offices whose holders are not here."""

    def __init__(self, officers: list[dict[str, Any]], slug: str) -> None:
        self.rows = 0
        self.vacant: list[tuple[str, Officer]] = []
        self.slug, self._former_slug = slug, ""
        self._names = {officer["key"]: officer["name"] for officer in officers}
        mails = Counter(officer["mail"] for officer in officers)
        accounts = {o["key"]: _account(o["mail"]) for o in officers if mails[o["mail"]] == 1}
        self._keys: dict[Any, dict[Any, Any]] = {User: {key: pk for key, pk in accounts.items() if pk}}
        self._kinds: dict[int, str] = {}

    def write(self, model: Any, names: list[str], rows: Iterator[list[Any]], *, at_once: int = 500) -> None:
        columns = {column.column: column for column in backup.columns(model)}
        chosen = [columns[name] for name in names]
        keys = self._keys[model] = {}
        own = next((column.attname for column in chosen if column.related_model is model), "")
        above: dict[Any, Any] = {}
        while batch := list(islice(rows, at_once)):
            told = [{c.attname: value for c, value in zip(chosen, row, strict=True)} for row in batch]
            made = {row[model._meta.pk.attname]: self._made(model, chosen, row) for row in told}
            new = {former: row for former, row in made.items() if row is not None}
            model._base_manager.bulk_create(new.values())
            keys |= {former: row.pk for former, row in new.items()}
            above |= {row[model._meta.pk.attname]: row[own] for row in told if row.get(own)}
            self.rows += len(new)
        for former, whom in above.items():
            model._base_manager.filter(pk=keys[former]).update(**{own: keys[whom]})

    def _made(self, model: Any, columns: list[Any], told: dict[str, Any]) -> Any:
        """A row that is not written yet; None where it is an office of somebody who has no account here."""
        values = {column.attname: self._value(model, column, told[column.attname]) for column in columns}
        if not model._meta.pk.is_relation:
            del values[model._meta.pk.attname]
        if issubclass(model, ChainedEntry):
            self._exchange(model, told, values)
        elif model is Club:
            self._former_slug, values["slug"] = told["slug"], self._address(told["slug"])
        elif model is Season:
            self._kinds[told["id"]] = told["kind"]
        elif model is SeasonEvening and told["result"] is not None:
            values["result"] = with_keys(told["result"], self._player)
        elif model is SignUp:
            values["token_hash"] = ""
        row = model(**values)
        if model is Officer and row.user_id is None:
            self.vacant.append((self._names[told["user_id"]], row))
            return None
        return row

    def _value(self, model: Any, column: Any, value: Any) -> Any:
        if column.related_model:
            return (
                self._keys.get(column.related_model, {}).get(value) if column.related_model != model else None
            )
        if isinstance(value, str) and (column.name in ("by", "about") or column.name.endswith("_by")):
            return self._known_as(value)
        return backup.value_read(column, value)

    def _known_as(self, pseudonym: str) -> str:
        key = pseudonym.removeprefix(audit.OFFICER)
        if key == pseudonym or not key.isdecimal():
            return pseudonym
        account = self._keys[User].get(int(key))
        return f"{audit.OFFICER}{account}" if account else f"{FORMER}{key}"

    def _exchange(self, model: Any, told: dict[str, Any], values: dict[str, Any]) -> None:
        # The chain stays what it is; what is read are keys of here.
        if model is SeasonEntry:
            body, kind = json.loads(told["body"]), self._kinds[told["season_id"]]
            values["body"] = canonical(exchanged(body, kind, self._player, self._evening))
        before = [told["body"], told["by"]]
        if told["original"] is None and before != [values["body"], values["by"]]:
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
        club, slash, evening = address.partition("/")
        return f"{self.slug}{slash}{evening}" if club == self._former_slug else address


def _account(mail: str) -> int | None:
    """The one account with this mail, which the program keeps only once it was confirmed."""
    users = User.objects.filter(email__iexact=mail, is_active=True) if mail else User.objects.none()
    keys = list(users.values_list("pk", flat=True)[:2])
    return keys[0] if len(keys) == 1 else None

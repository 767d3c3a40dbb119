"""Who may see what. Everything else is reached from what these give; what an asker may not see is not found."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import (
    BigIntegerField,
    Exists,
    F,
    FilteredRelation,
    Max,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce, Greatest

from tournaments.club.models import Club, Officer, Player
from tournaments.club.publicity import Part
from tournaments.club.reads.permissions import IN_OFFICE, Asker, offices_of
from tournaments.club.reads.visitors import Visitor
from tournaments.club.roles import Role
from tournaments.evening import acts
from tournaments.evening.models import (
    Evening,
    LedgerEntry,
    PlayerLink,
    Table,
    TableDevice,
    TableLink,
    TableRound,
    Ticket,
)
from tournaments.evening.status import Status
from tournaments.prepared_sql import Prepared, Row, Slot

HIDDEN = (Status.DRAFT, Status.ABANDONED)


def evenings_of(user: Asker, least: Role = Role.SCORER) -> QuerySet[Evening]:
    """The evenings in which `user` is at least that, by an office in the club or in the evening, each with its club.

    The highest role is there as `held`, that in the whole club as `held_in_club`, None for none.
    """
    of_club = Q(club__officers__evening=None)
    return (
        _in_office(user, least)
        .annotate(held=Max("club__officers__role"), held_in_club=Max("club__officers__role", filter=of_club))
        .select_related("club")
    )


def as_officer(user: Asker, evening: Evening) -> Evening:
    """The evening with what `user` is in it as `held`, or as it was for who is nothing there; one query for who has
    signed in, else none."""
    if not user.is_authenticated:
        return evening
    return evenings_of(user).filter(pk=evening.pk).first() or evening


def evenings_of_their_own(user: Asker) -> QuerySet[Evening]:
    """The evenings in which `user` holds an office of that evening alone, the latest first, each with its club."""
    found = Evening.objects.filter(officers__in=offices_of(user)).select_related("club")
    return found.order_by("-date", "-pk")


def _in_office(user: Asker, least: Role) -> QuerySet[Evening]:
    """The same, once for each of the offices."""
    of_it = Q(club__officers__evening=None) | Q(club__officers__evening=F("pk"))
    return Evening.objects.filter(of_it, club__officers__in=offices_of(user), club__officers__role__gte=least)


def in_office(pairs: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """The pairs of an evening and a user who holds an office there, of those given; one query, none for none."""
    if not pairs:
        return set()
    evenings, users = zip(*pairs, strict=True)
    offices = Officer.objects.filter(IN_OFFICE, user__in=users, user__is_active=True)
    of_it = Q(club__officers__evening=None) | Q(club__officers__evening=F("pk"))
    rows = Evening.objects.filter(
        of_it, pk__in=evenings, club__officers__in=offices, club__put_away_at__isnull=True
    )
    return {*rows.order_by().values_list("pk", "club__officers__user")}


def public_evenings(visitor: Visitor) -> QuerySet[Evening]:
    """The evenings a visitor may see: from the open doors on, of clubs that show them their results."""
    return _shown().filter(visitor.seen(Part.RESULTS, "club")).select_related("club")


def _shown() -> QuerySet[Evening]:
    return Evening.objects.exclude(status__in=HIDDEN).filter(club__put_away_at__isnull=True)


class PublicVersion(NamedTuple):
    """Which evening stands at a public address, and everything that tells one state of it from another."""

    pk: int
    salt: str
    version: int
    club: str
    time_zone: str
    language: str
    club_pk: int
    audience: int
    settings: int


def public_version(visitor: Visitor, club: str, evening: str) -> PublicVersion | None:
    """The evening at this address, if the visitor may see it; one query where everybody may."""
    row = _PUBLIC.one(club=club, evening=evening)
    found = PublicVersion(*row) if row else None
    return found if found and visitor.is_in(found.club_pk, found.audience) else None


_PUBLIC = Prepared(
    lambda: (
        _shown()
        .filter(club__slug=Slot("club"), slug=Slot("evening"))
        .order_by()
        .values_list(
            *("pk", "salt", "version", "club__name", "club__time_zone", "club__language"),
            *("club", "club__results_for", "club__settings_version"),
        )
    )
)


def shown_at(table: OuterRef | Value, evening: str = "") -> Greatest:
    """The version of what the phones of a table show, of rows that know its evening by this prefix."""
    games = TableRound.objects.filter(
        round__evening=OuterRef(f"{evening}pk"),
        round__number=OuterRef(f"{evening}current_round"),
        table__number=table,
    )
    alone = Coalesce(Subquery(games.values("version")[:1]), Value(0), output_field=BigIntegerField())
    return Greatest(F(f"{evening}room_version"), alone)


def live_table_link(token_hash: str, phone_hash: str = "") -> TableLink | None:
    """The link with this hash that is not revoked, with its table, evening and club; one query, made once.

    Its `phone` is the one with `phone_hash`, if that has opened the link before, with its owner's ticket; `shown` is
    the version of what it shows.
    """
    row = _LINK.one(token=token_hash, phone=phone_hash)
    if row is None:
        return None
    parts = _parts(row[:-1])
    link, table, evening, club, phone, ticket = parts
    assert isinstance(link, TableLink)  # noqa: S101 - as the statement has it
    link.table, link.table.evening, link.table.evening.club = table, evening, club
    if phone is not None:
        phone.ticket = ticket
    link.phone, link.shown = phone, row[-1]
    return link


_JOINED: Final[tuple[tuple[str, type[Model]], ...]] = (
    ("", TableLink),
    ("table__", Table),
    ("table__evening__", Evening),
    ("table__evening__club__", Club),
    ("phone__", TableDevice),
    ("phone__ticket__", Ticket),
)
"""What a request of a phone reads together, and where its columns stand."""


def _columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


def _parts(row: Row) -> list[Any]:
    """The row of the statement as rows of their models; None for one that is not there."""
    found: list[Any] = []
    for _, model in _JOINED:
        names = _columns(model)
        values, row = row[: len(names)], row[len(names) :]
        found.append(None if values[0] is None else model.from_db(DEFAULT_DB_ALIAS, names, values))
    return found


def _link() -> QuerySet[Any, Any]:
    its_phone = FilteredRelation("devices", condition=Q(devices__token_hash=Slot("phone")))
    links = TableLink.objects.filter(token_hash=Slot("token"), revoked_at__isnull=True)
    shown = shown_at(OuterRef("table__number"), "table__evening__")
    names = [f"{where}{column}" for where, model in _JOINED for column in _columns(model)]
    # The type checker's plugin does not know that an annotation may be a relation.
    return links.annotate(phone=its_phone, shown_now=shown).order_by().values_list(*names, "shown_now")  # type: ignore[no-redef]


_LINK = Prepared(_link)


def published_evening(ended_token_hash: str) -> Evening | None:
    """The evening of a table's link with this hash that has ended, where it is published; one query."""
    ended = Q(tables__links__token_hash=ended_token_hash, tables__links__revoked_at__isnull=False)
    published = Evening.objects.filter(ended, status=Status.PUBLISHED)
    return published.select_related("club").first()


def table_link_by_code(code_hash: str) -> TableLink | None:
    """The link that is not revoked whose code has this hash, with its table, evening and club; one query."""
    links = TableLink.objects.filter(code_hash=code_hash, revoked_at__isnull=True)
    return links.select_related("table__evening__club").first()


def live_player_link(token_hash: str) -> PlayerLink | None:
    """The personal link with this hash that is not revoked, with ticket, player, evening and club; one query."""
    return _player_links().filter(token_hash=token_hash).first()


def player_link_by_code(code_hash: str) -> PlayerLink | None:
    """The personal link that is not revoked whose code has this hash, with the same; one query."""
    return _player_links().filter(code_hash=code_hash).first()


def _player_links() -> QuerySet[PlayerLink]:
    live = PlayerLink.objects.filter(revoked_at__isnull=True)
    return live.select_related("ticket__player", "ticket__evening__club")


def told_to(user: Asker) -> QuerySet[Evening]:
    """The evenings of whose moves the asker's open pages hear: those whose doors have been opened, and their own.

    To whom a club shows them is asked by `live`, for phones at its tables hear of them all. One that was called off
    before its doors had opened was nobody's to see, and still is not.
    """
    opened = LedgerEntry.objects.filter(evening=OuterRef("pk"), act=acts.OpenDoors.name)
    called_off = Evening.objects.filter(Exists(opened), status=Status.ABANDONED)
    found = Evening.objects.filter(Q(pk__in=_shown().values("pk"))) | called_off
    if not user.is_authenticated:
        return found
    return found | Evening.objects.filter(pk__in=_in_office(user, Role.SCORER).values("pk"))


def players_called(club: str, name: str, number: int | None = None) -> list[Player]:
    """The people of the club at an address who bear exactly this name; of several the one with the `number`."""
    found = Player.objects.filter(club__slug=club, name=name).order_by("pk")
    return list(found if number is None else found.filter(pk=number))


def every_evening(address: str = "") -> QuerySet[Evening]:
    """All evenings, for whoever sits at the server's own terminal; or the one at `club/evening`."""
    evenings = Evening.objects.select_related("club").order_by("pk")
    if not address:
        return evenings
    club, _, slug = address.partition("/")
    return evenings.filter(club__slug=club, slug=slug)

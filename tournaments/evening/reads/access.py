"""Who may see what. Everything else is reached from what these give; what an asker may not see is not found."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import (
    BigIntegerField,
    Exists,
    F,
    FilteredRelation,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
)
from django.db.models.functions import Coalesce, Greatest

from tournaments.club.models import ApiToken, Officer, Player, SignInLink, User
from tournaments.club.reads.access import IN_OFFICE, Asker, Visitor, live_api_token, offices_of, prepared_for
from tournaments.club.roles import Needed, Part, Role, roles_for
from tournaments.evening import acts
from tournaments.evening.acts.act import IN_ROUND
from tournaments.evening.models import (
    Evening,
    Hand,
    LedgerEntry,
    Objection,
    PlayerLink,
    Seat,
    TableLink,
    TableRound,
)
from tournaments.evening.round_rules import OVER, Status
from tournaments.movement.draw import commitment
from tournaments.prepared_sql import Prepared, PreparedModel, Slot
from tournaments.site.web.pages import or_404

__all__ = ["ApiToken", "SignInLink", "TableKey", "User", "link_at", "live_api_token", "table_of"]

_TABLE = Prepared(
    lambda: (
        TableLink.objects.filter(token_hash=Slot("token_hash"), revoked_at__isnull=True)
        .order_by()
        .values_list(
            "table__evening_id", "table__evening__club__slug", "table__evening__slug", "table__number", "pk"
        )
    )
)


@dataclass(frozen=True, slots=True)
class TableKey:
    evening_id: int
    club: str
    evening: str
    table: int
    link_id: int

    @property
    def by(self) -> str:
        return f"table:{self.table}"

    @property
    def sender(self) -> str:
        return f"table {self.evening_id} {self.table}"


def table_of(token_hash: str) -> TableKey | None:
    """The table of the live link with this hash; one prepared query, for it stands before every hand."""
    row = _TABLE.fetch(token_hash=token_hash)
    return None if row is None else TableKey(*row)


def link_at(pk: int) -> TableLink:
    return TableLink.objects.select_related("table").get(pk=pk)


@dataclass(frozen=True, slots=True)
class HandVisibility:
    """Of the hands of `round`, if that is in play, only those of `tables` are seen; all others are.

    A director who plays tonight sees no hands of other tables in play, until they say that they look.
    """

    round: int | None = None
    tables: frozenset[int] = frozenset()

    def sees(self, round_number: int, table: int) -> bool:
        return round_number != self.round or table in self.tables

    def sees_entry(self, body: Mapping[str, Any]) -> bool:
        return "hand" not in body or self.sees(body["round"], body["table"])


EVERYTHING = HandVisibility()


def sight_of(user: Asker, evening: Evening) -> HandVisibility:
    """What a user sees of the hands at the tables; three queries at most, none while no round is in play."""
    if evening.status not in IN_ROUND or user.pk is None:
        return EVERYTHING
    tickets = evening.tickets.filter(
        left_in__isnull=True, player__offices__user_id=user.pk, player__offices__club_id=evening.club_id
    )
    mine = tickets.values_list("pk", flat=True).first()
    if mine is None:
        return EVERYTHING
    number = evening.current_round
    sits = Seat.objects.filter(ticket_id=mine, round__number=number, table_round__isnull=False)
    own = sits.values_list("table_round__table__number", flat=True)
    entries = evening.ledger.filter(act=acts.Look.name, by=f"user:{user.pk}").values_list("body", flat=True)
    looked = [json.loads(body) for body in entries]
    tables = {body["table"] for body in looked if body["round"] == number}
    return HandVisibility(number, frozenset({*own, *tables}))


def kept_tickets(seen: HandVisibility, evening: Evening) -> dict[int, int]:
    """Table numbers whose hands `seen` hides, by primary key of the tickets that sit there; one query."""
    if seen.round is None:
        return {}
    seated = Seat.objects.filter(round__evening=evening, round__number=seen.round, table_round__isnull=False)
    others = seated.exclude(table_round__table__number__in=seen.tables)
    return dict(others.values_list("ticket_id", "table_round__table__number"))


def own_player(user: Asker, evening_club: int) -> Player | None:
    if user.pk is None:
        return None
    return Player.objects.filter(offices__user_id=user.pk, offices__club_id=evening_club).first()


@dataclass(frozen=True, slots=True)
class Sealed:
    """What may be told of the seed: its `commitment`, and itself once nothing more is drawn from it."""

    commitment: str
    seed: str | None


def is_over(evening: Evening) -> bool:
    """Whether nothing more is drawn from the seed.

    Prizes are cut for when the evening is finished already; so publishing opens the seal. Results published once
    and changed since do not close it: the seed is known.
    """
    return evening.published_at is not None or evening.status == Status.ABANDONED


def sealed(evening: Evening) -> Sealed:
    return Sealed(commitment(evening.seed), evening.seed if is_over(evening) else None)


def redacted_body(act: str, body: Mapping[str, Any], evening: Evening) -> dict[str, Any]:
    """The body of a ledger entry, without the seed (None in its place) as long as nobody may know it."""
    if act in (acts.Make.name, acts.Draw.name) and "seed" in body and not is_over(evening):
        return {**body, "seed": None}
    return dict(body)


def last_attempt(evening: Evening) -> int:
    """The number of the last draw of first seats, 0 before the first; one query.

    Seats drawn again before attempts were numbered had a seed of their own each, and count as the first.
    """
    drawn = evening.ledger.filter(act=acts.Draw.name).order_by("-sequence")
    body = drawn.values_list("body", flat=True).first()
    return 0 if body is None else int(json.loads(body).get("attempt", 1))


HIDDEN = (Status.DRAFT, Status.ABANDONED)


def evenings_of(user: Asker, least: Needed = Role.SCORER) -> QuerySet[Evening]:
    """The evenings in which `user` may do this, each with its club.

    The role in the evening alone is annotated as `held`, that in the whole club as `held_in_club`, None for none.
    """
    of_club, roles = Q(club__officers__evening=None), roles_for(least)
    return (
        _in_office(user)
        .annotate(
            held=Max("club__officers__role", filter=Q(club__officers__evening=F("pk"))),
            held_in_club=Max("club__officers__role", filter=of_club),
        )
        .filter(Q(held__in=roles) | Q(held_in_club__in=roles))
        .select_related("club")
    )


find_evening = prepared_for(
    lambda user, least: (
        evenings_of(user, least).filter(club__slug=Slot("club"), slug=Slot("evening")).order_by()
    )
)


def evening_for(user: Asker, club: str, slug: str, least: Needed) -> Evening:
    """The evening with its club; one query. Raises Http404 unless the user may do that."""
    return or_404(find_evening(user, least, club=club, evening=slug))


def evening_by_id(pk: int) -> Evening:
    return Evening.objects.select_related("club").get(pk=pk)


def is_seated(evening_id: int, table: int, seat: int, *, round_number: int | None) -> bool:
    seats = Seat.objects.filter(
        table_round__table__evening=evening_id, table_round__table__number=table, seat=seat
    )
    # The first seats are taken before the first signal.
    current = Greatest(F("round__evening__current_round"), 1)
    return seats.filter(round__number=current if round_number is None else round_number).exists()


def is_answered(evening_id: int, table: int, key: str) -> bool:
    return Hand.objects.filter(table__evening=evening_id, table__number=table, key=key).exists()


def as_officer(user: Asker, evening: Evening) -> Evening:
    """The evening with the roles of `user` there, if any, as `evenings_of` gives them; no query without a user."""
    if not user.is_authenticated:
        return evening
    return evenings_of(user).filter(pk=evening.pk).first() or evening


def evenings_of_their_own(user: Asker) -> QuerySet[Evening]:
    evenings = Evening.objects.filter(officers__in=offices_of(user)).select_related("club")
    return evenings.order_by("-date", "-pk")


def _in_office(user: Asker) -> QuerySet[Evening]:
    # One row for each office: aggregate, or use as a subquery.
    of_it = Q(club__officers__evening=None) | Q(club__officers__evening=F("pk"))
    return Evening.objects.filter(of_it, club__officers__in=offices_of(user))


def in_office(pairs: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Those of the pairs (evening, user) whose user holds an office there; one query, none for no pairs."""
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
    return _visible_evenings().filter(visitor.visible(Part.RESULTS, "club")).select_related("club")


def _visible_evenings() -> QuerySet[Evening]:
    return Evening.objects.exclude(status__in=HIDDEN).filter(club__put_away_at__isnull=True)


class PublicVersion(NamedTuple):
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
    row = _PUBLIC.fetch(club=club, evening=evening)
    version = PublicVersion(*row) if row else None
    return version if version and visitor.is_in(version.club_pk, version.audience) else None


_PUBLIC = Prepared(
    lambda: (
        _visible_evenings()
        .filter(club__slug=Slot("club"), slug=Slot("evening"))
        .order_by()
        .values_list(
            *("pk", "salt", "version", "club__name", "club__time_zone", "club__language"),
            *("club", "club__results_for", "club__settings_version"),
        )
    )
)


def shown_at(table: OuterRef | Value, evening: str = "") -> Greatest:
    """The version of what the phones of a table show, for rows whose evening is at this lookup prefix."""
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
    link = _LINK.first(token=token_hash, phone=phone_hash)
    if link is not None:
        link.phone = vars(link).get("its_phone")
    return link


def link_to_table(
    token_hash: str, *, club: str, evening: str, table: int, phone_hash: str = ""
) -> TableLink | None:
    """The live link with this hash and its `phone`, if it opens this very table of this evening; one query."""
    link = live_table_link(token_hash, phone_hash)
    if link is None:
        return None
    own_evening = link.table.evening
    opens = (own_evening.club.slug, own_evening.slug, link.table.number)
    return link if opens == (club, evening, table) else None


def _link() -> QuerySet[Any, Any]:
    its_phone = FilteredRelation("devices", condition=Q(devices__token_hash=Slot("phone")))
    # The type checker's plugin does not know that an annotation may be a relation.
    links: Any = TableLink.objects.filter(token_hash=Slot("token"), revoked_at__isnull=True)
    version = shown_at(OuterRef("table__number"), "table__evening__")
    rows: QuerySet[Any, Any] = links.annotate(its_phone=its_phone, shown=version).order_by()
    return rows.select_related("table__evening__club", "its_phone__ticket")


_LINK: PreparedModel[TableLink] = PreparedModel(_link)


def published_evening(ended_token_hash: str) -> Evening | None:
    ended = Q(tables__links__token_hash=ended_token_hash, tables__links__revoked_at__isnull=False)
    published = Evening.objects.filter(ended, status=Status.PUBLISHED)
    return published.select_related("club").first()


def table_link_by_code(code_hash: str) -> TableLink | None:
    links = TableLink.objects.filter(code_hash=code_hash, revoked_at__isnull=True)
    return links.select_related("table__evening__club").first()


_PLAYER_LINK: PreparedModel[PlayerLink] = PreparedModel(
    lambda: _player_links().filter(token_hash=Slot("token_hash"))
)


def live_player_link(token_hash: str) -> PlayerLink | None:
    return _PLAYER_LINK.first(token_hash=token_hash)


def player_link_by_code(code_hash: str) -> PlayerLink | None:
    return _player_links().filter(code_hash=code_hash).first()


def tickets_of(user: Asker) -> QuerySet[PlayerLink]:
    """The tickets of a user, who is a player; those of the latest evenings first."""
    if not user.is_authenticated:
        return PlayerLink.objects.none()
    links = _player_links().filter(
        ticket__player__account=user, ticket__evening__club__put_away_at__isnull=True
    )
    return links.order_by("-ticket__evening__date", "-ticket__evening")


def tickets_tonight(user: Asker) -> QuerySet[PlayerLink]:
    """Those of evenings that go on."""
    return tickets_of(user).exclude(ticket__evening__status__in=(Status.DRAFT, Status.ABANDONED, *OVER))


def tickets_published(user: Asker, since: datetime) -> QuerySet[PlayerLink]:
    """Those of evenings published since then, and of those to whose results the user has objected."""
    has_objected = Exists(Objection.objects.filter(ticket=OuterRef("ticket")))
    return tickets_of(user).filter(Q(ticket__evening__published_at__gte=since) | has_objected)


def _player_links() -> QuerySet[PlayerLink]:
    live = PlayerLink.objects.filter(revoked_at__isnull=True)
    return live.select_related("ticket__player", "ticket__evening__club")


def told_to(user: Asker) -> QuerySet[Evening]:
    """The evenings whose moves reach the asker's open pages: those once opened, and their own.

    Whether the club shows them to the asker is checked by `live`, for phones at its tables hear of them
    all. One that was called off before its doors had opened was nobody's to see, and still is not.
    """
    opened = LedgerEntry.objects.filter(evening=OuterRef("pk"), act=acts.OpenDoors.name)
    called_off = Evening.objects.filter(Exists(opened), status=Status.ABANDONED)
    evenings = Evening.objects.filter(Q(pk__in=_visible_evenings().values("pk"))) | called_off
    if not user.is_authenticated:
        return evenings
    return evenings | Evening.objects.filter(pk__in=_in_office(user).values("pk"))


def players_called(club: str, name: str, number: int | None = None) -> list[Player]:
    """The people of the club with exactly this name; of several only the one with that primary key."""
    players = Player.objects.filter(club__slug=club, name=name).order_by("pk")
    return list(players if number is None else players.filter(pk=number))


def every_evening(address: str = "") -> QuerySet[Evening]:
    """All evenings, for whoever sits at the server's own terminal; or the one at `club/evening`."""
    evenings = Evening.objects.select_related("club").order_by("pk")
    if not address:
        return evenings
    club, _, slug = address.partition("/")
    return evenings.filter(club__slug=club, slug=slug)

"""Who may see what. Everything else is reached from what these give; what an asker may not see is not found."""

from __future__ import annotations

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet

from tournaments.club.models import Player
from tournaments.club.reads.permissions import Asker, clubs_of
from tournaments.evening import acts
from tournaments.evening.models import Evening, LedgerEntry, PlayerLink, TableLink
from tournaments.evening.status import Status

HIDDEN = (Status.DRAFT, Status.ABANDONED)


def evenings_of(user: Asker) -> QuerySet[Evening]:
    """The evenings of those clubs, each with its club."""
    return Evening.objects.filter(club__in=clubs_of(user)).select_related("club")


def public_evenings() -> QuerySet[Evening]:
    """The evenings a visitor may see: from the open doors on."""
    return Evening.objects.exclude(status__in=HIDDEN).select_related("club")


def live_table_link(token_hash: str, phone_hash: str = "") -> TableLink | None:
    """The link with this hash that is not revoked, with its table, evening and club; one query.

    Its `phone` is the one with `phone_hash`, if that has opened the link before.
    """
    links = TableLink.objects.filter(token_hash=token_hash, revoked_at__isnull=True)
    its_phone = FilteredRelation("devices", condition=Q(devices__token_hash=phone_hash))
    # The type checker's plugin knows neither that an annotation fills an attribute nor that it is a relation.
    known = links.annotate(phone=its_phone)  # type: ignore[no-redef]
    return known.select_related("table__evening__club", "phone__ticket").first()  # type: ignore[misc]


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


def seen_by(user: Asker) -> QuerySet[Evening]:
    """The public evenings, and the hidden ones of the user's own clubs."""
    if not user.is_authenticated:
        return public_evenings()
    return public_evenings() | Evening.objects.filter(club__in=clubs_of(user)).select_related("club")


def told_to(user: Asker) -> QuerySet[Evening]:
    """The evenings of whose moves the asker's open pages hear: those they may see, and those called off.

    One that was called off before its doors had opened was nobody's to see, and still is not.
    """
    opened = LedgerEntry.objects.filter(evening=OuterRef("pk"), act=acts.OpenDoors.name)
    called_off = Evening.objects.filter(Exists(opened), status=Status.ABANDONED)
    return seen_by(user) | called_off.select_related("club")


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

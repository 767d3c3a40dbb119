"""Who has signed up: the officers' list, and what somebody's own link shows. No visitor reads it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, time

from django.db.models import QuerySet
from django.http import Http404

from tournaments.club.models import Club, Player
from tournaments.club.reads.namesakes import Namesakes
from tournaments.coming.models import Announcement, SignUp
from tournaments.evening.models import Evening
from tournaments.evening.reads import nights
from tournaments.evening.reads.names import ERASED
from tournaments.evening.status import Status
from tournaments.ranking.people.likeness import alike
from tournaments.site.cleaning import folded

__all__ = ["Announcement", "SignUp"]


@dataclass(frozen=True, slots=True)
class Place:
    """What somebody's link shows: their sign-up, and which they are of those who wait (None for who does not)."""

    sign_up: SignUp
    waits_as: int | None

    @property
    def has_place(self) -> bool:
        """Whether they have a place now."""
        return self.sign_up.placed_at is not None and self.sign_up.withdrawn_at is None

    @property
    def has_withdrawn(self) -> bool:
        """Whether they have withdrawn."""
        return self.sign_up.withdrawn_at is not None


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who has signed up, as the door sees them.

    Attributes:
        sign_up: by whom they are in the list, themselves or their companion.
        players: the club's people of this name, case and accents aside; a new guest is none of them.
        is_unclear: whether only the desk can tell who they are: several have the name, or somebody has its words in
            another order.
        is_in: whether somebody of the name has a ticket tonight.
    """

    name: str
    sign_up: SignUp
    players: tuple[Player, ...]
    is_unclear: bool
    is_in: bool


def place_of(token_hash: str) -> Place | None:
    """What a link shows: the last sign-up that was made with it; two queries, None for no such link."""
    rows = SignUp.objects.filter(token_hash=token_hash).select_related("announcement__evening__club")
    row = rows.exclude(token_hash="").order_by("number").last()
    if row is None:
        return None
    if row.placed_at is not None or row.withdrawn_at is not None:
        return Place(row, None)
    ahead = SignUp.objects.filter(
        announcement=row.announcement_id,
        withdrawn_at__isnull=True,
        placed_at__isnull=True,
        number__lt=row.number,
    )
    return Place(row, ahead.count() + 1)


def announcement_of(evening: Evening) -> Announcement | None:
    """What was announced of an evening, withdrawn or not; one query."""
    return Announcement.objects.filter(evening=evening).first()


def usual_start(club: Club, day: date) -> time | None:
    """When the club's night of this day begins, else the evening that it announced last; two queries at most."""
    if (starts := nights.start_on(club, day)) is not None:
        return starts
    rows = Announcement.objects.filter(evening__club=club).order_by("-made_at", "-pk")
    return rows.values_list("starts", flat=True).first()


def evenings_on(club: Club, days: Iterable[date]) -> dict[date, list[str]]:
    """What the club's evenings on these days are called; one query."""
    found: dict[date, list[str]] = defaultdict(list)
    there = club.evenings.filter(date__in=list(days)).exclude(status=Status.ABANDONED)
    for day, name in there.order_by("pk").values_list("date", "name"):
        found[day].append(name)
    return found


def listed(evening: Evening) -> list[SignUp]:
    """Who comes or waits, in the order of the list; one query."""
    return list(in_state(evening, "").order_by("number"))


def listed_twice(rows: Iterable[SignUp]) -> set[int]:
    """Those of the list, by key, of whose names one is there again: a visitor is not told that it is."""
    keys = [(key, row.pk) for row in rows for key in (row.key, row.companion_key) if key]
    times = Counter(key for key, _ in keys)
    return {pk for key, pk in keys if times[key] > 1}


def similar(evening: Evening, rows: Iterable[SignUp]) -> dict[int, list[str]]:
    """Names like those of the list that the club does not know: of its people and of others in the list, by key.

    For officers alone: a visitor is told nothing of who is a member or who comes. One query.
    """
    club = evening.club.players.values_list("name", "is_active")
    known = {folded(name) for name, _ in club}
    names = {f"club {place}": name for place, (name, is_active) in enumerate(club) if is_active}
    listed_by = dict[str, int]()
    for row in rows:
        for part, name in enumerate((row.name, row.companion)):
            if name not in ("", ERASED):
                listed_by[f"list {row.pk} {part}"] = row.pk
                names[f"list {row.pk} {part}"] = name
    found: dict[int, list[str]] = defaultdict(list)
    for pair in alike(names) if listed_by else ():
        for mine, other in ((pair.one, pair.other), (pair.other, pair.one)):
            pk, key = listed_by.get(mine), folded(names[mine])
            is_new = key not in known and key != folded(names[other])
            if pk is not None and is_new and listed_by.get(other) != pk and names[other] not in found[pk]:
                found[pk].append(names[other])
    return dict(found)


def in_state(evening: Evening, state: str) -> QuerySet[SignUp]:
    """Those of the list who are `placed`, `waiting` or `withdrawn`; with "" who comes or waits."""
    rows = SignUp.objects.filter(announcement__evening=evening, withdrawn_at__isnull=state != "withdrawn")
    return rows if state in ("", "withdrawn") else rows.filter(placed_at__isnull=state == "waiting")


def one_listed(evening: Evening, pk: int) -> SignUp:
    """One of those who come or wait or have withdrawn. Raises Http404."""
    row = SignUp.objects.filter(announcement__evening=evening, pk=pk).select_related("announcement").first()
    if row is None:
        raise Http404
    return row


def guests_of(evening: Evening) -> list[Guest]:
    """Everybody who has signed up, in order, each with whom of the club their name means; three queries.

    Nobody is asked for where nobody has signed up.
    """
    rows = listed(evening)
    if not rows:
        return []
    inside = set(evening.tickets.values_list("player_id", flat=True))
    known = Namesakes(evening.club_id)
    return [
        _guest(name, row, known, inside)
        for row in rows
        for name in (row.name, row.companion)
        if name not in ("", ERASED)
    ]


def _guest(name: str, row: SignUp, known: Namesakes, inside: Collection[int]) -> Guest:
    players = known.called(name)
    unclear = len(players) > 1 or (not players and bool(known.alike(name)))
    return Guest(name, row, tuple(players), unclear, any(player.pk in inside for player in players))

"""How much an account and a club may have on this server: by its settings, or more where its operator gives more."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.db.models.functions import Length

from scoring.derivation import gettext_noop
from tournaments.club.models import Club, ClubLogo, Officer, PlayerPhoto, User
from tournaments.club.roles import Role
from tournaments.club.services import audit, throttle
from tournaments.refusals import refuse

BEYOND: Final = {
    "clubs": gettext_noop(
        "you own as many clubs as an account may have here, %(most)s; ask whoever runs this server for more"
    ),
    "evenings": gettext_noop(
        "the club has %(most)s evenings in that year and may have no more; ask whoever runs this server for more"
    ),
    "members": gettext_noop(
        "the club may have %(most)s members and guests here; erase those who never came, or ask whoever runs this "
        "server for more"
    ),
    "uploads": gettext_noop(
        "the pictures of the club would take more than the %(most)s MB it has here; remove some, or ask whoever runs "
        "this server for more"
    ),
}
"""What is refused by number, each with its sentence; the numbers are `QUOTAS` of the settings."""
REQUESTS: Final = "requests"
OF_A_CLUB: Final = ("evenings", "members", "uploads", REQUESTS)
MB: Final = 2**20


def most(club: Club, name: str) -> int:
    number: int = club.allowances.get(name, settings.QUOTAS[name])
    return number


@transaction.atomic
def allow(club: Club, numbers: Mapping[str, int | None], *, at: datetime) -> None:
    """Give a club numbers of its own; None for those of the server."""
    allowances = {name: number for name, number in numbers.items() if number is not None}
    if allowances == club.allowances:
        return
    club.allowances = allowances
    club.save(update_fields=["allowances"])
    audit.note(club, "allowances-changed", at=at, allowances=allowances)


def check_clubs(owner: User) -> None:
    """Raise Faults where the account owns as many clubs as it may."""
    owned = Officer.objects.filter(user=owner, role=Role.OWNER, club__is_demo=False).count()
    _check("clubs", owned + 1, settings.QUOTAS["clubs"])


def check_evenings(club: Club, of_the_year: int) -> None:
    """Raise Faults where the club already has so many evenings in a year that it may have no more."""
    _check("evenings", of_the_year + 1, most(club, "evenings"))


def check_members(club: Club, new: int) -> None:
    """Raise Faults where so many new people are too many for the club; one query."""
    if new:
        _check("members", club.players.count() + new, most(club, "members"))


def check_uploads(club: Club) -> None:
    """Raise Faults where the pictures of the club, photos of objections too, take more than they may; three queries.

    Asked once one is written, so that the one it replaces is not counted.
    """
    rows = (ClubLogo.objects.filter(club=club), PlayerPhoto.objects.filter(player__club=club))
    stored = sum(row.aggregate(total=Sum(Length("content")))["total"] or 0 for row in rows)
    photos = Sum(Length("evenings__tickets__objections__photo"))
    stored += Club.objects.filter(pk=club.pk).aggregate(total=photos)["total"] or 0
    _check("uploads", stored / MB, most(club, "uploads"))


def has_requests_left(slug: str, *, at: datetime) -> bool:
    """Count a request that takes long for the club at an address; False where it has had its share of this minute."""
    allowances = Club.objects.filter(slug=slug).values_list("allowances", flat=True).first() or {}
    number = allowances.get(REQUESTS, settings.QUOTAS[REQUESTS])
    return throttle.spend(throttle.Limit(throttle.sender("long look", "club", slug), number), 1, at=at)


def _check(name: str, count: float, limit: int) -> None:
    if count > limit:
        refuse("", "quota", BEYOND[name], most=limit)

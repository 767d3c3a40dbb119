"""Whoever looks at public pages, and what of which club is shown to them: the one place that decides it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

from django.db.models import Q
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.club.models import Club, Consent, GroupMember, Player
from tournaments.club.reads.members import is_key, user_names
from tournaments.club.reads.permissions import Asker, offices_of
from tournaments.club.roles import Audience, Part
from tournaments.site.web import query_params

__all__ = ["Consent"]


@dataclass(frozen=True, slots=True)
class ConsentsGiven:
    """Whether the name or the ratings (`of`) are public now, and what was said to that last: None for nothing."""

    of: str
    is_shown: bool
    given: bool | None = None
    by: str = ""
    at: datetime | None = None


def consents_given_by(player: Player) -> list[ConsentsGiven]:
    last = {consent.of: consent for consent in player.consents.order_by("pk")}
    keys = {
        of: int(consent.by.removeprefix("user:"))
        for of, consent in last.items()
        if consent.by.startswith("user:")
    }
    names = user_names(keys.values())
    public = {Consent.Of.NAME: player.public_name == "", Consent.Of.RATING: player.shows_rating}
    return [
        ConsentsGiven(of.value, is_shown, latest.given, names.get(keys.get(of, 0), ""), latest.at)
        if (latest := last.get(of))
        else ConsentsGiven(of.value, is_shown)
        for of, is_shown in public.items()
    ]


LINKS: Final = "links"
"""The cookie that keeps the links of clubs by which a visitor came, and the query that brings one along."""
BETWEEN: Final = "."
MOST_LINKS: Final = 20


def link_of(club: Club) -> str:
    return _link(club.pk, club.link_number)


def _link(pk: int, number: int) -> str:
    return f"{pk}-{salted_hmac('club.visitors', f'{pk}:{number}', algorithm='sha256').hexdigest()[:32]}"


def club_of_link(link: str) -> Club | None:
    pk = link.partition("-")[0]
    club = Club.objects.filter(pk=pk, put_away_at__isnull=True).first() if is_key(pk) else None
    return club if club is not None and constant_time_compare(link, link_of(club)) else None


class Visitor:
    """Somebody who asks for public pages; the links of clubs that they bring may be of yesterday, or made up."""

    def __init__(self, user: Asker, links: tuple[str, ...] = ()) -> None:
        self.user, self.links = user, links

    @cached_property
    def invited_to(self) -> frozenset[int]:
        by_club = {int(pk): link for link in self.links if is_key(pk := link.partition("-")[0])}
        rows = Club.objects.filter(pk__in=by_club).values_list("pk", "link_number") if by_club else ()
        return frozenset(pk for pk, number in rows if constant_time_compare(by_club[pk], _link(pk, number)))

    @cached_property
    def officer_in(self) -> frozenset[int]:
        if not self.user.is_authenticated:
            return frozenset()
        return frozenset(offices_of(self.user).values_list("club", flat=True))

    def is_in(self, club: int, audience: int) -> bool:
        """Whether the visitor belongs to this audience of the club; no query where that is everybody."""
        if audience == Audience.EVERYBODY:
            return True
        return (audience == Audience.WITH_LINK and club in self.invited_to) or club in self.officer_in

    def sees(self, part: Part, club: Club) -> bool:
        audience: int = getattr(club, part.field)
        return self.is_in(club.pk, audience)

    def visible(self, part: Part, club: str) -> Q:
        """`sees` as a condition on rows that reach their club by the lookup `club`."""
        audience = f"{club}__{part.field}"
        condition = Q(**{audience: Audience.EVERYBODY})
        if self.links:
            condition |= Q(**{audience: Audience.WITH_LINK, f"{club}__in": self.invited_to})
        if self.user.is_authenticated:
            condition |= Q(**{f"{club}__in": offices_of(self.user).values("club")})
        return condition


def visitor_of(request: HttpRequest) -> Visitor:
    """Who asks. A calendar that subscribes keeps no cookies; its address has the link in the query."""
    links = request.COOKIES.get(LINKS, "").split(BETWEEN)[:MOST_LINKS]
    return Visitor(request.user, tuple(filter(None, (*links, query_params.text(request, LINKS)))))


def seen_by(visitor: Visitor, club: Club) -> list[str]:
    """The categories by which a visitor may read: the public ones, all of them for officers."""
    if not club.categories:
        return []
    is_officer = club.pk in visitor.officer_in
    return sorted(name for name, is_shown in club.categories.items() if is_shown or is_officer)


def members_of(club: Club, category: str) -> frozenset[int]:
    rows = GroupMember.objects.filter(player__club=club, group=category)
    return frozenset(rows.values_list("player", flat=True))

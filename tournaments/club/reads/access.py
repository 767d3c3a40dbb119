"""Who may do what in a club, and who sees what of it: officers, accounts, the keys that stand for them, visitors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, cached_property
from types import SimpleNamespace
from typing import Annotated, Any, Final, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments import tenant_guard
from tournaments.club.models import (
    AccountEvent,
    AccountLink,
    ApiToken,
    AuthenticatorApp,
    Club,
    Invitation,
    Officer,
    Passkey,
    Player,
    PlayerClaim,
    SignInLink,
    User,
    UserSession,
)
from tournaments.club.models.clubs import in_public
from tournaments.club.roles import Audience, Needed, Part, Role, roles_for
from tournaments.prepared_sql import PreparedModel, Slot
from tournaments.site.arguments import From, provides
from tournaments.site.web import query_params
from tournaments.site.web.pages import first_or_404

__all__ = [
    "AccountLink",
    "ApiToken",
    "Invitation",
    "Officer",
    "Passkey",
    "PlayerClaim",
    "UserSession",
    "in_public",
]
M = TypeVar("M", bound=Model)
Asker = User | AnonymousUser
IN_OFFICE: Final = Q(ends_at=None) | Q(ends_at__gt=Now())
"""Of an officer, whether the office has not ended."""


ANY_USER: Final[Any] = SimpleNamespace(is_active=True, pk=Slot("user"))
"""Stands for the user in a read that is prepared once: `user` is whoever asks."""


def works_at(at: datetime) -> Q:
    """Of what opens something, whether it is neither revoked nor expired."""
    return Q(revoked_at__isnull=True, expires_at__gt=at)


def offices_of(user: Asker) -> QuerySet[Officer]:
    """The offices that `user` holds now, in clubs and in single evenings, where the club is shown."""
    if not user.is_active:
        return Officer.objects.none()
    return Officer.objects.filter(IN_OFFICE, user_id=user.pk, club__put_away_at__isnull=True)


def clubs_of(user: Asker, least: Needed = Role.SCORER) -> QuerySet[Club]:
    offices = offices_of(user).filter(evening=None, role__in=roles_for(least))
    return Club.objects.filter(officers__in=offices).annotate(held=F("officers__role"))


def prepared_for(rows: Callable[[Any, Needed], QuerySet[M]]) -> Callable[..., M | None]:
    """What stands at an address, by its parts, for a user who has at least a role there: prepared once for each."""

    @cache
    def prepared(least: Needed) -> PreparedModel[M]:
        return PreparedModel(lambda: rows(ANY_USER, least))

    def find(user: Asker, least: Needed, **address: str) -> M | None:
        return prepared(least).first(user=user.pk, **address) if user.is_active else None

    return find


club_for = prepared_for(lambda user, least: clubs_of(user, least).filter(slug=Slot("club")))


def still_holds(user: str, club: str, least: Needed) -> Exists:
    """Whether a user may do this in a club now and may sign in; both by the names of columns."""
    offices = Officer.objects.filter(IN_OFFICE, user=OuterRef(user), club=OuterRef(club), evening=None)
    return Exists(offices.filter(role__in=roles_for(least), user__is_active=True))


def clubs_near(user: User) -> set[int]:
    office_clubs = offices_of(user).values_list("club")
    return {club for (club,) in office_clubs.union(user.players.order_by().values_list("club"))}


def public_clubs() -> QuerySet[Club]:
    return Club.objects.filter(put_away_at__isnull=True)


_API_TOKEN: PreparedModel[ApiToken] = PreparedModel(
    lambda: ApiToken.objects.filter(
        token_hash=Slot("token_hash"), revoked_at__isnull=True, user__is_active=True
    ).select_related("user")
)


def live_api_token(token_hash: str, *, at: datetime) -> ApiToken | None:
    token = _API_TOKEN.first(token_hash=token_hash)
    return token if token and token.expires_at > at else None


def api_tokens(user: User | None = None) -> QuerySet[ApiToken]:
    tokens = ApiToken.objects.select_related("user").order_by("-made_at", "-pk")
    return tokens if user is None else tokens.filter(user=user)


def working_api_tokens(user: User, *, at: datetime) -> QuerySet[ApiToken]:
    return api_tokens(user).filter(works_at(at))


def sign_in_links(user: User | None = None) -> QuerySet[SignInLink]:
    links = SignInLink.objects.select_related("user").order_by("-made_at", "-pk")
    return links if user is None else links.filter(user=user)


def open_sign_in_links(user: User, *, at: datetime) -> QuerySet[SignInLink]:
    return sign_in_links(user).filter(works_at(at), used_at__isnull=True)


def user_to_sign_in(name: str = "") -> User | None:
    """The active user called `name`; without a name whoever holds the oldest office, that of a demo last."""
    users = User.objects.filter(is_active=True)
    if name:
        return users.filter(username=name).first()
    return users.filter(offices__isnull=False).order_by("offices__club__is_demo", "offices__pk").first()


LINKS: Final = "links"
"""The cookie that keeps the links of clubs by which a visitor came, and the query that brings one along."""
BETWEEN: Final = "."
MOST_LINKS: Final = 20


def is_key(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= LONGEST_KEY


LONGEST_KEY = 15
"""Digits of a key of a row."""


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


@dataclass(frozen=True, slots=True)
class Factors:
    """What is asked for after the password of a user: the moment an app was added, passkeys, codes not used yet."""

    app_since: datetime | None
    passkeys: tuple[Passkey, ...]
    codes_left: int

    def __bool__(self) -> bool:
        return self.app_since is not None or bool(self.passkeys)


def factors_of(user: User) -> Factors:
    app = AuthenticatorApp.objects.filter(user=user).first()
    codes = user.recovery_codes.filter(used_at__isnull=True)
    passkeys = tuple(user.passkeys.order_by("pk"))
    return Factors(app.made_at if app else None, passkeys, codes.count())


def user_of(pk: object) -> User | None:
    return User.objects.filter(pk=pk, is_active=True).first() if isinstance(pk, int) else None


MOST_EVENTS = 20
MOST_MAILED = 3
"""So many accounts of one address are mailed to at the most."""
MOST_SESSIONS = 100


def sessions_of(user: User) -> list[UserSession]:
    sessions = user.sessions.filter(session__expire_date__gt=timezone.now())
    return list(sessions.order_by("-last_seen_at", "-pk")[:MOST_SESSIONS])


def events_of(user: User) -> list[AccountEvent]:
    return list(user.account_events.select_related("by").order_by("-pk")[:MOST_EVENTS])


def account_event_words(what: str) -> str:
    """What was done to an account, in the reader's language; of what this version does not know, its code."""
    known = AccountEvent.What
    return str(known(what).label) if what in known.values else what


def open_account_links(*, at: datetime) -> QuerySet[AccountLink]:
    return AccountLink.objects.filter(works_at(at), used_at__isnull=True, user__is_active=True)


def open_account_link(token_hash: str, *kinds: AccountLink.Kind, at: datetime) -> AccountLink | None:
    links = open_account_links(at=at).filter(token_hash=token_hash, kind__in=kinds)
    return links.select_related("user", "made_by").first()


def unreached_address(user: User, *, at: datetime) -> str:
    """The new address to which the mail that confirms it could not be sent; "" without one; one query."""
    links = open_account_links(at=at).filter(
        user=user, kind=AccountLink.Kind.ADDRESS, mail__failed_at__isnull=False
    )
    return links.values_list("email", flat=True).first() or ""


def users_to_mail(told: str) -> list[User]:
    """The open accounts with this name or address, and with an address to mail to; one query."""
    called = Q(username__iexact=told) | Q(email__iexact=told)
    return list(User.objects.filter(called, is_active=True).exclude(email="").order_by("pk")[:MOST_MAILED])


def may_help(helper: User, user: User) -> bool:
    """Whether `helper` may open the account of `user` again: it opens nothing that is not in the helper's hands.

    That is where every club in which they hold an office, or are a player, is the helper's. Whoever looks after the
    server may help everybody; nobody else may help those who do.
    """
    if helper.pk == user.pk:
        return False
    if helper.is_superuser:
        return True
    if user.is_superuser or user.is_staff:
        return False
    with tenant_guard.bypass():  # what else the account opens stands in other clubs
        theirs = clubs_near(user)
        return bool(theirs) and theirs <= set(clubs_of(helper, Role.OWNER).values_list("pk", flat=True))


def players_of(user: User) -> list[Player]:
    players = user.players.filter(club__put_away_at__isnull=True).select_related("club")
    return list(players.order_by("club__name", "pk"))


def open_claims(*, at: datetime) -> QuerySet[PlayerClaim]:
    """Claim links that still work: not those of somebody who may no longer hand one on."""
    return PlayerClaim.objects.filter(
        still_holds("made_by", "player__club", Role.SECRETARY),
        works_at(at),
        used_at__isnull=True,
        player__club__put_away_at__isnull=True,
        player__account=None,
    )


def open_claim(token_hash: str, *, at: datetime) -> PlayerClaim | None:
    return open_claims(at=at).filter(token_hash=token_hash).select_related("player__club").first()


def account_of(player: Player) -> User | None:
    return User.objects.filter(players=player).first()


MOST_EVENINGS = 25
MOST_NAMED = 5
"""So many are named to whoever has to ask one of them."""


def officers_of(club: Club) -> list[Officer]:
    """The officers of a club with their users and evenings, the highest first; one query.

    Each says as `has_factor` whether a second factor is asked of them, as `has_lost_mail` whether the mail with a
    link for a new password, which they asked for, could not be sent.
    """
    lost = open_account_links(at=timezone.now()).filter(
        user=OuterRef("user"), kind=AccountLink.Kind.PASSWORD, mail__failed_at__isnull=False
    )
    has_factor = Exists(AuthenticatorApp.objects.filter(user=OuterRef("user"))) | Exists(
        Passkey.objects.filter(user=OuterRef("user"))
    )
    officers = club.officers.select_related("user", "evening").annotate(
        has_factor=has_factor, has_lost_mail=Exists(lost)
    )
    return sorted(officers, key=place_of_officer)


def place_of_officer(officer: Officer) -> tuple[int, int]:
    return -Role(officer.role).place, officer.pk


@provides
def officer_of_club(club: Club, officer: int) -> Officer:
    return first_or_404(row for row in officers_of(club) if row.pk == officer)


def own_offices(user: User) -> list[Officer]:
    offices = offices_of(user).select_related("club", "evening")
    return list(offices.order_by("club__name", "evening__date", "pk"))


def own_office(user: User, office: int) -> Officer:
    return get_object_or_404(offices_of(user).select_related("club"), pk=office)


OwnOffice = Annotated[Officer, From(own_office)]


def has_ended(officer: Officer, *, at: datetime) -> bool:
    return officer.ends_at is not None and officer.ends_at <= at


def evenings_to_come(club: Club, *, since: date) -> QuerySet[Any]:
    return club.evenings.filter(date__gte=since).order_by("date", "pk")[:MOST_EVENINGS]


def who_may(club: Club, needed: Needed) -> list[Officer]:
    """The officers of the whole club who may do this, by name; one query."""
    roles = roles_for(needed)
    officers = club.officers.filter(IN_OFFICE, evening=None, role__in=roles, user__is_active=True)
    return list(officers.select_related("user").order_by("user__last_name", "pk")[:MOST_NAMED])


def open_invitations(*, at: datetime) -> QuerySet[Invitation]:
    """The invitations that can be accepted: neither used nor withdrawn nor expired, of clubs that are shown.

    What somebody made who may not invite any more cannot be accepted either.
    """
    return Invitation.objects.filter(
        still_holds("made_by", "club", Role.OWNER),
        works_at(at),
        used_at__isnull=True,
        club__put_away_at__isnull=True,
    )


def open_invitations_of(club: Club, *, at: datetime) -> list[Invitation]:
    return list(open_invitations(at=at).filter(club=club).select_related("evening", "mail").order_by("-pk"))


@provides
def invitation_of_club(club: Club, invitation: int, at: datetime) -> Invitation:
    return get_object_or_404(open_invitations(at=at), club=club, pk=invitation)


def open_invitation(token_hash: str, *, at: datetime) -> Invitation | None:
    invitations = open_invitations(at=at).filter(token_hash=token_hash)
    return invitations.select_related("club", "evening", "mail").first()

"""Whose rows a request may see and change, where the web server has a role of its own on PostgreSQL.

That is said anew for each request, from its address, before any view is asked: a club in the address is that club's
rows, a link is the rows of the club that it opens, and the few addresses that are about several clubs stand here by
name. Every other request has no club's rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from tournaments import tenant_guard
from tournaments.club.models import CalendarLink, Invitation, PlayerClaim
from tournaments.club.reads.access import clubs_near
from tournaments.club.services.tokens import hashed
from tournaments.evening.models import PlayerLink, TableLink
from tournaments.signup.models import DoorCode, SignUp
from tournaments.tenant_guard import EVERYWHERE, NOWHERE, READ_EVERYWHERE, Ground

ACROSS: Final = ("tournaments.league.", "tournaments.search", "tournaments.privacy.")
"""Where views know of leagues: they look at clubs of the same leagues too. What lies below knows of one club."""
NAMED: Final = {
    # The front door, what engines may read, a room's screen, whether the server is well: lists over all clubs.
    "web:robots": READ_EVERYWHERE,
    "web:home": READ_EVERYWHERE,
    "web:wall-tonight": READ_EVERYWHERE,
    "web:readyz": READ_EVERYWHERE,
    "web:metrics": READ_EVERYWHERE,
    # What the clubs of a federation show, each as far as it does.
    "web:federation": READ_EVERYWHERE,
    "web:federation-ratings": READ_EVERYWHERE,
    "v1:federation": READ_EVERYWHERE,
    "v1:federation-ratings": READ_EVERYWHERE,
    # Who asks is known only when the view has looked at the token: its clubs, and scoring without one.
    "v1:me": READ_EVERYWHERE,
    "v1:clubs": READ_EVERYWHERE,
    "v1:own-data": READ_EVERYWHERE,
    "v1:own-offices": READ_EVERYWHERE,
    "v1:own-office": READ_EVERYWHERE,
    "v1:games": READ_EVERYWHERE,
    "v1:game": READ_EVERYWHERE,
    "v1:score": READ_EVERYWHERE,
    "v1:score-batch": READ_EVERYWHERE,
    "v1:score-game": READ_EVERYWHERE,
    # A code that is typed may be of any club; a first club is made, or one more by whoever runs the server.
    "web:type-code": EVERYWHERE,
    "web:first-run": EVERYWHERE,
    "web:first-run-link": EVERYWHERE,
    "web:look-around": EVERYWHERE,
}
"""The addresses without a club in them that are about several, and what they may."""
ADMIN: Final = "admin"
OWN: Final = frozenset(
    {
        *(
            "desk",
            "own-players",
            "own-players-as-one",
            "own-players-as-several",
            "own-consents",
            "own-photo",
            "own-photo-off",
            "own-data",
            "own-access",
        ),
        *("own-account", "own-office-give-up", "own-token-revoke"),
    }
)
"""The addresses that show somebody the clubs in which they hold an office, or are a player."""
BY_LINK: Final[dict[str, tuple[type[Model], str]]] = {
    "table-card": (TableLink, "table__evening__club"),
    "ticket": (PlayerLink, "ticket__evening__club"),
    "my-place": (SignUp, "announcement__evening__club"),
    "my-place-withdraw": (SignUp, "announcement__evening__club"),
    "my-place-back": (SignUp, "announcement__evening__club"),
    "own-calendar": (CalendarLink, "player__club"),
    "door": (DoorCode, "evening__club"),
    "door-screen": (DoorCode, "evening__club"),
    "invitation": (Invitation, "club"),
    "claim": (PlayerClaim, "player__club"),
}
"""The addresses that a link opens, with the rows that hold its hash, and the way from them to the club."""


class TenantGuard:
    """Middleware that says, before a view is asked, whose rows its statements see and change."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view. Before it and after it no club's rows are seen, whatever was before."""
        tenant_guard.enter(NOWHERE)
        try:
            return self.get_response(request)
        finally:
            tenant_guard.enter(NOWHERE)

    def process_view(self, request: HttpRequest, view: Any, _args: Any, kwargs: dict[str, Any]) -> None:
        """Let the view see what its address is about."""
        if tenant_guard.stands():
            tenant_guard.enter(_ground_of(request, view, kwargs))


def _ground_of(request: HttpRequest, view: Any, kwargs: dict[str, Any]) -> Ground:
    match: Any = request.resolver_match
    if match.app_name == ADMIN:
        is_admin = request.user.is_active and request.user.is_staff
        return EVERYWHERE if is_admin else NOWHERE
    if "club" in kwargs:
        return tenant_guard.of_address(kwargs["club"], across=_module(view).startswith(ACROSS))
    if match.view_name in NAMED:
        return NAMED[match.view_name]
    if match.url_name in BY_LINK:
        return _of_link(match.url_name, kwargs["token"])
    if match.url_name in OWN and request.user.is_authenticated:
        with tenant_guard.bypass():
            return tenant_guard.of_clubs(clubs_near(request.user), across=True)
    return NOWHERE


def _module(view: Any) -> str:
    """Where a view stands, whichever way it is made."""
    made_of = getattr(view, "cls", None) or getattr(view, "view_class", None) or view
    return str(made_of.__module__)


def _of_link(name: str, token: str) -> Ground:
    """The club that a link opens; none where it opens nothing."""
    model, way = BY_LINK[name]
    with tenant_guard.bypass():
        found = model._default_manager.filter(token_hash=hashed(token))
        return tenant_guard.of_clubs(found.values_list(way, flat=True))

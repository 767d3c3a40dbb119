"""A director who plays tonight: hands of other tables in play are kept from them until they say that they look."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.club.roles import Role, needs
from tournaments.evening import acts
from tournaments.evening.reads import facts, hand_visibility, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.services.perform import perform
from tournaments.evening.status import Status
from tournaments.evening.web.desk.decorators import evening_page
from tournaments.evening.web.desk.table_state import look_of
from tournaments.site.web import query_params
from tournaments.site.web.forms import attempt
from tournaments.site.web.shared import by_user, now

P = ParamSpec("P")
FORBIDDEN = 403


def hands_seen(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Any, P], HttpResponse]:
    """A page that shows hands of its `table`, in round `number` or the current one; to be put below `evening_page`.

    Who may not see them gets the page that asks whether they look. What they posted is not done.
    """

    @wraps(view)
    def guarded(request: HttpRequest, evening: Evening, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        table: Any = kwargs["table"]
        number: Any = kwargs.get("number") or _asked(request, evening)
        if hand_visibility.sight_of(request.user, evening).sees(number, table):
            return view(request, evening, *args, **kwargs)
        return ask(request, evening, table)

    return guarded


def _asked(request: HttpRequest, evening: Evening) -> int:
    """The round in the address, as the table's page reads it."""
    asked = query_params.whole_number(request, "round")
    return evening.current_round if asked is None else asked


def ask(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """How a table stands, as the wall shows it, and the button that says one looks."""
    number = evening.current_round
    view = rounds.round_views(evening, [number])[number]
    game = view.game(table)
    if game is None:
        raise Http404
    rules = facts.setup_of(evening)
    context = {
        "evening": evening,
        "table": table,
        "number": number,
        "game": game,
        "look": look_of(game, Status(evening.status), rules, view.round.started_at, now()),
        "target": rules.target,
        "back": request.get_full_path() if request.method in ("GET", "HEAD") else "",
    }
    is_asked = request.method in ("GET", "HEAD")
    return render(request, "desk/look.html", context, status=200 if is_asked else FORBIDDEN)


@require_POST
@evening_page
@needs(Role.SCORER)
def look(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Note in the ledger that the director looks; then the page they wanted, or the table's."""
    service = partial(perform, evening=evening, act=acts.Look(table=table), by=by_user(request), at=now())
    attempt(request, service, _("The ledger notes that you look at table %(table)s.") % {"table": table})
    wanted = request.POST.get("back", "")
    if not (wanted.startswith("/desk/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)):
        wanted = reverse("web:desk-table", args=[evening.club.slug, evening.slug, table])
    return redirect(wanted)

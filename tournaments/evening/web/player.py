"""What the page of one player shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial, wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.derivation import Sentence
from tournaments.club.services.clubs import MOST_HOURS
from tournaments.club.services.tokens import hashed
from tournaments.club.web.pages import FORM, View, render_for, speak
from tournaments.club.web.settings import LogoForm
from tournaments.evening.acts.act import RUNNING
from tournaments.evening.reads import access, director_alerts, facts, projections, public, rounds, schedules
from tournaments.evening.reads.director_alerts import OwnObjections, objections_by_ticket, own_objections
from tournaments.evening.reads.live import PlayerLink, key_of, link_for, own_rounds, table_link
from tournaments.evening.reads.rounds import PlaceView
from tournaments.evening.round_rules import Status
from tournaments.evening.services import links, player_requests
from tournaments.evening.web import words
from tournaments.evening.web.public.standings import notes_of
from tournaments.evening.web.table import app
from tournaments.evening.web.table.page import going, move_of
from tournaments.ranking.tie_breaks import half_games
from tournaments.refusals import LONGEST_NOTE
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, bound_form, offer, run_or_refuse, submit
from tournaments.site.web.pages import keep_cookie, now, translate

# As with a table's card the token stands in the link once and in a cookie of this one ticket from then
# on; every request looks it up again, so that a link taken back stops working at once.


def own_url(link: PlayerLink, name: str = "me") -> str:
    evening = link.ticket.evening
    return reverse(f"web:{name}", args=[evening.club.slug, evening.slug, link.ticket.number])


def cookie_name(number: int) -> str:
    """The cookie of a ticket; its path sets it apart from the same ticket of another evening."""
    return f"ticket-{number}"


LATEST = "ticket"
"""The cookie of the ticket that was opened last on this phone, of those of an evening."""


def let_in(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    url, evening = own_url(link), link.ticket.evening
    at = (evening.club.slug, evening.slug)
    answer = HttpResponseRedirect(url)
    name, token = cookie_name(link.ticket.number), links.link_token(link)
    keep_cookie(request, answer, name, token, lasts=app.LASTS, path=url)
    keep_cookie(request, answer, LATEST, token, lasts=app.LASTS, path=reverse("web:own-ticket", args=at))
    return answer


def no_ticket(request: HttpRequest) -> HttpResponse:
    """The page for a phone whose link is unknown, revoked, or another ticket's; htmx reloads an open page."""
    answer = render(request, "closed_link.html", {"what": "ticket"}, status=404)
    if "HX-Request" in request.headers:
        answer["HX-Refresh"] = "true"
    return answer


def with_ticket(view: View) -> View:
    """A page of one player: the view gets the live link that this phone's cookie holds for this very ticket.

    Nothing of it is kept by the browser: whoever borrows the phone afterwards finds nothing.
    """

    @wraps(view)
    def page(request: HttpRequest, club: str, evening: str, number: int) -> HttpResponse:
        token = request.COOKIES.get(cookie_name(number), "")
        link = link_for(hashed(token), club=club, evening=evening, number=number) if token else None
        if link is None:
            answer = no_ticket(request)
        else:
            speak(request, link.ticket.evening.club.language)
            answer = view(request, link)
        answer["Cache-Control"] = "private, no-store"
        return answer

    return page


DOOR = "door"
"""In the address that somebody comes to who has checked in: by which code, for the next who does on this phone."""
TOKEN = re.compile(r"[\w-]{1,64}", re.ASCII)
AT_A_TABLE = (Status.SEATED, Status.PLAYING, Status.BELL, Status.SETTLED, Status.DRAFTED, Status.MOVED)
RUNS = (Status.CHECK_IN, *AT_A_TABLE)


@dataclass(frozen=True, slots=True)
class Page:
    """The evening as one player has it.

    `now` is the round in play or drawn for the start, `next` the one that is announced after it.
    """

    link: PlayerLink
    names: dict[str, str]
    rounds: list[PlaceView]
    now: PlaceView | None
    next: PlaceView | None

    @property
    def place(self) -> PlaceView | None:
        """The announced seat, else the seat of the round in play."""
        return self.next or self.now

    @property
    def plays_out(self) -> bool:
        now = self.now
        if now is None or now.game is None or now.round.closed_at is not None:
            return False
        return self.link.ticket.left_in == now.round.number


def page_of(link: PlayerLink) -> Page:
    """The player's rounds as the evening stands; three queries."""
    evening = link.ticket.evening
    names = public.people(evening)
    rounds = own_rounds(link.ticket, names, partnership=facts.plan_of(evening).tables.partnership)
    by_number = {own.round.number: own for own in rounds}
    runs = evening.status in AT_A_TABLE
    current = max(1, evening.current_round)
    following = by_number.get(evening.current_round + 1)
    moving = evening.status == Status.MOVED and following is not None
    left = link.ticket.left_in
    has_left = left is not None and left < current
    return Page(
        link,
        names,
        rounds,
        now=by_number.get(current) if runs and not has_left else None,
        next=following if moving and left is None else None,
    )


def context(link: PlayerLink) -> dict[str, Any]:
    page = page_of(link)
    evening, ticket = link.ticket.evening, link.ticket
    has_gone = ticket.left_in is not None and not page.plays_out
    return {
        "evening": evening,
        "ticket": ticket,
        "name": page.names[ticket.code],
        "plan": facts.plan_of(evening),
        "url": own_url(link),
        "live_key": key_of(evening),
        "runs": evening.status in RUNS,
        "reopened": public.is_reopened(evening),
        "visible": public.visible_results(evening),
        "abandoned": evening.status == Status.ABANDONED,
        "left": ticket.left_in,
        "plays_out": page.plays_out,
        "goes_on": ticket.left_in is None and evening.current_round < facts.plan_of(evening).rounds,
        "begun": evening.status != Status.SEATED,
        "now": page.now,
        "next": page.next,
        "move": _move(page),
        "trumps": words.trumps_of(evening) if page.place and page.place.game else None,
        "played": [own for own in reversed(page.rounds) if own.round.started_at is not None],
        **_requests(page),
        "place_url": own_url(link, "me-table") if page.place and page.place.game and not has_gone else "",
        "places": _places(page),
        **_standing(page),
        "what_if": ticket.left_in is None and projections.why_not(evening) is None,
        "notes": notes_of(evening, page.names).get(ticket.code, ()),
    }


def _requests(page: Page) -> dict[str, Any]:
    # One query while play goes on, none otherwise.
    ticket = page.link.ticket
    evening, plan = ticket.evening, facts.plan_of(ticket.evening)
    if ticket.left_in is not None or evening.status not in RUNNING:
        return {"may_ask": False}
    following, requests = evening.current_round + 1, director_alerts.own_request(ticket)
    is_moved = evening.status == Status.MOVED
    return {
        "may_ask": True,
        # Who sits out by the seats that are announced reads so above.
        "asks": {
            kind: row for kind, row in requests.waiting.items() if kind == row.Kind.LEAVE or not is_moved
        },
        "declined": requests.declined,
        "following": following,
        "may_sit_out": following <= plan.rounds and not plan.has_bracket and not is_moved,
        "confirms": evening.club.confirms_requests,
        "ask_url": own_url(page.link, "me-ask"),
        "ask_not_url": own_url(page.link, "me-ask-not"),
    }


def _move(page: Page) -> dict[str, Any] | None:
    if page.next is None:
        return None
    evening = page.link.ticket.evening
    if page.now is not None and page.now.game is not None:
        table = page.now.game.table
        game = rounds.game_view(evening, table, page.now.round.number)
        mine: dict[str, Any] | None = going(evening, table, game, page.link.ticket.code).get("mine")
        if mine is not None:
            return mine
    return move_of(page.next)


def _places(page: Page) -> list[schedules.OwnPlace]:
    # Six queries where there are any.
    evening, plan = page.link.ticket.evening, facts.plan_of(page.link.ticket.evening)
    if not (plan.draws_up and evening.current_round and evening.status in AT_A_TABLE):
        return []
    schedule = schedules.evening_rounds(evening, plan)
    return schedules.own_places(schedule, page.link.ticket.code, page.names)


def _standing(page: Page) -> dict[str, Any]:
    evening, code = page.link.ticket.evening, page.link.ticket.code
    lines = public.results_shown(evening).standings()
    place = next((at for at, line in enumerate(lines) if line.ticket.code == code), None)
    if place is None:
        return {"line": None}
    line = lines[place]
    level = (other.ticket.code for other in lines if other.place == line.place)
    shared = [page.names[other] for other in level if other != code]
    is_shared = line.decided_by == "shared"
    why = _("First in the standings.") if line.place == 1 else ""
    if line.explanation is not None:
        why = translate(Sentence.from_data(line.explanation))
    return {
        "line": line,
        "won": half_games(line.won_halves),
        "of": len(lines),
        "shared": shared,
        "why": "" if is_shared or (line.place == 1 and shared) else why,
        "above": page.names[lines[place - 1].ticket.code] if place and not is_shared else "",
        "mark": public.results_shown(evening).marks_of_players().get(code),
    }


@require_safe
def open_ticket(request: HttpRequest, token: str) -> HttpResponse:
    link = access.live_player_link(hashed(token))
    return app.unsent(no_ticket(request) if link is None else let_in(request, link))


@require_safe
def own_ticket(request: HttpRequest, club: str, evening: str) -> HttpResponse:
    """Lead to the ticket that this phone opened last, or to that of whoever has signed in; else to where codes go."""
    token = request.COOKIES.get(LATEST, "")
    link = access.live_player_link(hashed(token)) if token else None
    if link is None or (link.ticket.evening.club.slug, link.ticket.evening.slug) != (club, evening):
        own = access.tickets_of(request.user)
        link = own.filter(ticket__evening__club__slug=club, ticket__evening__slug=evening).first()
    if link is None:
        messages.info(request, _("This phone has no ticket of this evening yet. Type the code of yours."))
        return app.unsent(redirect("web:type-code"))
    return app.unsent(let_in(request, link))


@require_safe
@with_ticket
def me(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    club = link.ticket.evening.club
    door = query_params.text(request, DOOR)
    page_context = context(link) | {
        "door": door if TOKEN.fullmatch(door) else "",
        "is_calm": link.ticket.evening.status not in AT_A_TABLE,
        "objections": own_objections(link.ticket, now()),
        "objections_url": own_url(link, "me-objections"),
    }
    return render_for(request, club, "player/me.html", page_context)


@require_POST
@with_ticket
def to_table(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """Open the player's table on this phone, as scanning its card does, and note whose phone it is."""
    page: Page = page_of(link)
    game = page.place.game if page.place else None
    opened = table_link(game.row.table) if game else None
    if opened is None:
        messages.error(request, _("No card opens your table now; ask the director."))
        return HttpResponseRedirect(own_url(link), status=303)
    answer = app.let_in(request, opened)
    assert opened.phone is not None  # noqa: S101 - it has just been welcomed
    links.device_sits(phone=opened.phone, code=link.ticket.code)
    return answer


class ObjectionForm(LogoForm):
    round = forms.TypedChoiceField(label=later("What you object to"), coerce=int)
    reason = forms.CharField(
        label=later("What is wrong"),
        max_length=LONGEST_NOTE,
        required=False,
        help_text=later("The director reads this. Nobody else sees it, or who wrote it."),
        widget=forms.Textarea({"rows": 3}),
    )
    field_order = ("round", "reason", "file")

    def __init__(self, *args: Any, rounds: int, **settings: Any) -> None:
        super().__init__(*args, **settings)
        numbers = [*range(1, rounds + 1), 0]
        offer(self, "round", [(number, capfirst(words.objected_in_words(number))) for number in numbers])
        self.fields["file"].required = False
        self.fields["file"].label = _("A photo of the slip")

    def clean_file(self) -> bytes:
        return super().clean_file() if self.cleaned_data["file"] else b""


@require_http_methods(FORM)
@with_ticket
def objections(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    """What the player has objected to, with the answers; as long as the club takes objections, the form for one."""
    ticket, club = link.ticket, link.ticket.evening.club
    form = bound_form(ObjectionForm, request, rounds=ticket.evening.current_round)

    def object_to() -> object:
        entered = form.cleaned_data
        return player_requests.object_to(
            ticket=ticket,
            round_number=entered["round"],
            reason=entered["reason"],
            photo=entered["file"],
            at=now(),
        )

    if form.is_bound and submit(request, form, object_to, _("The director will look at it.")):
        return HttpResponseRedirect(own_url(link, "me-objections"), status=303)
    own = own_objections(ticket, now())
    page_context = {"evening": ticket.evening, "objections": own, "form": form}
    status = REFUSED if form.is_bound else 200
    return render_for(request, club, "player/objections.html", page_context, status=status)


def objections_of(user: access.User) -> list[OwnObjections]:
    """Of each evening to whose results a user, who is a player, can object, or has."""
    at = now()
    tickets = [link.ticket for link in access.tickets_published(user, at - timedelta(hours=MOST_HOURS))]
    return [own for own in objections_by_ticket(tickets, at) if own.rows or own.is_open]


def _requesting(service: Callable[..., object]) -> View:
    def requested(request: HttpRequest, link: PlayerLink) -> HttpResponse:
        kind = request.POST.get("kind", "")
        run_or_refuse(request, partial(service, ticket=link.ticket, kind=kind, at=now()))
        return HttpResponseRedirect(own_url(link), status=303)

    return require_POST(with_ticket(requested))


# To leave now, or to sit the next round out (`kind`): for the director to see.
ask = _requesting(player_requests.ask)
ask_not = _requesting(player_requests.take_back)


ME = "c/<slug:club>/<slug:evening>/me/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("p/<str:token>/", open_ticket, name="ticket"),
    path(ME, me, name="me"),
    path(f"{ME}objections/", objections, name="me-objections"),
    path(f"{ME}table/", to_table, name="me-table"),
    path(f"{ME}ask/", ask, name="me-ask"),
    path(f"{ME}ask/not/", ask_not, name="me-ask-not"),
]

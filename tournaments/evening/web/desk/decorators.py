"""What the pages of the desk share: whom a page is for, whose hands it shows, how an act is done and undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial, wraps
from itertools import cycle
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournaments.club.roles import Needed, Role, is_allowed
from tournaments.club.web.pages import FORBIDDEN, Shown, View, button, not_yours, page_kinds, with_template
from tournaments.evening import acts
from tournaments.evening.reads import access, facts, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.round_rules import Status
from tournaments.evening.services.ledger import Written
from tournaments.evening.services.perform import can_be_taken_back, perform, take_back
from tournaments.evening.web.words import look_of
from tournaments.site.web import query_params
from tournaments.site.web.forms import run_or_refuse
from tournaments.site.web.pages import UNDONE, by_user, now, or_404

CLUB = "desk/<slug:club>/"
EVENING = f"{CLUB}<slug:evening>/"
"""Where the addresses of these pages begin."""
TICKET_STOCKS = ("rose", "sage", "straw", "sky")
STOCK_CALLED = {
    word: stock
    for stock, words in {
        "rose": "red rose pink rouge rose",
        "sage": "green sage vert",
        "straw": "yellow gold straw jaune or",
        "sky": "blue sky bleu",
    }.items()
    for word in words.split()
}
"""Colours that a ticket has to be printed in where a club calls its tickets so."""


def _club_of(evening: Any) -> Any:
    evening.club.held = evening.held_in_club or 0
    return evening.club


evening_read, evening_form, evening_button = page_kinds(access.find_evening, ["club", "evening"], _club_of)
evening_command = partial(button, kind=evening_button)
"""A page of an evening that runs a command."""


def evening_paper(template: str, needed: Needed = Role.DIRECTOR) -> Callable[[Callable[..., Shown]], View]:
    """How a page is declared that is printed: in the language of the club, whatever the officer reads."""

    def declare(view: Callable[..., Shown]) -> View:
        page = with_template(view, template, lambda evening: {"evening": evening})

        @wraps(view)
        def in_its_language(request: HttpRequest, evening: Evening, /) -> HttpResponse:
            with translation.override(evening.club.language or translation.get_language()):
                return page(request, evening)

        return evening_read(needed)(in_its_language)

    return declare


def desk_url(evening: Evening, name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=[evening.club.slug, evening.slug, *args])


def to_desk(evening: Evening, name: str = "desk-evening", *args: object) -> HttpResponse:
    return redirect(desk_url(evening, name, *args))


def acting(request: HttpRequest, evening: Evening) -> dict[str, Any]:
    """What every service of an evening is told: which it is, who acts, and when."""
    return {"evening": evening, "by": by_user(request), "at": now()}


def act_or_refuse(request: HttpRequest, evening: Evening, act: acts.Act, done: str = "") -> bool:
    """Do an act and say `done`, with a button that takes it back, or say why it was refused; whether it was done."""
    service = partial(perform, act=act, **acting(request, evening))
    return run_or_refuse(request, service, done, undo_of(request, evening)) is not None


def undo_of(request: HttpRequest, evening: Evening) -> Callable[[Written | None], str]:
    """For `run_or_refuse`: gives the address that takes back an entry of the ledger, "" where nothing does."""

    def address(written: Written | None) -> str:
        if written is None or not can_be_taken_back(sequence=written.sequence, **acting(request, evening)):
            return ""
        return desk_url(evening, "desk-undo", written.sequence)

    return address


def back_to(request: HttpRequest, otherwise: str) -> HttpResponse:
    """Lead to the page of the desk that was posted as `back`, if it is one."""
    back = request.POST.get("back", "")
    is_ours = back.startswith("/desk/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    return redirect(back if is_ours else otherwise)


@evening_button()
def undo(request: HttpRequest, evening: Evening, entry: int) -> HttpResponse:
    service = partial(take_back, sequence=entry, reason=UNDONE, **acting(request, evening))
    run_or_refuse(request, service, _("Undone. The ledger keeps both."))
    return back_to(request, desk_url(evening, "desk-evening"))


def for_the_club(view: Callable[..., Shown]) -> Callable[..., Shown]:
    """Decorate a page of an evening's desk that makes something for the whole club.

    Whoever directs the one evening alone is told who may.
    """

    @wraps(view)
    def of_club(request: HttpRequest, evening: Evening, /) -> Shown:
        if not is_allowed(evening.club, Role.DIRECTOR):
            return not_yours(request, evening.club, Role.DIRECTOR)
        return view(request, evening)

    return of_club


def stock_of(colour: str, colours: tuple[str, ...]) -> str:
    """The card stock on which tickets of this colour are shown; empty where the evening has no colours."""
    return _stocks(colours).get(colour, "")


@cache
def _stocks(colours: tuple[str, ...]) -> dict[str, str]:
    # A stock of its own where the colour is called so; the others take what is left, in turn.
    stocks = {colour: STOCK_CALLED[word] for colour in colours if (word := colour.casefold()) in STOCK_CALLED}
    left = cycle([stock for stock in TICKET_STOCKS if stock not in stocks.values()] or TICKET_STOCKS)
    return {colour: stocks.get(colour) or next(left) for colour in colours}


def hands_seen(view: Callable[..., Shown]) -> Callable[..., Shown]:
    """Decorate a page with hands of its `table`, in round `number` or the current one.

    Whoever may not see them gets the page that asks whether they look. What they posted is not done.
    """

    @wraps(view)
    def guarded(request: HttpRequest, evening: Evening, /, table: int, **kwargs: Any) -> Shown:
        number = kwargs.get("number") or query_params.whole_number(request, "round")
        sight = access.sight_of(request.user, evening)
        if sight.sees(evening.current_round if number is None else number, table):
            return view(request, evening, table, **kwargs)
        return ask_to_reveal(request, evening, table)

    return guarded


def ask_to_reveal(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """The page with how a table stands, as the wall shows it, and the button that says one looks."""
    number = evening.current_round
    view = rounds.round_views(evening, [number])[number]
    game = or_404(view.game(table))
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


@evening_button(Role.SCORER)
def reveal(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    words = _("The ledger notes that you look at table %(table)s.") % {"table": table}
    act_or_refuse(request, evening, acts.Look(table=table), words)
    return back_to(request, desk_url(evening, "desk-table", table))

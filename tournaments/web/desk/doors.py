"""What the pages of the desk share: finding club and evening, acting, and putting refusals into forms."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from itertools import cycle
from typing import Any, Concatenate, ParamSpec, TypeVar
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.derivation import Sentence
from scoring.faults import Faults
from tournaments.queries import access
from tournaments.queries.desk import Evening
from tournaments.web.shared import officer_page, refusals, said

P = ParamSpec("P")
REFUSED = 422
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


def evening_page(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of an evening's desk, in the club's time zone; see `officer_page` for who finds it."""

    @wraps(view)
    def in_club_time(
        request: HttpRequest, evening: Evening, /, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        with timezone.override(ZoneInfo(evening.club.time_zone)):
            return view(request, evening, *args, **kwargs)

    return never_cache(officer_page(in_club_time))


def club_page(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of a club's desk: the view gets a club in which the user holds an office."""

    @wraps(view)
    def found(request: HttpRequest, club: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        there = get_object_or_404(access.clubs_of(request.user), slug=club)
        with timezone.override(ZoneInfo(there.time_zone)):
            return view(request, there, *args, **kwargs)

    return never_cache(login_required(found))


def to_desk(evening: Evening, name: str = "desk-evening", *args: object) -> HttpResponse:
    """Back to a page of the evening's desk, the board unless named otherwise."""
    return redirect(f"web:{name}", evening.club.slug, evening.slug, *args)


def attempt(request: HttpRequest, act: Callable[[], object], done: str = "") -> bool:
    """Do `act` and say `done`, if anything, or say why it was refused; whether it was done.

    For acts of one button: what was entered is the button, so that a message is all there is to keep.
    """
    try:
        act()
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, sentence_case(refusal.message))
        return False
    if done:
        messages.success(request, done)
    return True


def sentence_case(text: str) -> str:
    """`text` with a capital first letter and a full stop, as a message of its own."""
    closed = text if text.endswith((".", "!", "?")) else f"{text}."
    return closed[:1].upper() + closed[1:]


F = TypeVar("F", bound=forms.Form)


def filled(form: type[F], request: HttpRequest, **arguments: Any) -> F:
    """The form with what was posted, or fresh where nothing was."""
    if request.method == "POST":
        return form(data=request.POST, files=request.FILES, **arguments)
    return form(**arguments)


def show_faults(form: forms.BaseForm, refused: Faults, field_of: Callable[[str], str] = str) -> None:
    """Put each refusal beside the field it is about; above the form where it is about none of them."""
    for fault in refused.faults:
        field = field_of(fault.field)
        if fault.code == "name-known" and "another" in form.fields:
            form.fields["another"].widget = forms.CheckboxInput()
        words = sentence_case(said(_as_offered(fault.sentence, form.fields.get(field))))
        form.add_error(field if field in form.fields else None, words)


def _as_offered(sentence: Sentence, field: forms.Field | None) -> Sentence:
    """The same sentence with the choices of a field called as the form calls them."""
    if not isinstance(field, forms.ChoiceField):
        return sentence
    offered: Any = field.choices
    labels = dict(offered)
    values = {
        name: labels.get(value, value) if isinstance(value, str) else value
        for name, value in sentence.values.items()
    }
    return sentence._replace(values=values)


def show_line_faults(form: forms.BaseForm, field: str, refused: Faults, *, first_line: int = 1) -> None:
    """Put refusals of a list (fields `names.N`, for one) beside the one field it was entered in, each with its line.

    What is not about the list stands above the form, which may not be on the page any more.
    """
    for refusal in refusals(refused):
        __, _dot, place = refusal.field.rpartition(".")
        words = sentence_case(refusal.message)
        if place.isdigit():
            words = _("Line %(line)s: %(message)s") % {"line": int(place) + first_line, "message": words}
        form.add_error(field if refusal.field.startswith(("names", field)) else None, words)


def stock_of(colour: str, colours: tuple[str, ...]) -> str:
    """The card stock on which tickets of this colour are shown; none where the evening has no colours."""
    return _stocks(colours).get(colour, "")


@cache
def _stocks(colours: tuple[str, ...]) -> dict[str, str]:
    """The stock of each colour: its own where the colour is called so, the others one of those left."""
    found = {colour: STOCK_CALLED[word] for colour in colours if (word := colour.casefold()) in STOCK_CALLED}
    left = cycle([stock for stock in TICKET_STOCKS if stock not in found.values()] or TICKET_STOCKS)
    return {colour: found.get(colour) or next(left) for colour in colours}

"""What every page shares: the clock, who acts, refusals in the reader's language, score slips, finding evenings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone, translation

from scoring.derivation import Sentence
from scoring.faults import Faults
from tournaments.queries import access

P = ParamSpec("P")


def now() -> datetime:
    """The server's clock; services get it as an argument."""
    return timezone.now()


def by_user(request: HttpRequest) -> str:
    """The pseudonym under which the ledger knows the signed-in user."""
    return f"user:{request.user.pk}"


def said(sentence: Sentence) -> str:
    """A sentence of the engine in the reader's language."""
    return sentence.rendered(translation)


def in_words(told: Sentence | str) -> str:
    """What may be a sentence of the engine, in the reader's language; a plain text as it is."""
    return said(told) if isinstance(told, Sentence) else told


@dataclass(frozen=True, slots=True)
class Refusal:
    """One fault as a page shows it."""

    field: str
    code: str
    message: str


def refusals(faults: Faults) -> list[Refusal]:
    """The faults of a refused act, in the reader's language."""
    return [Refusal(fault.field, fault.code, said(fault.sentence)) for fault in faults.faults]


def stored_lines(derivation: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a stored hand with their sentences in the reader's language."""
    return [{**line, "text": said(Sentence.from_data(line["sentence"]))} for line in derivation]


def officer_page(
    view: Callable[Concatenate[HttpRequest, Any, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """A page of an evening's desk: the view gets the evening, of a club in which the user holds an office.

    Anybody else is asked to sign in, or finds nothing there.
    """

    @wraps(view)
    def found(
        request: HttpRequest, club: str, evening: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        visible = access.evenings_of(request.user)
        return view(request, get_object_or_404(visible, club__slug=club, slug=evening), *args, **kwargs)

    return login_required(found)

"""Pages that run commands: one that is a button, and a form made from what a command takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.described import described
from tournaments.club.reads.members import Club
from tournaments.club.services.commands import Command, P, R
from tournaments.club.web.pages import club_button, page_at
from tournaments.site.arguments import ActorId, Arguments, body_of, parameters_of
from tournaments.site.bodies import Body, validate_body
from tournaments.site.web.forms import Done, field_of, run_or_refuse, submit
from tournaments.site.web.pages import by_user


def button(command: Command[Any, Any], then: str, *, otherwise: str = "") -> Callable[..., HttpResponse]:
    """A page that runs a command, says that it is done or why not, and leads to the page called `then`.

    Arguments:
        otherwise: the page to lead to where it is refused; "" for the same.
    """

    def press(request: HttpRequest, club: Club, **place: Any) -> HttpResponse:
        known = {Club: club, ActorId: by_user(request)}
        arguments = Arguments(place, lambda: request.POST, known).of(command)
        is_done = run_or_refuse(request, partial(command, **arguments), _(command.done))
        return to_page(request, then if is_done or not otherwise else otherwise)

    return club_button(command.needs)(press)


def to_page(request: HttpRequest, name: str) -> HttpResponse:
    """Lead to a page whose address is made of parts of the one that was asked for."""
    match: Any = request.resolver_match
    parts = page_at(name).pattern.converters
    return HttpResponseRedirect(reverse(f"web:{name}", kwargs={part: match.kwargs[part] for part in parts}))


@cache
def form_of(body: type[Body]) -> type[forms.Form]:
    """The form in which a body is entered: the fields that have words, as `field_of` draws them."""
    return type(
        f"{body.__name__}Form", (forms.Form,), {name: field_of(body, name) for name in described(body)}
    )


def run_form(request: HttpRequest, form: forms.Form, command: Command[P, R], **given: Any) -> Done[R] | None:
    """Run a command with what was entered, and say that it is done; None where it is not.

    What is refused stands beside the fields then.

    Arguments:
        given: what the command is called with beside the body.
    """
    run: Any = command
    return submit(request, form, lambda: run(**given, **entered_in(form, command)), _(command.done))


def entered_in(form: forms.Form, command: Command[Any, Any]) -> Mapping[str, Body]:
    """The body that a command takes, by the name of its argument. Raises Faults for what does not fit."""
    model: Any = body_of(command)
    name = next(name for name, hint in parameters_of(command).items() if hint is model)
    return {name: validate_body(form.cleaned_data, model)}

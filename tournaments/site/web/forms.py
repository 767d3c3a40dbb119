"""Putting what an act refuses into the form that asked for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.utils.choices import flatten_choices
from django.utils.translation import gettext as _

from scoring.derivation import Sentence
from scoring.faults import Faults
from tournaments.site.web.shared import refusals, said

F = TypeVar("F", bound=forms.Form)
T = TypeVar("T")


REFUSED = 422


def attempt(
    request: HttpRequest,
    act: Callable[[], T],
    done: str = "",
    undo: Callable[[T], str] | None = None,
) -> bool:
    """Do `act` and say `done`, if anything, or say why it was refused; whether it was done.

    For acts of one button: what was entered is the button, so that a message is all there is to keep.

    Arguments:
        undo: the address that takes back what `act` came to, "" for none; the message has a button for it.
    """
    try:
        came_to = act()
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, sentence_case(refusal.message))
        return False
    if done:
        # partials/messages.html makes a button of the address.
        messages.success(request, done, extra_tags=undo(came_to) if undo else "")
    return True


def sentence_case(text: str) -> str:
    """`text` with a capital first letter and a full stop, as a message of its own."""
    closed = text if text.endswith((".", "!", "?")) else f"{text}."
    return closed[:1].upper() + closed[1:]


def filled(form: type[F], request: HttpRequest, **arguments: Any) -> F:
    """The form with what was posted, or fresh where nothing was."""
    if request.method == "POST":
        return form(data=request.POST, files=request.FILES, **arguments)
    return form(**arguments)


class ShowsChanges(forms.Form):
    """A form whose page shows what somebody has changed in it (js/changes.js, partials/was.html)."""

    def was(self) -> str:
        """What each field held before anybody changed it, by its name: lists of the values that are sent, as JSON."""
        return json.dumps({bound.html_name: _sent(bound) for bound in self if not bound.is_hidden})


def _sent(bound: forms.BoundField) -> list[str]:
    value = bound.field.prepare_value(bound.initial)
    if isinstance(bound.field.widget, forms.CheckboxInput):
        return ["on"] if value else []
    shown = bound.field.widget.format_value(value)
    values = shown if isinstance(shown, list | tuple) else [shown]
    return [str(one) for one in values if one not in (None, "")]


@contextmanager
def faults_in(form: forms.BaseForm, show: Callable[[Faults], None] | None = None) -> Iterator[None]:
    """What the block refuses stands in the form, and what comes behind the block shows it again.

    Arguments:
        show: puts refusals into the form; None for `show_faults`.
    """
    try:
        yield
    except Faults as refused:
        if show is None:
            show_faults(form, refused)
        else:
            show(refused)


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
    labels = dict(flatten_choices(offered))
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

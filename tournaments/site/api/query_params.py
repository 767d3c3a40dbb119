"""Query parameters, read strictly: what makes no sense is refused by name."""

from __future__ import annotations

from typing import Any, NoReturn

from django import forms
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request


def read(request: Request, form: type[forms.Form]) -> dict[str, Any]:
    """The parameters that `form` names, as values.

    Raises ValidationError naming those that make no sense, those that there are not, and those given twice.
    """
    for name in request.query_params:
        if name not in form.base_fields:
            allowed = ", ".join(form.base_fields) or "–"
            reject(name, "unknown-parameter", _("there is no such parameter; allowed: %s") % allowed)
        if len(request.query_params.getlist(name)) > 1:
            reject(name, "given-twice", _("this parameter is given once"))
    return checked(form(request.query_params))


def checked(filled: forms.Form) -> dict[str, Any]:
    """What a filled form holds. Raises ValidationError naming the parameters that make no sense."""
    if not filled.is_valid():
        raise ValidationError(
            {
                name: [ErrorDetail(error["message"], error["code"]) for error in errors]
                for name, errors in filled.errors.get_json_data().items()
            }
        )
    return filled.cleaned_data


def reject(name: str, code: str, message: str) -> NoReturn:
    """Refuse one parameter. Raises ValidationError."""
    raise ValidationError({name: [ErrorDetail(message, code)]})


class Nothing(forms.Form):
    """No parameters."""

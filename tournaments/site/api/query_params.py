"""Query parameters of the REST API, each read as a form has it: what makes no sense is refused by name."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, Final, NoReturn

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request


def read_query(request: Request, form: type[forms.Form]) -> dict[str, Any]:
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


def known(request: Request, form: type[forms.Form]) -> dict[str, Any]:
    """The parameters that `form` names, as values; others are not its own, as those of paging.

    Raises ValidationError naming those that make no sense.
    """
    return checked(form(request.query_params))


def checked(filled: forms.Form) -> dict[str, Any]:
    """What a filled form holds. Raises ValidationError naming the parameters that make no sense.

    A number or a day that is given and empty makes none: to leave it out is to ask for nothing.
    """
    for name, field in filled.fields.items():
        if filled.data.get(name) == "" and type(field) is not forms.CharField:
            reject(name, "required", str(field.error_messages["required"]))
    if not filled.is_valid():
        raise ValidationError(
            {
                name: [ErrorDetail(error["message"], error["code"]) for error in errors]
                for name, errors in filled.errors.get_json_data().items()
            }
        )
    return filled.cleaned_data


def parameters(request: Request) -> QueryDict:
    """All parameters, for a filter that knows which it takes."""
    return request.query_params


def text(request: Request, name: str) -> str:
    """The text under `name`; "" where there is none."""
    return request.query_params.get(name, "")


def address_with(request: Request, changes: Mapping[str, str | None]) -> str:
    """The whole address of the request with other parameters; what is None is left out."""
    asked = request.query_params.copy()
    for name, value in changes.items():
        asked.pop(name, None)
        if value is not None:
            asked[name] = value
    query = asked.urlencode()
    return request.build_absolute_uri(f"{request.path}?{query}" if query else request.path)


def without_any(request: HttpRequest) -> HttpRequest:
    """A copy of the request whose address has no parameters."""
    bare = copy(request)
    bare.GET = QueryDict()
    bare.META = {**request.META, "QUERY_STRING": ""}
    return bare


def reject(name: str, code: str, message: str) -> NoReturn:
    """Refuse one parameter. Raises ValidationError."""
    raise ValidationError({name: [ErrorDetail(message, code)]})


ADDRESS_PART: Final = "^[-a-zA-Z0-9_]{1,80}$"


class Nothing(forms.Form):
    """No parameters."""


def day(name: str, description: str = "A day.") -> OpenApiParameter:
    """A parameter as the schema has it: a day."""
    return OpenApiParameter(name, OpenApiTypes.DATE, description=description)


def words(name: str, longest: int, description: str) -> OpenApiParameter:
    """A parameter as the schema has it: a text of at most so many characters."""
    return OpenApiParameter(name, {"type": "string", "maxLength": longest}, description=description)


def address_part(name: str, description: str) -> OpenApiParameter:
    """A parameter as the schema has it: how something is called in addresses."""
    return OpenApiParameter(name, {"type": "string", "pattern": ADDRESS_PART}, description=description)


def whole_number(
    name: str,
    description: str,
    *,
    least: int | None = None,
    most: int | None = None,
    required: bool = False,
) -> OpenApiParameter:
    """A parameter as the schema has it: a whole number between two bounds, where it has any."""
    bounds = {"minimum": least, "maximum": most}
    told = {bound: value for bound, value in bounds.items() if value is not None}
    return OpenApiParameter(name, {"type": "integer", **told}, required=required, description=description)


class YesOrNo(forms.ChoiceField):
    """`true` or `false`."""

    def __init__(self) -> None:
        super().__init__(choices=[(word, "") for word in ("true", "false", "True", "False")], required=False)

    def clean(self, value: Any) -> bool | None:
        """Whether it is `true`; None where nothing was said."""
        said = str(super().clean(value)).lower()
        return said == "true" if said else None


MOST_ON_A_PAGE: Final = 500
MOST_PASSED_OVER: Final = 2**31 - 1


class InPages(forms.Form):
    """Those of a list that is read in pages; `tournaments.evening.api.pages` reads them."""

    cursor = forms.CharField(required=False)
    limit = forms.IntegerField(min_value=1, max_value=MOST_ON_A_PAGE, required=False)

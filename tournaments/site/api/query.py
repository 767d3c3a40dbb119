"""An old way of the REST API says so in its answers, and until when it stays (RFC 9745, RFC 8594)."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import IO, Any, Final, NoReturn

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.http import http_date
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.wording import shortened
from scoring.derivation import Sentence, gettext_noop
from scoring.faults import Fault, Faults
from tournaments.site.bodies import BODY

# Query parameters of the REST API, each read as a form has it: what makes no sense is refused by name.


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
    params = request.query_params.copy()
    for name, value in changes.items():
        params.pop(name, None)
        if value is not None:
            params[name] = value
    query = params.urlencode()
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
    limits = {bound: value for bound, value in bounds.items() if value is not None}
    return OpenApiParameter(name, {"type": "integer", **limits}, required=required, description=description)


class YesOrNo(forms.ChoiceField):
    """`true` or `false`."""

    def __init__(self) -> None:
        super().__init__(choices=[(word, "") for word in ("true", "false", "True", "False")], required=False)

    def clean(self, value: Any) -> bool | None:
        """Whether it is `true`; None where nothing was said."""
        word = str(super().clean(value)).lower()
        return word == "true" if word else None


MOST_ON_A_PAGE: Final = 500
MOST_PASSED_OVER: Final = 2**31 - 1


class CursorPage(forms.Form):
    """Those of a list that is read in pages; `tournaments.site.api.pages` reads them."""

    cursor = forms.CharField(required=False)
    limit = forms.IntegerField(min_value=1, max_value=MOST_ON_A_PAGE, required=False)


# --- JSON read as strictly as scores deserve: what two readers could understand in two ways is refused

DEEPEST: Final = 50
LONGEST_NUMBER: Final = 100
"""Characters of a number. Longer ones are no points, and working with them costs time."""

# A whole string (also one that nobody closed: the decoder says so later), or what opens and closes a level.
_LEVELS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)


def parse_json(text: bytes) -> Any:
    """The value that `text` holds.

    Raises Faults for text that is not UTF-8 or not JSON, and for JSON with a name twice in one object, numbers
    that are not finite or absurdly long, more than DEEPEST levels, or characters that are no text.
    """
    try:
        decoded = text.decode()
    except UnicodeDecodeError as error:
        _refuse("not-utf-8", gettext_noop("byte %(place)s is not UTF-8"), place=error.start + 1)
    _check_depth(decoded)
    try:
        value = _DECODER.decode(decoded)
    except json.JSONDecodeError as error:
        why = gettext_noop("this is not JSON: line %(line)s, column %(column)s: %(why)s")
        _refuse("not-json", why, line=error.lineno, column=error.colno, why=error.msg)
    if "\\u" in decoded:
        _check_texts(value)
    return value


def _refuse(code: str, template: str, **values: object) -> NoReturn:
    raise Faults([Fault(BODY, code, Sentence(template, values))]) from None


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for match in _LEVELS.finditer(text):
        sign = match[0]
        depth += (sign in "[{") - (sign in "]}")
        if depth > DEEPEST:
            _refuse("too-deep", gettext_noop("more than %(most)s levels inside each other"), most=DEEPEST)


def _check_texts(value: object) -> None:
    # Escapes can bring in half a surrogate pair (no UTF-8) or NUL (no database takes it).
    match value:
        case str():
            if "\0" in value or (
                not value.isprintable() and any("\ud800" <= sign <= "\udfff" for sign in value)
            ):
                _refuse("no-text", gettext_noop("a text holds a NUL or half a character"))
        case list():
            for item in value:
                _check_texts(item)
        case dict():
            for name, item in value.items():
                _check_texts(name)
                _check_texts(item)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        _refuse("name-twice", gettext_noop("“%(name)s” stands twice in one object"), name=shortened(twice))
    return members


def _whole(digits: str) -> int:
    _check_length(digits)
    return int(digits)


def _fraction(digits: str) -> float:
    _check_length(digits)
    number = float(digits)
    if not math.isfinite(number):
        _constant(digits)
    return number


def _check_length(digits: str) -> None:
    if len(digits) > LONGEST_NUMBER:
        why = gettext_noop("a number of %(entered)s characters; at most %(most)s are read")
        _refuse("too-long-a-number", why, entered=len(digits), most=LONGEST_NUMBER)


def _constant(name: str) -> NoReturn:
    _refuse("not-a-number", gettext_noop("%(name)s is not a number"), name=shortened(name))


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)


# --- The one way into a request's body ----------------------------------------------------------------


class StrictJSONParser(BaseParser):
    """Reads JSON as `tournaments.site.api.query` does; how long it may be `config.middleware` has seen to."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The value in the body. Raises Faults with the field `body`."""
        return parse_json(stream.read())


DEPRECATION: Final = "deprecation"
"""The attribute of a view's method that says whether it is an old way."""
LEAST: Final = timedelta(days=365)
"""For so long at the least an old way stays after it was called old; `docs/rest.md` promises it."""


@dataclass(frozen=True, slots=True)
class Deprecation:
    """Since when an operation is an old way, when it goes, and the address to use in its stead.

    `instead` may name parts of the operation's own address: `/api/v1/clubs/{club}/people/`; "" where there is none.

    Raises ValueError for one that goes too soon.
    """

    since: date
    sunset: date
    instead: str = ""

    def __post_init__(self) -> None:
        if self.sunset - self.since < LEAST:
            raise ValueError(f"an old way stays {LEAST.days} days at the least, not until {self.sunset}")

    def headers(self, docs: str, place: Mapping[str, Any]) -> dict[str, str]:
        """What an answer says of it.

        Arguments:
            docs: the address at which the policy can be read.
            place: the parts of the address that was asked.
        """
        links = [f'<{docs}>; rel="deprecation"; type="text/html"']
        if self.instead:
            links.append(f'<{self.instead.format(**place)}>; rel="successor-version"')
        return {
            "Deprecation": f"@{_seconds(self.since)}",
            "Sunset": http_date(_seconds(self.sunset)),
            "Link": ", ".join(links),
        }


def _seconds(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())

"""What a request to the REST API brings: its query and its JSON. How an old way says so (RFC 9745, RFC 8594)."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import IO, Any, ClassVar, Final, NoReturn, TypeVar

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
from tournaments.site.arguments import PROVIDERS
from tournaments.site.bodies import BODY


class Query(forms.Form):
    """The parameters of operations: each takes them filled in, as an argument of this type.

    A field's help text is its description in the schema.
    """

    request: Request
    is_alone: ClassVar[bool] = True
    """Whether others are refused, and those given twice; else they are not its own, as those of paging."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        def read(request: Request) -> forms.Form:
            return filled_in(request, cls)

        super().__init_subclass__(**kwargs)
        PROVIDERS[cls] = read

    @classmethod
    def parameters(cls) -> list[OpenApiParameter]:
        return [_parameter(name, field) for name, field in cls.base_fields.items()]


Q = TypeVar("Q", bound=Query)


def filled_in(request: Request, form: type[Q]) -> Q:
    """The parameters of a request.

    Raises ValidationError naming those that make no sense, those that there are not, and those given twice. A number
    or a day that is given and empty makes none: to leave it out is to ask for nothing.
    """
    for name in request.query_params if form.is_alone else ():
        if name not in form.base_fields:
            allowed = ", ".join(form.base_fields) or "–"
            reject(name, "unknown-parameter", _("there is no such parameter; allowed: %s") % allowed)
        if len(request.query_params.getlist(name)) > 1:
            reject(name, "given-twice", _("this parameter is given once"))
    filled = form(request.query_params)
    filled.request = request
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
    return filled


def parameters(request: Request) -> QueryDict:
    """All of them, as they stand in the address."""
    return request.query_params


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
    raise ValidationError({name: [ErrorDetail(message, code)]})


class Nothing(Query):
    """No parameters."""


def day(help_text: str = "A day.") -> forms.DateField:
    return forms.DateField(required=False, help_text=help_text)


def words(longest: int | None, help_text: str) -> forms.CharField:
    """A text of at most so many characters."""
    return forms.CharField(max_length=longest, required=False, help_text=help_text)


def one_of(choices: Iterable[str], help_text: str) -> forms.ChoiceField:
    return forms.ChoiceField(choices=[(each, each) for each in choices], required=False, help_text=help_text)


def whole_number(
    help_text: str, *, least: int | None = None, most: int | None = None, required: bool = False
) -> forms.IntegerField:
    return forms.IntegerField(min_value=least, max_value=most, required=required, help_text=help_text)


class YesOrNo(forms.ChoiceField):
    """`true` or `false`."""

    def __init__(self, help_text: str) -> None:
        choices = [(word, "") for word in ("true", "false", "True", "False")]
        super().__init__(choices=choices, required=False, help_text=help_text)

    def clean(self, value: Any) -> bool | None:
        word = str(super().clean(value)).lower()
        return word == "true" if word else None


def _parameter(name: str, field: forms.Field) -> OpenApiParameter:
    kind: Any = str
    match field:
        case YesOrNo():
            kind = bool
        case forms.IntegerField():
            bounds = {"minimum": field.min_value, "maximum": field.max_value}
            kind = {"type": "integer"} | {name: value for name, value in bounds.items() if value is not None}
        case forms.DateField():
            kind = OpenApiTypes.DATE
        case forms.SlugField():
            kind = {"type": "string", "pattern": f"^[-a-zA-Z0-9_]{{1,{field.max_length}}}$"}
        case forms.CharField(max_length=int()):
            kind = {"type": "string", "maxLength": field.max_length}
    choices: Any = getattr(field, "choices", None) if kind is str else None
    return OpenApiParameter(
        name,
        kind,
        required=field.required,
        description=str(field.help_text),
        enum=choices and [value for value, _word in choices],
        many=isinstance(field, forms.MultipleChoiceField),
    )


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


class StrictJSONParser(BaseParser):
    """Reads JSON as `tournaments.site.api.query` does; how long it may be `config.middleware` has seen to."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
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
        """What an answer says of it; the policy can be read at the address `docs`."""
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

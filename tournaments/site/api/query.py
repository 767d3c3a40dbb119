"""What a request to the REST API asks: its query, and which page of a list.

A list is given a page at a time: a cursor says after which row the next page begins, whatever is added meanwhile. It
is sealed: it may hold a name. It is good for the list, the filters and the order that it was given with.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date
from functools import reduce
from hashlib import sha256
from operator import itemgetter
from typing import Annotated, Any, ClassVar, Final, Generic, NoReturn, TypeVar
from urllib.parse import urlsplit, urlunsplit

from django import forms
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field, create_model
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.site.api.answers import Answer, At, Example, at_most
from tournaments.site.arguments import PROVIDERS
from tournaments.site.sealing import seal, unseal


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


F = TypeVar("F", bound=Query)


def filled_in(request: Request, form: type[F]) -> F:
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
    bare = copy(request)
    bare.GET = QueryDict()
    bare.META = {**request.META, "QUERY_STRING": ""}
    return bare


def reject(name: str, code: str, message: str) -> NoReturn:
    raise ValidationError({name: [ErrorDetail(message, code)]})


class NoQuery(Query):
    """No parameters."""


def day(help_text: str = "A day.") -> forms.DateField:
    return forms.DateField(required=False, help_text=help_text)


def words(longest: int | None, help_text: str) -> forms.CharField:
    return forms.CharField(max_length=longest, required=False, help_text=help_text)


def one_of(choices: Iterable[str], help_text: str) -> forms.ChoiceField:
    return forms.ChoiceField(choices=[(each, each) for each in choices], required=False, help_text=help_text)


def whole_number(
    help_text: str, *, least: int | None = None, most: int | None = None, required: bool = False
) -> forms.IntegerField:
    return forms.IntegerField(min_value=least, max_value=most, required=required, help_text=help_text)


class YesOrNo(forms.ChoiceField):
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


R = TypeVar("R")
M = TypeVar("M", bound=Model)
A = TypeVar("A", bound=Answer)
Orders = Mapping[str, Sequence[str]]
"""The orders that a list can be asked for: the columns of each, the last of them unlike in any two rows."""
MOST: Final = 500
MOST_PASSED_OVER: Final = 2**31 - 1
USUAL: Final = 50
EVERY: Final = 0
CURSOR, LIMIT, OFFSET, ORDERING = "cursor", "limit", "offset", "ordering"
OF_PAGES: Final = frozenset({CURSOR, LIMIT, OFFSET})
NextPage = Annotated[
    str | None, Example(None), Field(description="The address of the page that follows, or null.")
]


class CountedPage(Answer, Generic[A]):
    """A page of a list in which rows may be passed over by their number as well: how many there are in all."""

    count: int
    next: NextPage
    previous: str | None
    results: Annotated[list[A], At("rows")]


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Some rows of a list in order, and the addresses of those that follow, and that stand before at an `offset`."""

    rows: list[R]
    next: str | None = None
    previous: str | None = None
    all_rows: Collection[Any] | QuerySet[Any] = ()

    @property
    def count(self) -> int:
        """How many there are in all; a query where they are rows of the database."""
        return self.all_rows.count() if isinstance(self.all_rows, QuerySet) else len(self.all_rows)

    @property
    def next_path(self) -> str | None:
        """The address of those that follow, without the machine."""
        return urlunsplit(("", "", *urlsplit(self.next)[2:])) if self.next else None

    def reply(self, answer: Answer) -> Response:
        """The answer that shows them, with the address of what follows in `Link` (RFC 8288) too."""
        link = f'<{self.next}>; rel="next"' if self.next else ""
        return answer.reply(headers={"Link": link} if link else None)


def listed(name: str, meaning: str, most: int | None = None, **rows: type[Answer]) -> Any:
    """The answer that gives a list: a page of it with the address of the next one, or all of `most` at the most.

    `EVERY`: all, however many there are.

    Arguments:
        name, meaning: what the schema calls it, and says of it.
        rows: what the list is called in the answer, and how one of it is answered.
    """
    [(called, answer)] = rows.items()
    kind: Any = list[answer]  # type: ignore[valid-type]
    fields = (
        {called: Annotated[kind, At("rows")], "next": NextPage}
        if most is None
        else {called: Annotated[kind, At(list), *([at_most(most)] if most else [])]}
    )
    model: Any = create_model(name, __base__=Answer, __doc__=meaning, **fields)
    return model


class CursorPage(Query):
    """Which rows of a list are asked for, a page at a time."""

    usual: ClassVar[int] = MOST
    """So many where nobody says how many."""
    cursor = words(None, "Where the page begins, as `next` of the one before has it.")
    limit = whole_number(f"How many, at most {MOST}.", least=1, most=MOST)

    def of_rows(self, rows: QuerySet[M], orders: Orders) -> Page[M]:
        """A page of the rows, in the order that is asked for; one query, whatever the length of the list.

        Raises ValidationError for a cursor of another list or of none, and an order that there is not.
        """
        order = self._order(orders)

        def fetch(after: list[Any] | None, offset: int, count: int) -> list[M]:
            following = rows if after is None else rows.filter(_beyond(order, after))
            return list(following.order_by(*order)[offset : offset + count])

        def key(row: M) -> list[Any]:
            return [_plain(reduce(getattr, column.lstrip("-").split("__"), row)) for column in order]

        return self.fetched(fetch, key, rows)

    def of_list(
        self, rows: Collection[R], key: Callable[[R], Sequence[Any]], *, is_turned: bool = False
    ) -> Page[R]:
        """A page of rows in the order of `key`, which is plain JSON data and unlike in any two of them.

        Arguments:
            is_turned: whether the order is turned round.

        Raises ValidationError for a cursor of another list or of none.
        """

        def fetch(after: list[Any] | None, offset: int, count: int) -> list[R]:
            keys = sorted(((list(key(row)), row) for row in rows), key=itemgetter(0), reverse=is_turned)
            if after is not None:
                keys = [pair for pair in keys if (pair[0] < after if is_turned else pair[0] > after)]
            return [row for _, row in keys[offset : offset + count]]

        return self.fetched(fetch, key, rows)

    def fetched(
        self,
        fetch: Callable[[list[Any] | None, int, int], list[R]],
        key: Callable[[R], Sequence[Any]],
        all_rows: Collection[R] = (),
    ) -> Page[R]:
        """A page of rows that are fetched from several places.

        Arguments:
            fetch: gives the rows after the one with this key (None: from the first), without the next so many, at
                most so many.
            key: plain JSON data, unlike in any two rows.

        Raises ValidationError for a cursor of another list or of none.
        """
        after, limit = self._after(), self.cleaned_data[LIMIT] or self.usual
        offset = 0 if after is not None else self.cleaned_data.get(OFFSET) or 0
        rows = fetch(after, offset, limit + 1)
        following = previous = None
        if len(rows) > limit:
            cursor = seal(json.dumps([_list_asked(self.request), list(key(rows[limit - 1]))]))
            following = address_with(self.request, {CURSOR: cursor, OFFSET: None})
        if offset:
            previous = address_with(self.request, {OFFSET: str(max(0, offset - limit))})
        return Page(rows[:limit], following, previous, all_rows)

    def _order(self, orders: Orders) -> Sequence[str]:
        ordering = parameters(self.request).get(ORDERING, next(iter(orders)))
        if ordering not in orders:
            allowed = ", ".join(orders)
            reject(ORDERING, "unknown-order", _("there is no such order; allowed: %s") % allowed)
        return orders[ordering]

    def _after(self) -> list[Any] | None:
        cursor = parameters(self.request).get(CURSOR, "")
        if not cursor:
            return None
        payload = unseal(cursor)
        list_key, after = json.loads(payload) if payload is not None else (None, [])
        if list_key != _list_asked(self.request):
            reject(
                CURSOR,
                "not-of-this-list",
                _("this cursor belongs to another list or other filters; leave it out to begin at the start"),
            )
        return list(after)


class OffsetPage(CursorPage):
    """The same of a list in which rows may be passed over by their number as well."""

    usual = USUAL
    offset = whole_number(
        "How many to pass over; a `cursor` holds where rows are added meanwhile, this does not.",
        least=0,
        most=MOST_PASSED_OVER,
    )


class Paging(OffsetPage):
    """Of a list that takes an `offset` too, of which nobody is told, and overlooks what it does not know."""

    usual, is_alone = MOST, False

    @classmethod
    def parameters(cls) -> list[OpenApiParameter]:
        return CursorPage.parameters()


class EveryRow:
    """In the place of a page that is asked for: a list is given whole, in its usual order."""

    def of_rows(self, rows: QuerySet[M], orders: Orders) -> Page[M]:
        return Page(list(rows.order_by(*next(iter(orders.values())))))

    def of_list(self, rows: Iterable[R], key: Callable[[R], Sequence[Any]]) -> Page[R]:
        return Page(sorted(rows, key=lambda row: list(key(row))))


def ordering(orders: Orders) -> OpenApiParameter:
    """The parameter by which a list is asked for in one of these orders, the usual one first."""
    description = f"The order, `{next(iter(orders))}` without; `-` is the other way round."
    return OpenApiParameter(ORDERING, str, enum=list(orders), description=description)


def _list_asked(request: Request) -> str:
    filters = sorted(
        (name, value)
        for name, values in parameters(request).lists()
        if name not in OF_PAGES
        for value in values
    )
    return sha256(json.dumps([request.path, filters]).encode()).hexdigest()[:16]


def _beyond(order: Sequence[str], after: Sequence[Any]) -> Q:
    # A row comes after another that it is beyond in one column, and like in all columns before that.
    condition, alike = Q(), Q()
    for column, value in zip(order, after, strict=True):
        name, than = column.lstrip("-"), "lt" if column.startswith("-") else "gt"
        condition |= alike & Q(**{f"{name}__{than}": value})
        alike &= Q(**{name: value})
    return condition


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value

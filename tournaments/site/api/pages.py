"""Lists, a page at a time: a cursor says after which row the next page begins, whatever is added meanwhile.

A cursor is sealed: it may hold a name. It is good for the list, the filters and the order that it was given with.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from hashlib import sha256
from typing import Annotated, Any, ClassVar, Final, Generic, TypeVar
from urllib.parse import urlsplit, urlunsplit

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.site.api import query
from tournaments.site.api.answers import Answer, Example
from tournaments.site.sealing import seal, unseal

R = TypeVar("R")
M = TypeVar("M", bound=Model)
Orders = Mapping[str, Sequence[str]]
"""The orders that a list can be asked for: the columns of each, the last of them unlike in any two rows."""
MOST: Final = 500
MOST_PASSED_OVER: Final = 2**31 - 1
USUAL: Final = 50
CURSOR, LIMIT, OFFSET, ORDERING = "cursor", "limit", "offset", "ordering"
OF_PAGES: Final = frozenset({CURSOR, LIMIT, OFFSET})
NextPage = Annotated[
    str | None, Example(None), Field(description="The address of the page that follows, or null.")
]


class CountedPage(Answer):
    """A page of a list in which rows may be passed over by their number as well: how many there are in all."""

    count: int
    next: NextPage
    previous: str | None


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Some rows of a list in order, and the addresses of those that follow, and that stand before at an `offset`."""

    rows: list[R]
    next: str | None = None
    previous: str | None = None

    @property
    def next_path(self) -> str | None:
        """The address of those that follow, without the machine."""
        return urlunsplit(("", "", *urlsplit(self.next)[2:])) if self.next else None

    def reply(self, answer: Answer) -> Response:
        """The answer that shows them, with the address of what follows in `Link` (RFC 8288) too."""
        link = f'<{self.next}>; rel="next"' if self.next else ""
        return answer.reply(headers={"Link": link} if link else None)


class CursorPage(query.Query):
    """Which rows of a list are asked for, a page at a time."""

    usual: ClassVar[int] = MOST
    """So many where nobody says how many."""
    cursor = query.words(None, "Where the page begins, as `next` of the one before has it.")
    limit = query.whole_number(f"How many, at most {MOST}.", least=1, most=MOST)

    def of_rows(self, rows: QuerySet[M], orders: Orders) -> Page[M]:
        """A page of the rows, in the order that is asked for; one query, whatever the length of the list.

        Raises ValidationError for a cursor of another list or of none, and an order that there is not.
        """
        order = self._order(orders)
        after, offset, limit = self._extent()
        if after is not None:
            rows = rows.filter(_beyond(order, after))
        page_rows = list(rows.order_by(*order)[offset : offset + limit + 1])

        def key(row: M) -> list[Any]:
            return [_plain(reduce(getattr, column.lstrip("-").split("__"), row)) for column in order]

        return _page(self.request, page_rows, limit, key, offset)

    def fetched(
        self, fetch: Callable[[list[Any] | None, int, int], list[R]], key: Callable[[R], Sequence[Any]]
    ) -> Page[R]:
        """A page of rows that are fetched from several places.

        Arguments:
            fetch: gives the rows after the one with this key (None: from the first), without the next so many, at
                most so many.
            key: plain JSON data, unlike in any two rows.

        Raises ValidationError for a cursor of another list or of none.
        """
        after, offset, limit = self._extent()
        return _page(self.request, fetch(after, offset, limit + 1), limit, key, offset)

    def of_list(
        self, rows: Iterable[R], key: Callable[[R], Sequence[Any]], *, is_turned: bool = False
    ) -> Page[R]:
        """A page of rows in the order of `key`, which is plain JSON data and unlike in any two of them.

        Arguments:
            is_turned: whether the order is turned round.

        Raises ValidationError for a cursor of another list or of none.
        """
        after, offset, limit = self._extent()
        placed = sorted(((list(key(row)), row) for row in rows), key=lambda pair: pair[0], reverse=is_turned)
        if after is not None:
            placed = [pair for pair in placed if (pair[0] < after if is_turned else pair[0] > after)]
        page_rows = [row for _, row in placed[offset : offset + limit + 1]]
        return _page(self.request, page_rows, limit, key, offset)

    def _order(self, orders: Orders) -> Sequence[str]:
        ordering = query.parameters(self.request).get(ORDERING, next(iter(orders)))
        if ordering not in orders:
            allowed = ", ".join(orders)
            query.reject(ORDERING, "unknown-order", _("there is no such order; allowed: %s") % allowed)
        return orders[ordering]

    def _extent(self) -> tuple[list[Any] | None, int, int]:
        # After which key, how many rows to pass over, how many to give.
        after, limit = self._after(), self.cleaned_data[LIMIT] or self.usual
        return after, 0 if after is not None else self.cleaned_data.get(OFFSET) or 0, limit

    def _after(self) -> list[Any] | None:
        cursor = query.parameters(self.request).get(CURSOR, "")
        if not cursor:
            return None
        payload = unseal(cursor)
        list_key, after = json.loads(payload) if payload is not None else (None, [])
        if list_key != _list_asked(self.request):
            query.reject(
                CURSOR,
                "not-of-this-list",
                _("this cursor belongs to another list or other filters; leave it out to begin at the start"),
            )
        return list(after)


class OffsetPage(CursorPage):
    """The same of a list in which rows may be passed over by their number as well."""

    usual = USUAL
    offset = query.whole_number(
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


def ordering(orders: Orders) -> OpenApiParameter:
    """The parameter by which a list is asked for in one of these orders, the usual one first."""
    description = f"The order, `{next(iter(orders))}` without; `-` is the other way round."
    return OpenApiParameter(ORDERING, str, enum=list(orders), description=description)


def _page(
    request: Request, found: list[R], limit: int, key: Callable[[R], Sequence[Any]], offset: int
) -> Page[R]:
    following = None
    if len(found) > limit:
        cursor = seal(json.dumps([_list_asked(request), list(key(found[limit - 1]))]))
        following = query.address_with(request, {CURSOR: cursor, OFFSET: None})
    previous = None
    if offset:
        previous = query.address_with(request, {OFFSET: str(max(0, offset - limit))})
    return Page(found[:limit], following, previous)


def _list_asked(request: Request) -> str:
    parameters = sorted(
        (name, value)
        for name, values in query.parameters(request).lists()
        if name not in OF_PAGES
        for value in values
    )
    return sha256(json.dumps([request.path, parameters]).encode()).hexdigest()[:16]


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

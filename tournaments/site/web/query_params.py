"""Query parameters of pages, read leniently: what makes no sense in an address is as if it were not there.

Every page reads its address through this module; the REST API has `tournaments.site.api.query`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest


def parameters(request: HttpRequest) -> Mapping[str, Any]:
    return request.GET


def has(request: HttpRequest, name: str) -> bool:
    return name in request.GET


def text(request: HttpRequest, name: str, *, longest: int | None = None) -> str:
    """The text under `name`, cut to the `longest` that is read, in characters; "" where there is none."""
    return request.GET.get(name, "")[:longest]


def texts(request: HttpRequest, name: str) -> list[str]:
    return request.GET.getlist(name)


def whole_number(
    request: HttpRequest, name: str, *, digits: int = 3, lowest: int = 0, highest: int | None = None
) -> int | None:
    return as_number(text(request, name), digits=digits, lowest=lowest, highest=highest)


def as_number(entered: str, *, digits: int = 3, lowest: int = 0, highest: int | None = None) -> int | None:
    plain = entered.removeprefix("-")
    if not (plain.isascii() and plain.isdecimal() and len(plain) <= digits):
        return None
    number = int(entered)
    return number if lowest <= number and (highest is None or number <= highest) else None


def page_of(request: HttpRequest, rows: Any, count: int) -> Page[Any]:
    """So many of the rows, from where the address says."""
    return Paginator(rows, count).get_page(whole_number(request, "page", digits=9))

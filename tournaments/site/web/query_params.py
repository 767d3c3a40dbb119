"""Query parameters of pages, read leniently: what makes no sense in an address is as if it were not there."""

from __future__ import annotations

from django.http import HttpRequest


def whole_number(request: HttpRequest, name: str, *, digits: int = 3) -> int | None:
    """The whole number under `name`, of so many `digits` at most; None for anything else."""
    return as_number(request.GET.get(name, ""), digits=digits)


def as_number(entered: str, *, digits: int = 3) -> int | None:
    """The whole number that a text is, of so many `digits` at most; None for anything else."""
    return int(entered) if entered.isascii() and entered.isdecimal() and len(entered) <= digits else None

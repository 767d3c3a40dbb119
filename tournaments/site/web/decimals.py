"""A filter of every template: the decimal point of points, as the reader's language writes it."""

from __future__ import annotations

from django.template import Library
from django.utils.formats import get_format

register = Library()


@register.filter
def decimals(points: str) -> str:
    """Points that were written with a decimal point, in French with a comma: "35.0" is "35,0"."""
    return points.replace(".", get_format("DECIMAL_SEPARATOR"))

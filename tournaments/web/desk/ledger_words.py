"""What sentences about ledger entries share: names for codes, points, what a hand scored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

Body = Mapping[str, Any]
Names = Mapping[str, str]
Say = Callable[[Body, Names], str]


def name(code: str, names: Names) -> str:
    """Who holds a ticket."""
    return names.get(code) or _("somebody whose ticket was taken back")


def signed(points: int) -> str:
    """Points with a true minus."""
    return f"−{-points}" if points < 0 else str(points)


def worth_in_words(body: Body) -> str:
    """What a version of a hand scores: `12 to 0`, `by seat 3, 0, 1`, or that the deal is void."""
    if body["hand"] is None:
        return _("void")
    return points_in_words(body["points"])


def points_in_words(points: list[int]) -> str:
    """Points of couples, or by seat."""
    told = [signed(own) for own in points]
    if len(told) == 2:
        return _("%(a)s to %(b)s") % {"a": told[0], "b": told[1]}
    return _("by seat %(points)s") % {"points": ", ".join(told)}


def hand_in_words(words: str, body: Body, **more: object) -> str:
    """A sentence about a hand: `words` with its round, table, number and `worth`."""
    told = {key: body[key] for key in ("round", "table", "number") if key in body}
    return words % {**told, "worth": worth_in_words(body) if "hand" in body else "", **more}

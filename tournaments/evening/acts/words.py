"""Parts of the ledger's sentences: names for codes, points, what a hand scored, the cut behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.derivation import Sentence, gettext_noop
from tournaments.evening.record.record import Body

Names = Mapping[str, str]
"""What the holders of tickets are called, by the tickets' codes."""
GONE = Sentence(gettext_noop("somebody whose ticket was taken back"))


def called(code: str, names: Names) -> str | Sentence:
    """Who holds a ticket."""
    return names.get(code) or GONE


def in_a_row(items: Iterable[object], joint: str = "%(before)s, %(last)s") -> Sentence:
    """`Ann, Bob, Clara`; "-" of nothing. A `joint` with a colon or a semicolon is marked for the message files."""
    row = Sentence("-")
    for place, item in enumerate(items):
        row = Sentence(joint if place else "%(last)s", {"before": row, "last": item})
    return row


def signed(points: int) -> str:
    """Points with a true minus."""
    return f"−{-points}" if points < 0 else str(points)


def points_said(points: Sequence[int]) -> Sentence:
    """Points of couples, or by seat: `12 to 0`, `by seat 3, 0, 1`."""
    told = [signed(own) for own in points]
    if len(told) == 2:
        return Sentence(gettext_noop("%(a)s to %(b)s"), {"a": told[0], "b": told[1]})
    return Sentence(gettext_noop("by seat %(points)s"), {"points": ", ".join(told)})


def of_a_hand(template: str, body: Body, **more: object) -> Sentence:
    """A sentence about a hand: with its round, table, number and `worth`, and the cut that it made necessary."""
    worth: object = ""
    if "hand" in body:
        is_void = body["hand"] is None
        worth = Sentence(gettext_noop("void")) if is_void else points_said(body["points"])
    return with_cut(Sentence(template, {**body, "worth": worth, **more}), body)


def with_cut(first: Sentence, body: Body) -> Sentence:
    """The sentence, and behind it what the entry says of a cut that it made necessary."""
    cut = body.get("cut")
    if not cut:
        return first
    template = (
        gettext_noop("The game is level with this; couple %(winner)s won the cut, drawn by the seed.")
        if cut["how"] == "seed"
        else gettext_noop("The game is level with this; couple %(winner)s won the cut.")
    )
    return and_then(first, Sentence(template, {"winner": cut["winner"]}))


def and_then(first: Sentence, second: Sentence) -> Sentence:
    """Two sentences, one behind the other."""
    return Sentence("%(first)s %(second)s", {"first": first, "second": second})

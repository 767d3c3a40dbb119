"""The seed of an evening: sealed while anything can still be drawn from it, for everybody to see afterwards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.status import Status
from tournaments.movement.draw import commitment


@dataclass(frozen=True, slots=True)
class Sealed:
    """What may be told of the seed.

    Arguments:
        commitment: its SHA-256 in the form of `movement.draw.commitment`, which was there before the draw.
        seed: the seed, or None as long as draws and cuts are still to come.
    """

    commitment: str
    seed: str | None


def is_over(evening: Evening) -> bool:
    """Whether nothing more is drawn from the seed.

    Prizes are cut for when the evening is finished already; so publishing opens the seal. Results published once
    and changed since do not close it: the seed is known.
    """
    return evening.published_at is not None or evening.status == Status.ABANDONED


def sealed(evening: Evening) -> Sealed:
    """The commitment, and the seed once it may be known."""
    return Sealed(commitment(evening.seed), evening.seed if is_over(evening) else None)


def body_in_sight(act: str, body: Mapping[str, Any], evening: Evening) -> dict[str, Any]:
    """The body of a ledger entry, without the seed (None in its place) as long as nobody may know it."""
    if act in (acts.Make.name, acts.Draw.name) and "seed" in body and not is_over(evening):
        return {**body, "seed": None}
    return dict(body)


def last_attempt(evening: Evening) -> int:
    """The number of the last draw of first seats, 0 before the first; one query.

    Seats drawn again before attempts were numbered had a seed of their own each, and count as the first.
    """
    drawn = evening.ledger.filter(act=acts.Draw.name).order_by("-sequence")
    body = drawn.values_list("body", flat=True).first()
    return 0 if body is None else int(json.loads(body).get("attempt", 1))

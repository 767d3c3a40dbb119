"""What is public of somebody, and what they have said to that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.club.models import Consent, Player
from tournaments.club.reads.members import user_names

__all__ = ["Consent"]


@dataclass(frozen=True, slots=True)
class Said:
    """What is public of one thing, and what was said to that last.

    Attributes:
        of: `name` or `rating`.
        is_shown: whether it is public now.
        given: whether they agreed; None where nothing was said, and `by` (a name) and `at` are empty.
    """

    of: str
    is_shown: bool
    given: bool | None = None
    by: str = ""
    at: datetime | None = None


def said_by(player: Player) -> list[Said]:
    """What is public of a player's name and of their ratings; two queries."""
    last = {consent.of: consent for consent in player.consents.order_by("pk")}
    keys = {of: int(one.by.removeprefix("user:")) for of, one in last.items() if one.by.startswith("user:")}
    names = user_names(keys.values())
    shown = {Consent.Of.NAME: player.public_name == "", Consent.Of.RATING: player.shows_rating}
    return [
        Said(of.value, is_shown, one.given, names.get(keys.get(of, 0), ""), one.at)
        if (one := last.get(of))
        else Said(of.value, is_shown)
        for of, is_shown in shown.items()
    ]

"""Holding what an address names until a transaction ends: nobody else changes it meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.apps import apps
from django.db.models import Model

_ROWS: Final[tuple[tuple[str, str, Mapping[str, str]], ...]] = (
    ("user", "User", {"pk": "user"}),
    ("club", "Club", {"slug": "club"}),
    ("federation", "Federation", {"slug": "federation"}),
    ("league", "League", {"club__slug": "club", "slug": "league"}),
    ("season", "Season", {"league__club__slug": "club", "league__slug": "league", "slug": "season"}),
    ("evening", "Evening", {"club__slug": "club", "slug": "evening"}),
    ("evening", "Announcement", {"evening__club__slug": "club", "evening__slug": "evening"}),
    ("player", "Player", {"club__slug": "club", "pk": "player"}),
    ("preset", "ClubPreset", {"club__slug": "club", "pk": "preset"}),
    ("night", "ClubNight", {"club__slug": "club", "pk": "night"}),
)
"""Which row each part of an address names, in the order in which they are taken; by name, for they stand above."""
_WITHIN: Final[Mapping[str, frozenset[str]]] = {
    "user": frozenset({"club", "federation"}),
    "club": frozenset({"evening", "season", "league"}),
    "league": frozenset({"season"}),
}
"""What is not held where something inside it is: all the evenings of a club need not wait for one of them."""


def hold(place: Mapping[str, Any]) -> None:
    """Lock the rows that an address names; only inside a transaction. What does not exist is passed over.

    Whoever changes an evening, a season or the settings of a club locks the same rows.

    Arguments:
        place: the parts of an address, as its pattern names them; `user` is the requester, locked
            where nothing else is.
    """
    for part, model, lookups in _ROWS:
        if part in place and not _WITHIN.get(part, frozenset()) & place.keys():
            named = {lookup: place[name] for lookup, name in lookups.items()}
            rows = _model(model)._default_manager.select_for_update(of=("self",), no_key=model != "Evening")
            list(rows.filter(**named).order_by().values_list("pk"))


def _model(name: str) -> type[Model]:
    return apps.get_model("tournaments", name)

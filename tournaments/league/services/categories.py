"""Filling a category of a season from a group of the club."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.league.acts import PutInCategory
from tournaments.league.models import Season
from tournaments.league.services.ledger import perform


@transaction.atomic
def take_group(*, season: Season, category: str, by: str, at: datetime) -> int:
    """Put everybody active of the club's group of this name into the category, each by an entry; how many they are.

    Whoever is in it stays, of the group or not. Raises Faults as `PutInCategory` does.
    """
    people = season.league.club.players.filter(groups__group=category, is_active=True).order_by("pk")
    for player in people:
        act = PutInCategory(player=player.pk, category=category, belongs=True)
        perform(season=season, act=act, by=by, at=at)
    return len(people)

"""Fixtures made by an act, with their codes told to whoever asked."""

from __future__ import annotations

import json
from datetime import datetime

from django.db import transaction

from tournaments.league import acts
from tournaments.league.models import Season
from tournaments.league.services.ledger import perform


@transaction.atomic
def draw(*, season: Season, act: acts.Draw | acts.PlayOff, by: str, at: datetime) -> list[str]:
    """Do an act that makes fixtures; their codes. Raises Faults as it does."""
    entry = perform(season=season, act=act, by=by, at=at)
    body = json.loads(season.ledger.get(sequence=entry).body)
    return [one["code"] for one in body["fixtures"]]

"""Clubs in a federation, all through the services."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tests.tournaments.conftest import START
from tournaments.club.models import Club, User
from tournaments.club.services import clubs
from tournaments.league.models import Federation, FederationClub
from tournaments.league.services import federations

BY: dict[str, Any] = {"by": "user:1", "at": START}


def a_club(name: str, owner: User | None = None) -> Club:
    return clubs.make_club(name=name, director=owner, time_zone="UTC", at=START)


def joined(host: Club, club: Club, *, at: datetime = START) -> FederationClub:
    """The club, asked into the federation that `host` leads and in it."""
    row = federations.ask(host=host, club=club, by="user:1", at=at)
    federations.agree(asked=row, by="user:2", at=at)
    row.refresh_from_db()
    return row


def a_federation(host: Club, others: Sequence[Club] = (), name: str = "Card Union") -> Federation:
    """A federation of these clubs, which the first leads."""
    made = federations.create(club=host, name=name, **BY).federation
    for club in others:
        joined(host, club)
    return made

"""A copy of what is kept about a person, over REST: of somebody of the club, and of oneself."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.response import Response

from tournaments.club.api.officers import OwnAccessView
from tournaments.club.api.operations import CLUB, Address
from tournaments.club.api.views import SECRET
from tournaments.club.reads.members import Club, User
from tournaments.club.roles import Role
from tournaments.privacy import data_export

COPY: dict[str, Any] = {
    "format": data_export.FORMAT,
    "made_at": "2026-11-20T20:00:00.000000Z",
    "kept": [
        {
            "who": "Ann Lee · The Rooster Card Club",
            "what": "Name",
            "why": "so that everybody knows who plays",
            "until": "for good",
            "rows": {},
        }
    ],
}
"""What a copy looks like."""
OWN = Address("me/data/", "own-data", view=OwnAccessView, needs=Role.OWNER)
OF_A_PLAYER = Address(f"{CLUB}players/<int:player>/data/", "player-data", needs=Role.SECRETARY)


@OF_A_PLAYER.get(answer=OpenApiTypes.OBJECT, example=COPY)
def copy_player_data(club: Club, player: int, at: datetime) -> Response:
    """Everything that is kept about somebody, to be handed to them; what opens something is left out."""
    person = data_export.person_of_club(club.pk, player)
    return Response(data_export.copy_of(person, at=at), headers=SECRET)


@OWN.get(answer=OpenApiTypes.OBJECT, example=COPY)
def copy_own_data(user: User, at: datetime) -> Response:
    """Everything that is kept about your account and the players you are; what opens something is left out."""
    people = data_export.all_one_is(data_export.account(user.pk))
    return Response(data_export.copy_of(*people, at=at), headers=SECRET)

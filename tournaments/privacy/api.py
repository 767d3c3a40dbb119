"""A copy of what is kept about a person, over REST: of somebody of the club, and of oneself."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.roles import Permission, Role
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import SECRET, OfficerView, user_asking
from tournaments.privacy import copies

COPY: dict[str, Any] = {
    "format": copies.FORMAT,
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


class PlayerDataEndpoint(OfficerView):
    """What is kept about somebody of the club."""

    needs = Permission(Role.SECRETARY, Role.SECRETARY)

    @operation("copy_player_data", answer=OpenApiTypes.OBJECT, example=COPY)
    def get(self, request: Request, club: str, player: int) -> Response:
        """Everything that is kept about somebody, to be handed to them; what opens something is left out."""
        person = copies.person_of_club(self.club(request, club).pk, player)
        return Response(copies.copy_of(person, at=self.who(request)["at"]), headers=SECRET)


class OwnDataEndpoint(OfficerView):
    """What is kept about oneself."""

    needs = Permission(Role.OWNER, Role.OWNER)
    is_own = True

    @operation("copy_own_data", answer=OpenApiTypes.OBJECT, example=COPY)
    def get(self, request: Request) -> Response:
        """Everything that is kept about your account and the players you are; what opens something is left out."""
        people = copies.all_one_is(copies.account(user_asking(request).pk))
        return Response(copies.copy_of(*people, at=self.who(request)["at"]), headers=SECRET)

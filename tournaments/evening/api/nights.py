"""The nights of a club: on which days it plays, and with what a new evening of each begins."""

from __future__ import annotations

from datetime import time
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.roles import Permission, Role
from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import TIME_OF_DAY, Body, Clock, validate_body
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import OfficerView
from tournaments.evening.reads import api_reads, desk
from tournaments.evening.reads.desk import ClubNight
from tournaments.evening.services import evenings
from tournaments.evening.services.evenings import NightChange
from tournaments.site.api.answers import Answer, Example, at_most


class NewNight(Body):
    """A night: `weekday` is 0 for Monday, `week` 0 for every week, 1 to 4 for those of a month, 5 for its last.

    `begins_with` is what a new evening of it begins with: `game-whist`, `last`, a kind of evening (`whist-drive`),
    one of the club's own (`own-3`), or "" for the club's usual game.
    """

    weekday: int = Field(ge=0, le=6)
    week: int = Field(default=0, ge=0, le=5)
    name: bodies.Name = ""
    starts: Clock | None = None
    begins_with: str = Field(default="", max_length=50)

    EXAMPLE: ClassVar[Any] = {"weekday": 4, "week": 1, "name": "First Friday", "starts": "20:00"}

    def as_change(self) -> NightChange:
        """The night, as the service takes it."""
        return NightChange(**{name: getattr(self, name) for name in NightChange._fields})


class Night(Answer):
    """A night of a club."""

    id: Annotated[int, Example(3)]
    name: Annotated[str, Example("First Friday")]
    weekday: Annotated[int, Example(4)] = Field(description="0 is Monday.")
    week: Annotated[int, Example(1)] = Field(description="0 is every week, 5 the last of a month.")
    starts: Annotated[Annotated[time, TIME_OF_DAY] | None, Example("20:00:00")]
    begins_with: Annotated[str, Example("game-whist")]

    @classmethod
    def of(cls, row: ClubNight) -> Self:
        """One of them."""
        return cls.read(row)


class Nights(Answer):
    """Those of a club."""

    nights: Annotated[list[Night], at_most(evenings.MOST_NIGHTS)]

    @classmethod
    def of(cls, club: api_reads.Club) -> Self:
        """All of them, by the day of the week."""
        return cls(nights=[Night.of(row) for row in desk.nights_of_club(club)])


class NightsEndpoint(OfficerView):
    """The nights of a club."""

    needs = Permission(Role.DIRECTOR, Role.OWNER)

    @operation("list_nights", answer=Nights)
    def get(self, request: Request, club: str) -> Response:
        """The nights on which the club plays, by the day of the week."""
        return Nights.of(self.club(request, club)).reply()

    @operation("add_night", body=NewNight, answer=Night, status=201)
    def post(self, request: Request, club: str) -> Response:
        """One more night on which the club plays."""
        club_row = self.club(request, club)
        return Night.of(
            evenings.add_night(club=club_row, told=validate_body(request, NewNight).as_change())
        ).reply(status=201)


class NightEndpoint(OfficerView):
    """One of them."""

    needs = Permission(Role.DIRECTOR, Role.OWNER)

    @operation("show_night", answer=Night)
    def get(self, request: Request, club: str, night: int) -> Response:
        """One night on which the club plays."""
        return Night.of(desk.night_of_club(self.club(request, club), night)).reply()

    @operation("change_night", body=NewNight, answer=Night)
    def put(self, request: Request, club: str, night: int) -> Response:
        """Change it; evenings that are made stay as they are. What is left out is as for a new one."""
        row = desk.night_of_club(self.club(request, club), night)
        return Night.of(
            evenings.change_night(night=row, told=validate_body(request, NewNight).as_change())
        ).reply()

    @operation("remove_night", answer=Nights)
    def delete(self, request: Request, club: str, night: int) -> Response:
        """Play on it no longer; its evenings stay. Answers with those that are left."""
        club_row = self.club(request, club)
        row = desk.night_of_club(club_row, night)
        validate_body(request, bodies.Nothing)
        evenings.remove_night(night=row)
        return Nights.of(club_row).reply()

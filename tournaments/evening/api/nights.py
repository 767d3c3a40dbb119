"""The nights of a club: on which days it plays, and with what a new evening of each begins."""

from __future__ import annotations

from datetime import time
from typing import Annotated, Any, ClassVar

from pydantic import Field

from tournaments.club.roles import Permission, Role
from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import TIME_OF_DAY, Body, Clock
from tournaments.evening.api.operations import CLUB, Address, Made, provides
from tournaments.evening.reads import desk
from tournaments.evening.reads.desk import Club, ClubNight
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


class Night(Answer):
    """A night of a club."""

    id: Annotated[int, Example(3)]
    name: Annotated[str, Example("First Friday")]
    weekday: Annotated[int, Example(4)] = Field(description="0 is Monday.")
    week: Annotated[int, Example(1)] = Field(description="0 is every week, 5 the last of a month.")
    starts: Annotated[Annotated[time, TIME_OF_DAY] | None, Example("20:00:00")]
    begins_with: Annotated[str, Example("game-whist")]


class Nights(Answer):
    """Those of a club."""

    nights: Annotated[list[Night], at_most(evenings.MOST_NIGHTS)]


NIGHTS = Address(f"{CLUB}nights/", "nights", needs=Permission(Role.DIRECTOR, Role.OWNER))
NIGHT = Address(f"{CLUB}nights/<int:night>/", "night", needs=Permission(Role.DIRECTOR, Role.OWNER))


@provides
def night_at(club: Club, night: int) -> ClubNight:
    return desk.night_of_club(club, night)


@NIGHTS.get()
def list_nights(club: Club) -> Nights:
    """The nights on which the club plays, by the day of the week."""
    return Nights(nights=[Night.from_view(row) for row in desk.nights_of_club(club)])


@NIGHTS.post()
def add_night(club: Club, body: NewNight) -> Made[Night]:
    """One more night on which the club plays."""
    return Made(Night.from_view(evenings.add_night(club=club, told=NightChange(**body.model_dump()))))


@NIGHT.get()
def show_night(night: ClubNight) -> Night:
    """One night on which the club plays."""
    return Night.from_view(night)


@NIGHT.put()
def change_night(night: ClubNight, body: NewNight) -> Night:
    """Change it; evenings that are made stay as they are. What is left out is as for a new one."""
    return Night.from_view(evenings.change_night(night=night, told=NightChange(**body.model_dump())))


@NIGHT.delete()
def remove_night(club: Club, night: ClubNight) -> Nights:
    """Play on it no longer; its evenings stay. Answers with those that are left."""
    evenings.remove_night(night=night)
    return list_nights(club)

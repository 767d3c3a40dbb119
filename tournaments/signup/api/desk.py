"""Before an evening, for its officers: announcing it, the code at its door, planning several at once."""

from __future__ import annotations

from datetime import datetime, time
from typing import Annotated, Any, ClassVar

from django.http import Http404
from django.urls import reverse
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.reads import members
from tournaments.evening.api.bodies import TIME_OF_DAY, Body, Clock, Day, Name
from tournaments.evening.api.evening_answers import EveningInShort
from tournaments.evening.api.operations import CLUB, EVENING, Address, Made
from tournaments.evening.api.pages import Page
from tournaments.evening.api.views import SECRET, Actor
from tournaments.evening.reads import desk
from tournaments.evening.reads.desk import Club, Evening
from tournaments.limits import LONGEST_GROUP, LONGEST_NOTE
from tournaments.signup import announcements, lists, sign_ups
from tournaments.signup.announcements import MOST, MOST_PLACES, SeriesPlanned, plan_several
from tournaments.signup.api.public import SignedUpList, announcement_at
from tournaments.signup.door_code import close_door, door_code, door_token, open_door
from tournaments.signup.lists import Announcement, DoorCode
from tournaments.site.api.answers import PLAN, Answer, Example
from tournaments.site.web.pages import for_others

Note = Annotated[str, Field(max_length=LONGEST_NOTE)]
Places = Annotated[int, Field(ge=1, le=MOST_PLACES)]


# --- bodies -------------------------------------------------------------------------------------------
class NewAnnouncement(Body):
    """When an evening begins, for how many there is room (null: any number), a note, whether people may sign up."""

    starts: Clock
    places: Places | None = None
    note: Note = ""
    takes_sign_ups: bool = True

    EXAMPLE: ClassVar[Any] = {"starts": "19:30", "places": 24, "note": "Bring a cake"}


class SeveralEvenings(NewAnnouncement):
    """An evening on each of these days, all with one name and plan, each announced."""

    name: Name
    days: Annotated[list[Day], Field(min_length=1, max_length=MOST)]
    plan: dict[str, Any]

    EXAMPLE: ClassVar[Any] = {
        "name": "Friday",
        "days": ["2026-11-20", "2026-11-27"],
        "plan": PLAN,
        "starts": "19:30",
    }


class GroupToAdd(Body):
    """A group of the club, everybody in which comes."""

    group: Annotated[str, Field(min_length=1, max_length=LONGEST_GROUP)]

    EXAMPLE: ClassVar[Any] = {"group": "Tuesday"}


# --- answers ------------------------------------------------------------------------------------------
class AnnouncementAnswer(Answer):
    """What is announced of an evening; `is_announced` is false once that was withdrawn."""

    starts: Annotated[time, TIME_OF_DAY, Example("19:30:00")]
    places: Annotated[int | None, Example(24)]
    note: Annotated[str, Example("Bring a cake")]
    takes_sign_ups: Annotated[bool, Example(value=True)]
    is_announced: Annotated[bool, Example(value=True)]


class DoorCodeAnswer(Answer):
    """The code at the door: whoever opens `url` checks themselves in; `screen` shows it large.

    `typed` is what is typed where the code cannot be scanned.
    """

    url: Annotated[str, Example("https://club.example/door/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/")]
    screen: Annotated[str, Example("https://club.example/door/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/screen/")]
    typed: Annotated[str, Example("BCDFG-HJKMN")]
    made_at: Annotated[datetime, Example("2026-11-20T19:30:00Z")]


class ClosedDoor(Answer):
    """Whether the door has a code."""

    has_code: bool


class MadeEvenings(Answer):
    """The evenings that were made, in the order of their days."""

    evenings: list[EveningInShort]


# --- addresses ----------------------------------------------------------------------------------------
GROUP = Address(f"{EVENING}sign-ups/group/", "sign-ups-group")
ANNOUNCEMENT = Address(f"{EVENING}announcement/", "announcement")
DOOR = Address(f"{EVENING}door/", "door", gives_keys=True)
SEVERAL = Address(f"{CLUB}several-evenings/", "several-evenings")


@GROUP.post()
def add_group_to_sign_ups(
    evening: Evening, announcement: Announcement, by: Actor, body: GroupToAdd
) -> Made[SignedUpList]:
    """Put everybody of a group on the list who is not there; answers with those who were added."""
    names = [player.name for player in members.members(evening.club, group=body.group)]
    new_rows = sign_ups.add_all(announcement=announcement, names=names, **by)
    return Made(SignedUpList.from_view(Page(new_rows, next=None)))


@ANNOUNCEMENT.get()
def show_announcement(announcement: Announcement) -> AnnouncementAnswer:
    """What is, or was, announced; 404 where nothing ever was."""
    return AnnouncementAnswer.from_view(announcement)


@ANNOUNCEMENT.put()
def announce_evening(evening: Evening, by: Actor, body: NewAnnouncement) -> AnnouncementAnswer:
    """Announce the evening, again too, or change what is announced of it, until seats are drawn."""
    return show_announcement(announcements.announce(evening=evening, **body.model_dump(), **by))


@ANNOUNCEMENT.delete()
def withdraw_announcement(evening: Evening, announcement: Announcement, at: datetime) -> AnnouncementAnswer:
    """Announce it no longer; whoever has signed up stays in the list."""
    announcements.withdraw(announcement=announcement, at=at)
    return show_announcement(announcement_at(evening))


def answer_with_code(request: Request, row: DoorCode) -> DoorCodeAnswer:
    token = door_token(row)
    url, screen = (
        for_others(request, reverse(f"web:{name}", args=[token])) for name in ("door", "door-screen")
    )
    return DoorCodeAnswer.read(row, url=url, screen=screen, typed=door_code(row))


@DOOR.get(answer=DoorCodeAnswer)
def show_door_code(request: Request, evening: Evening) -> Response:
    """The code that works; 404 where there is none."""
    code = lists.live_code(evening)
    if code is None:
        raise Http404
    return answer_with_code(request, code).reply(headers=SECRET)


@DOOR.post()
def make_door_code(request: Request, evening: Evening, by: Actor) -> Made[DoorCodeAnswer]:
    """A code for the door, in the place of one that is there, until seats are drawn."""
    return Made(answer_with_code(request, open_door(evening=evening, **by)), SECRET)


@DOOR.delete()
def end_door_code(evening: Evening, at: datetime) -> ClosedDoor:
    """Nobody checks themselves in any more."""
    close_door(evening=evening, at=at)
    return ClosedDoor(has_code=False)


@SEVERAL.post()
def make_several_evenings(club: Club, by: Actor, body: SeveralEvenings) -> Made[MadeEvenings]:
    """Make an evening on each of these days and announce it: all of them, or none."""
    series = SeriesPlanned(**{name: getattr(body, name) for name in SeriesPlanned._fields})
    evenings = plan_several(club=club, name=body.name, days=body.days, plan=body.plan, told=series, **by)
    rows = desk.evenings(club).filter(pk__in=[row.pk for row in evenings]).order_by("date", "pk")
    return Made(MadeEvenings(evenings=[EveningInShort.from_view(row) for row in rows]))

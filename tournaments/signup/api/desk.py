"""Before an evening, for its officers: announcing it, the code at its door, planning several at once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time
from typing import Annotated, Any, ClassVar, Self

from django.http import Http404
from django.urls import reverse
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.reads import members
from tournaments.evening.api.bodies import TIME_OF_DAY, Body, Clock, Day, Name, Nothing, validate_body
from tournaments.evening.api.evening_answers import EveningInShort
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import SECRET, OfficerView
from tournaments.evening.reads import desk
from tournaments.evening.reads.desk import Club, Evening
from tournaments.limits import LONGEST_GROUP, LONGEST_NOTE
from tournaments.signup import announcements, lists, sign_ups
from tournaments.signup.announcements import MOST, MOST_PLACES, SeriesPlanned, plan_several
from tournaments.signup.api.public import SignedUp, SignedUpList
from tournaments.signup.door_code import close_door, door_code, door_token, open_door
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

    @classmethod
    def of(cls, row: lists.Announcement) -> Self:
        """An announcement."""
        return cls.read(row, is_announced=row.withdrawn_at is None)


class DoorCodeAnswer(Answer):
    """The code at the door: whoever opens `url` checks themselves in; `screen` shows it large.

    `typed` is what is typed where the code cannot be scanned.
    """

    url: Annotated[str, Example("https://club.example/door/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/")]
    screen: Annotated[str, Example("https://club.example/door/Zm9yIHRoaXMgdGFibGUgb25seSwgc2ho/screen/")]
    typed: Annotated[str, Example("BCDFG-HJKMN")]
    made_at: Annotated[datetime, Example("2026-11-20T19:30:00Z")]

    @classmethod
    def of(cls, request: Request, row: lists.DoorCode) -> Self:
        """A code that works."""
        token = door_token(row)
        addresses = {
            field: for_others(request, reverse(f"web:{name}", args=[token]))
            for field, name in (("url", "door"), ("screen", "door-screen"))
        }
        return cls.read(row, **addresses, typed=door_code(row))


class ClosedDoor(Answer):
    """Whether the door has a code."""

    has_code: bool


class MadeEvenings(Answer):
    """The evenings that were made, in the order of their days."""

    evenings: list[EveningInShort]

    @classmethod
    def of(cls, club: Club, made: Iterable[Evening]) -> Self:
        """These, with how many are in."""
        rows = desk.evenings(club).filter(pk__in=[row.pk for row in made]).order_by("date", "pk")
        return cls(evenings=[EveningInShort.from_view(row) for row in rows])


def _announcement(evening: Evening) -> lists.Announcement:
    announcement = lists.announcement_of(evening)
    if announcement is None:
        raise Http404
    return announcement


# --- addresses ----------------------------------------------------------------------------------------
class AnnouncementEndpoint(OfficerView):
    """What is announced of an evening."""

    @operation("show_announcement", answer=AnnouncementAnswer)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """What is, or was, announced; 404 where nothing ever was."""
        return AnnouncementAnswer.of(_announcement(self.evening(request, club, evening))).reply()

    @operation("announce_evening", body=NewAnnouncement, answer=AnnouncementAnswer)
    def put(self, request: Request, club: str, evening: str) -> Response:
        """Announce the evening, again too, or change what is announced of it, until seats are drawn."""
        evening_row, body = self.evening(request, club, evening), validate_body(request, NewAnnouncement)
        announcement = announcements.announce(evening=evening_row, **body.model_dump(), **self.who(request))
        return AnnouncementAnswer.of(announcement).reply()

    @operation("withdraw_announcement", answer=AnnouncementAnswer)
    def delete(self, request: Request, club: str, evening: str) -> Response:
        """Announce it no longer; whoever has signed up stays in the list."""
        evening_row = self.evening(request, club, evening)
        row = _announcement(evening_row)
        validate_body(request, Nothing)
        announcements.withdraw(announcement=row, at=self.who(request)["at"])
        return AnnouncementAnswer.of(_announcement(evening_row)).reply()


class GroupEndpoint(OfficerView):
    """A group that comes."""

    @operation("add_group_to_sign_ups", body=GroupToAdd, answer=SignedUpList, status=201)
    def post(self, request: Request, club: str, evening: str) -> Response:
        """Put everybody of a group on the list who is not there; answers with those who were added."""
        evening_row = self.evening(request, club, evening)
        announcement, body = _announcement(evening_row), validate_body(request, GroupToAdd)
        people = members.members(evening_row.club, group=body.group)
        new_rows = sign_ups.add_all(
            announcement=announcement, names=[player.name for player in people], **self.who(request)
        )
        return SignedUpList(sign_ups=[SignedUp.of(row) for row in new_rows], next=None).reply(status=201)


class DoorEndpoint(OfficerView):
    """The code at the door."""

    gives_keys = True

    @operation("show_door_code", answer=DoorCodeAnswer)
    def get(self, request: Request, club: str, evening: str) -> Response:
        """The code that works; 404 where there is none."""
        code = lists.live_code(self.evening(request, club, evening))
        if code is None:
            raise Http404
        return DoorCodeAnswer.of(request, code).reply(headers=SECRET)

    @operation("make_door_code", body=Nothing, answer=DoorCodeAnswer, status=201)
    def post(self, request: Request, club: str, evening: str) -> Response:
        """A code for the door, in the place of one that is there, until seats are drawn."""
        evening_row = self.evening(request, club, evening)
        validate_body(request, Nothing)
        code = open_door(evening=evening_row, **self.who(request))
        return DoorCodeAnswer.of(request, code).reply(status=201, headers=SECRET)

    @operation("end_door_code", answer=ClosedDoor)
    def delete(self, request: Request, club: str, evening: str) -> Response:
        """Nobody checks themselves in any more."""
        evening_row = self.evening(request, club, evening)
        validate_body(request, Nothing)
        close_door(evening=evening_row, at=self.who(request)["at"])
        return ClosedDoor(has_code=False).reply()


class SeveralEndpoint(OfficerView):
    """Several evenings at once."""

    @operation("make_several_evenings", body=SeveralEvenings, answer=MadeEvenings, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Make an evening on each of these days and announce it: all of them, or none."""
        club_row, body = self.club(request, club), validate_body(request, SeveralEvenings)
        series = SeriesPlanned(**{name: getattr(body, name) for name in SeriesPlanned._fields})
        evenings = plan_several(
            club=club_row, name=body.name, days=body.days, plan=body.plan, told=series, **self.who(request)
        )
        return MadeEvenings.of(club_row, evenings).reply(status=201)

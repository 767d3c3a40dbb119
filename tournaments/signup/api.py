"""Before an evening, over REST: what is announced, signing up and withdrawing; the list, and letting people in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from datetime import datetime, time
from typing import Annotated, Any, Literal, get_args

from django.http import Http404
from django.urls import reverse
from pydantic import Field
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, Created, club_showing
from tournaments.club.api.views import KEY_HEADER, SECRET, Actor, PublicView
from tournaments.club.reads import members
from tournaments.club.reads.access import visitor_of
from tournaments.club.roles import Duty, Part
from tournaments.club.services import throttle
from tournaments.club.services.tokens import hashed
from tournaments.evening.api.evening_answers import EveningInShort, TicketOut
from tournaments.evening.api.views import EVENING
from tournaments.evening.reads import desk
from tournaments.evening.reads.desk import Club, Evening
from tournaments.refusals import LONGEST_GROUP
from tournaments.signup import announcements, lists, sign_ups
from tournaments.signup.announcements import Coming
from tournaments.signup.lists import Announcement, Place, SignUp
from tournaments.signup.public import texts_at
from tournaments.site.api import query
from tournaments.site.api.answers import PLAN, Answer, At, Example
from tournaments.site.api.query import Orders, Page, Paging
from tournaments.site.api.schema import header
from tournaments.site.arguments import TIME_OF_DAY, Body, Day, From, Name
from tournaments.site.web.pages import Message, for_others, or_404

TOKEN = "Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8"  # noqa: S105 - an example, which opens nothing
PersonName = Annotated[str, Example("Ada Marsh")]
VISITORS_KEY = header(
    KEY_HEADER,
    {"type": "string", "pattern": f"^[!-~][ -~]{{{sign_ups.SHORTEST_KEY - 2},62}}[!-~]$"},
    f"{sign_ups.SHORTEST_KEY} to 64 plain characters, drawn at random before the first try: a retry that sends "
    "the same signs nobody up again, and gets the same token. Keep it as you keep the token.",
)
StateName = Literal["placed", "waiting", "withdrawn"]
State = Annotated[StateName, Example("placed")]
BY_NUMBER: Orders = {"number": ("number",)}


class OfState(query.Query):
    is_alone = False
    state = query.one_of(get_args(StateName), "Those alone; otherwise who comes or waits.")


def _note(coming: Coming) -> str:
    return coming.announcement.note if coming.announcement else ""


def _is_open(coming: Coming) -> bool:
    # Whether everybody can sign up now; its day is not past.
    row = coming.announcement
    return row is not None and announcements.why_closed(row, today=coming.evening.date) is None


class ComingEvening(Answer):
    """An evening to come: when it begins, how many come and wait, and how many places are left (null: any number)."""

    slug: Annotated[str, At("evening.slug"), Example("2026-11-20-friday")]
    name: Annotated[str, At("evening.name"), Example("Friday")]
    date: Annotated[dt.date, At("evening.date"), Example("2026-11-20")]
    starts_at: Annotated[datetime | None, Example("2026-11-20T19:30:00+01:00")]
    note: Annotated[str, At(_note), Example("Bring a cake")]
    game: Annotated[str, Example("Chantecler")]
    come: Annotated[int, Example(12)]
    waiting: Annotated[int, Example(0)]
    left: Annotated[int | None, Example(4)]
    takes_sign_ups: Annotated[bool, At(_is_open), Example(value=True)]


ComingEvenings = query.listed(
    "ComingEvenings", "The evenings to come, the next first.", evenings=ComingEvening
)


class OwnPlace(Answer):
    """Whether somebody has a place; `waits_as` is their number on the waiting list, null for who is not on it."""

    state: Annotated[State, At("sign_up.state")]
    waits_as: int | None
    token: Annotated[str, Example(TOKEN)] = Field(description="Withdraws; shown once, so keep it.")


class SignedUp(Answer):
    """Somebody who has signed up, as officers see them."""

    id: Annotated[int, Example(7)]
    name: PersonName
    companion: str
    seeks_partner: bool
    people: Annotated[int, Example(1)]
    state: State
    made_at: Annotated[datetime, Example("2026-11-12T09:30:00Z")]


SignedUpList = query.listed(
    "SignedUpList", "Who comes or waits, in the order of the list.", sign_ups=SignedUp
)


class OwnToken(Body):
    """What signing up gave."""

    token: Annotated[str, Field(min_length=1, max_length=100), Example(TOKEN)]


ClubWithComing = Annotated[Club, club_showing(Part.COMING)]
SIGN_UP = Address(f"{CLUB}coming/<slug:evening>/sign-up/", "sign-up", view=PublicView)


def announced_to_visitor(request: Request, club: str, evening: str) -> Announcement:
    coming = announcements.announced_at(visitor_of(request), club, evening)
    if coming is None or coming.announcement is None:
        raise Http404
    return coming.announcement


AnnouncedToVisitor = Annotated[Announcement, From(announced_to_visitor)]


@Address(f"{CLUB}coming/", "coming", view=PublicView).get(answer=ComingEvenings)
def list_coming_evenings(
    request: Request, club: ClubWithComing, at: datetime, paging: Paging
) -> Page[Coming]:
    """The evenings of a club that are announced or have open doors."""
    today = announcements.today_at(club, at)
    rows = announcements.still_to_come(announcements.calendar_of(club, visitor_of(request), since=today))
    return paging.of_list(rows, _place_of_evening)


class TextToPaste(Answer):
    """What a club tells people of an evening: a title, lines below it, the address of a page; `text` is all of it."""

    kind: Annotated[Literal["invitation", "seats", "result", "report"], Example("result")]
    title: Annotated[str, Example("Friday · Rooster Club")]
    url: Annotated[str, Example("https://club.example/c/rooster-club/2026-11-20-friday/")]
    text: Annotated[str, At("whole"), Example("Friday · Rooster Club\nAda Marsh won the evening.")]


TextsToPaste = query.listed(
    "TextsToPaste",
    "Those that there are now; in the language that is asked for.",
    query.EVERY,
    texts=TextToPaste,
)


@Address(f"{CLUB}evenings/<slug:evening>/texts/", "evening-texts", view=PublicView).get(answer=TextsToPaste)
def list_texts(request: Request, club: str, evening: str) -> Iterable[Message]:
    """The texts to send to people about an evening: its invitation, the next seats, its result and its report."""
    return texts_at(request, club, evening)


def _place_of_evening(coming: Coming) -> tuple[str, str, int]:
    day, starts, pk = coming.order
    return day.isoformat(), starts.isoformat(), pk


@SIGN_UP.post(refusals=(422, 429), parameters=(VISITORS_KEY,))
def sign_up(
    request: Request,
    club: str,
    evening: str,
    announcement: AnnouncedToVisitor,
    at: datetime,
    body: sign_ups.NewSignUp,
) -> Created[OwnPlace]:
    """Sign up for an evening that takes sign-ups; whoever finds no place waits for one.

    The token is that of one's own link, `/my-place/TOKEN/`, which shows the place.
    """
    key = request.headers.get(KEY_HEADER)
    limits = sign_ups.limits(throttle.address_of(request.META), key or "")
    if throttle.count(*limits, at=at) is None:
        raise Throttled(limits[0].wait(at))
    _row, token = sign_ups.sign_up(announcement=announcement, entered=body, at=at, key=key)
    return Created(OwnPlace.read(_place(club, evening, token), token=token), SECRET)


@Address(f"{CLUB}coming/<slug:evening>/withdraw/", "sign-up-withdraw", view=PublicView).post()
def withdraw_sign_up(club: str, evening: str, at: datetime, body: OwnToken) -> OwnPlace:
    """Withdraw, with the token that signing up gave; the first waiting who fit get the places."""
    sign_ups.withdraw(sign_up=_place(club, evening, body.token).sign_up, at=at)
    return OwnPlace.read(_place(club, evening, body.token), token=body.token)


def _place(club: str, evening: str, token: str) -> Place:
    place = lists.place_of(hashed(token))
    evening_row = None if place is None else place.sign_up.announcement.evening
    if place is None or evening_row is None or (evening_row.club.slug, evening_row.slug) != (club, evening):
        raise Http404
    if evening_row.club.put_away_at is not None:
        raise Http404
    return place


SIGN_UPS = Address(f"{EVENING}sign-ups/", "sign-ups")


@SIGN_UPS.get(answer=SignedUpList)
def list_sign_ups(evening: Evening, wanted: OfState, paging: Paging) -> Page[Any]:
    """Who comes or waits, in the order of the list; with `state` those who have withdrawn, too."""
    return paging.of_rows(lists.in_state(evening, wanted.cleaned_data["state"]), BY_NUMBER)


SIGN_UPS.runs("post", sign_ups.add, Created[SignedUp], name="add_sign_up")
Address(f"{EVENING}sign-ups/<int:sign_up>/take-out/", "sign-up-take-out").runs(
    "post", sign_ups.take_out, SignedUp, name="take_sign_up_out"
)
Address(f"{EVENING}sign-ups/<int:sign_up>/let-in/", "sign-up-let-in", needs=Duty.CHECK_IN).runs(
    "post", sign_ups.let_in, Created[TicketOut], name="let_sign_up_in"
)


class SeveralEvenings(announcements.NewAnnouncement):
    """An evening on each of these days, all with one name and plan, each announced."""

    name: Annotated[Name, Example("Friday")]
    days: Annotated[
        list[Day],
        Field(min_length=1, max_length=announcements.MOST),
        Example(["2026-11-20", "2026-11-27"]),
    ]
    plan: Annotated[dict[str, Any], Example(PLAN)]


class GroupToAdd(Body):
    """A group of the club, everybody in which comes."""

    group: Annotated[str, Field(min_length=1, max_length=LONGEST_GROUP), Example("Tuesday")]


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

    has_code: Annotated[bool, At(bool)]


MadeEvenings = query.listed(
    "MadeEvenings",
    "The evenings that were made, in the order of their days.",
    query.EVERY,
    evenings=EveningInShort,
)
ANNOUNCEMENT = Address(f"{EVENING}announcement/", "announcement")
DOOR = Address(f"{EVENING}door/", "door", needs=Duty.CHECK_IN, gives_keys=True)


@Address(f"{EVENING}sign-ups/group/", "sign-ups-group").post(answer=SignedUpList, status=201)
def add_group_to_sign_ups(
    evening: Evening, announcement: Announcement, by: Actor, body: GroupToAdd
) -> Page[SignUp]:
    """Put everybody of a group on the list who is not there; answers with those who were added."""
    names = [player.name for player in members.members(evening.club, group=body.group)]
    return Page(sign_ups.add_all(announcement=announcement, names=names, **by))


ANNOUNCEMENT.shows(Announcement, AnnouncementAnswer)
ANNOUNCEMENT.runs("put", announcements.announce, AnnouncementAnswer, name="announce_evening")
ANNOUNCEMENT.runs("delete", announcements.withdraw, AnnouncementAnswer, name="withdraw_announcement")


@DOOR.get()
def show_door_code(request: Request, evening: Evening) -> DoorCodeAnswer:
    """The code that works; 404 where there is none."""
    code = or_404(lists.live_code(evening))
    token = sign_ups.door_token(code)
    url, screen = (
        for_others(request, reverse(f"web:{name}", args=[token])) for name in ("door", "door-screen")
    )
    return DoorCodeAnswer.read(code, url=url, screen=screen, typed=sign_ups.door_code(code))


DOOR.runs("post", sign_ups.open_door, show_door_code, name="make_door_code", status=201)
DOOR.runs("delete", sign_ups.close_door, ClosedDoor, name="end_door_code")


@Address(f"{CLUB}several-evenings/", "several-evenings").post(answer=MadeEvenings, status=201)
def make_several_evenings(club: Club, by: Actor, body: SeveralEvenings) -> Iterable[Evening]:
    """Make an evening on each of these days and announce it: all of them, or none."""
    evenings = announcements.plan_several(
        club=club, name=body.name, days=body.days, plan=body.plan, told=body, **by
    )
    return desk.evenings(club).filter(pk__in=[row.pk for row in evenings]).order_by("date", "pk")

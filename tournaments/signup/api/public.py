"""Before an evening, over REST: what is announced, signing up and withdrawing; the list, and letting people in."""

from __future__ import annotations

import datetime as dt
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

from django import forms
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.publicity import Part
from tournaments.club.reads import permissions
from tournaments.club.reads.visitors import visitor_of
from tournaments.club.services import throttle
from tournaments.club.services.tokens import hashed
from tournaments.evening.api.bodies import Body, Colour, Name, Nothing, validate_body
from tournaments.evening.api.evening_answers import Ticket
from tournaments.evening.api.pages import MOST, NextPage, Orders, Page, page_of_list, page_of_rows, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import KEY_HEADER, SECRET, OfficerView, PublicView
from tournaments.signup import announcements, door_code, lists, sign_ups
from tournaments.signup.announcements import Coming
from tournaments.signup.lists import Place, SignUp
from tournaments.signup.sign_ups import SHORTEST_KEY, SignUpEntry
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, Day, Example

TOKEN = "Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8"  # noqa: S105 - an example, which opens nothing
PersonName = Annotated[str, Example("Ada Marsh")]
VISITORS_KEY = OpenApiParameter(
    KEY_HEADER,
    {"type": "string", "pattern": f"^[!-~][ -~]{{{SHORTEST_KEY - 2},62}}[!-~]$"},
    OpenApiParameter.HEADER,
    description=(
        f"{SHORTEST_KEY} to 64 plain characters, drawn at random before the first try: a retry that sends the same "
        "signs nobody up again, and gets the same token. Keep it as you keep the token."
    ),
)
StateName = Literal["placed", "waiting", "withdrawn"]
State = Annotated[StateName, Example("placed")]
BY_NUMBER: Orders = {"number": ("number",)}


class OfState(forms.Form):
    """Which sign-ups are wanted."""

    state = forms.ChoiceField(choices=[(state, state) for state in get_args(StateName)], required=False)


# --- answers ------------------------------------------------------------------------------------------
class ComingEvening(Answer):
    """An evening to come: when it begins, how many come and wait, and how many places are left (null: any number)."""

    slug: Annotated[str, Example("2026-11-20-friday")]
    name: Annotated[str, Example("Friday")]
    date: Annotated[dt.date, Day]
    starts_at: Annotated[datetime | None, Example("2026-11-20T19:30:00+01:00")]
    note: Annotated[str, Example("Bring a cake")]
    game: Annotated[str, Example("Chantecler")]
    come: Annotated[int, Example(12)]
    waiting: Annotated[int, Example(0)]
    left: Annotated[int | None, Example(4)]
    takes_sign_ups: Annotated[bool, Example(value=True)]

    @classmethod
    def of(cls, one: Coming, today: dt.date) -> Self:
        """An evening to come; it takes sign-ups where everybody can sign up now."""
        announcement, row = one.announcement, one.evening
        return cls.read(
            one,
            slug=row.slug,
            name=row.name,
            date=row.date,
            note=announcement.note if announcement else "",
            takes_sign_ups=announcement is not None
            and announcements.why_closed(announcement, today=today) is None,
        )


class ComingEvenings(Answer):
    """The evenings to come, the next first."""

    evenings: list[ComingEvening]
    next: NextPage

    @classmethod
    def of(cls, page: Page[Coming], today: dt.date) -> Self:
        """A page of them."""
        return cls.read(page, evenings=[ComingEvening.of(row, today) for row in page.rows])


class OwnPlace(Answer):
    """Whether somebody has a place; `waits_as` is their number on the waiting list, null for who is not on it."""

    state: State
    waits_as: int | None
    token: Annotated[str, Example(TOKEN)] = Field(description="Withdraws; shown once, so keep it.")

    @classmethod
    def of(cls, place: Place, token: str) -> Self:
        """What somebody's own link shows."""
        return cls(state=state_of(place.sign_up), waits_as=place.waits_as, token=token)


class SignedUp(Answer):
    """Somebody who has signed up, as officers see them."""

    id: Annotated[int, Example(7)]
    name: PersonName
    companion: str
    seeks_partner: bool
    people: Annotated[int, Example(1)]
    state: State
    made_at: Annotated[datetime, Example("2026-11-12T09:30:00Z")]

    @classmethod
    def of(cls, row: SignUp) -> Self:
        """A sign-up."""
        return cls.read(row, state=state_of(row))


class SignedUpList(Answer):
    """Who comes or waits, in the order of the list."""

    sign_ups: list[SignedUp]
    next: NextPage

    @classmethod
    def of(cls, page: Page[SignUp]) -> Self:
        """A page of them."""
        return cls.read(page, sign_ups=[SignedUp.of(row) for row in page.rows])


def state_of(row: SignUp) -> StateName:
    """Whether somebody has a place, waits, or has withdrawn."""
    if row.withdrawn_at is not None:
        return "withdrawn"
    return "waiting" if row.placed_at is None else "placed"


# --- bodies -------------------------------------------------------------------------------------------
class NewSignUp(Body):
    """Who comes; whom they bring, or whether they look for a partner."""

    name: Name
    companion: Name = ""
    seeks_partner: bool = False

    EXAMPLE: ClassVar[Any] = {"name": "Ada Marsh", "companion": "Bob Reed"}

    def entered(self) -> SignUpEntry:
        """As the service takes it."""
        return SignUpEntry(self.name, self.companion, self.seeks_partner)


class OwnToken(Body):
    """What signing up gave."""

    token: Annotated[str, Field(min_length=1, max_length=100)]

    EXAMPLE: ClassVar[Any] = {"token": TOKEN}


class LetIn(Body):
    """The colour of the ticket, where the evening has colours; whether it is for the `companion`."""

    colour: Colour = ""
    companion: bool = False

    EXAMPLE: ClassVar[Any] = {"colour": "ladies"}


# --- for everybody ------------------------------------------------------------------------------------
class ComingEndpoint(PublicView):
    """What is to come."""

    @operation(
        "list_coming_evenings", answer=ComingEvenings, refusals=(400, 404), public=True, parameters=paging()
    )
    def get(self, request: Request, club: str) -> Response:
        """The evenings of a club that are announced or have open doors."""
        club_row, visitor = get_object_or_404(permissions.public_clubs(), slug=club), visitor_of(request)
        if not visitor.sees(Part.COMING, club_row):
            raise Http404
        today = announcements.today_at(club_row, timezone.now())
        rows = announcements.still_to_come(announcements.calendar_of(club_row, visitor, since=today))
        page = page_of_list(request, rows, _place_of_evening, usual=MOST)
        return page.reply(ComingEvenings.of(page, today))


def _place_of_evening(one: Coming) -> tuple[str, str, int]:
    day, starts, pk = one.order
    return day.isoformat(), starts.isoformat(), pk


class SignUpEndpoint(PublicView):
    """Saying that one comes."""

    @operation(
        "sign_up",
        body=NewSignUp,
        answer=OwnPlace,
        status=201,
        refusals=(404, 422, 429),
        parameters=(VISITORS_KEY,),
        public=True,
    )
    def post(self, request: Request, club: str, evening: str) -> Response:
        """Sign up for an evening that takes sign-ups; whoever finds no place waits for one.

        The token is that of one's own link, `/my-place/TOKEN/`, which shows the place.
        """
        coming = announcements.announced_at(visitor_of(request), club, evening)
        if coming is None or coming.announcement is None:
            raise Http404
        entered, at = validate_body(request, NewSignUp).entered(), timezone.now()
        key = request.headers.get(KEY_HEADER)
        limits = sign_ups.limits(throttle.address_of(request.META), key or "")
        if throttle.count(*limits, at=at) is None:
            raise Throttled(limits[0].wait(at))
        _row, token = sign_ups.sign_up(announcement=coming.announcement, entered=entered, at=at, key=key)
        return OwnPlace.of(_place(club, evening, token), token).reply(status=201, headers=SECRET)


class WithdrawEndpoint(PublicView):
    """Saying that one does not come."""

    @operation("withdraw_sign_up", body=OwnToken, answer=OwnPlace, refusals=(404,), public=True)
    def post(self, request: Request, club: str, evening: str) -> Response:
        """Withdraw, with the token that signing up gave; the first waiting who fit get the places."""
        token = validate_body(request, OwnToken).token
        sign_ups.withdraw(sign_up=_place(club, evening, token).sign_up, at=timezone.now())
        return OwnPlace.of(_place(club, evening, token), token).reply()


def _place(club: str, evening: str, token: str) -> Place:
    place = lists.place_of(hashed(token))
    evening_row = None if place is None else place.sign_up.announcement.evening
    if place is None or evening_row is None or (evening_row.club.slug, evening_row.slug) != (club, evening):
        raise Http404
    if evening_row.club.put_away_at is not None:
        raise Http404
    return place


# --- for officers -------------------------------------------------------------------------------------
class SignUpsEndpoint(OfficerView):
    """The list."""

    @operation(
        "list_sign_ups",
        answer=SignedUpList,
        refusals=(400,),
        parameters=(
            *paging(),
            OpenApiParameter(
                "state",
                str,
                enum=get_args(StateName),
                description="Those alone; otherwise who comes or waits.",
            ),
        ),
    )
    def get(self, request: Request, club: str, evening: str) -> Response:
        """Who comes or waits, in the order of the list; with `state` those who have withdrawn, too."""
        rows = lists.in_state(self.evening(request, club, evening), query.known(request, OfState)["state"])
        page = page_of_rows(request, rows, BY_NUMBER, usual=MOST)
        return page.reply(SignedUpList.of(page))

    @operation("add_sign_up", body=NewSignUp, answer=SignedUp, status=201)
    def post(self, request: Request, club: str, evening: str) -> Response:
        """Add somebody who telephoned, as long as no seats are drawn; they have no token."""
        announcement = lists.announcement_of(self.evening(request, club, evening))
        if announcement is None:
            raise Http404
        entered = validate_body(request, NewSignUp).entered()
        row = sign_ups.add(announcement=announcement, entered=entered, **self.who(request))
        return SignedUp.of(row).reply(status=201)


class TakeOutEndpoint(OfficerView):
    """Somebody of the list who does not come."""

    @operation("take_sign_up_out", body=Nothing, answer=SignedUp)
    def post(self, request: Request, club: str, evening: str, sign_up: int) -> Response:
        """Take somebody off the list; the first waiting who fit get the places."""
        evening_row = self.evening(request, club, evening)
        row = lists.one_listed(evening_row, sign_up)
        validate_body(request, Nothing)
        sign_ups.take_out(sign_up=row, at=timezone.now())
        return SignedUp.of(lists.one_listed(evening_row, sign_up)).reply()


class LetInEndpoint(OfficerView):
    """Somebody of the list who has come."""

    @operation("let_sign_up_in", body=LetIn, answer=Ticket, status=201)
    def post(self, request: Request, club: str, evening: str, sign_up: int) -> Response:
        """Let in whoever signed up, or their companion, at open doors; who is new to the club is a guest.

        An officer lets people in who wait for a place as well.
        """
        evening_row = self.evening(request, club, evening)
        row = lists.one_listed(evening_row, sign_up)
        body = validate_body(request, LetIn)
        ticket = door_code.let_in(
            evening=evening_row,
            sign_up=row,
            companion=body.companion,
            colour=body.colour,
            **self.who(request),
        )
        return Ticket.from_view(ticket).reply(status=201)

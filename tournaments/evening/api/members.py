"""One of a club's people with what the club keeps of them: details, photo, whose account is theirs, erasing."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal, Self

from django.urls import reverse
from pydantic import Field
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, Created, Made
from tournaments.club.api.views import SECRET
from tournaments.club.member_list.details import DETAILS, MOST_GROUPS, Detail
from tournaments.club.reads import members
from tournaments.club.reads.members import Club, Player, User, consents_given_by
from tournaments.club.roles import Role
from tournaments.club.services import clubs, invitations
from tournaments.club.services import members as member_services
from tournaments.evening.reads import access, desk
from tournaments.evening.services import links
from tournaments.refusals import LONGEST_GROUP
from tournaments.site.api import answers, query
from tournaments.site.api.answers import Answer, At, Example, PersonId, PersonName, at_most
from tournaments.site.cleaning import folded
from tournaments.site.web.pages import for_others


# --- answers ------------------------------------------------------------------------------------------
def _detail_answer(name: str, detail: Detail) -> Any:
    if name == "groups":
        example = Example(detail.example.split(", "))
        return Annotated[list[str], At("details.group_names"), at_most(MOST_GROUPS), example]
    at, example = At(f"details.{name}"), Example(detail.example)
    return Annotated[str, at, example, Field(description=detail.meaning)]


class MemberInList(Answer):
    """A member with their details, as a secretary reads them; "" is nothing."""

    id: Annotated[PersonId, At("pk")]
    name: PersonName
    colour: Annotated[str, Example("ladies")]
    active: Annotated[bool, At("is_active"), Example(value=True)]
    __annotations__ |= {name: _detail_answer(name, detail) for name, detail in DETAILS.items()}


class MemberPage(query.CountedPage[MemberInList]):
    """A part of the members of a club, by name, and the addresses of the parts before and after it."""


class Member(MemberInList):
    """Somebody the club knows, with everything it keeps of them; "" is nothing."""

    guest: Annotated[bool, At("is_guest")]
    photo: Annotated[str | None, Example("/c/rooster-club/players/ann-lee/photo.png")] = Field(
        description="The address of the photo."
    )
    claimed: bool = Field(description="Whether an account has claimed to be them.")

    @classmethod
    def from_view(cls, view: Player) -> Self:
        """Somebody of a club; four queries at most."""
        has_photo = members.photo_of(view) is not None
        return cls.read(
            members.known_person(view),
            photo=reverse("web:player-photo", args=[view.club.slug, view.slug]) if has_photo else None,
            claimed=view.account_id is not None,
        )


class ConsentTold(Answer):
    """Whether one thing of somebody is public, and what they have said to that; null where they have said nothing."""

    of: Annotated[Literal["name", "rating"], Example("name")]
    is_shown: Annotated[bool, Example(value=True)]
    given: Annotated[bool | None, Example(value=True)]
    at: Annotated[datetime | None, Example("2026-11-20T20:00:00Z")]


class PublicOfPlayer(Answer):
    """What is public of somebody: what they are called in public, and each thing that they may agree to."""

    shown_as: Annotated[PersonName, At(lambda player: player.public_name or player.name)]
    consents: Annotated[list[ConsentTold], At(consents_given_by)]


class ClaimLink(Answer):
    """A link by which somebody says that they are this person. It is told this once, and works once within a week."""

    url: Annotated[str, Example("https://club.example/claim/Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8/")]


class WhoIPlay(Answer):
    """Who of the club's players you are; null where you have said that you do not play."""

    player: Annotated[int | None, At("pk"), Example(12)]


class MemberSearch(query.OffsetPage):
    is_alone = False
    retired = query.YesOrNo("Those who no longer come, instead of those who do.")
    group = query.words(LONGEST_GROUP, "The group they belong to.")
    ordering = query.one_of(("name", "surname"), "The order, `name` without.")


class MembersChanged(Answer):
    """How many people were changed."""

    count: Annotated[int, At(len), Example(2)]


class AttendanceSearch(query.Query):
    year = query.whole_number("The year, the current one without.", least=1900, most=2999)


class EveningAttended(Answer):
    """An evening of the year that has begun, and who came, by their ids."""

    name: Annotated[str, Example("Tuesday")]
    slug: Annotated[str, Example("tuesday")]
    date: Annotated[date, answers.Day]
    players: Annotated[list[int], Example([12, 13])]


class Attendance(Answer):
    """Who came to the evenings of a year, the latest first."""

    evenings: list[EveningAttended]


# --- the list -----------------------------------------------------------------------------------------
MEMBERS = Address(f"{CLUB}members/", "members", needs=Role.SECRETARY)


@MEMBERS.get(answer=MemberPage)
def list_members(club: Club, wanted: MemberSearch) -> query.Page[Any]:
    """The members with their details, as the file of them has it; guests are none."""
    search = wanted.cleaned_data
    rows = members.listed(club, retired=bool(search["retired"]), group=search["group"])
    by = members.by_surname if search["ordering"] == "surname" else folded
    return wanted.of_list(rows, lambda member: (by(member.name), member.pk))


MEMBERS.runs("patch", member_services.change_members, MembersChanged)


@Address(f"{CLUB}attendance/", "attendance", needs=Role.DIRECTOR).get()
def show_attendance(club: Club, wanted: AttendanceSearch, at: datetime) -> Attendance:
    """Who came to which evenings of a year."""
    rows, came = desk.attendance(club, wanted.cleaned_data["year"] or at.year)
    evenings = [
        EveningAttended.read(row, players=sorted(player for player in came if row.pk in came[player]))
        for row in rows
    ]
    return Attendance(evenings=evenings)


# --- who one is oneself -------------------------------------------------------------------------------
WHO_I_PLAY = Address(f"{CLUB}players/me/", "who-i-play", needs=Role.DIRECTOR)


@WHO_I_PLAY.get()
def show_who_i_play(club: Club, user: User) -> WhoIPlay:
    """Who of the club's players you have said that you are."""
    return WhoIPlay.from_view(access.own_player(user, club.pk))


WHO_I_PLAY.runs("put", links.say_who_plays, show_who_i_play, name="say_who_i_play")


# --- somebody -----------------------------------------------------------------------------------------
PLAYER = Address(f"{CLUB}players/<int:player>/", "player", needs=Role.SECRETARY)
ERASING = Address(f"{CLUB}players/<int:player>/erase/", "player-erase", needs=Role.SECRETARY)
PHOTO = Address(f"{CLUB}players/<int:player>/photo/", "player-photo", needs=Role.SECRETARY)
PUBLIC = Address(f"{CLUB}players/<int:player>/public/", "player-public", needs=Role.SECRETARY)
CLAIM = Address(f"{CLUB}players/<int:player>/claim-link/", "player-claim", needs=Role.SECRETARY)


PLAYER.shows(Player, Member)
PLAYER.runs("patch", member_services.change_player, Member)
ERASING.runs("post", member_services.erase_player, Member)
PHOTO.runs("put", member_services.set_player_photo, Member)
PHOTO.runs("delete", member_services.remove_player_photo, Member)


show_consents = PUBLIC.shows(Player, PublicOfPlayer, name="show_consents")
PUBLIC.runs("patch", clubs.record_consents, show_consents)


def claim_link_made(request: Request, token: Made) -> Created[ClaimLink]:
    return Created(ClaimLink(url=for_others(request, reverse("web:claim", args=[token]))), SECRET)


CLAIM.runs("post", invitations.give_claim_link, claim_link_made, name="make_claim_link")
CLAIM.runs("delete", invitations.end_claim, Member)

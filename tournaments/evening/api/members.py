"""One of a club's people with what the club keeps of them: details, photo, whose account is theirs, erasing."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, Self

from django import forms
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from tournaments.club.member_list.details import FIELDS, MOST_GROUPS
from tournaments.club.member_list.lines import Known
from tournaments.club.reads import members
from tournaments.club.reads.members import photo_of
from tournaments.club.reads.visitors import Consent, ConsentsGiven, consents_given_by
from tournaments.club.roles import Permission, Role
from tournaments.club.services import consents, invitations
from tournaments.club.services import members as member_services
from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import Body, validate_body
from tournaments.evening.api.pages import NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import SECRET, OfficerView, user_asking
from tournaments.evening.reads import access, api_reads
from tournaments.evening.reads.names import ERASED
from tournaments.evening.services import links
from tournaments.evening.services.results import change_player, erase_names
from tournaments.limits import LONGEST_GROUP
from tournaments.refusals import refuse
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, Example, PersonId, PersonName, at_most
from tournaments.site.cleaning import folded
from tournaments.site.web.pages import for_others

SECRETARY = Permission(Role.SECRETARY, Role.SECRETARY)
Detail = Annotated[str, Field(max_length=500)]
Birth = Field(description="The year of birth, or `minor`.")


# --- bodies -------------------------------------------------------------------------------------------
class MemberChange(Body):
    """What is to change about somebody; what is left out stays, and "" takes a detail away."""

    name: bodies.Name | None = None
    colour: bodies.Colour | None = None
    guest: bool | None = None
    active: bool | None = None
    number: Detail | None = None
    mail: Detail | None = None
    phone: Detail | None = None
    birth: Detail | None = Field(default=None, description="The year of birth, or `minor`.")
    notes: Detail | None = None
    groups: Detail | None = Field(default=None, description="With commas between.")

    EXAMPLE: ClassVar[Any] = {"colour": "gentlemen", "number": "17", "groups": "Tuesday, beginners"}


class ToErase(Body):
    """The name of whoever is to be erased, as it stands: nobody is erased by mistake."""

    name: bodies.Name

    EXAMPLE: ClassVar[Any] = {"name": "Ann Lee"}


class NewPhoto(Body):
    """A picture (PNG, JPEG or WebP of at most 1 MB, in base64), and that the person has agreed to it."""

    file: bodies.File
    agreed: bool

    EXAMPLE: ClassVar[Any] = {"file": "iVBORw0KGgo=", "agreed": True}


class NewConsents(Body):
    """Whether somebody agrees that their name, or their ratings, are public; what is left out stays."""

    name: bool | None = None
    rating: bool | None = None

    EXAMPLE: ClassVar[Any] = {"name": True, "rating": False}


class WhoPlays(Body):
    """Who of the club's players you are, by their id; null where you do not play."""

    player: bodies.Id | None

    EXAMPLE: ClassVar[Any] = {"player": 12}


# --- answers ------------------------------------------------------------------------------------------
class MemberInList(Answer):
    """A member with their details, as a secretary reads them; "" is nothing."""

    id: PersonId
    name: PersonName
    colour: Annotated[str, Example("ladies")]
    active: Annotated[bool, Example(value=True)]
    number: Annotated[str, Example("17")]
    mail: Annotated[str, Example("ann@example.org")]
    phone: Annotated[str, Example("01 23 45 67 89")]
    birth: Annotated[str, Example("1962")] = Birth
    notes: Annotated[str, Example("brings a cake")]
    groups: Annotated[list[str], at_most(MOST_GROUPS), Example(["Tuesday", "beginners"])]

    @classmethod
    def of(cls, row: Known) -> Self:
        """One of those that `members.listed` gives."""
        details: dict[str, Any] = {name: getattr(row.details, name) for name in FIELDS}
        return cls.read(row, id=row.pk, active=row.is_active, **details | {"groups": row.details.group_names})


class MemberPage(Answer):
    """A part of the members of a club, by name, and the addresses of the parts before and after it."""

    count: int
    next: NextPage
    previous: str | None
    results: list[MemberInList]

    @classmethod
    def of(cls, page: Page[Known], count: int) -> Self:
        """A page of them, of so many in all."""
        return cls.read(page, count=count, results=[MemberInList.of(row) for row in page.rows])


class Member(Answer):
    """Somebody the club knows, with everything it keeps of them; "" is nothing."""

    id: PersonId
    name: PersonName
    guest: bool
    colour: Annotated[str, Example("ladies")]
    active: Annotated[bool, Example(value=True)]
    number: Annotated[str, Example("17")]
    mail: Annotated[str, Example("ann@example.org")]
    phone: Annotated[str, Example("01 23 45 67 89")]
    birth: Annotated[str, Example("1962")] = Birth
    notes: Annotated[str, Example("brings a cake")]
    groups: Annotated[list[str], at_most(MOST_GROUPS), Example(["Tuesday", "beginners"])]
    photo: Annotated[str | None, Example("/c/rooster-club/players/ann-lee/photo.png")] = Field(
        description="The address of the photo."
    )
    claimed: bool = Field(description="Whether an account has claimed to be them.")

    @classmethod
    def of(cls, row: api_reads.Player) -> Self:
        """Somebody of a club; four queries at most."""
        member_details = members.details_of(row)
        details: dict[str, Any] = {name: getattr(member_details, name) for name in FIELDS}
        has_photo = photo_of(row) is not None
        return cls.read(
            row,
            guest=row.is_guest,
            active=row.is_active,
            photo=reverse("web:player-photo", args=[row.club.slug, row.slug]) if has_photo else None,
            claimed=row.account_id is not None,
            **details | {"groups": member_details.group_names},
        )


class ConsentTold(Answer):
    """Whether one thing of somebody is public, and what they have said to that; null where they have said nothing."""

    of: Annotated[Literal["name", "rating"], Example("name")]
    is_shown: Annotated[bool, Example(value=True)]
    given: Annotated[bool | None, Example(value=True)]
    at: Annotated[datetime | None, Example("2026-11-20T20:00:00Z")]

    @classmethod
    def of_row(cls, row: ConsentsGiven) -> Self:
        """One of those that `said_by` gives."""
        return cls.read(row)


class PublicOfPlayer(Answer):
    """What is public of somebody: what they are called in public, and each thing that they may agree to."""

    shown_as: PersonName
    consents: list[ConsentTold]

    @classmethod
    def of(cls, row: api_reads.Player) -> Self:
        """That of somebody of a club."""
        answers = [ConsentTold.of_row(consent) for consent in consents_given_by(row)]
        return cls(shown_as=row.public_name or row.name, consents=answers)


class ClaimLink(Answer):
    """A link by which somebody says that they are this person. It is told this once, and works once within a week."""

    url: Annotated[str, Example("https://club.example/claim/Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8/")]

    @classmethod
    def of(cls, request: Request, token: str) -> Self:
        """The one with this token."""
        return cls(url=for_others(request, reverse("web:claim", args=[token])))


class WhoIPlay(Answer):
    """Who of the club's players you are; null where you have said that you do not play."""

    player: Annotated[int | None, Example(12)]

    @classmethod
    def of(cls, request: Request, club: api_reads.Club) -> Self:
        """Whoever asks, in a club."""
        player = access.own_player(user_asking(request), club.pk)
        return cls(player=player.pk if player else None)


class MemberSearch(forms.Form):
    """Which of the members are wanted."""

    retired = query.YesOrNo()
    group = forms.CharField(max_length=LONGEST_GROUP, required=False)


# --- addresses ----------------------------------------------------------------------------------------
class MembersEndpoint(OfficerView):
    """The members' list with what is kept of each."""

    needs = SECRETARY

    @operation(
        "list_members",
        answer=MemberPage,
        refusals=(400,),
        parameters=(
            *paging(offset=True),
            OpenApiParameter(
                "retired", bool, description="Those who no longer come, instead of those who do."
            ),
            OpenApiParameter(
                "group",
                {"type": "string", "maxLength": LONGEST_GROUP},
                description="The group they belong to.",
            ),
        ),
    )
    def get(self, request: Request, club: str) -> Response:
        """The members with their details, as the file of them has it; guests are none."""
        club_row = self.club(request, club)
        search = query.known(request, MemberSearch)
        rows = members.listed(club_row, retired=bool(search["retired"]), group=search["group"])
        page = page_of_list(request, rows, lambda member: (folded(member.name), member.pk))
        return page.reply(MemberPage.of(page, len(rows)))


class PlayerEndpoint(OfficerView):
    """Somebody of a club."""

    needs = SECRETARY

    @operation("show_player", answer=Member)
    def get(self, request: Request, club: str, player: int) -> Response:
        """Somebody with everything the club keeps of them."""
        return Member.of(members.member(self.club(request, club), player)).reply()

    @operation("change_player", body=MemberChange, answer=Member)
    def patch(self, request: Request, club: str, player: int) -> Response:
        """Rename, recolour, make a member of a guest, retire or bring back; change what the club keeps of them."""
        club_row, body = self.club(request, club), validate_body(request, MemberChange)
        row = members.member(club_row, player)
        entered = body.model_dump(exclude_none=True)
        details = {name: entered.pop(name) for name in FIELDS if name in entered}
        known: dict[str, Any] = {
            "name": row.name,
            "colour": row.colour,
            "guest": row.is_guest,
            "active": row.is_active,
        }
        change_player(
            player=row,
            **known | entered,
            details=replace(members.details_of(row), **details) if details else None,
        )
        return Member.of(members.member(club_row, player)).reply()


class EraseEndpoint(OfficerView):
    """Somebody whose name is to go."""

    needs = SECRETARY

    @operation("erase_player", body=ToErase, answer=Member)
    def post(self, request: Request, club: str, player: int) -> Response:
        """Throw their name, and what the club keeps of them, away for good: in every archive too."""
        club_row = self.club(request, club)
        row = members.member(club_row, player)
        if row.name == ERASED:
            raise Http404
        entered = validate_body(request, ToErase).name
        if entered.strip() != row.name:
            refuse(
                "name",
                "another-name",
                gettext_noop("“%(entered)s” was entered; to erase this person, send their name as it stands"),
                entered=entered[:40],
            )
        erase_names(player=row)
        return Member.of(members.member(club_row, player)).reply()


class PhotoEndpoint(OfficerView):
    """Somebody's photo."""

    needs = SECRETARY

    @operation("set_player_photo", body=NewPhoto, answer=Member)
    def put(self, request: Request, club: str, player: int) -> Response:
        """Show a photo on their page, if they have agreed; never of a minor."""
        row = members.member(self.club(request, club), player)
        body = validate_body(request, NewPhoto)
        member_services.show_photo(player=row, content=body.file, agreed=body.agreed, **self.who(request))
        return Member.of(row).reply()

    @operation("remove_player_photo", answer=Member)
    def delete(self, request: Request, club: str, player: int) -> Response:
        """Show it no longer."""
        row = members.member(self.club(request, club), player)
        validate_body(request, bodies.Nothing)
        member_services.take_photo_off(player=row)
        return Member.of(row).reply()


class ConsentsEndpoint(OfficerView):
    """What somebody agrees to."""

    needs = SECRETARY

    @operation("show_consents", answer=PublicOfPlayer)
    def get(self, request: Request, club: str, player: int) -> Response:
        """Whether their name and ratings are public, and what they have said to it."""
        return PublicOfPlayer.of(members.member(self.club(request, club), player)).reply()

    @operation("record_consents", body=NewConsents, answer=PublicOfPlayer)
    def patch(self, request: Request, club: str, player: int) -> Response:
        """Record what they say to it; it applies at once."""
        club_row = self.club(request, club)
        row, body = members.member(club_row, player), validate_body(request, NewConsents)
        for of, consent in body.model_dump(exclude_none=True).items():
            consents.record(player=row, of=Consent.Of(of), given=consent, **self.who(request))
        return PublicOfPlayer.of(members.member(club_row, player)).reply()


class ClaimEndpoint(OfficerView):
    """The account of whoever somebody is."""

    needs = SECRETARY

    @operation("make_claim_link", body=bodies.Nothing, answer=ClaimLink, status=201)
    def post(self, request: Request, club: str, player: int) -> Response:
        """A link to hand on, told this once; links that were made before open nothing any more."""
        row = members.member(self.club(request, club), player)
        validate_body(request, bodies.Nothing)
        token = invitations.give_claim_link(player=row, by=user_asking(request), at=self.who(request)["at"])
        return ClaimLink.of(request, token).reply(status=201, headers=SECRET)

    @operation("end_claim", answer=Member)
    def delete(self, request: Request, club: str, player: int) -> Response:
        """No account is this person any more, and no link makes one of them."""
        club_row = self.club(request, club)
        row = members.member(club_row, player)
        validate_body(request, bodies.Nothing)
        invitations.end_claim(player=row, at=self.who(request)["at"])
        return Member.of(members.member(club_row, player)).reply()


class WhoIPlayEndpoint(OfficerView):
    """Who one is among the players."""

    needs = Permission(Role.DIRECTOR, Role.DIRECTOR)

    @operation("show_who_i_play", answer=WhoIPlay)
    def get(self, request: Request, club: str) -> Response:
        """Who of the club's players you have said that you are."""
        return WhoIPlay.of(request, self.club(request, club)).reply()

    @operation("say_who_i_play", body=WhoPlays, answer=WhoIPlay)
    def put(self, request: Request, club: str) -> Response:
        """Say who you are: hands of other tables in play are then kept from you until you look."""
        club_row, body = self.club(request, club), validate_body(request, WhoPlays)
        player = None if body.player is None else members.member(club_row, body.player)
        links.say_who_plays(club=club_row, user_id=user_asking(request).pk, player=player)
        return WhoIPlay.of(request, club_row).reply()

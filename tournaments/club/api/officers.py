"""The officers of a club: who they are, inviting one more by a link that is answered once, other roles, their end."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final, Literal

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from pydantic import BeforeValidator, Field
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, Created
from tournaments.club.api.views import SECRET, OfficerView, get_for_role_or_404
from tournaments.club.reads import access, members
from tournaments.club.reads.members import Club, User
from tournaments.club.roles import Permission, Role
from tournaments.club.services import invitations
from tournaments.club.services.tokens import hashed
from tournaments.limits import LONGEST_MAIL
from tournaments.site.api.answers import Answer, At, Example, at_most
from tournaments.site.api.query import NextPage, Page, Paging
from tournaments.site.arguments import Body, Moment, Name
from tournaments.site.web.pages import for_others

RoleName = Annotated[Literal["scorer", "director", "secretary", "owner"], Example("director")]
RoleShown = Annotated[
    RoleName, BeforeValidator(lambda role: role if isinstance(role, str) else Role(role).name.lower())
]
ROLES: Final = {role.name.lower(): role for role in Role}
OfEvening = Annotated[str | None, At("evening.slug"), Example("2026-11-20-friday")]
Ends = Annotated[datetime | None, Example(None)]
MailState = Annotated[Literal["waiting", "sent", "failed"], Example("sent")]


class NewInvitation(Body):
    """Whom an invitation is for, and to which office.

    With `evening`, its address, the office is for that evening alone: of a scorer or a director. With `ends_at` it
    ends by itself. With `email` the link is mailed there as well.
    """

    called: Annotated[Name, Example("Bea Hill")]
    role: Annotated[RoleName, Example("scorer")] = "director"
    evening: Annotated[
        Annotated[str, Field(min_length=1, max_length=80)] | None, Example("2026-11-20-friday")
    ] = None
    ends_at: Moment | None = None
    email: Annotated[str, Field(max_length=LONGEST_MAIL)] = ""


class NewRole(Body):
    """What an officer of the whole club is from now on."""

    role: Annotated[RoleName, Example("secretary")]


class Officer(Answer):
    """What somebody may do in a club, or in one `evening` of it alone, until the office ends where an end is set."""

    id: Annotated[int, Example(4)]
    name: Annotated[str, At("user.display_name"), Example("Bea Hill")]
    username: Annotated[str, At("user.username"), Example("bea")]
    role: RoleShown
    evening: OfEvening
    ends_at: Ends
    has_second_factor: Annotated[bool, At("has_factor")]


class Officers(Answer):
    """Those of a club, the highest first."""

    officers: Annotated[list[Officer], At("rows")]
    next: NextPage


class Invitation(Answer):
    """An invitation that can still be accepted."""

    id: Annotated[int, Example(9)]
    called: Annotated[str, Example("Bea Hill")]
    role: RoleShown
    evening: OfEvening
    ends_at: Ends
    expires_at: Annotated[datetime, Example("2026-11-27T20:00:00Z")]
    mail: Annotated[MailState | None, At("mail.state")] = Field(
        description="Of the mail with the link, where one was asked for."
    )


class Invitations(Answer):
    """The open ones of a club, the newest first."""

    invitations: Annotated[list[Invitation], at_most(invitations.MOST_OPEN)]


class MadeInvitation(Answer):
    """A new invitation. `url` is told this once: whoever opens it first within a week has the office."""

    url: Annotated[
        str, Example("https://club.example/invitation/Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8/")
    ]
    invitation: Invitation


class HandOverView(OfficerView):
    """For the owner, and for whoever is answered once more after they have handed the club over."""

    def check_right(self, request: Request, *, club: str = "", **place: Any) -> None:
        """Raise as `get_for_role_or_404` does for whoever is not even the secretary that a former owner is."""
        get_for_role_or_404(
            request, Permission(Role.SECRETARY, Role.SECRETARY), partial(members.club, request.user, club)
        )


OFFICERS = Address(f"{CLUB}officers/", "officers", needs=Role.SCORER)
OFFICER = Address(f"{CLUB}officers/<int:officer>/", "officer", needs=Role.OWNER)
HAND_OVER = Address(
    f"{CLUB}officers/<int:officer>/hand-over/", "hand-over", view=HandOverView, needs=Role.OWNER
)


@OFFICERS.get()
def list_officers(club: Club, paging: Paging) -> Officers:
    """The officers of the club and of single evenings, the highest first."""
    rows = access.officers_of(club)
    return Officers.from_view(paging.of_list(rows, lambda row: (-row.role, row.pk)))


@OFFICER.patch()
def change_role(club: Club, officer: access.Officer, body: NewRole) -> Officer:
    """Make an officer of the whole club something else; a club keeps one owner at least."""
    if invitations.change_role(club=club, pk=officer.pk, role=ROLES[body.role]) is None:
        raise Http404
    return Officer.from_view(access.officer_of_club(club, officer.pk))


@OFFICER.delete()
def dismiss_officer(club: Club, officer: access.Officer) -> Officers:
    """End an office; a club keeps one owner at least. Answers with the officers who are left."""
    invitations.dismiss(club=club, pk=officer.pk)
    return Officers.from_view(Page(access.officers_of(club)))


@HAND_OVER.post()
def hand_club_over(club: Club, officer: access.Officer, user: User) -> Officer:
    """Make an officer the owner in your own place; you are a secretary from then on."""
    if invitations.hand_over(club=club, pk=officer.pk, user_id=user.pk) is None:
        raise Http404
    return Officer.from_view(access.officer_of_club(club, officer.pk))


INVITATIONS = Address(f"{CLUB}invitations/", "invitations", needs=Role.OWNER)
INVITATION = Address(f"{CLUB}invitations/<int:invitation>/", "invitation", needs=Role.OWNER)


@INVITATIONS.get()
def list_invitations(club: Club, at: datetime) -> Invitations:
    """Those that can still be accepted, the newest first."""
    rows = access.open_invitations_of(club, at=at)
    return Invitations(invitations=[Invitation.from_view(row) for row in rows])


@INVITATIONS.post()
def invite_officer(
    request: Request, club: Club, user: User, at: datetime, body: NewInvitation
) -> Created[MadeInvitation]:
    """Invite somebody to an office of the club or of one evening; the link is told this once."""
    token = invitations.invite(
        club=club,
        called=body.called,
        role=ROLES[body.role],
        evening=get_object_or_404(club.evenings, slug=body.evening) if body.evening else None,
        ends_at=body.ends_at,
        email=body.email,
        by=user,
        at=at,
    )
    row = access.open_invitations(at=at).select_related("evening", "mail").get(token_hash=hashed(token))
    url = for_others(request, reverse("web:invitation", args=[token]))
    return Created(MadeInvitation.read(row, url=url, invitation=Invitation.from_view(row)), SECRET)


INVITATION.runs("delete", invitations.withdraw_invitation, list_invitations)

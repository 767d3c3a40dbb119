"""The officers of a club: who they are, inviting one more by a link that is answered once, other roles, their end."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from django.http import Http404
from django.urls import reverse
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.reads import accounts
from tournaments.club.roles import Permission, Role
from tournaments.club.services import invitations
from tournaments.club.services.tokens import hashed
from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import Body, validate_body
from tournaments.evening.api.pages import MOST, NextPage, Page, page_of_list, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import SECRET, OfficerView, get_for_role_or_404, user_asking
from tournaments.evening.reads import api_reads
from tournaments.limits import LONGEST_MAIL
from tournaments.site.api.answers import Answer, Example, at_most
from tournaments.site.web.pages import for_others

RoleName = Annotated[Literal["scorer", "director", "secretary", "owner"], Example("director")]
ROLES: Final = {role.name.lower(): role for role in Role}
OfEvening = Annotated[str | None, Example("2026-11-20-friday")]
Ends = Annotated[datetime | None, Example(None)]
MailState = Annotated[Literal["waiting", "sent", "failed"], Example("sent")]


# --- bodies -------------------------------------------------------------------------------------------
class NewInvitation(Body):
    """Whom an invitation is for, and to which office.

    With `evening`, its address, the office is for that evening alone: of a scorer or a director. With `ends_at` it
    ends by itself. With `email` the link is mailed there as well.
    """

    called: bodies.Name
    role: RoleName = "director"
    evening: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    ends_at: bodies.Moment | None = None
    email: Annotated[str, Field(max_length=LONGEST_MAIL)] = ""

    EXAMPLE: ClassVar[Any] = {"called": "Bea Hill", "role": "scorer", "evening": "2026-11-20-friday"}


class NewRole(Body):
    """What an officer of the whole club is from now on."""

    role: RoleName

    EXAMPLE: ClassVar[Any] = {"role": "secretary"}


# --- answers ------------------------------------------------------------------------------------------
class Officer(Answer):
    """What somebody may do in a club, or in one `evening` of it alone, until the office ends where an end is set."""

    id: Annotated[int, Example(4)]
    name: Annotated[str, Example("Bea Hill")]
    username: Annotated[str, Example("bea")]
    role: RoleName
    evening: OfEvening
    ends_at: Ends
    has_second_factor: bool

    @classmethod
    def of(cls, row: accounts.Officer) -> Self:
        """An officer, as `officers_of` gives them."""
        untyped_row: Any = row
        return cls.read(
            row,
            name=row.user.get_full_name() or row.user.get_username(),
            username=row.user.get_username(),
            role=_name_of(row.role),
            evening=untyped_row.evening.slug if untyped_row.evening else None,
            has_second_factor=untyped_row.has_factor,
        )


class Officers(Answer):
    """Those of a club, the highest first."""

    officers: list[Officer]
    next: NextPage

    @classmethod
    def of(cls, page: Page[Any]) -> Self:
        """A page of them."""
        return cls.read(page, officers=[Officer.of(row) for row in page.rows])


class Invitation(Answer):
    """An invitation that can still be accepted."""

    id: Annotated[int, Example(9)]
    called: Annotated[str, Example("Bea Hill")]
    role: RoleName
    evening: OfEvening
    ends_at: Ends
    expires_at: Annotated[datetime, Example("2026-11-27T20:00:00Z")]
    mail: MailState | None = Field(description="Of the mail with the link, where one was asked for.")

    @classmethod
    def of(cls, row: accounts.Invitation) -> Self:
        """An invitation, with its evening."""
        untyped_row: Any = row
        return cls.read(
            row,
            role=_name_of(row.role),
            evening=untyped_row.evening.slug if untyped_row.evening else None,
            mail=row.mail.state if row.mail else None,
        )


class Invitations(Answer):
    """The open ones of a club, the newest first."""

    invitations: Annotated[list[Invitation], at_most(invitations.MOST_OPEN)]

    @classmethod
    def of(cls, club: api_reads.Club, at: datetime) -> Self:
        """All of them."""
        rows = accounts.open_invitations_of(club, at=at)
        return cls(invitations=[Invitation.of(row) for row in rows])


class MadeInvitation(Answer):
    """A new invitation. `url` is told this once: whoever opens it first within a week has the office."""

    url: Annotated[
        str, Example("https://club.example/invitation/Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8/")
    ]
    invitation: Invitation

    @classmethod
    def of(cls, request: Request, token: str, at: datetime) -> Self:
        """The one with this token."""
        invitation = accounts.open_invitation(hashed(token), at=at)
        assert invitation is not None  # noqa: S101 - it was made just now
        url = for_others(request, reverse("web:invitation", args=[token]))
        return cls(url=url, invitation=Invitation.of(invitation))


def _name_of(role: int) -> Any:
    return Role(role).name.lower()


# --- addresses ----------------------------------------------------------------------------------------
class OfficersEndpoint(OfficerView):
    """The officers of a club."""

    needs = Permission(Role.SCORER, Role.SCORER)

    @operation("list_officers", answer=Officers, refusals=(400,), parameters=paging())
    def get(self, request: Request, club: str) -> Response:
        """The officers of the club and of single evenings, the highest first."""
        rows = accounts.officers_of(self.club(request, club))
        page = page_of_list(request, rows, lambda row: (-row.role, row.pk), usual=MOST)
        return page.reply(Officers.of(page))


def _officer(club: api_reads.Club, pk: int) -> accounts.Officer:
    officer = next((row for row in accounts.officers_of(club) if row.pk == pk), None)
    if officer is None:
        raise Http404
    return officer


class OfficerEndpoint(OfficerView):
    """One of them."""

    needs = Permission(Role.OWNER, Role.OWNER)

    @operation("change_role", body=NewRole, answer=Officer)
    def patch(self, request: Request, club: str, officer: int) -> Response:
        """Make an officer of the whole club something else; a club keeps one owner at least."""
        club_row = self.club(request, club)
        _officer(club_row, officer)
        body = validate_body(request, NewRole)
        if invitations.change_role(club=club_row, pk=officer, role=ROLES[body.role]) is None:
            raise Http404
        return Officer.of(_officer(club_row, officer)).reply()

    @operation("dismiss_officer", answer=Officers)
    def delete(self, request: Request, club: str, officer: int) -> Response:
        """End an office; a club keeps one owner at least. Answers with the officers who are left."""
        club_row = self.club(request, club)
        _officer(club_row, officer)
        validate_body(request, bodies.Nothing)
        invitations.dismiss(club=club_row, pk=officer)
        return Officers.of(Page(accounts.officers_of(club_row), None)).reply()


class HandOverEndpoint(OfficerView):
    """The ownership of a club."""

    needs = Permission(Role.OWNER, Role.OWNER)

    def check_right(self, request: Request, *, club: str = "", **place: Any) -> None:
        """Raise as `get_for_role_or_404` does for whoever is not even the secretary that a former owner is."""
        get_for_role_or_404(
            request, Permission(Role.SECRETARY, Role.SECRETARY), partial(api_reads.club, request.user, club)
        )

    @operation("hand_club_over", body=bodies.Nothing, answer=Officer)
    def post(self, request: Request, club: str, officer: int) -> Response:
        """Make an officer the owner in your own place; you are a secretary from then on."""
        club_row = self.club(request, club)
        _officer(club_row, officer)
        validate_body(request, bodies.Nothing)
        handed = invitations.hand_over(club=club_row, pk=officer, user_id=user_asking(request).pk)
        if handed is None:
            raise Http404
        return Officer.of(_officer(club_row, officer)).reply()


class InvitationsEndpoint(OfficerView):
    """The invitations of a club."""

    needs = Permission(Role.OWNER, Role.OWNER)

    @operation("list_invitations", answer=Invitations)
    def get(self, request: Request, club: str) -> Response:
        """Those that can still be accepted, the newest first."""
        return Invitations.of(self.club(request, club), self.who(request)["at"]).reply()

    @operation("invite_officer", body=NewInvitation, answer=MadeInvitation, status=201)
    def post(self, request: Request, club: str) -> Response:
        """Invite somebody to an office of the club or of one evening; the link is told this once."""
        club_row, body = self.club(request, club), validate_body(request, NewInvitation)
        at = self.who(request)["at"]
        token = invitations.invite(
            club=club_row,
            called=body.called,
            role=ROLES[body.role],
            evening=self.evening(request, club_row.slug, body.evening) if body.evening else None,
            ends_at=body.ends_at,
            email=body.email,
            by=user_asking(request),
            at=at,
        )
        return MadeInvitation.of(request, token, at).reply(status=201, headers=SECRET)


class InvitationEndpoint(OfficerView):
    """One of them."""

    needs = Permission(Role.OWNER, Role.OWNER)

    @operation("withdraw_invitation", answer=Invitations)
    def delete(self, request: Request, club: str, invitation: int) -> Response:
        """It opens nothing any more. Answers with those that are left."""
        club_row, at = self.club(request, club), self.who(request)["at"]
        validate_body(request, bodies.Nothing)
        if not invitations.withdraw(club=club_row, pk=invitation, at=at):
            raise Http404
        return Invitations.of(club_row, at).reply()

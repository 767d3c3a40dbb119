"""The officers of a club, invited and ended; what opens it in one's own name: tokens, links, sessions, offices."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, Literal

from django.urls import reverse
from pydantic import BeforeValidator, Field
from rest_framework.request import Request

from tournaments.club.api.operations import CLUB, Address, Created, Made
from tournaments.club.api.views import SECRET, OfficerView, get_for_role_or_404
from tournaments.club.reads import access, members
from tournaments.club.reads.members import Club, User
from tournaments.club.roles import Permission, Role, TokenScope
from tournaments.club.services import accounts as account_services
from tournaments.club.services import invitations, tokens
from tournaments.refusals import LONGEST_TOKEN_NAME
from tournaments.site.api.answers import Answer, At, ClubSlug, Example
from tournaments.site.api.query import Page, Paging, listed
from tournaments.site.arguments import Body
from tournaments.site.web.pages import for_others

RoleShown = Annotated[
    invitations.RoleName,
    BeforeValidator(lambda role: role if isinstance(role, str) else Role(role).name.lower()),
]
OfEvening = Annotated[str | None, At("evening.slug"), Example("2026-11-20-friday")]
Ends = Annotated[datetime | None, Example(None)]
MailState = Annotated[Literal["waiting", "sent", "failed"], Example("sent")]


class OfficerOut(Answer):
    """What somebody may do in a club, or in one `evening` of it alone, until the office ends where an end is set."""

    id: Annotated[int, Example(4)]
    name: Annotated[str, At("user.display_name"), Example("Bea Hill")]
    username: Annotated[str, At("user.username"), Example("bea")]
    role: RoleShown
    evening: OfEvening
    ends_at: Ends
    has_second_factor: Annotated[bool, At("has_factor")]


class InvitationOut(Answer):
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


class MadeInvitation(Answer):
    """A new invitation. `url` is told this once: whoever opens it first within a week has the office."""

    url: Annotated[
        str, Example("https://club.example/invitation/Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8/")
    ]
    invitation: InvitationOut


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


@OFFICERS.get(answer=listed("Officers", "Those of a club, the highest first.", officers=OfficerOut))
def list_officers(club: Club, paging: Paging) -> Page[access.Officer]:
    """The officers of the club and of single evenings, the highest first."""
    return paging.of_list(access.officers_of(club), access.place_of_officer)


OFFICER.runs("patch", invitations.change_role, OfficerOut)
OFFICER.runs("delete", invitations.dismiss_officer, list_officers)
HAND_OVER.runs("post", invitations.hand_club_over, OfficerOut)


INVITATIONS = Address(f"{CLUB}invitations/", "invitations", needs=Role.OWNER)
INVITATION = Address(f"{CLUB}invitations/<int:invitation>/", "invitation", needs=Role.OWNER)


OPEN_ONES = "The open ones of a club, the newest first."


@INVITATIONS.get(answer=listed("Invitations", OPEN_ONES, invitations.MOST_OPEN, invitations=InvitationOut))
def list_invitations(club: Club, at: datetime) -> Iterable[access.Invitation]:
    """Those that can still be accepted, the newest first."""
    return access.open_invitations_of(club, at=at)


def invitation_made(request: Request, at: datetime, token: Made) -> Created[MadeInvitation]:
    rows = access.open_invitations(at=at).select_related("evening", "mail")
    row = rows.get(token_hash=tokens.hashed(token))
    url = for_others(request, reverse("web:invitation", args=[token]))
    return Created(MadeInvitation.read(row, url=url, invitation=InvitationOut.from_view(row)), SECRET)


INVITATIONS.runs("post", invitations.invite, invitation_made, name="invite_officer")
INVITATION.runs("delete", invitations.withdraw_invitation, list_invitations)

ReachName = Annotated[Literal["look", "score", "run", "keep", "all"], Example("look")]
MadeAt = Annotated[datetime, Example("2026-11-20T20:00:00Z")]
ExpiresAt = Annotated[datetime, Example("2026-12-20T20:00:00Z")]


class NewToken(Body):
    """What a token is for, what it may do of what you may (`look`, `score`, `run`, `keep` or `all`), for how long."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN_NAME), Example("website")]
    reach: Annotated[ReachName, Example("look")] = "look"
    days: Annotated[int, Example(90)] = Field(default=90, ge=1, le=tokens.API_TOKEN_LASTS.days)


class Token(Answer):
    """An API token of yours; what opens is not told again."""

    id: Annotated[int, Example(5)]
    name: Annotated[str, Example("website")]
    reach: ReachName
    made_at: MadeAt
    expires_at: ExpiresAt
    last_used_at: Annotated[datetime | None, Example("2026-11-21T08:00:00Z")] = Field(
        description="An hour behind at the most."
    )
    is_this: bool = Field(description="Whether it is the one that asks.")


class MadeToken(Answer):
    """A new token. `token` is told this once: whoever has it may what it reaches."""

    token: Annotated[str, Example("Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8")]
    made: Token


class SignInLinkOut(Answer):
    """A link that signs you in, once."""

    id: Annotated[int, Example(5)]
    made_at: MadeAt
    expires_at: ExpiresAt


class Session(Answer):
    """A browser in which you are signed in."""

    id: Annotated[int, Example(8)]
    browser: Annotated[str, Example("Firefox")]
    device: Annotated[str, Example("Android phone")]
    made_at: MadeAt
    last_seen_at: Annotated[datetime, Example("2026-11-21T08:00:00Z")] = Field(
        description="An hour behind at the most."
    )


class OwnOffice(Answer):
    """An office of yours, in a club or in one `evening` of it alone."""

    id: Annotated[int, Example(4)]
    club: Annotated[ClubSlug, At("club.slug")]
    role: RoleShown
    evening: Annotated[str | None, At("evening.slug"), Example(None)]
    ends_at: Annotated[datetime | None, Example(None)]


class OwnAccessView(OfficerView):
    """Looked at with any token of one's own; changed only with one that may all that its holder may."""

    needs = Permission(Role.SCORER, Role.OWNER)
    is_own = True


TOKENS = Address("me/tokens/", "own-tokens", view=OwnAccessView, chapter="access")
TOKEN = Address("me/tokens/<int:token>/", "own-token", view=OwnAccessView, chapter="access")


def token_answer(row: access.ApiToken, request: Request) -> Token:
    return Token.read(row, reach=TokenScope(row.reach).name.lower(), is_this=row == request.auth)


@TOKENS.get(
    answer=listed("Tokens", "Those that work, the newest first.", tokens.MOST_API_TOKENS, tokens=Token)
)
def list_own_tokens(request: Request, user: User, at: datetime) -> Iterable[Token]:
    """Your tokens that work, without what opens."""
    return [token_answer(row, request) for row in access.working_api_tokens(user, at=at)]


@TOKENS.post()
def make_own_token(request: Request, user: User, at: datetime, body: NewToken) -> Created[MadeToken]:
    """A new token, told this once. Only a token that may all that you may makes others."""
    token = tokens.make_api_token(
        user=user,
        name=body.name,
        reach=TokenScope[body.reach.upper()],
        lasts=timedelta(days=body.days),
        at=at,
    )
    row = access.live_api_token(tokens.hashed(token), at=at)
    assert row is not None  # noqa: S101 - it was made just now
    return Created(MadeToken(token=token, made=token_answer(row, request)), SECRET)


TOKEN.runs("delete", tokens.revoke_own_token, list_own_tokens)


SIGN_IN_LINKS = Address("me/sign-in-links/", "own-sign-in-links", view=OwnAccessView, chapter="access")
SIGN_IN_LINK = Address(
    "me/sign-in-links/<int:link>/", "own-sign-in-link", view=OwnAccessView, chapter="access"
)


@SIGN_IN_LINKS.get(
    answer=listed("SignInLinks", "Those that still open something, the newest first.", links=SignInLinkOut)
)
def list_own_sign_in_links(user: User, at: datetime, paging: Paging) -> Page[Any]:
    """Your sign-in links that still open something; they are made at the server's terminal."""
    return paging.of_rows(access.open_sign_in_links(user, at=at), {"-id": ("-pk",)})


SIGN_IN_LINK.runs("delete", tokens.revoke_own_sign_in_link, list_own_sign_in_links)


SESSIONS = Address("me/sessions/", "own-sessions", view=OwnAccessView, chapter="access")
SESSION = Address("me/sessions/<int:session>/", "own-session", view=OwnAccessView, chapter="access")


SIGNED_IN = "Where you are signed in, the last seen first."
Sessions = listed("Sessions", SIGNED_IN, access.MOST_SESSIONS, sessions=Session)


@SESSIONS.get(answer=Sessions)
def list_own_sessions(user: User) -> Iterable[access.UserSession]:
    """The browsers in which you are signed in."""
    return access.sessions_of(user)


@SESSIONS.delete(answer=Sessions)
def end_own_sessions(user: User) -> Iterable[access.UserSession]:
    """Sign yourself out everywhere; tokens work on."""
    account_services.end_all_sessions(user)
    return access.sessions_of(user)


SESSION.runs("delete", account_services.end_own_session, list_own_sessions)


OFFICES = Address("me/offices/", "own-offices", view=OwnAccessView, chapter="access")
OFFICE = Address("me/offices/<int:office>/", "own-office", view=OwnAccessView, chapter="access")


@OFFICES.get(answer=listed("OwnOffices", "Those that you hold, by club.", offices=OwnOffice))
def list_own_offices(user: User, paging: Paging) -> Page[access.Officer]:
    """The offices that you hold, in clubs and in single evenings."""
    return paging.of_list(
        access.own_offices(user),
        lambda row: (row.club.name, row.evening.date.isoformat() if row.evening else "", row.pk),
    )


OFFICE.runs("delete", invitations.give_own_office_up, list_own_offices)

"""What opens Head Table in one's own name: API tokens, sign-in links, sessions of browsers, offices."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from django.http import Http404
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import tenant_guard
from tournaments.club.reads import accounts, permissions
from tournaments.club.roles import Permission, Role, TokenScope
from tournaments.club.services import accounts as account_services
from tournaments.club.services import invitations, tokens
from tournaments.evening.api import bodies
from tournaments.evening.api.bodies import Body, validate_body
from tournaments.evening.api.officers import RoleName
from tournaments.evening.api.pages import MOST, NextPage, Orders, Page, page_of_list, page_of_rows, paging
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import SECRET, OfficerView, user_asking
from tournaments.evening.reads import api_reads
from tournaments.evening.reads.access import ApiToken
from tournaments.limits import LONGEST_TOKEN_NAME
from tournaments.site.api.answers import Answer, ClubSlug, Example, at_most

ReachName = Annotated[Literal["look", "score", "run", "keep", "all"], Example("look")]
REACHES: Final = {reach.name.lower(): reach for reach in TokenScope}
NEWEST: Orders = {"-id": ("-pk",)}
LONGEST_DAYS: Final = tokens.API_TOKEN_LASTS.days
Made = Annotated[datetime, Example("2026-11-20T20:00:00Z")]
Expires = Annotated[datetime, Example("2026-12-20T20:00:00Z")]


class NewToken(Body):
    """What a token is for, what it may do of what you may (`look`, `score`, `run`, `keep` or `all`), for how long."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_TOKEN_NAME)]
    reach: ReachName = "look"
    days: int = Field(default=90, ge=1, le=LONGEST_DAYS)

    EXAMPLE: ClassVar[Any] = {"name": "website", "reach": "look", "days": 90}


class Token(Answer):
    """An API token of yours; what opens is not told again."""

    id: Annotated[int, Example(5)]
    name: Annotated[str, Example("website")]
    reach: ReachName
    made_at: Made
    expires_at: Expires
    last_used_at: Annotated[datetime | None, Example("2026-11-21T08:00:00Z")] = Field(
        description="An hour behind at the most."
    )
    is_this: bool = Field(description="Whether it is the one that asks.")

    @classmethod
    def of(cls, row: ApiToken, request: Request) -> Self:
        """One of them."""
        reach: Any = TokenScope(row.reach).name.lower()
        return cls.read(row, reach=reach, is_this=row == request.auth)


class Tokens(Answer):
    """Those that work, the newest first."""

    tokens: Annotated[list[Token], at_most(tokens.MOST_API_TOKENS)]

    @classmethod
    def of(cls, request: Request, at: datetime) -> Self:
        """Those of whoever asks."""
        rows = permissions.working_api_tokens(user_asking(request), at=at)
        return cls(tokens=[Token.of(row, request) for row in rows])


class MadeToken(Answer):
    """A new token. `token` is told this once: whoever has it may what it reaches."""

    token: Annotated[str, Example("Lutp2fbaNmVgr7MKMYu-szTZOj5jxwCLzfvSa3Mb1r8")]
    made: Token

    @classmethod
    def of(cls, request: Request, token: str, at: datetime) -> Self:
        """The one that opens so."""
        row = permissions.live_api_token(tokens.hashed(token), at=at)
        assert row is not None  # noqa: S101 - it was made just now
        return cls(token=token, made=Token.of(row, request))


class SignInLink(Answer):
    """A link that signs you in, once."""

    id: Annotated[int, Example(5)]
    made_at: Made
    expires_at: Expires

    @classmethod
    def of(cls, row: Any) -> Self:
        """One of them."""
        return cls.read(row)


class SignInLinks(Answer):
    """Those that still open something, the newest first."""

    links: list[SignInLink]
    next: NextPage

    @classmethod
    def of(cls, page: Page[Any]) -> Self:
        """A page of them."""
        return cls.read(page, links=[SignInLink.of(row) for row in page.rows])


class Session(Answer):
    """A browser in which you are signed in."""

    id: Annotated[int, Example(8)]
    browser: Annotated[str, Example("Firefox")]
    device: Annotated[str, Example("Android phone")]
    made_at: Made
    last_seen_at: Annotated[datetime, Example("2026-11-21T08:00:00Z")] = Field(
        description="An hour behind at the most."
    )

    @classmethod
    def of(cls, row: accounts.UserSession) -> Self:
        """One of them."""
        return cls.read(row)


class Sessions(Answer):
    """Where you are signed in, the last seen first."""

    sessions: Annotated[list[Session], at_most(accounts.MOST_SESSIONS)]

    @classmethod
    def of(cls, user: api_reads.User) -> Self:
        """Those of a user."""
        return cls(sessions=[Session.of(row) for row in accounts.sessions_of(user)])


class OwnOffice(Answer):
    """An office of yours, in a club or in one `evening` of it alone."""

    id: Annotated[int, Example(4)]
    club: ClubSlug
    role: RoleName
    evening: Annotated[str | None, Example(None)]
    ends_at: Annotated[datetime | None, Example(None)]

    @classmethod
    def of(cls, row: accounts.Officer) -> Self:
        """One of them, with its club and evening."""
        untyped_row: Any = row
        role: Any = Role(row.role).name.lower()
        evening = untyped_row.evening.slug if untyped_row.evening else None
        return cls.read(row, club=row.club.slug, role=role, evening=evening)


class OwnOffices(Answer):
    """Those that you hold, by club."""

    offices: list[OwnOffice]
    next: NextPage

    @classmethod
    def of(cls, page: Page[accounts.Officer]) -> Self:
        """A page of them."""
        return cls.read(page, offices=[OwnOffice.of(row) for row in page.rows])


def _by_club(row: accounts.Officer) -> tuple[str, str, int]:
    untyped_row: Any = row
    return row.club.name, untyped_row.evening.date.isoformat() if untyped_row.evening else "", row.pk


class OwnAccessView(OfficerView):
    """Looked at with any token of one's own; changed only with one that may all that its holder may."""

    needs = Permission(Role.SCORER, Role.OWNER)
    is_own = True


class TokensEndpoint(OwnAccessView):
    """One's own API tokens."""

    @operation("list_own_tokens", answer=Tokens)
    def get(self, request: Request) -> Response:
        """Your tokens that work, without what opens."""
        return Tokens.of(request, self.who(request)["at"]).reply()

    @operation("make_own_token", body=NewToken, answer=MadeToken, status=201)
    def post(self, request: Request) -> Response:
        """A new token, told this once. Only a token that may all that you may makes others."""
        body, at = validate_body(request, NewToken), self.who(request)["at"]
        token = tokens.make_api_token(
            user=user_asking(request),
            name=body.name,
            reach=REACHES[body.reach],
            lasts=timedelta(days=body.days),
            at=at,
        )
        return MadeToken.of(request, token, at).reply(status=201, headers=SECRET)


class TokenEndpoint(OwnAccessView):
    """One of them."""

    @operation("revoke_own_token", answer=Tokens)
    def delete(self, request: Request, token: int) -> Response:
        """It opens nothing any more; this may be the very token that asks. Answers with those that are left."""
        at = self.who(request)["at"]
        validate_body(request, bodies.Nothing)
        if not tokens.revoke_api_token(token, at=at, of=user_asking(request)):
            raise Http404
        return Tokens.of(request, at).reply()


class SignInLinksEndpoint(OwnAccessView):
    """One's own sign-in links."""

    @operation("list_own_sign_in_links", answer=SignInLinks, refusals=(400,), parameters=paging())
    def get(self, request: Request) -> Response:
        """Your sign-in links that still open something; they are made at the server's terminal."""
        rows = permissions.open_sign_in_links(user_asking(request), at=self.who(request)["at"])
        page = page_of_rows(request, rows, NEWEST, usual=MOST)
        return page.reply(SignInLinks.of(page))


class SignInLinkEndpoint(OwnAccessView):
    """One of them."""

    @operation("revoke_own_sign_in_link", answer=SignInLinks)
    def delete(self, request: Request, link: int) -> Response:
        """It signs nobody in any more. Answers with those that are left."""
        at = self.who(request)["at"]
        validate_body(request, bodies.Nothing)
        if not tokens.revoke_sign_in_link(link, at=at, of=user_asking(request)):
            raise Http404
        left = permissions.open_sign_in_links(user_asking(request), at=at)
        return SignInLinks.of(Page(list(left), None)).reply()


class SessionsEndpoint(OwnAccessView):
    """Where one is signed in."""

    @operation("list_own_sessions", answer=Sessions)
    def get(self, request: Request) -> Response:
        """The browsers in which you are signed in."""
        return Sessions.of(user_asking(request)).reply()

    @operation("end_own_sessions", answer=Sessions)
    def delete(self, request: Request) -> Response:
        """Sign yourself out everywhere; tokens work on."""
        validate_body(request, bodies.Nothing)
        account_services.end_all_sessions(user_asking(request))
        return Sessions.of(user_asking(request)).reply()


class SessionEndpoint(OwnAccessView):
    """One of them."""

    @operation("end_own_session", answer=Sessions)
    def delete(self, request: Request, session: int) -> Response:
        """Sign yourself out there. Answers with the browsers that are left."""
        validate_body(request, bodies.Nothing)
        if not account_services.end_session(user=user_asking(request), pk=session):
            raise Http404
        return Sessions.of(user_asking(request)).reply()


class OwnOfficesEndpoint(OwnAccessView):
    """One's own offices."""

    @operation("list_own_offices", answer=OwnOffices, refusals=(400,), parameters=paging())
    def get(self, request: Request) -> Response:
        """The offices that you hold, in clubs and in single evenings."""
        page = page_of_list(request, accounts.own_offices(user_asking(request)), _by_club, usual=MOST)
        return page.reply(OwnOffices.of(page))


class OwnOfficeEndpoint(OwnAccessView):
    """One of them."""

    @operation("give_own_office_up", answer=OwnOffices)
    def delete(self, request: Request, office: int) -> Response:
        """Give it up; a club keeps one owner at least. Answers with those that are left."""
        user = user_asking(request)
        validate_body(request, bodies.Nothing)
        with tenant_guard.bypass():  # of which club it is the office says
            row = accounts.own_office(user, office)
            if row is None:
                raise Http404
            invitations.dismiss(club=row.club, pk=office)
        return OwnOffices.of(Page(accounts.own_offices(user), None)).reply()

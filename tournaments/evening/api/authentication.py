"""Who is asking: a director with an API token, a phone with its table's token, or the desk's own browser."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.club.services.tokens import hashed, note_use
from tournaments.evening.reads.access import TableKey, User, live_api_token, table_of

SCHEME = "Bearer"
# What evening.services.links gives out: 24 bytes for a table, 32 for a director, in URL-safe base64. The length tells
# which of the two to look for, so that either costs one query.
TABLE_TOKEN_LENGTH = 32


@dataclass(frozen=True, slots=True)
class TablePrincipal:
    """A phone at a table, in the place where Django has a user."""

    key: TableKey

    is_authenticated = True
    is_active = True
    is_anonymous = False
    pk = None

    def __str__(self) -> str:
        return self.key.by


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`, of a director or of a table."""

    def authenticate(self, request: Request) -> tuple[User | TablePrincipal, object] | None:
        """The asker; None where no token came. Raises AuthenticationFailed for a token that opens nothing."""
        scheme, _space, token = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != SCHEME.lower():
            raise AuthenticationFailed(
                _("Send the token in the header “Authorization: Bearer TOKEN”."), code="bad-token"
            )
        if len(token) == TABLE_TOKEN_LENGTH:
            key = table_of(hashed(token))
            if key is not None:
                return TablePrincipal(key), key
        else:
            at = timezone.now()
            api_token = live_api_token(hashed(token), at=at)
            if api_token is not None:
                note_use(api_token, at=at)
                return api_token.user, api_token
        raise AuthenticationFailed(_("This token is unknown, expired or revoked."), code="bad-token")

    def authenticate_header(self, request: Request) -> str:
        return SCHEME

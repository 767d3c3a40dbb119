"""Which second factor a user has."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.club.models import AuthenticatorApp, Passkey, User


@dataclass(frozen=True, slots=True)
class Factors:
    """What is asked for after the password of a user: the moment an app was added, passkeys, codes not used yet."""

    app_since: datetime | None
    passkeys: tuple[Passkey, ...]
    codes_left: int

    def __bool__(self) -> bool:
        return self.app_since is not None or bool(self.passkeys)


def factors_of(user: User) -> Factors:
    """The second factors of a user; three queries."""
    app = AuthenticatorApp.objects.filter(user=user).first()
    codes = user.recovery_codes.filter(used_at__isnull=True)
    passkeys = tuple(user.passkeys.order_by("pk"))
    return Factors(app.made_at if app else None, passkeys, codes.count())


def user_of(pk: object) -> User | None:
    """The open account with this key; one query."""
    return User.objects.filter(pk=pk, is_active=True).first() if isinstance(pk, int) else None

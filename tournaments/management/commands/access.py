"""`manage.py access`: who has API tokens and sign-in links, until when; and taking them back."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.club.reads import access
from tournaments.club.services import tokens
from tournaments.evening.reads.access import ApiToken, SignInLink


class Command(BaseCommand):
    help = "List API tokens and sign-in links with their expiry, or revoke one of them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--revoke-token", type=int, metavar="N", help="the number of an API token")
        parser.add_argument("--revoke-link", type=int, metavar="N", help="the number of a sign-in link")

    def handle(self, *args: Any, **options: Any) -> None:
        at = timezone.now()
        for name, revoke in (
            ("token", tokens.revoke_api_token),
            ("link", tokens.revoke_sign_in_link),
        ):
            number = options[f"revoke_{name}"]
            if number is not None and not revoke(number, at=at):
                raise CommandError(f"There is no {name} {number} to revoke; without options they are listed.")
        for token in access.api_tokens():
            self.stdout.write(
                f"token {token.pk}  {token.user}  {token.name!r}  made {_day(token.made_at)}, "
                f"last used {_day(token.last_used_at)}, {_state(token, at)}"
            )
        for link in access.sign_in_links():
            used = f"used {_day(link.used_at)}" if link.used_at else _state(link, at)
            self.stdout.write(f"link {link.pk}  {link.user}  made {_day(link.made_at)}, {used}")


def _day(moment: datetime | None) -> str:
    return "never" if moment is None else f"{timezone.localtime(moment):%Y-%m-%d %H:%M}"


def _state(held: ApiToken | SignInLink, at: datetime) -> str:
    if held.revoked_at:
        return f"revoked {_day(held.revoked_at)}"
    return f"{'expired' if held.expires_at <= at else 'expires'} {_day(held.expires_at)}"

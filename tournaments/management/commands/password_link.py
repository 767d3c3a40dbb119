"""`manage.py password_link`: a link for a new password, where nobody else can give one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from tournaments.club.reads.access import user_to_sign_in
from tournaments.club.services.accounts import give_password_link
from tournaments.club.services.factors import take_factors_off
from tournaments.management import LinkCommand


class Command(LinkCommand):
    help = "Print a link with which a user chooses a new password, once, within a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", required=True, help="the user's name")
        parser.add_argument(
            "--without-second-factor", action="store_true", help="take the second factor off as well"
        )
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        user, at = user_to_sign_in(options["user"]), timezone.now()
        if user is None:
            raise CommandError(f"There is no open account called {options['user']}.")
        token = give_password_link(user=user, by=None, at=at)
        if options["without_second_factor"]:
            take_factors_off(user=user, by=None, at=at)
        self.write_link(reverse("web:new-password", args=[token]), options)

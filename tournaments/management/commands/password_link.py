"""`manage.py password_link`: a link for a new password, where nobody else can give one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from tournaments.club.reads.permissions import user_to_sign_in
from tournaments.club.services.accounts import give_password_link
from tournaments.club.services.factors import take_factors_off
from tournaments.management.commands.sign_in_link import address


class Command(BaseCommand):
    help = "Print a link with which a user chooses a new password, once, within a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", required=True, help="the user's name")
        parser.add_argument(
            "--without-second-factor", action="store_true", help="take the second factor off as well"
        )
        parser.add_argument(
            "--address", default="", help="where the pages are; default: as they were started"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user, at = user_to_sign_in(options["user"]), timezone.now()
        if user is None:
            raise CommandError(f"There is no open account called {options['user']}.")
        token = give_password_link(user=user, by=None, at=at)
        if options["without_second_factor"]:
            take_factors_off(user=user, by=None, at=at)
        path = reverse("web:new-password", args=[token])
        self.stdout.write(f"{(options['address'] or address()).rstrip('/')}{path}")

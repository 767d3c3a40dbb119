"""`manage.py sign_in_link`: a link that signs somebody in once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from tournaments.club.reads.access import user_to_sign_in
from tournaments.club.services.tokens import make_sign_in_link
from tournaments.management import LinkCommand


class Command(LinkCommand):
    help = "Print a link that signs a user in once, within a day (default: the first officer)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default="", help="the user's name")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_to_sign_in(options["user"])
        if user is None:
            raise CommandError(
                "There is no such user; `manage.py createsuperuser` or `manage.py make_demo` makes one."
            )
        token = make_sign_in_link(user=user, at=timezone.now())
        self.write_link(reverse("web:sign-in-link", args=[token]), options)
        self.stderr.write(
            f"It signs {user.get_username()} in, once, until tomorrow at this time, at the club in\n"
            f"{settings.DATA}; another club: HEAD_TABLE_DATA=FOLDER ./run manage sign_in_link"
        )

"""`manage.py api_token`: a director's key to the REST door, shown once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.club.reads.access import user_to_sign_in
from tournaments.club.roles import TokenScope
from tournaments.club.services.tokens import make_api_token


class Command(BaseCommand):
    help = "Print a new API token, good for a year (default: for the first officer)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default="", help="the user's name")
        parser.add_argument("--name", default="command line", help="what the token is for")
        parser.add_argument(
            "--may",
            default="all",
            choices=[reach.name.lower() for reach in TokenScope],
            help="what it may do of what the user may (default: all)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_to_sign_in(options["user"])
        if user is None:
            raise CommandError("There is no such user; see `manage.py createsuperuser` and `make_demo`.")
        reach = TokenScope[options["may"].upper()]
        self.stdout.write(make_api_token(user=user, name=options["name"], at=timezone.now(), reach=reach))

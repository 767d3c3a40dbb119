"""`manage.py sign_in_link`: a link that signs somebody in once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from tournaments.queries.access import user_to_sign_in
from tournaments.services.access import make_sign_in_link


class Command(BaseCommand):
    help = "Print the path of a link that signs a user in once, within a day (default: the first officer)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default="", help="the user's name")

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_to_sign_in(options["user"])
        if user is None:
            raise CommandError(
                "There is no such user; `manage.py createsuperuser` or `manage.py make_demo` makes one."
            )
        self.stdout.write(reverse("web:sign-in-link", args=[make_sign_in_link(user=user, at=timezone.now())]))

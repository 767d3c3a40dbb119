"""`manage.py sign_in_link`: a link that signs somebody in once."""

from __future__ import annotations

import contextlib
import json
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from tournaments.club.reads.permissions import user_to_sign_in
from tournaments.club.services.tokens import make_sign_in_link

USUAL_PORT: Final = 8000


class Command(BaseCommand):
    help = "Print a link that signs a user in once, within a day (default: the first officer)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", default="", help="the user's name")
        parser.add_argument(
            "--address", default="", help="where the pages are; default: as they were started"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = user_to_sign_in(options["user"])
        if user is None:
            raise CommandError(
                "There is no such user; `manage.py createsuperuser` or `manage.py make_demo` makes one."
            )
        path = reverse("web:sign-in-link", args=[make_sign_in_link(user=user, at=timezone.now())])
        self.stdout.write(f"{(options['address'] or address()).rstrip('/')}{path}")
        self.stderr.write(
            f"It signs {user.get_username()} in, once, until tomorrow at this time, at the club in\n"
            f"{settings.DATA}; another club: HEAD_TABLE_DATA=FOLDER ./run manage sign_in_link"
        )


def address() -> str:
    """The base URL of this club's pages: its public name, else the port on which `./run` started them last."""
    for origin in settings.CSRF_TRUSTED_ORIGINS:
        if "*" not in origin:
            return str(origin)
    port = USUAL_PORT
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        port = int(json.loads((settings.DATA / "run.lock").read_text())["port"])
    return f"http://localhost:{port}"

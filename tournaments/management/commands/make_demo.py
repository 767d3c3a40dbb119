"""`manage.py make_demo`: a club to look at, where there is none yet."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.club.reads.access import public_clubs
from tournaments.demo import make_demo


class Command(BaseCommand):
    help = "Make the demo club: members, evenings that were played, and one in play."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="only where the database has no club at all"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and public_clubs().exists():
            return
        club = make_demo(at=timezone.now())
        self.stderr.write(f"The demo club “{club.name}” is there: /c/{club.slug}/")

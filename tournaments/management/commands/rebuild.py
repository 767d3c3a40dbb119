"""`manage.py rebuild`: scores, seats, standings, fixtures and tables of seasons from the ledgers."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.evening.reads.access import every_evening
from tournaments.league.reads.fixtures import every_season
from tournaments.league.services import tables
from tournaments.publishing import publish


class Command(BaseCommand):
    help = (
        "Make totals, seats, standings, fixtures and tables of seasons again from the ledgers; "
        "with --check only say what differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; print nothing when all agrees"
        )
        parser.add_argument("--evening", default="", help="one evening only, as club/evening")

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        for evening in every_evening(options["evening"]):
            if not options["check"]:
                publish.rebuild(evening=evening, at=timezone.now())
                continue
            for finding in publish.check_rows(evening):
                count += 1
                self.stdout.write(f"{evening.club.slug}/{evening.slug}: {finding}")
        for season in [] if options["evening"] else every_season():
            if not options["check"]:
                tables.rebuild(season, at=timezone.now())
                continue
            for finding in tables.check(season):
                count += 1
                self.stdout.write(f"{season.league.club.slug}/{season.league.slug}/{season.slug}: {finding}")
        if count:
            sys.exit(1)

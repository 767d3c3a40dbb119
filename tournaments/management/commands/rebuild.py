"""`manage.py rebuild`: scores, seats and standings from the ledger."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.queries.access import every_evening
from tournaments.services import rebuild


class Command(BaseCommand):
    help = (
        "Make totals, winners, seats and standings again from the ledger; with --check only say what differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; print nothing when all agrees"
        )
        parser.add_argument("--evening", default="", help="one evening only, as club/evening")

    def handle(self, *args: Any, **options: Any) -> None:
        found = 0
        for evening in every_evening(options["evening"]):
            if not options["check"]:
                rebuild.rebuild(evening=evening, at=timezone.now())
                continue
            for finding in rebuild.check(evening):
                found += 1
                self.stdout.write(f"{evening.club.slug}/{evening.slug}: {finding}")
        if found:
            sys.exit(1)

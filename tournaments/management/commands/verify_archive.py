"""`manage.py verify_archive FILE`: is a published evening what its ledger and the rules make of it?"""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.publishing import verdict


class Command(BaseCommand):
    help = (
        "Check an archive by nothing but itself: chain, scores, draw, moves, standings, names; and say what in it "
        "nothing vouches for."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        verdict.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        about = {name: options[name] for name in ("head", "key")}
        try:
            status = verdict.report(options["file"], options["signature"], **about, say=self.stdout.write)
        except verdict.UnreadableError as error:
            raise CommandError(str(error)) from error
        if status:
            sys.exit(status)

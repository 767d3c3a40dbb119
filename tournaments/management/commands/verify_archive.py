"""`manage.py verify_archive FILE`: is a published evening what its ledger and the rules make of it?"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.replay.archive import findings


class Command(BaseCommand):
    help = "Check an archive by nothing but itself: chain, scores, draw, moves, standings."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the archive")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            archive = json.loads(Path(options["file"]).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from error
        found = findings(archive)
        for finding in found:
            self.stdout.write(finding)
        if found:
            sys.exit(1)
        self.stdout.write(
            f"Everything agrees: {len(archive['ledger'])} entries of the ledger, every hand, draw, cut and move; "
            f"head {archive['head']}"
        )

"""`manage.py export_club SLUG FILE`: one club in one file, for another server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from tournaments.club.reads.access import public_clubs
from tournaments.operations.backup import BackupError
from tournaments.operations.one_club import in_words, write_club


class Command(BaseCommand):
    help = (
        "Write everything of one club into one file, from which `import_club` brings it into another server. Whoever "
        "has the file reads what the club keeps of its members."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the club's address")
        parser.add_argument("file", type=Path, help="a new file")

    def handle(self, *args: Any, **options: Any) -> None:
        club = public_clubs().filter(slug=options["slug"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['slug']}.")
        try:
            written = write_club(club, options["file"], at=timezone.now())
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{options['file']}: {written.rows} rows of {club.name}. Left out: {in_words(written)}."
        )

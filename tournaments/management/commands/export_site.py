"""`manage.py export_site SLUG DIR`: a club's public pages as files, for any web host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.club.reads.access import public_clubs
from tournaments.operations.static_site import SiteError, write_site


class Command(BaseCommand):
    help = (
        "Write what everybody sees of one club as files that any web host serves: pages without forms and scripts, "
        "with files and pictures. Run again it writes what has changed and takes away what is no more."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the club's address")
        parser.add_argument("folder", type=Path, help="a new folder, or one that was written before")

    def handle(self, *args: Any, **options: Any) -> None:
        club = public_clubs().filter(slug=options["slug"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['slug']}.")
        try:
            written = write_site(club, options["folder"])
        except SiteError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{options['folder']}: {written.pages} pages, {written.files} files in all; {written.changed} written, "
            f"{written.gone} taken away. All links were checked."
        )

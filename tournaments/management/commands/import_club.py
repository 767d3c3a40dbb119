"""`manage.py import_club FILE`: a club that `export_club` wrote, brought in beside the clubs there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from tournaments.club.reads.access import user_to_sign_in
from tournaments.management import LinkCommand
from tournaments.operations.backup import BackupError
from tournaments.operations.one_club import bring_in, in_words


class Command(LinkCommand):
    help = (
        "Bring in what `export_club` wrote, all of it or nothing, once every evening and season agrees with its "
        "ledger. Officers whose confirmed mail is that of an account here keep their office; others are invited."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `export_club` wrote")
        parser.add_argument("--slug", default="", help="another address for the club")
        parser.add_argument("--owner", default="", help="a user of this server who owns the club too")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        owner = user_to_sign_in(options["owner"]) if options["owner"] else None
        if options["owner"] and owner is None:
            raise CommandError(f"There is no user {options['owner']}.")
        try:
            arrival = bring_in(options["file"], slug=options["slug"], owner=owner, at=timezone.now())
        except BackupError as error:
            raise CommandError(str(error)) from error
        verdict, left_out = arrival.verdict, in_words(arrival.manifest)
        self.stdout.write(
            f"brought in {arrival.club.name}; all of it agrees with its ledgers (evenings: {verdict.evenings}, "
            f"seasons: {verdict.seasons}). Left out: {left_out}."
        )
        for name, token in arrival.invitations:
            self.stdout.write(f"invitation of {name}, for a week:")
            self.write_link(reverse("web:invitation", args=[token]), options)
        for evening in arrival.to_print:
            self.stdout.write(
                f"print the table cards and tickets of {evening.name} anew: the old ones open nothing"
            )

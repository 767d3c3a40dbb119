"""`manage.py import_archive SLUG FILE`: an evening or a season made again from its archive, in a club of here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.faults import Faults
from tournaments.club.reads.access import public_clubs
from tournaments.league.services import archives
from tournaments.league.services.season_archives import bring_season_in

NEW = "new"


class Command(BaseCommand):
    help = (
        "Bring an evening or a season into a club from its archive, all of it or nothing. Where somebody of the "
        "club may be meant by a name, the command says so and asks for --person."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the club's address")
        parser.add_argument("file", type=Path, help="the archive, perhaps compressed by gzip")
        parser.add_argument(
            "--person",
            action="append",
            default=[],
            metavar="TICKET=ID",
            help="who a ticket (of a season, a person) is: somebody of the club by id, or `new`; as often as needed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = public_clubs().filter(slug=options["slug"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['slug']}.")
        try:
            people = dict(_person(pair) for pair in options["person"])
            new = archives.ArchiveToBringIn(file=options["file"].read_bytes(), people=people)
            if archives.read(club, new.file).kind == "season":
                season = bring_season_in(club, "server", timezone.now(), new)
                outcome = f"brought in {season.name}: {season.league.slug}/{season.slug}"
            else:
                evening = archives.bring_in(club, "server", timezone.now(), new)
                outcome = f"brought in {evening.name}, played at {evening.came_from}: {evening.slug}"
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error}") from error
        except Faults as refused:
            lines = (f"{fault.field}: {fault.sentence}" for fault in refused.faults)
            raise CommandError("\n".join(lines)) from None
        self.stdout.write(outcome)


def _person(pair: str) -> tuple[str, int | None]:
    ticket, _, person = pair.partition("=")
    if person != NEW and not (person.isascii() and person.isdecimal()):
        raise CommandError(f"--person {pair}: give a ticket and an id, or `new`, as k3v9=12")
    return ticket, None if person == NEW else int(person)

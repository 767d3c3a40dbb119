"""`manage.py erase_person`: a person's name is thrown away for good."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.club.services.members import erase_names
from tournaments.evening.reads.access import players_called


class Command(BaseCommand):
    help = "Throw a person's name away, also in every archive that is kept; this cannot be undone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the address of the club, as in /c/CLUB/")
        parser.add_argument("name", help="the name as it is shown")
        parser.add_argument("--number", type=int, help="the person's number, where several bear the name")
        parser.add_argument(
            "--yes", action="store_true", help="do it; without this it only says who is meant"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        players = players_called(options["club"], options["name"], options["number"])
        if not players:
            raise CommandError("This club knows nobody of that name.")
        if len(players) > 1:
            numbers = ", ".join(str(player.pk) for player in players)
            raise CommandError(f"Several bear that name; say which with --number: {numbers}.")
        (player,) = players
        if not options["yes"]:
            raise CommandError(
                f"{player.name}, number {player.pk}, would be erased for good; add --yes to do it. "
                "Backups made before still hold the name."
            )
        erase_names(player=player)
        self.stdout.write(
            f"Number {player.pk} is erased. Backups made before still hold the name until you throw them away, and "
            "so may the free space of a database file of before version 0.2: VACUUM it once."
        )

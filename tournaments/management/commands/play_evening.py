"""`manage.py play_evening FILE`: an evening script, through the same services as the web and the API."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from scoring.faults import Faults
from tournaments import demo
from tournaments.club.reads.access import public_clubs
from tournaments.management import refuse, text_of
from tournaments.script import Outcome, play, read_script


class Command(BaseCommand):
    help = "Play an evening script into the database and write its outcome as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the script, or - for standard input")
        parser.add_argument("--club", default=demo.SLUG, help="the club's address (default: the demo club)")
        parser.add_argument("--dry-run", action="store_true", help="leave nothing behind")

    def handle(self, *args: Any, **options: Any) -> None:
        text = text_of(options["file"])
        try:
            with transaction.atomic():
                outcome = _play(text, options["club"])
                if options["dry_run"]:
                    transaction.set_rollback(True)
        except Faults as refused:
            refuse(self, refused)
        self.stdout.write(json.dumps(outcome, ensure_ascii=False))


def _play(text: str, slug: str) -> Outcome:
    script = read_script(text)
    club = public_clubs().filter(slug=slug).first()
    if club is None and slug == demo.SLUG:
        club = demo.make_demo(at=timezone.now())
    if club is None:
        raise CommandError(
            f"There is no club “{slug}”; there is: {', '.join(public_clubs().values_list('slug', flat=True))}"
        )
    _, outcome = play(script=script, club=club)
    return outcome

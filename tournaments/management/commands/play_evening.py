"""`manage.py play_evening FILE`: an evening script, through the same services as the web and the API."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from scoring.faults import Faults
from tournaments.club.reads.permissions import public_clubs
from tournaments.demo import demo
from tournaments.script import play
from tournaments.script.document import read_script


class Command(BaseCommand):
    help = "Play an evening script into the database and write its outcome as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the script, or - for standard input")
        parser.add_argument("--club", default=demo.SLUG, help="the club's address (default: the demo club)")
        parser.add_argument("--dry-run", action="store_true", help="leave nothing behind")

    def handle(self, *args: Any, **options: Any) -> None:
        text = _text(options["file"])
        try:
            with transaction.atomic():
                outcome = _play(text, options["club"])
                if options["dry_run"]:
                    transaction.set_rollback(True)
        except Faults as refused:
            self._refuse(refused)
        self.stdout.write(json.dumps(outcome, ensure_ascii=False))

    def _refuse(self, refused: Faults) -> None:
        errors = [
            {"field": fault.field, "code": fault.code, "message": fault.message} for fault in refused.faults
        ]
        self.stdout.write(json.dumps({"ok": False, "errors": errors}, ensure_ascii=False))
        for fault in refused.faults:
            self.stderr.write(f"{fault.field}: {fault.message}")
        sys.exit(1)


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise CommandError(f"{file} is not UTF-8 text: {error.reason} at byte {error.start}") from error


def _play(text: str, slug: str) -> play.Outcome:
    script = read_script(text)
    club = public_clubs().filter(slug=slug).first()
    if club is None and slug == demo.SLUG:
        club = demo.make_demo(at=timezone.now())
    if club is None:
        raise CommandError(
            f"There is no club “{slug}”; there is: {', '.join(public_clubs().values_list('slug', flat=True))}"
        )
    _, outcome = play.play(script=script, club=club)
    return outcome

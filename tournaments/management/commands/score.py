"""`manage.py score`: JSON lines in, scored hands out. The door to games.requests for programs and files."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from io import BufferedIOBase
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError

from games.jsonlines import answers, game_line
from games.quickly import score_line


class Command(BaseCommand):
    help = (
        "Reads requests as JSON lines and writes one JSON line for each, in order. A line that cannot be "
        "scored is answered by what is wrong with it."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", default="-", help="the requests; - for standard input")
        parser.add_argument("--games", action="store_true", help="each line is a whole game, not one hand")

    def handle(self, *args: Any, **options: Any) -> None:
        with ExitStack() as opened:
            requests = cast("BufferedIOBase", sys.stdin.buffer)
            if options["file"] != "-":
                try:
                    requests = opened.enter_context(open(options["file"], "rb"))
                except OSError as error:
                    raise CommandError(f"{options['file']}: {error.strerror}") from error
            try:
                for text in answers(requests, game_line if options["games"] else score_line):
                    self.stdout.write(text, ending="")
                    self.stdout.flush()
            except BrokenPipeError:
                # Whoever read the answers has gone. Python would complain again when it closes stdout.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

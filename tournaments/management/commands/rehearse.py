"""`manage.py rehearse`: simulated players play an evening before the doors open, and what would stop it is told."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone
from pydantic import ValidationError

from scoring.faults import Faults
from tournaments.evening.plan import plan_faults
from tournaments.evening.reads.access import every_evening
from tournaments.management import faults_as_data, refuse, text_of
from tournaments.rehearsal.playing import play
from tournaments.rehearsal.report import report_lines, with_texts
from tournaments.rehearsal.services import Brief, Broken, brief_of, brief_of_script, run_act

NUMBERS = {
    "--players": "how many come (default: those who are in, or in the script; else 16)",
    "--late": "how many of them arrive late",
    "--late-in": "in which round they arrive",
    "--leavers": "how many go home early",
    "--wrong": "how many hands are entered wrong and corrected a round later",
    "--disputes": "for how many hands two phones tell different results",
    "--substitutes": "how many hand their seat on",
    "--minutes-a-hand": "how long a hand takes",
}


class Command(BaseCommand):
    help = (
        "Rehearse an evening: simulated players play it through the real services, in a database that is gone "
        "afterwards. The exit status is 1 where something unexpected would stop it."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="an evening script, of which the plan is taken, or -")
        parser.add_argument("--club", help="the address of a club")
        parser.add_argument("--evening", help="the address of one of its evenings")
        parser.add_argument("--seed", help="what everything in the rehearsal follows from")
        for name, help_text in NUMBERS.items():
            parser.add_argument(name, type=int, help=help_text)
        parser.add_argument(
            "--strength-spread", type=float, dest="spread", help="how far apart strengths lie"
        )
        parser.add_argument("--json", action="store_true", help="write the report as JSON")
        parser.add_argument("--scratch", action="store_true", help="the inside: a brief on standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["scratch"]:
            self._inside()
            return
        try:
            report = run_act(_brief(options), self._progress)
        except Faults as refused:
            refuse(self, refused, as_json=options["json"])
        except Broken as broken:
            raise CommandError(f"The rehearsal broke off: {broken or 'it took too long'}") from broken
        if options["json"]:
            self.stdout.write(json.dumps(with_texts(report), ensure_ascii=False))
        else:
            for line in report_lines(report):
                self.stdout.write(line)
        if report["unexpected"] or not report["complete"]:
            sys.exit(1)

    def _inside(self) -> None:
        def write(line: str) -> None:
            self.stdout.write(line, ending="")
            self.stdout.flush()

        try:
            inside_scratch(sys.stdin.read(), write)
        except NotScratch as refused:
            raise CommandError(str(refused)) from refused

    def _progress(self, progress: dict[str, int]) -> None:
        if self.stderr.isatty():
            self.stderr.write("round {round} of {of}, {hands} hands\r".format_map(progress), ending="")


def _brief(options: dict[str, Any]) -> Brief:
    names = [name.lstrip("-").replace("-", "_") for name in NUMBERS]
    wishes = {name: options[name] for name in (*names, "seed", "spread")}
    if options["evening"]:
        address = f"{options['club']}/{options['evening']}" if options["club"] else options["evening"]
        evening = every_evening(address).first() if "/" in address else None
        if evening is None:
            raise CommandError(f"There is no evening “{address}”; name it with --club, or as club/evening.")
        return brief_of(evening, **wishes)
    if options["file"] is None:
        raise CommandError("Give an evening script, or the evening of a club with --club and --evening.")
    return brief_of_script(text_of(options["file"]), today=timezone.now().date(), **wishes)


# --- The inside of a rehearsal: a process of its own with a database in its memory, which ends with it
# What it is told comes as JSON on standard input: the brief. What it tells goes to standard output as
# lines of JSON: `{"progress": {"round", "of", "hands"}}` as it goes on, at last `{"report": {...}}` or
# `{"refused": [{"field", "code", "message"}, ...]}`.

POLITENESS = 10


Write = Callable[[str], object]


class NotScratch(RuntimeError):  # noqa: N818 - reads as what it says at the place where it is raised
    """The database at hand is not a fresh one in this process's memory: nothing is done in it."""


def inside_scratch(text: str, write: Write) -> bool:
    """Rehearse the brief in `text`; whether nothing was refused and no stop was unexpected. Raises NotScratch."""
    prepare_scratch()
    # An evening in play elsewhere on this machine goes first.
    with suppress(OSError):
        os.nice(POLITENESS)

    def tell(kind: str, told: object) -> None:
        write(json.dumps({kind: told}, ensure_ascii=False) + "\n")

    try:
        report = play(read_brief(text), lambda progress: tell("progress", progress))
    except Faults as refused:
        tell("refused", faults_as_data(refused.faults))
        return False
    tell("report", report)
    return report["complete"] and not report["unexpected"]


def read_brief(text: str) -> Brief:
    try:
        return Brief.model_validate_json(text)
    except ValidationError as refused:
        raise Faults(plan_faults(refused, "", Brief)) from refused


def prepare_scratch() -> None:
    """Make the tables in the database at hand. Raises NotScratch where that is not a fresh one in memory."""
    name = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite" or name != ":memory:" or connection.introspection.table_names():
        raise NotScratch(f"{connection.vendor} {name} is no scratch database; rehearsals touch no other")
    # Straight from the models that takes a tenth of a second, by the migrations ten times as long. What those add
    # is the database's own guard of the ledger, and nothing here goes round the services.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)

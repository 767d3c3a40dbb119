"""`manage.py rehearse`: simulated players play an evening before the doors open, and what would stop it is told."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from scoring.faults import Faults
from tournaments.evening.reads.access import every_evening
from tournaments.rehearsal.playing import NotScratch, inside_scratch
from tournaments.rehearsal.report_reader import report_lines, with_texts
from tournaments.rehearsal.scenario import Brief, brief_of, brief_of_script
from tournaments.rehearsal.session import Broken, run_act

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
            self._refuse(refused, as_json=options["json"])
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

    def _refuse(self, refused: Faults, *, as_json: bool) -> NoReturn:
        if as_json:
            self.stdout.write(json.dumps({"ok": False, "errors": _plain(refused)}, ensure_ascii=False))
        for fault in refused.faults:
            self.stderr.write(f"{fault.field}: {fault.message}")
        sys.exit(1)


def _plain(refused: Faults) -> list[dict[str, Any]]:
    return [{"field": fault.field, "code": fault.code, "message": fault.message} for fault in refused.faults]


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
    return brief_of_script(_text(options["file"]), today=timezone.now().date(), **wishes)


def _text(file: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return data.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from error

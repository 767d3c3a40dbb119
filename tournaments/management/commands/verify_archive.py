"""`manage.py verify_archive FILE`: is a published evening what its ledger and the rules make of it?"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.publishing.verdict import verdict


class Command(BaseCommand):
    help = (
        "Check an archive by nothing but itself: chain, scores, draw, moves, standings, names; and say what in it "
        "nothing vouches for."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the archive")
        parser.add_argument(
            "--head", default="", help="the head of the ledger as it was printed with the published standings"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        archive = _archive(Path(options["file"]))
        report = verdict(archive, head=options["head"])
        for fault in report.faults:
            self._say(fault)
        if not report.faults:
            self._say(
                f"Everything agrees: {len(archive['ledger'])} entries of the ledger, every hand, draw, cut and "
                f"move; head {archive['head']}"
            )
        if report.edition:
            self._say(f"Checked by the rules of {report.edition}.")
        if report.not_vouched_for:
            self._say("Not vouched for:")
            for left in report.not_vouched_for:
                self._say(f"  {left}")
            if not options["head"]:
                self._say("Give the head you know as --head HASH.")
        if report.faults:
            sys.exit(1)

    def _say(self, line: str) -> None:
        # Whatever the archive put into the line: signs that steer a terminal are written out.
        printable = (sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in line)
        self.stdout.write("".join(printable))


def _archive(file: Path) -> Any:
    try:
        return json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=_each_once)
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"{file} cannot be read: {error}") from error


def _each_once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping: dict[str, Any] = {}
    for name, value in fields:
        if name in mapping:
            raise ValueError(f"“{name}” stands twice in one place")
        mapping[name] = value
    return mapping

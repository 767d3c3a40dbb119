"""`manage.py rescore --under ...`: what other house rules would make of the hands that are stored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.faults import Faults
from tournaments.evening.reads.access import every_evening
from tournaments.operations.rescoring import Rescored, RescoredEvening, Rescoring, rescore

PINNED = {"game", "house_rules", "rulebook"}


class Command(BaseCommand):
    help = (
        "Score stored hands again under other house rules, or under the rules as this program has them now, and "
        "say hand by hand what would count otherwise. Evenings of games that do not know the rules named are "
        "left out, and counted on stderr. Nothing is changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--under",
            default="{}",
            metavar="RULES",
            help='house rules as JSON, {"target": 56}, or a file of them, or of what an evening has pinned '
            '("game", "house_rules", "rulebook"); without it, the house rules each evening has',
        )
        parser.add_argument("--evening", default="", help="one evening only, as club/evening")
        parser.add_argument(
            "--json",
            action="store_true",
            help="one JSON line for each hand that changes; a last one says how many evenings were left_out, if any",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        evenings = every_evening(options["evening"])
        if options["evening"] and not evenings:
            raise CommandError(f"there is no evening {options['evening']}")
        try:
            rescoring = rescore(
                evenings=evenings, under=_under(options["under"]), every=bool(options["evening"])
            )
        except Faults as refused:
            raise CommandError(str(refused)) from refused
        if rescoring.left_out:
            self.stderr.write(
                f"evenings left out, because their games do not know these rules: {rescoring.left_out}"
            )
        if options["json"]:
            self._tell_programs(rescoring)
        else:
            self._tell(rescoring.results)

    def _tell_programs(self, found: Rescoring) -> None:
        for result in found.results:
            for changed in result.changed:
                self.stdout.write(_as_json(result, changed))
        if found.left_out:
            self.stdout.write(json.dumps({"left_out": found.left_out}))

    def _tell(self, results: Sequence[RescoredEvening]) -> None:
        for result in results:
            if result.other_rulebook:
                self.stdout.write(f"{_address(result)}: played under the rulebook {result.other_rulebook}")
            for changed in result.changed:
                self.stdout.write(_as_text(result, changed))
        changes, hands = (
            sum(len(result.changed) for result in results),
            sum(result.hands for result in results),
        )
        self.stdout.write(f"{changes} of {hands} hands would count otherwise; nothing was changed")


def _under(told: str) -> dict[str, Any]:
    try:
        text = told if told.lstrip().startswith("{") else Path(told).read_text(encoding="utf-8")
        entered = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"--under {told} cannot be read: {error}") from error
    if not isinstance(entered, dict):
        raise CommandError(f"--under {told} is no JSON object")
    return entered if entered.keys() & PINNED else {"house_rules": entered}


def _as_text(result: RescoredEvening, changed: Rescored) -> str:
    stored = changed.stored
    where = f"{_address(result)} round {stored.round} table {stored.table} hand {stored.number}"
    before = " ".join(map(str, stored.points))
    after = " ".join(map(str, changed.points)) or "refused: " + str(Faults(changed.faults))
    return f"{where}: {before} -> {after}"


def _as_json(result: RescoredEvening, changed: Rescored) -> str:
    stored = changed.stored
    fields: dict[str, Any] = {
        "evening": _address(result),
        "round": stored.round,
        "table": stored.table,
        "number": stored.number,
        "points": list(stored.points),
    }
    if changed.faults:
        fields["errors"] = [
            {"field": fault.field, "code": fault.code, "message": fault.message} for fault in changed.faults
        ]
    else:
        fields["would_be"] = list(changed.points)
    return json.dumps(fields)


def _address(result: RescoredEvening) -> str:
    return f"{result.evening.club.slug}/{result.evening.slug}"

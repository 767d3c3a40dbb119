"""The inside of a rehearsal: a process of its own with a database in its memory, which ends with it.

What it is told comes as JSON on standard input: the brief. What it tells goes to standard output as lines of
JSON: `{"progress": {"round", "of", "hands"}}` as it goes on, at last `{"report": {...}}` or
`{"refused": [{"field", "code", "message"}, ...]}`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from pydantic import ValidationError

from scoring.faults import Faults
from tournaments.evening.plan import plan_faults
from tournaments.rehearsal.playing import play
from tournaments.rehearsal.scenario import Brief

POLITENESS = 10
Write = Callable[[str], object]


class NotScratch(RuntimeError):  # noqa: N818 - reads as what it says at the place where it is raised
    """The database at hand is not a fresh one in this process's memory: nothing is done in it."""


def inside(text: str, write: Write) -> bool:
    """Rehearse the brief in `text`; whether nothing was refused and no stop was unexpected.

    Raises:
        NotScratch: the database is somebody's.
    """
    prepare()
    # An evening in play elsewhere on this machine goes first.
    with suppress(OSError):
        os.nice(POLITENESS)

    def tell(kind: str, told: object) -> None:
        write(json.dumps({kind: told}, ensure_ascii=False) + "\n")

    try:
        report = play(read_brief(text), lambda progress: tell("progress", progress))
    except Faults as refused:
        tell("refused", faults_as_data(refused))
        return False
    tell("report", report.as_data())
    return report.complete and not report.unexpected


def read_brief(text: str) -> Brief:
    """The brief in `text`. Raises Faults."""
    try:
        return Brief.model_validate_json(text)
    except ValidationError as refused:
        raise Faults(plan_faults(refused, "", Brief)) from refused


def faults_as_data(refused: Faults) -> list[dict[str, Any]]:
    """Faults as JSON data, in English."""
    return [{"field": found.field, "code": found.code, "message": found.message} for found in refused.faults]


def prepare() -> None:
    """Make the tables in the database at hand, which must be a fresh one in memory.

    Raises:
        NotScratch: it is another one.
    """
    name = connection.settings_dict["NAME"]
    if connection.vendor != "sqlite" or name != ":memory:" or connection.introspection.table_names():
        raise NotScratch(f"{connection.vendor} {name} is no scratch database; rehearsals touch no other")
    # Straight from the models that takes a tenth of a second, by the migrations ten times as long. What those add
    # is the database's own guard of the ledger, and nothing here goes round the services.
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", run_syncdb=True, verbosity=0, interactive=False)

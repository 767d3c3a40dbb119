"""What commands share: reading a file that is named, printing a link, and telling what was refused."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.faults import Fault, Faults

USUAL_PORT: Final = 8000


def text_of(file: str, encoding: str = "utf-8") -> str:
    try:
        return (sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()).decode(encoding)
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{file} is not UTF-8 text: {error.reason} at byte {error.start}") from error


def faults_as_data(faults: Iterable[Fault]) -> list[dict[str, str]]:
    return [{"field": fault.field, "code": fault.code, "message": fault.message} for fault in faults]


def refuse(command: BaseCommand, refused: Faults, *, as_json: bool = True) -> NoReturn:
    """End a command with status 1: programs are told by JSON, people in words."""
    if as_json:
        answer = {"ok": False, "errors": faults_as_data(refused.faults)}
        command.stdout.write(json.dumps(answer, ensure_ascii=False))
    for fault in refused.faults:
        command.stderr.write(f"{fault.field}: {fault.message}")
    sys.exit(1)


class LinkCommand(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--address", default="", help="where the pages are; default: as they were started"
        )

    def write_link(self, path: str, options: dict[str, Any]) -> None:
        self.stdout.write(f"{(options['address'] or address()).rstrip('/')}{path}")


def address() -> str:
    """The base URL of this club's pages: its public name, else the port on which `./run` started them last."""
    for origin in settings.CSRF_TRUSTED_ORIGINS:
        if "*" not in origin:
            return str(origin)
    port = USUAL_PORT
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        port = int(json.loads((settings.DATA / "run.lock").read_text())["port"])
    return f"http://localhost:{port}"


class RefusedCommand(BaseCommand):
    """What Django has for moving data: on the way it would break every ledger."""

    help = "Refused: use `backup FILE` and `restore FILE`."
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Refuse before any options are read, which could be refused for their own sake."""
        super().run_from_argv(argv[:2])

    def handle(self, *args: Any, **options: Any) -> NoReturn:
        raise CommandError(
            "dumpdata and loaddata cut moments to milliseconds, and every ledger would be broken without a word. "
            "Use `./run manage backup FILE` and `./run manage restore FILE`: from SQLite to PostgreSQL too, and back."
        )

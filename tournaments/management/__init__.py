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
    """The text of a file, or of standard input for "-"."""
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
        told = {"ok": False, "errors": faults_as_data(refused.faults)}
        command.stdout.write(json.dumps(told, ensure_ascii=False))
    for fault in refused.faults:
        command.stderr.write(f"{fault.field}: {fault.message}")
    sys.exit(1)


class LinkCommand(BaseCommand):
    """A command that prints a link into the pages of this club."""

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

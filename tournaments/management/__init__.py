"""What commands share: reading a file that is named, and telling programs what was refused."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from django.core.management.base import CommandError

from scoring.faults import Fault


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

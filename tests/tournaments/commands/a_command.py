"""A command as whoever types it meets it: what it is sent, what it writes, and how it ends."""

import io
from typing import NamedTuple

import pytest
from django.core.management import call_command


class Ran(NamedTuple):
    """What a command wrote, what it remarked beside that, and its exit status."""

    out: str
    err: str
    status: int

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def run(*command: str, sent: bytes = b"") -> Ran:
    """Run a command in this process; `sent` is its standard input."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent)))
        try:
            call_command(*command, stdout=out, stderr=err)
        except SystemExit as stopped:
            status = int(str(stopped.code))
    return Ran(out.getvalue(), err.getvalue(), status)

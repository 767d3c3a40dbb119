"""Does the work of a house in one process, so that Python and Django start once and not for each piece of it.

`python -m tests.browser.backstage` reads a piece a line, in JSON: the name of a function, its module before a colon,
with its arguments. It answers each with a line: whether it succeeded, and what the function gave. With a module and
its functions on the command line, each with its arguments behind colons, it writes what these give, and ends.
"""

import contextlib
import io
import json
import os
import sys
import traceback
from importlib import import_module
from typing import Any

import django


def manage(*arguments: str) -> str:
    """What a command of manage.py writes."""
    from django.core.management import execute_from_command_line

    written = io.StringIO()
    sys.argv = list(arguments)
    with contextlib.redirect_stdout(written):
        try:
            execute_from_command_line(["manage.py", *arguments])
        except SystemExit as stopped:
            if stopped.code:
                raise
    return written.getvalue()


def run(function: str, arguments: list[Any], named: dict[str, Any]) -> tuple[bool, Any]:
    """Call one function; whether it succeeded, and what it gave, or why it failed. What it writes is no answer."""
    from django.db import connections

    module, _, name = function.partition(":")
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return True, getattr(import_module(module), name)(*arguments, **named)
    except (Exception, SystemExit):
        return False, traceback.format_exc()
    finally:
        connections.close_all()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    if sys.argv[1:]:
        module = import_module(sys.argv[1])
        for function, *arguments in (told.split(":") for told in sys.argv[2:]):
            print(json.dumps(getattr(module, function)(*arguments)), flush=True)  # noqa: T201 - its answer
        return
    answers = sys.stdout
    for line in sys.stdin:
        answers.write(json.dumps(run(*json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()

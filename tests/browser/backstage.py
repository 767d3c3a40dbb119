"""Runs the programs of a house in one process, so that Python and Django start once and not for each of them.

`python -m tests.browser.backstage` reads the arguments of one program a line, as a list in JSON: `manage.py` and a
command, `-m` and a module, or `-c` and a text. It answers each with a line: whether it succeeded, and what it wrote.
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
import traceback

import django


def run(arguments: list[str]) -> tuple[bool, str]:
    """Run one program; whether it succeeded, and what it wrote, or why it failed."""
    from django.core.management import execute_from_command_line
    from django.db import connections

    written = io.StringIO()
    how, what, *rest = arguments
    try:
        with contextlib.redirect_stdout(written):
            sys.argv = [what, *rest]
            if how == "manage.py":
                execute_from_command_line([how, what, *rest])
            elif how == "-m":
                runpy.run_module(what, run_name="__main__", alter_sys=True)
            else:
                exec(compile(what, "<program>", "exec"), {"__name__": "__main__"})  # noqa: S102 - a test wrote it
    except (Exception, SystemExit) as stopped:
        if not isinstance(stopped, SystemExit) or stopped.code:
            return False, traceback.format_exc()
    finally:
        connections.close_all()
    return True, written.getvalue()


def main() -> None:
    django.setup()
    answers = sys.stdout
    for line in sys.stdin:
        answers.write(json.dumps(run(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()

"""Reads files as the doors do, each in a process of its own, and writes what that took: `python -m ... FOLDER`.

A file is called `NAME.READER`; a line is what one took, in JSON.
"""

import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from math import ceil
from pathlib import Path
from time import process_time
from typing import Final

import django

SECONDS: Final = 2
"""Of CPU; the kernel ends whoever takes more. A machine that counts to three million in more than `REFERENCE` has
more by as much."""
REFERENCE: Final = 0.3


def main(folder: Path) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tournaments.club.look import logo_of
    from tournaments.club.member_list.sheet import rows_of_file
    from tournaments.movement.exchange import read_csv, read_text
    from tournaments.script import read_script

    readers: dict[str, Callable[[bytes], object]] = {
        "list": rows_of_file,
        "picture": logo_of,
        "csv": lambda content: read_csv(content.decode()),
        "text": lambda content: read_text(content.decode()),
        "script": lambda content: read_script(content.decode()),
    }
    seconds = ceil(SECONDS * max(1, _counting() / REFERENCE))
    for file in sorted(folder.iterdir()):
        content = file.read_bytes()
        took = {"name": file.name, **_apart(readers[file.suffix[1:]], content, seconds)}
        sys.stdout.write(json.dumps(took) + "\n")


def _counting() -> float:
    before = process_time()
    for _number in range(3_000_000):
        pass
    return process_time() - before


def _apart(reader: Callable[[bytes], object], content: bytes, seconds: int) -> dict[str, object]:
    """What reading takes in a child: MiB that it grew by, seconds of CPU, and how it ended."""
    sys.stdout.flush()
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        end = _end(reader, content)
        used = resource.getrusage(resource.RUSAGE_SELF)
        took = {
            "grown": (used.ru_maxrss - before) / 1024,
            "cpu": round(used.ru_utime + used.ru_stime, 2),
            "end": end,
        }
        os.write(write_end, json.dumps(took).encode())
        os._exit(0)
    os.close(write_end)
    with open(read_end, "rb") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    if not said:
        return {"grown": 0, "cpu": seconds, "end": f"ended by signal {os.waitstatus_to_exitcode(status)}"}
    took_there: dict[str, object] = json.loads(said)
    return took_there


def _end(reader: Callable[[bytes], object], content: bytes) -> str:
    from scoring.faults import Faults

    try:
        reader(content)
    except Faults as refused:
        return refused.faults[0].code
    except BaseException as error:
        return f"{type(error).__name__}: {error}"[:200]
    return "read"


if __name__ == "__main__":
    main(Path(sys.argv[1]))

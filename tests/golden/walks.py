"""`python -m tests.golden.walks`: makes walks and seasons through the services as they are, on SQLite in memory.

python -m tests.golden.walks 0-9             # walk, and say which acts occurred how often
python -m tests.golden.walks 0-224 --into F  # write them to a file of their own as they are made
python -m tests.golden.walks --keep 1 --of F # keep those in new files of that number, the sample apart
"""

import argparse
import json
import os
import secrets
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

HANDS = 6
"""So many processes make them, each of little importance beside what else the machine does."""


def main(arguments: list[str]) -> int:
    asked = _parser().parse_args(arguments)
    if asked.keep:
        return _keep(asked.keep, Path(asked.of))
    if asked.seasons:
        return _seasons(_numbers(asked.seasons), Path(asked.into))
    numbers = _numbers(asked.walks)
    with ProcessPoolExecutor(HANDS, get_context("spawn"), initializer=a_house) as hands:
        walks = hands.map(_walked, numbers)
        a_house()
        from tests.golden import making

        well = making.tell(walks, into=Path(asked.into), say=_say)
    return int(well < len(numbers))


def _keep(number: int, made: Path) -> int:
    a_house()
    from tests.golden import making

    kept = [json.loads(line) for line in made.read_text().splitlines()]
    keep = making.keep_walks if "walk" in kept[0] else making.keep_seasons
    keep(number, kept, say=_say)
    return 0


def _seasons(numbers: list[int], into: Path) -> int:
    a_house()
    from tests.golden import making

    with into.open("w") as file:
        for number in numbers:
            file.write(json.dumps(making.one_season(number)) + "\n")
            file.flush()
    return 0


def _walked(seed: int) -> Any:
    from tests.golden import making

    return making.walked(seed)


def a_house() -> None:
    """For this process an empty database in memory, dice that fall the same each time, and workers nobody wakes."""
    os.environ.update(
        DATABASE_URL="sqlite://:memory:", SECRET_KEY="golden", DJANGO_SETTINGS_MODULE="config.settings"
    )
    import django

    django.setup()
    from django.core.management import call_command

    from config import celery_app
    from tests import chance

    celery_app.conf.update(broker_url="memory://")
    vars(secrets).update(token_hex=chance.hexadecimal, token_bytes=chance.octets)
    call_command("migrate", verbosity=0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.golden.walks", description=__doc__)
    parser.add_argument("walks", nargs="?", default="", help="which, as 0-9 or 2,5,10-12")
    parser.add_argument("--seasons", default="", help="which, as 0-19 or 7; no walks then")
    parser.add_argument("--into", default=os.devnull, help="the file that they are written to")
    parser.add_argument("--keep", type=int, default=0, help="the number of the new files")
    parser.add_argument("--of", default="", help="the file in which those are that are to be kept")
    return parser


def _numbers(told: str) -> list[int]:
    """The numbers of "7", "0-9" or "2,5,10-12"."""
    numbers: list[int] = []
    for part in filter(None, told.split(",")):
        first, _, last = part.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

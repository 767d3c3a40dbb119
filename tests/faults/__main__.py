"""Every fault in its long form, against the server's own commands: `./run test-faults`.

Phones enter hands the whole time. Afterwards no hand that was acknowledged may be lost, there twice or torn, the
ledgers must give what the tables show, and no answer may be a 5xx other than 503.
"""

import argparse
import os
import platform
import random
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import django

from tests import services
from tests.browser.house import House, running_house
from tests.faults import mutated, runs, schema_cases
from tests.faults.deployment import Broker, Cluster, Deployment, Embedded, Federation
from tests.faults.phones import Room

REPORT = Path(__file__).parents[2] / "docs" / "faults.md"
SEED = 1910
Run = Callable[[argparse.Namespace, Path], Iterator[runs.Result]]


def room_of(deployment: Deployment) -> Room:
    return Room.of(deployment.port, deployment.club["phones"], "phone")


def on_sqlite(wish: argparse.Namespace, folder: Path) -> Iterator[runs.Result]:
    """`./run`, as on a club's laptop."""
    with Embedded(folder).running() as deployment:
        room, dice = room_of(deployment), random.Random(SEED)
        yield runs.hostile(deployment, room, wish.hostile_seconds)
        yield runs.signing_in(deployment, room)
        yield runs.lock_held(deployment, room, wish.locks, wish.held_seconds)
        yield runs.kills(deployment, room, wish.kills, dice)


def on_a_small_disk(wish: argparse.Namespace, folder: Path) -> Iterator[runs.Result]:
    """`./run` on a disk that fills up."""
    with (
        runs.small_disk(folder / "disk", wish.megabytes) as disk,
        Embedded(disk).running() as deployment,
    ):
        yield runs.disk_full(deployment, room_of(deployment), disk, wish.fillings, wish.full_seconds)


def on_postgresql(wish: argparse.Namespace, folder: Path) -> Iterator[runs.Result]:
    """The README's commands with two web workers on PostgreSQL and Redis."""
    (folder / "redis").mkdir()
    with federation(folder) as (deployment, cluster, broker):
        room, dice = room_of(deployment), random.Random(SEED)
        yield runs.redis_down(deployment, room, broker, wish.hands)
        yield runs.sent_twice(deployment, room, wish.twice)
        yield runs.postgresql_killed(deployment, room, cluster, wish.crashes, dice)
        broker.stop()


def by_the_schema(wish: argparse.Namespace, folder: Path) -> Iterator[runs.Result]:
    """What a web server and a worker say to requests made up for them, on PostgreSQL, behind the fence, and Redis."""
    with house_of_its_own(folder) as house:
        made, _ = schema_cases.prepared(house, folder)
        yield schema_cases.run(house, made, folder, wish.examples, steps=wish.steps)


def of_bodies(wish: argparse.Namespace, folder: Path) -> Iterator[runs.Result]:
    """What a web server says to bodies that were changed, on PostgreSQL, behind the fence, and Redis."""
    with house_of_its_own(folder) as house:
        made, api = schema_cases.prepared(house, folder)
        yield mutated.with_files(house, made)
        yield mutated.in_pairs(house, made, api, wish.pairs, seed=wish.seed)
        yield mutated.run(house, made, api, wish.mutated, seed=wish.seed, seconds=wish.mutated_seconds)


@contextmanager
def house_of_its_own(folder: Path) -> Iterator[House]:
    """A house with the demo club and two web workers, on servers of its own."""
    (folder / "redis").mkdir()
    (folder / "house").mkdir()
    cluster, broker = Cluster(folder / "postgresql"), Broker(folder / "redis")
    with ExitStack() as ending:
        for server in (cluster, broker):
            server.start()
            ending.callback(server.stop)
        cluster.create_database()
        settings = {"DATABASE_URL": cluster.url, "WEB_DATABASE_URL": services.as_the_web(cluster.url)}
        settings |= {"REDIS_URL": broker.url, "SECRET_KEY": services.SECRET_KEY, "ALLOWED_HOSTS": "127.0.0.1"}
        house = ending.enter_context(running_house(folder / "house", settings))
        house.stop("web")
        house.commands["web"][-1:-1] = ["--workers", "2"]
        house.start("web")
        yield house


@contextmanager
def federation(folder: Path) -> Iterator[tuple[Federation, Cluster, Broker]]:
    cluster, broker = Cluster(folder / "postgresql"), Broker(folder / "redis")
    with ExitStack() as ending:
        cluster.start()
        ending.callback(cluster.stop)
        cluster.create_database()
        deployment = Federation(folder, cluster.url, broker.url)
        deployment.make_club()
        ending.enter_context(deployment.running())
        yield deployment, cluster, broker


@contextmanager
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="head-table-faults-") as folder:
        Path(folder).chmod(0o711)  # the user postgres must come through
        yield Path(folder)


PLACES: dict[str, Run] = {
    "sqlite": on_sqlite,
    "disk": on_a_small_disk,
    "postgresql": on_postgresql,
    "schema": by_the_schema,
    "bodies": of_bodies,
}


def wishes(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./run test-faults",
        description=__doc__,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("places", nargs="*", metavar="PLACE", help=f"all, or some of {', '.join(PLACES)}")
    for name, default, told in (
        ("kills", 200, "of the web worker, of its parent and of the Celery worker, each"),
        ("hands", 10_000, "while Redis is down"),
        ("twice", 1_000, "hands that are sent twice"),
        ("crashes", 20, "of PostgreSQL"),
        ("fillings", 5, "of the disk"),
        ("locks", 5, "times that another process holds SQLite's write lock"),
        ("megabytes", 96, "of the small disk"),
        ("mutated", 100_000, "bodies of REST and of forms, changed at random"),
        ("pairs", 5_000, "of acts of one evening, sent at the same moment"),
        ("seed", mutated.SEED, "of what is changed in bodies"),
        ("examples", 60, "of each operation of the REST API, in each phase"),
        ("steps", 10_000, "along the links between its operations"),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, help=told)
    for name, length, told in (
        ("hostile-seconds", 30.0, "for which hostile bodies come"),
        ("held-seconds", 20.0, "for which the lock is held each time"),
        ("mutated-seconds", mutated.LONGEST, "after which no more changed bodies are sent"),
        ("full-seconds", 5.0, "for which the disk stays full each time"),
    ):
        parser.add_argument(f"--{name}", type=float, default=length, help=told)
    told = f"write docs/{REPORT.name} as well; what it says of other places stays"
    parser.add_argument("--report", action="store_true", help=told)
    wish = parser.parse_args(arguments)
    if unknown := set(wish.places) - set(PLACES):
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(PLACES)}")
    return wish


def in_words(result: runs.Result) -> list[str]:
    """A run as a section of the report."""
    rows = [f"| {name} | {figure} |" for name, figure in result.figures.items()]
    wrong = [f"- **{fault}**" for fault in (*result.faults, *result.refusals)]
    held = wrong or [result.held]
    return [f"### {result.name}", "", "| | |", "|---|---|", *rows, "", *held, ""]


def ran(command: str, took: float) -> str:
    """By which command figures come, when, in how long, on what."""
    today, minutes = datetime.now(UTC).date().isoformat(), f"{took / 60:.0f} minutes"
    on = f"{os.cpu_count()} cores ({platform.system()}, Python {platform.python_version()})"
    return f"`{command}` on {today}, in {minutes} on {on}."


def sections_of(written: str) -> dict[str, str]:
    parts = written.split("\n## ")[1:]
    return {part.partition("\n")[0]: f"## {part.strip()}\n" for part in parts}


def heading(place: str) -> str:
    return (PLACES[place].__doc__ or place).strip()


def report(sections: Mapping[str, str]) -> str:
    """The whole report, of the sections that there are by their headings; those of no place come last."""
    places = [heading(place) for place in PLACES]
    return "\n".join(
        [
            "# Faults made on purpose",
            "",
            "Real server commands, with phones that enter hands the whole time over HTTP, keep what the server has",
            "acknowledged and send again what it has not. After each fault every acknowledged hand has to be in the",
            "database once, in its place in the ledger, as it was entered; `rebuild --check` finds nothing; and no",
            "answer was a 5xx other than 503. `none` counts tries on which no answer came. Requests made up from the",
            "schema, and bodies that were changed, come beside no hands: there each answer has to be as the schema",
            "says, and what is refused to change nothing.",
            "",
            *(sections[name] for name in places if name in sections),
            *(section for name, section in sections.items() if name not in places),
        ]
    )


def main(arguments: list[str]) -> int:
    """Run what is asked for, print each result as it comes; the exit status says whether all held."""
    wish = wishes(arguments)
    django.setup()
    if missing := services.missing_packages():
        sys.exit(f"Missing here; on Debian and Ubuntu: sudo apt-get install {' '.join(missing)}")
    started, faults = time.monotonic(), 0
    for name in wish.places or PLACES:
        print(f"\n{heading(name)}", flush=True)
        began, section = time.monotonic(), []
        with scratch() as folder:
            for result in PLACES[name](wish, folder):
                told = in_words(result)
                print(*told, sep="\n", flush=True)
                section += told
                faults += len(result.faults) + len(result.refusals)
        if wish.report:
            how = ran(shlex.join(["./run", "test-faults", *arguments]), time.monotonic() - began)
            before = sections_of(REPORT.read_text())
            REPORT.write_text(
                report({**before, heading(name): "\n".join([f"## {heading(name)}", "", how, "", *section])})
            )
    took = time.monotonic() - started
    print(f"\n{faults} faults." if faults else f"\nAll held, in {took / 60:.1f} minutes.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

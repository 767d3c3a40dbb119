"""Every benchmark, or those named: `./run bench [NAME ...]`. The exit status says whether every bound holds."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from benchmarks.measure import Row, lines

BENCHMARKS = (
    "entering_hands",
    "movement",
    "schedules",
    "swiss",
    "league",
    "planner",
    "standings",
    "season",
    "scoring",
    "rescoring",
    "streams",
    "room",
    "bad_network",
    "growth",
)
FEDERATION = "federation"
"""Takes minutes and the whole machine: only where it is named."""


def main(arguments: list[str]) -> int:
    """Measure, print a table for each benchmark, sum up."""
    parser = argparse.ArgumentParser(prog="./run bench", description="Measures what things cost.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"all, or some of {', '.join(BENCHMARKS)}; or {FEDERATION}"
    )
    parser.add_argument("--tables", type=int, default=500, metavar="N", help="of the federation")
    parser.add_argument("--seconds", type=int, default=300, metavar="S", help="how long the federation plays")
    given = parser.parse_args(arguments)
    names = given.names or BENCHMARKS
    if unknown := set(names) - {*BENCHMARKS, FEDERATION}:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(BENCHMARKS)}")
    print("CPU time, the median of several runs; below each figure its reference, measured in turn with it.")
    rows: list[Row] = []
    for name in names:
        module = import_module(f"benchmarks.{name}")
        print(f"\n{(module.__doc__ or name).splitlines()[0]}")
        load = (given.tables, given.seconds) if name == FEDERATION else ()
        measured: list[Row] = module.rows(*load)
        print(*lines(measured), sep="\n", flush=True)
        rows += measured
    bounds = [row for row in rows if row.bound]
    missed = [row.name for row in bounds if not row.holds]
    print(f"\nMissed: {'; '.join(missed)}" if missed else f"\nAll {len(bounds)} bounds hold.")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

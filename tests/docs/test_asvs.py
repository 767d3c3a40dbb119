"""The table of docs/asvs.md: it has every requirement, says how each stands, and names tests that there are."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.house.the_guide import DOCS
from tests.house.the_tree import ROOT

TESTS: Final = ROOT / "tests"
ROW: Final = re.compile(
    r"^\| (?P<numbers>\d[\d., –]*) \| (?P<stands>[^|]+) \| (?P<how>[^|]+) \| (?P<test>[^|]+) \|$"
)
STANDS: Final = {"met", "partly", "not met", "operator", "does not apply"}
COUNTS: Final = {
    1: (2, 9, 11, 3, 2),
    2: (3, 3, 4, 1),
    3: (0, 2, 4, 6, 5, 0, 2),
    4: (3, 1, 2, 4),
    5: (1, 3, 2, 3),
    6: (3, 12, 4, 4, 5, 3, 0, 4),
    7: (3, 4, 2, 5, 2, 2),
    8: (2, 3, 1, 1),
    9: (3, 4),
    11: (2, 3, 3, 4, 1, 1),
    12: (3, 2, 4),
    13: (1, 5, 2, 5),
    14: (2, 4, 3),
    15: (3, 3, 7),
    16: (1, 5, 4, 3, 3),
}
"""How many requirements of levels 1 and 2 each section of each chapter of version 5.0.0 has, from its first on."""


def rows() -> Iterator[re.Match[str]]:
    for line in (DOCS / "asvs.md").read_text().splitlines():
        if found := ROW.match(line):
            yield found


def numbers(text: str) -> Iterator[str]:
    """The numbers of a row: some, or from one to another of the same section."""
    for part in text.split(", "):
        first, _dash, last = part.partition("–")
        section, _dot, begin = first.rpartition(".")
        end = last.rpartition(".")[2] or begin
        yield from (f"{section}.{number}" for number in range(int(begin), int(end) + 1))


def test_every_requirement_stands_there_once() -> None:
    wanted = [
        f"{chapter}.{section}.{number}"
        for chapter, sections in COUNTS.items()
        for section, count in enumerate(sections, start=1)
        for number in range(1, count + 1)
    ]
    assert sorted(number for row in rows() for number in numbers(row["numbers"])) == sorted(wanted)


def test_each_says_how_it_stands() -> None:
    assert {row["stands"] for row in rows()} == STANDS


def test_the_tests_that_it_names_are_there() -> None:
    named = [row["test"].strip("`") for row in rows() if row["test"] != "–"]
    assert len(named) > 80
    assert [name for name in named if not is_there(*name.partition("::"))] == []


def test_so_are_those_of_a_fair_evening() -> None:
    page = (DOCS / "fair_evening.md").read_text()
    rows = re.findall(r"^\| .+ \| .+ \| `([^`|]+)` \|$", page, re.MULTILINE)
    assert len(rows) == page.count("\n| ") - 2 * page.count("\n| what holds"), "each line names one"
    assert [name for name in rows if not is_there(*name.partition("::"))] == []


def is_there(file: str, _colons: str, function: str) -> bool:
    path = Path(TESTS / file)
    return path.is_file() and (not function or f"def {function}(" in path.read_text())

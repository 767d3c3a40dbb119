"""Short ways to write down a league: cross tables as they are printed, fixtures in a word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from tournaments.ranking.league.table import Line
from tournaments.ranking.league.tie_breaks import TieBreak, shown
from tournaments.ranking.league.values import Fixture, Outcome, Side, Winner

_CELL = re.compile(r"(\d+)([wb])([10=+-])")
_AT_HOME: Mapping[str, Winner] = {"1": "home", "=": "draw", "0": "away", "+": "home", "-": "away"}
_OUT_OF_IT = {"H": Outcome("draw"), "Z": Outcome("nobody"), "U": None, "F": None}


def from_cross_table(rows: Mapping[str, str]) -> list[Fixture]:
    """Read the rows of a cross table: `4w1` for a win with White against the fourth.

    `+` and `-` are a game won and lost without playing, `-` for both where neither came, `U` is a bye, `F` a full
    point without an opponent, `H` a bye for half a point, `Z` a round missed.
    Every game is read twice, once in each row, and both must say the same.
    """
    names = list(rows)
    found: dict[str, Fixture] = {}
    for own, row in enumerate(rows.values(), start=1):
        for number, cell in enumerate(row.split(), start=1):
            fixture = _read(names, own, number, cell)
            before = found.setdefault(fixture.id, fixture)
            if cell.endswith("-") and before.outcome != fixture.outcome:
                found[fixture.id] = fixture.ended(Outcome("nobody", forfeit="both"))
            else:
                assert before == fixture
    return list(found.values())


def _read(names: Sequence[str], own: int, number: int, cell: str) -> Fixture:
    if cell in _OUT_OF_IT:
        return Fixture(f"{number}:{own}", number, names[own - 1], None).ended(_OUT_OF_IT[cell])
    match = _CELL.fullmatch(cell)
    assert match, cell
    other, colour, result = int(match[1]), match[2], match[3]
    home, away = (own, other) if colour == "w" else (other, own)
    won = _AT_HOME[result]
    if colour == "b":
        won = {"home": "away", "away": "home"}.get(won, won)  # type: ignore[assignment]
    missing: Side = "away" if won == "home" else "home"
    forfeit: Side | Literal[""] = "" if result in "10=" else missing
    games = {"home": (2, 0), "away": (0, 2), "draw": (1, 1), "nobody": (0, 0)}[won]
    fixture = Fixture(f"{number}:{home}-{away}", number, names[home - 1], names[away - 1])
    return fixture.ended(Outcome(won, games, games, forfeit))


def from_file(name: str) -> tuple[list[Fixture], dict[str, list[str]]]:
    """Read a cross table kept beside the tests: its fixtures, and the four figures printed for each place."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return from_cross_table({row[0]: " ".join(row[5:]) for row in rows}), {row[0]: row[1:5] for row in rows}


def match(words: str, *, number: int = 1) -> Fixture:
    """`a 3-1 b`: a is at home, wins by three games to one and by as many points."""
    home, result, away = words.split()
    mine, theirs = map(int, result.split("-"))
    winner: Winner = "home" if mine > theirs else "away" if mine < theirs else "draw"
    outcome = Outcome(winner, (2 * mine, 2 * theirs), (mine, theirs))
    return Fixture(f"{number}:{home}{away}", number, home, away).ended(outcome)


def matches(*rounds: str) -> list[Fixture]:
    """`"a 3-1 b, c 0-0 d"` for each round."""
    return [
        match(words, number=number)
        for number, told in enumerate(rounds, start=1)
        for words in told.split(",")
        if words.strip()
    ]


def places(lines: Iterable[Line]) -> str:
    """`1a 2b 2c 4d`."""
    return " ".join(f"{line.place}{line.entrant}" for line in lines)


def figures(lines: Iterable[Line], name: TieBreak) -> dict[str, str]:
    """What everybody has of one thing, as it is shown."""
    found: dict[str, str] = {}
    for line in lines:
        for step in line.steps:
            if step.name == name and step.counts:
                found[line.entrant] = shown(name, step.of(line.entrant).value)
    return found
